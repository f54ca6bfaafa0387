import Calendar from 'lucide-react/icons/calendar'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'
import { classes } from '#src/ui/classes.ts'
import input from './input.module.css'
import { MonthPanel } from './month-panel.tsx'
import { clampMonth } from './months.ts'
import styles from './picker.module.css'
import { usePopup } from '#src/ui/navigation/use-popup.ts'

interface MonthPickerProps {
  label: string
  /** `YYYY-MM`; a future month is shown as the current month. Undefined: no month is selected. */
  value: string | undefined
  thisMonth: string
  /** Text shown while no month is chosen. */
  placeholder?: string | undefined
  /** Number of selectable years before the current year. */
  years?: number | undefined
  onChange: (month: string) => void
}

/** Button that shows the selected month, and opens a panel with the months of a year. */
export function MonthPicker({ label, value, thisMonth, placeholder, years = 10, onChange }: MonthPickerProps) {
  const intl = useIntl()
  const { open, close, id, frame, button } = usePopup()
  const month = clampMonth(value ?? thisMonth, thisMonth)

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
  }
  function choose(chosen: string) {
    close()
    onChange(chosen)
  }

  const formatted = intl.formatDate(asDate(`${month}-01`), { month: 'short', year: 'numeric' })
  const text = value === undefined && placeholder ? placeholder : formatted
  return (
    <div {...frame} className={styles.picker} onKeyDown={press}>
      <button
        {...button}
        type="button"
        className={classes(input.input, styles.button)}
        aria-label={`${label}: ${text}`}
        aria-haspopup="dialog"
        data-printed=""
      >
        <Calendar />
        <span>{text}</span>
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
