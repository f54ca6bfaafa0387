import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ComponentProps, ReactNode } from 'react'
import { Badge } from '#src/ui/data/badge.tsx'
import styles from './nav-link.module.css'

interface NavAnchorProps extends Omit<ComponentProps<'a'>, 'children' | 'className'> {
  icon: LucideIcon
  label: ReactNode
  /** Hidden if 0 or undefined. */
  badge?: number | undefined
  /** Accessible text of the number, such as '3 active reminders'. */
  badgeLabel?: string | undefined
  /** Words beside the number; hidden in the rail. */
  note?: ReactNode
}

/** List item of the sidebar with a router link. */
export const NavLink = createLink(function NavAnchor({
  icon: Icon,
  label,
  badge,
  badgeLabel,
  note,
  ...rest
}: NavAnchorProps) {
  return (
    <li>
      <a {...rest} className={styles.link}>
        <Icon />
        <span>{label}</span>
        {Boolean(badge) && (
          <span className={styles.end} data-badge="">
            {note && (
              <span className={styles.note} data-note="">
                {note}
              </span>
            )}
            <Badge count={badge} label={badgeLabel} />
          </span>
        )}
      </a>
    </li>
  )
})

interface ExternalNavLinkProps {
  href: string
  icon: LucideIcon
  label: ReactNode
}

export function ExternalNavLink({ href, icon: Icon, label }: ExternalNavLinkProps) {
  return (
    <li>
      <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
        <Icon />
        <span>{label}</span>
        <ArrowUpRight className={styles.external} />
      </a>
    </li>
  )
}
