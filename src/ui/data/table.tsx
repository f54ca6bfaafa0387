import { type ComponentProps, type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './table.module.css'

interface TableProps {
  /** Caption, visually hidden below a visible heading. */
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
 * A row may leave with the focus in it. The row that takes its place gets it then, not one of its buttons: a second press that
 * was meant for the first row must do nothing there.
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
  /** Not seen, for the column of actions. */
  hidden?: boolean | undefined
  /** Above `AmountCell`s. */
  amount?: boolean | undefined
  /** Above `WideCell`s. */
  wide?: boolean | undefined
  /** Above `RoomCell`s. */
  room?: boolean | undefined
  width?: string | undefined
  /** Absent above arrows. */
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

/** Placeholder for a value that is not known. */
export const ABSENT = <span className="muted">–</span>

const cell = (look: string | undefined) =>
  function Cell({ className, ...rest }: CellProps) {
    return <td {...rest} className={classes(look, className)} />
  }

const isDrawn = (node: ChildNode) =>
  !(node instanceof HTMLElement && node.dataset['aside'] !== undefined) &&
  (node.textContent !== '' || (node instanceof Element && node.querySelector('svg, img') !== null))

/** A cell that shows a dash where its children draw nothing, including components that return null. */
const cellOf = (look: string | undefined) =>
  function Cell({ className, children, ...rest }: CellProps) {
    const cell = useRef<HTMLTableCellElement>(null)
    const [isAbsent, setAbsent] = useState(false)
    // Only the DOM tells whether a component drew something.
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

/** A `Checkbox` in front of the row. */
export const PickCell = cell(styles.pick)
/** What the row is about: the first line when narrow. A link in it is the link of the whole row. */
export const LeadCell = cell(styles.lead)
/** The second line when narrow. */
export const DetailCell = cellOf(styles.detail)
/** A `Status` at the end of the row; may be empty. */
export const StateCell = cell(styles.state)
/** A sum of money, to the right. */
export const AmountCell = cellOf(styles.amount)
/** Left out of the narrow table. */
export const WideCell = cellOf(styles.wideOnly)
/** Only where the table has room for one more column. */
export const RoomCell = cellOf(styles.roomOnly)
export const ActionsCell = cell(styles.actionsCell)

/** Content of a cell in the narrow table only, which leaves out `WideCell`s. */
export function NarrowOnly({ children }: { children: ReactNode }) {
  return (
    <span data-aside="" className={styles.narrowOnly}>
      {children}
    </span>
  )
}

interface RowActionsProps {
  /** The same actions as a `Menu`, for the narrow table. Left out: the buttons stay. */
  menu?: ReactNode
  /** In the narrow table they stand on a line of their own below the row: one of them needs the room for its label. */
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
