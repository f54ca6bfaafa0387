import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './banner.module.css'

interface BannerProps {
  icon: LucideIcon
  actions: ReactNode
  children: ReactNode
}

/** Strip below the header that cannot be closed, for a mode that the user can leave. A direct child of `Shell`. */
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
