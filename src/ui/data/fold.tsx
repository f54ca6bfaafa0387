import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useRef } from 'react'
import { classes } from '#src/ui/classes.ts'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import styles from './fold.module.css'

interface FoldProps {
  /** Short label of the content; opens and closes it. */
  title: ReactNode
  /** Whether the content is open at first. */
  isOpen?: boolean | undefined
  /** Whether it is part of a text or an item instead of a panel: without padding and lines. */
  isInline?: boolean
  /** Adds padding, as `Items bare` expects. */
  children: ReactNode
}

/** Collapsible part of a panel or an item; always open in print. */
export function Fold({ title, isOpen, isInline, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const wasOpen = useRef(false)
  useWindowEvent('beforeprint afterprint', ({ type }) => {
    if (!details.current) return
    if (type === 'beforeprint') wasOpen.current = details.current.open
    details.current.open = type === 'beforeprint' || wasOpen.current
  })
  return (
    <details ref={details} className={classes(styles.fold, isInline && styles.inline)} open={isOpen}>
      <summary className={styles.title}>
        <span>{title}</span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
