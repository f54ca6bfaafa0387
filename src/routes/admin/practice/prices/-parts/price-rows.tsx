import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Trash from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, memo, useId } from 'react'
import { useIntl } from 'react-intl'
import { MAX_PRICE_TEXT, type PriceField } from '#contract/price-list.ts'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import input from '#src/ui/forms/input.module.css'
import styles from './prices.module.css'
import type { Row } from './rows.ts'

export interface RowActions {
  change: (row: Row) => void
  move: (id: string, by: -1 | 1) => void
  remove: (id: string) => void
  /** Adds a row of the same category below. */
  addBelow: (id: string) => void
}

interface PriceRowsProps extends RowActions {
  rows: readonly Row[]
  /** First invalid field of rows, by their id. */
  wrong: ReadonlyMap<string, PriceField>
}

const TEXTS = ['category', 'description', 'note', 'price', 'unit'] as const

/** Rows with the fields of each item. Enter adds a row, and Alt with an arrow key moves a row. */
export function PriceRows({ rows, wrong, ...actions }: PriceRowsProps) {
  const listId = useId()
  const categories = [...new Set(rows.map(({ category }) => category.trim()))].filter(Boolean)
  return (
    <>
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <PriceRow
            key={row.id}
            row={row}
            number={index + 1}
            isLast={index === rows.length - 1}
            wrong={wrong.get(row.id)}
            listId={listId}
            {...actions}
          />
        ))}
      </ol>
    </>
  )
}

interface PriceRowProps extends RowActions {
  row: Row
  number: number
  isLast: boolean
  wrong: PriceField | undefined
  listId: string
}

// Memoised, because a list may have two thousand rows and each key changes one.
const PriceRow = memo(function PriceRow({ row, number, isLast, wrong, listId, ...actions }: PriceRowProps) {
  const { formatMessage } = useIntl()
  const { change, move, remove, addBelow } = actions
  const nameOf = (field: PriceField) =>
    formatMessage({ id: 'admin.prices.field' }, { field: formatMessage({ id: `admin.prices.${field}` }), number })

  function onKeyDown(event: KeyboardEvent) {
    const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    const isAdd = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (!isMove && !isAdd) return
    event.preventDefault()
    if (isMove) move(row.id, event.key === 'ArrowUp' ? -1 : 1)
    else addBelow(row.id)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of the buttons in the row
    <li className={styles.row} onKeyDown={onKeyDown} data-row={row.id}>
      {TEXTS.map((field) => (
        <input
          key={field}
          className={input.input}
          data-field={field}
          aria-label={nameOf(field)}
          placeholder={formatMessage({ id: `admin.prices.${field}` })}
          aria-invalid={wrong === field || undefined}
          maxLength={field === 'price' ? 15 : MAX_PRICE_TEXT[field]}
          inputMode={field === 'price' ? 'decimal' : undefined}
          list={field === 'category' ? listId : undefined}
          autoComplete="off"
          value={row[field]}
          onChange={({ target }) => change({ ...row, [field]: target.value })}
        />
      ))}
      <Checkbox checked={row.from} aria-label={nameOf('from')} onChange={(from) => change({ ...row, from })}>
        {formatMessage({ id: 'admin.prices.from' })}
      </Checkbox>
      <span className={styles.tools}>
        <IconButton
          icon={ArrowUp}
          label={formatMessage({ id: 'admin.prices.up' }, { number })}
          disabled={number === 1}
          onClick={() => move(row.id, -1)}
        />
        <IconButton
          icon={ArrowDown}
          label={formatMessage({ id: 'admin.prices.down' }, { number })}
          disabled={isLast}
          onClick={() => move(row.id, 1)}
        />
        <IconButton
          icon={Trash}
          danger
          label={formatMessage({ id: 'admin.prices.remove' }, { number })}
          onClick={() => remove(row.id)}
        />
      </span>
    </li>
  )
})
