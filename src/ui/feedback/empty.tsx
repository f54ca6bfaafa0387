import type { LucideIcon } from 'lucide-react'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './empty.module.css'
import { Tile } from '#src/ui/data/tile.tsx'

interface EmptyProps {
  title: ReactNode
  icon?: LucideIcon | undefined
  actions?: ReactNode
  children?: ReactNode
}

/** Message instead of an empty list, inside a `Panel`. */
export function Empty({ title, icon = Search, actions, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Tile size="large" tone="missing" icon={icon} />
      <p className={classes('title', styles.title)}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
