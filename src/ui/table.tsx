import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './table.module.css'

interface TableProps {
  /** What is in the table; its caption, for who does not see the heading above it. */
  label: ReactNode
  /** `HeadCell`s, one for each column. None: a short list that needs no headings. */
  head?: ReactNode
  /** The widths of the head hold, whatever stands in the cells. */
  fixed?: boolean | undefined
  /** `<tr>`s of the cells below. */
  children: ReactNode
}

/** A table whose rows become items of two lines with a menu when its own width is small. */
export function Table({ label, head, fixed, children }: TableProps) {
  return (
    <div className={styles.frame}>
      <table className={classes(styles.table, fixed && styles.fixed)}>
        <caption className="hidden-text">{label}</caption>
        {head && (
          <thead>
            <tr>{head}</tr>
          </thead>
        )}
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface HeadCellProps {
  /** Not seen, for the column of actions. */
  hidden?: boolean | undefined
  width?: string | undefined
  children: ReactNode
}

export function HeadCell({ hidden, width, children }: HeadCellProps) {
  return (
    <th scope="col" style={width ? { width } : undefined}>
      {hidden ? <span className="hidden-text">{children}</span> : children}
    </th>
  )
}

type CellProps = ComponentProps<'td'>

const cell = (look: string | undefined) =>
  function Cell({ className, ...rest }: CellProps) {
    return <td {...rest} className={classes(look, className)} />
  }

/** What the row is about: the first line when narrow. A link in it is the link of the whole row. */
export const LeadCell = cell(styles.lead)
/** The second line when narrow. */
export const DetailCell = cell(styles.detail)
/** A `Status` at the end of the row; may be empty. */
export const StateCell = cell(styles.state)
export const ActionsCell = cell(styles.actionsCell)

interface RowActionsProps {
  /** The same actions as a `Menu`, for the narrow table. Left out: the buttons stay. */
  menu?: ReactNode
  children: ReactNode
}

export function RowActions({ menu, children }: RowActionsProps) {
  return (
    <div className={styles.actions}>
      <div className={styles.wideActions}>{children}</div>
      {menu && <div className={styles.narrowActions}>{menu}</div>}
    </div>
  )
}
