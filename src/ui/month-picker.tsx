import { Calendar, ChevronDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'
import { classes } from './classes.ts'
import input from './input.module.css'
import { MonthPanel } from './month-panel.tsx'
import { clampMonth } from './months.ts'
import styles from './picker.module.css'

interface MonthPickerProps {
  label: string
  /** `YYYY-MM`; one that is still to come is shown as this month. Undefined: none is chosen. */
  value: string | undefined
  thisMonth: string
  /** In the place of the month, where none is chosen. */
  placeholder?: string | undefined
  /** How many years before this one can be chosen. */
  years?: number | undefined
  onChange: (month: string) => void
}

/** A button that says a month, and opens a year of them. */
export function MonthPicker({ label, value, thisMonth, placeholder, years = 10, onChange }: MonthPickerProps) {
  const intl = useIntl()
  const id = useId()
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const month = clampMonth(value ?? thisMonth, thisMonth)

  useEffect(() => {
    if (!open) return
    // A press on what takes no focus does not move it, so `blur` alone would leave the panel open.
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && frame.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [open])

  function close() {
    button.current?.focus()
    setOpen(false)
  }
  function leave(event: FocusEvent<HTMLElement>) {
    const within = event.currentTarget.contains(event.relatedTarget)
    // No new place of the focus: the window lost it, or a press that is dealt with above.
    if (event.relatedTarget && !within) setOpen(false)
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
  }
  function choose(chosen: string) {
    close()
    onChange(chosen)
  }

  const said = intl.formatDate(asDate(`${month}-01`), { month: 'short', year: 'numeric' })
  const text = value === undefined && placeholder ? placeholder : said
  return (
    <div ref={frame} className={styles.picker} onBlur={leave} onKeyDown={press}>
      <button
        ref={button}
        type="button"
        className={classes(input.input, styles.button)}
        aria-label={`${label}: ${text}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-printed=""
        onClick={() => setOpen(!open)}
      >
        <Calendar />
        {text}
        <ChevronDown />
      </button>
      {open && (
        <MonthPanel
          id={id}
          label={label}
          month={month}
          chosen={value !== undefined}
          thisMonth={thisMonth}
          years={years}
          onChoose={choose}
        />
      )}
    </div>
  )
}
