import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './nav-link.module.css'

interface NavButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  icon: LucideIcon
  label: ReactNode
  /** Keyboard shortcut of the action. */
  keys?: string | undefined
}

/** List item of the sidebar with an action. */
export function NavButton({ icon: Icon, label, keys, ...rest }: NavButtonProps) {
  return (
    <li>
      <button type="button" {...rest} className={classes(styles.link, styles.button)}>
        <Icon />
        <span>{label}</span>
        {keys && (
          <kbd className={styles.keys} aria-hidden="true">
            {keys}
          </kbd>
        )}
      </button>
    </li>
  )
}
