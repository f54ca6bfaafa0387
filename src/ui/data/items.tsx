import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './items.module.css'
import { Panel } from '#src/ui/layout/panel.tsx'

interface ItemsProps {
  /** Leaves out the tiles. */
  plain?: boolean | undefined
  /** Leaves out the panel: the list fills the end of a padded panel, from edge to edge. */
  bare?: boolean | undefined
  children: ReactNode
}

/** List in the client area: items of 64 px with a tile. */
export function Items({ plain, bare, children }: ItemsProps) {
  const look = classes(styles.items, plain && styles.plain, bare && styles.bare)
  return bare ? (
    <ul className={look}>{children}</ul>
  ) : (
    <Panel as="ul" className={look}>
      {children}
    </Panel>
  )
}

interface ItemProps {
  /** A `Tile`; absent in a plain list. */
  tile?: ReactNode
  /** A link in the title covers the whole item. */
  title: ReactNode
  sub?: ReactNode
  /** Date, status or action at the end. */
  when?: ReactNode
  /** Places the buttons below the title on phones; `early` also on tablets, for several buttons. */
  stacked?: boolean | 'early' | undefined
}

export function Item({ tile, title, sub, when, stacked }: ItemProps) {
  return (
    <li className={stacked ? classes(styles.stacked, stacked === 'early' && styles.early) : undefined}>
      {tile}
      <div>
        <span className={styles.title}>{title}</span>
        {sub && <span className={styles.sub}>{sub}</span>}
      </div>
      {when && <div className={styles.when}>{when}</div>}
    </li>
  )
}
