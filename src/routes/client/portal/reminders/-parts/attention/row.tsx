import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import styles from './attention.module.css'

interface RowProps {
  icon: LucideIcon
  tone?: 'bad' | undefined
  /** A link, which is the link of the whole row. */
  title: ReactNode
  sub?: ReactNode
  when?: ReactNode
  className?: string | undefined
}

export function Row({ icon, tone, title, sub, when, className }: RowProps) {
  return (
    <li className={classes(styles.row, className)}>
      <Tile size="small" icon={icon} tone={tone} />
      <div>
        <span className={styles.title}>{title}</span>
        {sub && <span className={styles.sub}>{sub}</span>}
      </div>
      {when && <span className={styles.when}>{when}</span>}
    </li>
  )
}
