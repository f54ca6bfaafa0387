import { type KeyboardEvent, useRef, useState } from 'react'
import styles from './picker.module.css'

export interface PickerCell<Value> {
  value: Value
  text: string
  /** Marks the current month or year. */
  current?: boolean | undefined
  disabled?: boolean | undefined
}

interface PickerGridProps<Value> {
  label: string
  cells: readonly PickerCell<Value>[]
  /** Selected cell; if absent, no cell is selected. */
  value: Value | undefined
  /** Cell that Tab reaches; by default the selected one. */
  start?: Value | undefined
  /** Focuses that cell on opening. */
  takesFocus?: boolean | undefined
  onChange: (value: Value) => void
}

const COLUMNS = 3
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
  Home: -Infinity,
  End: Infinity,
}

/** Grid of three columns to select one cell, with a roving tab stop and arrow keys. */
export function PickerGrid<Value extends string | number>({
  label,
  cells,
  value,
  start = value,
  takesFocus,
  onChange,
}: PickerGridProps<Value>) {
  const grid = useRef<HTMLDivElement>(null)
  const [visited, setVisited] = useState(() =>
    Math.max(
      cells.findIndex((cell) => cell.value === start),
      0,
    ),
  )
  const last = cells.findLastIndex(({ disabled }) => !disabled)
  const stop = Math.min(visited, last)

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = step === -Infinity ? 0 : step === Infinity ? last : stop + step
    if (next >= 0 && next <= last) buttonsIn(grid.current)[next]?.focus()
  }

  return (
    <div ref={grid} className={styles.grid} role="group" aria-label={label}>
      {cells.map((cell, index) => (
        <button
          key={index}
          type="button"
          aria-pressed={cell.value === value}
          aria-current={cell.current ? 'date' : undefined}
          disabled={cell.disabled}
          tabIndex={index === stop ? 0 : -1}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the browser moves the focus only into a dialog of its own
          autoFocus={takesFocus && index === stop}
          onFocus={() => setVisited(index)}
          onKeyDown={press}
          onClick={() => onChange(cell.value)}
        >
          {cell.text}
        </button>
      ))}
    </div>
  )
}

const buttonsIn = (grid: HTMLElement | null) => grid?.querySelectorAll('button') ?? []
