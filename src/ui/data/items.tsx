import type { ReactNode } from 'react'
import { classes } from '#src/ui/classes.ts'
import styles from './items.module.css'
import { Panel } from '#src/ui/layout/panel.tsx'

interface ItemsProps {
  /** Without tiles. */
  plain?: boolean | undefined
  /** Not a panel of its own: the end of a padded one, from edge to edge. */
  bare?: boolean | undefined
  children: ReactNode
}

/** The list of a pet owner: 64 px items with a tile. */
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
  /** A `Tile`; none in a plain list. */
  tile?: ReactNode
  /** A link in it is the link of the whole item. */
  title: ReactNode
  sub?: ReactNode
  /** At the end: a date, a status, an action. */
  when?: ReactNode
  /** Puts the buttons of the end below the title on a phone; `early` also on a narrow tablet, for several buttons. */
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
