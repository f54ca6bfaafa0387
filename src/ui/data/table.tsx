import { type ComponentProps, type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './table.module.css'

interface TableProps {
  /** Caption; visually hidden if a visible heading precedes the table. */
  label: ReactNode
  /** A `HeadCell` for each column. Absent in a short list that needs no headings. */
  head?: ReactNode
  /** Fixes the column widths to those of the head, whatever the cells contain. */
  fixed?: boolean | undefined
  /** `<tr>`s with the cells of this file. */
  children: ReactNode
}

/** Table whose rows become items of two lines with a menu in a narrow container. */
export function Table({ label, head, fixed, children }: TableProps) {
  const rows = useFocusOfLeavingRow()
  return (
    <div className={styles.frame}>
      <table className={classes(styles.table, fixed && styles.fixed)}>
        <caption className="hidden-text">{label}</caption>
        {head && (
          <thead>
            <tr>{head}</tr>
          </thead>
        )}
        <tbody {...rows}>{children}</tbody>
      </table>
    </div>
  )
}

/**
 * Moves the focus to the next row when a focused row is removed. The row itself takes the focus, not one of its buttons, so that
 * a double press on the removed row has no effect on the next one.
 */
function useFocusOfLeavingRow() {
  const body = useRef<HTMLTableSectionElement>(null)
  const focused = useRef<{ row: HTMLTableRowElement; index: number } | null>(null)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.row.isConnected) return
    const { activeElement } = document
    if (activeElement?.isConnected && activeElement !== document.body) return
    const { index } = focused.current
    focused.current = null
    const rows = body.current?.querySelectorAll('tr')
    const next = rows?.[Math.min(index, rows.length - 1)]
    next?.setAttribute('tabindex', '-1')
    next?.focus()
  })
  function onFocus({ target }: FocusEvent) {
    const row = target.closest('tr')
    focused.current = row && { row, index: row.sectionRowIndex }
  }
  return { ref: body, onFocus }
}

interface HeadCellProps {
  /** Visually hidden, for the column of actions. */
  hidden?: boolean | undefined
  /** Head of `AmountCell`s. */
  amount?: boolean | undefined
  /** Head of `WideCell`s. */
  wide?: boolean | undefined
  /** Head of `RoomCell`s. */
  room?: boolean | undefined
  width?: string | undefined
  /** Absent above a column of arrows. */
  label?: MessageId
}

export function HeadCell({ hidden, amount, wide, room, width, label }: HeadCellProps) {
  const text = label && <FormattedMessage id={label} />
  const look = classes(amount && styles.amount, wide && styles.wideOnly, room && styles.roomOnly)
  return (
    <th scope="col" className={look || undefined} style={width ? { width } : undefined}>
      {hidden ? <span className="hidden-text">{text}</span> : text}
    </th>
  )
}

type CellProps = ComponentProps<'td'>

/** Placeholder for an unknown value. */
export const ABSENT = <span className="muted">–</span>

const cell = (look: string | undefined) =>
  function Cell({ className, ...rest }: CellProps) {
    return <td {...rest} className={classes(look, className)} />
  }

const isDrawn = (node: ChildNode) =>
  !(node instanceof HTMLElement && node.dataset['aside'] !== undefined) &&
  (node.textContent !== '' || (node instanceof Element && node.querySelector('svg, img') !== null))

/** Cell that shows a dash if its children render nothing, including components that return null. */
const cellOf = (look: string | undefined) =>
  function Cell({ className, children, ...rest }: CellProps) {
    const cell = useRef<HTMLTableCellElement>(null)
    const [isAbsent, setAbsent] = useState(false)
    // Only the DOM shows whether a component rendered something.
    useLayoutEffect(() => setAbsent(!Array.from(cell.current?.childNodes ?? []).some(isDrawn)), [children])
    return (
      <td {...rest} ref={cell} className={classes(look, className)}>
        {children}
        {isAbsent && (
          <span data-aside="" className={styles.absent}>
            {ABSENT}
          </span>
        )}
      </td>
    )
  }

/** Cell with a `Checkbox` at the start of the row. */
export const PickCell = cell(styles.pick)
/** Main cell of a row: its first line in a narrow table. A link in the cell covers the whole row. */
export const LeadCell = cell(styles.lead)
/** Second line of a row in a narrow table. */
export const DetailCell = cellOf(styles.detail)
/** Cell with a `Status` at the end of the row; may be empty. */
export const StateCell = cell(styles.state)
/** Right-aligned amount of money. */
export const AmountCell = cellOf(styles.amount)
/** Cell that a narrow table leaves out. */
export const WideCell = cellOf(styles.wideOnly)
/** Cell that only the widest tables show. */
export const RoomCell = cellOf(styles.roomOnly)
export const ActionsCell = cell(styles.actionsCell)

/** Content of a cell that only a narrow table shows, instead of `WideCell`s. */
export function NarrowOnly({ children }: { children: ReactNode }) {
  return (
    <span data-aside="" className={styles.narrowOnly}>
      {children}
    </span>
  )
}

interface RowActionsProps {
  /** `Menu` with the actions, for a narrow table. If absent, the buttons remain. */
  menu?: ReactNode
  /** Places the buttons on a separate line of a narrow table, for a long label. */
  ownLine?: boolean
  children: ReactNode
}

export function RowActions({ menu, ownLine, children }: RowActionsProps) {
  return (
    <div className={classes(styles.actions, ownLine && styles.ownLine)}>
      <div className={styles.wideActions}>{children}</div>
      {menu && <div className={styles.narrowActions}>{menu}</div>}
    </div>
  )
}
