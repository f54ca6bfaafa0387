import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './banner.module.css'

interface BannerProps {
  icon: LucideIcon
  actions: ReactNode
  children: ReactNode
}

/** Under the header, from edge to edge: it cannot be closed, only left. A direct child of `Shell`. */
export function Banner({ icon: Icon, actions, children }: BannerProps) {
  const textId = useId()
  return (
    <section className={styles.banner} aria-labelledby={textId} data-banner="">
      <Icon />
      <span id={textId}>{children}</span>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
