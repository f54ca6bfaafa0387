import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useRef } from 'react'
import { useWindowEvent } from '#src/ui/use-window-event.ts'
import styles from './fold.module.css'

interface FoldProps {
  /** What is folded, in a few words; a press on it unfolds. */
  title: ReactNode
  /** At first. */
  isOpen?: boolean | undefined
  /** Padded, so that `Items bare` ends at the edges. */
  children: ReactNode
}

/** A part of a panel that is folded away until it is wanted; on paper it never is. */
export function Fold({ title, isOpen, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const wasOpen = useRef(false)
  useWindowEvent('beforeprint afterprint', ({ type }) => {
    if (!details.current) return
    if (type === 'beforeprint') wasOpen.current = details.current.open
    details.current.open = type === 'beforeprint' || wasOpen.current
  })
  return (
    <details ref={details} className={styles.fold} open={isOpen}>
      <summary className={styles.title}>
        <span>{title}</span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
