import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Badge } from '#src/ui/data/badge.tsx'
import styles from './foot-bar.module.css'

/** Navigation bar at the bottom of a narrow screen; holds `FootBarLink`s and a `FootBarButton`. */
export function FootBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.room}>
      <nav className={styles.bar} aria-label={label}>
        <ul>{children}</ul>
      </nav>
    </div>
  )
}

interface Look {
  icon: LucideIcon
  label: ReactNode
}

interface FootBarAnchorProps extends Look, Omit<ComponentProps<'a'>, 'children' | 'className'> {
  /** Hidden if 0 or undefined. */
  badge?: number | undefined
  /** Accessible text of the number, such as '3 active reminders'. */
  badgeLabel?: string | undefined
}

export const FootBarLink = createLink(function FootBarAnchor({
  icon: Icon,
  label,
  badge,
  badgeLabel,
  ...rest
}: FootBarAnchorProps) {
  return (
    <li>
      <a {...rest} className={styles.link}>
        <Icon />
        <span>{label}</span>
        <span className={styles.badge}>
          <Badge count={badge} label={badgeLabel} />
        </span>
      </a>
    </li>
  )
})

interface FootBarButtonProps extends Look, Omit<ComponentProps<'button'>, 'children' | 'className'> {}

export function FootBarButton({ icon: Icon, label, ...rest }: FootBarButtonProps) {
  return (
    <li>
      <button type="button" {...rest} className={styles.link}>
        <Icon />
        <span>{label}</span>
      </button>
    </li>
  )
}
