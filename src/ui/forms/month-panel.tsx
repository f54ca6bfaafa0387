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

/** Between the panel and the edge of the window. */
const MARGIN = 8

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

interface MonthPanelProps {
  id: string
  label: string
  /** Where it opens. */
  month: string
  /** Whether that is the chosen one. */
  chosen: boolean
  thisMonth: string
  years: number
  onChoose: (month: string) => void
}

/** Under its button as far as there is room; on a phone the button may be at the far end, or low. */
function place(panel: HTMLElement | null) {
  if (!panel) return
  const { right } = panel.getBoundingClientRect()
  const over = right + MARGIN - document.documentElement.clientWidth
  if (over > 0) panel.style.translate = `${-over}px`
  panel.scrollIntoView({ block: 'nearest' })
}

/** A year of months, and the way to the other years. */
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
    // Another year may disable what has the focus, and the keys would then go nowhere.
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
      {/* The keys change the year as well, and the focus stays on its month. */}
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
