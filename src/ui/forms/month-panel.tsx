import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'
import { IconButton } from './button.tsx'
import { isFutureMonth, monthIn, withYear, yearList, yearOf } from './months.ts'
import { PickerGrid } from './picker-grid.tsx'
import styles from './picker.module.css'
import { YearPicker } from './year-picker.tsx'

/** Minimum distance between the panel and the edge of the window, in pixels. */
const MARGIN = 8

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

interface MonthPanelProps {
  id: string
  label: string
  /** Month that is focused when the panel opens. */
  month: string
  /** Whether that month is the selected one. */
  chosen: boolean
  thisMonth: string
  years: number
  onChoose: (month: string) => void
}

/** Positions the panel below its button, and keeps it inside the window. */
function place(panel: HTMLElement | null) {
  if (!panel) return
  const { right } = panel.getBoundingClientRect()
  const over = right + MARGIN - document.documentElement.clientWidth
  if (over > 0) panel.style.translate = `${-over}px`
  panel.scrollIntoView({ block: 'nearest' })
}

/** Months of a year, with buttons for the previous and the next year. */
export function MonthPanel({ id, label, month, chosen, thisMonth, years, onChoose }: MonthPanelProps) {
  const intl = useIntl()
  const focused = useRef<Element>(null)
  const [shown, setShown] = useState(month)
  const [byYear, setByYear] = useState(false)
  const year = yearOf(shown)
  const thisYear = yearOf(thisMonth)
  const choice = yearList(thisYear, years)
  const earlier = choice.find((other) => other < year)
  const later = choice.findLast((other) => other > year)

  function show(other: number | undefined) {
    if (other === undefined) return
    flushSync(() => setShown(withYear(shown, other, thisMonth)))
    // A change of year may disable the focused button. The focus then moves to the month, so that keys still work.
    if (!focused.current?.matches(':disabled')) return
    focused.current.closest('[role=dialog]')?.querySelector<HTMLElement>('[role=group] [tabindex="0"]')?.focus()
  }
  function press(event: KeyboardEvent) {
    if (byYear || (event.key !== 'PageUp' && event.key !== 'PageDown')) return
    event.preventDefault()
    show(event.key === 'PageUp' ? earlier : later)
  }

  return (
    <div
      ref={place}
      className={styles.panel}
      id={id}
      role="dialog"
      aria-label={label}
      onKeyDown={press}
      onFocus={({ target }) => {
        focused.current = target
      }}
    >
      <div className={styles.head}>
        <IconButton
          icon={ChevronLeft}
          label={intl.formatMessage({ id: 'core.picker.previousYear' })}
          disabled={earlier === undefined}
          onClick={() => show(earlier)}
        />
        <button
          type="button"
          className={styles.year}
          aria-label={intl.formatMessage({ id: 'core.picker.year' }, { year: String(year) })}
          aria-expanded={byYear}
          onClick={() => setByYear(!byYear)}
        >
          <span>{year}</span>
          <ChevronDown />
        </button>
        <IconButton
          icon={ChevronRight}
          label={intl.formatMessage({ id: 'core.picker.nextYear' })}
          disabled={later === undefined}
          onClick={() => show(later)}
        />
      </div>
      {/* Arrow keys also change the year and keep the focus on the month. */}
      <span className="hidden-text" aria-live="polite">
        {year}
      </span>
      {byYear ? (
        <YearPicker
          label={intl.formatMessage({ id: 'core.picker.years' })}
          value={year}
          years={choice}
          takesFocus
          onChange={(other) => {
            show(other)
            setByYear(false)
          }}
        />
      ) : (
        <PickerGrid
          label={intl.formatMessage({ id: 'core.picker.months' }, { year: String(year) })}
          cells={MONTHS.map((number) => {
            const value = monthIn(year, number)
            return {
              value,
              text: intl.formatDate(asDate(`${value}-01`), { month: 'short' }),
              current: value === thisMonth,
              disabled: isFutureMonth(value, thisMonth),
            }
          })}
          value={chosen ? month : undefined}
          start={shown}
          takesFocus
          onChange={onChoose}
        />
      )}
    </div>
  )
}
