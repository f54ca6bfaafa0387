import { type ReactNode, useId } from 'react'
import styles from './block.module.css'

interface BlockProps {
  title: ReactNode
  sub?: ReactNode
  children: ReactNode
}

/** Section of a page with its heading at the side, or above on a narrow screen. */
export function Block({ title, sub, children }: BlockProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.block}>
      <div className={styles.name}>
        <h2 id={titleId}>{title}</h2>
        {sub && <p>{sub}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
