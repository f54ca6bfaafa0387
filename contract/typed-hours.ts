import { type OpeningPeriod, type WEEKDAYS, isConsistent, isTimeOfDay, writtenTime } from './opening-hours.ts'

// Hours of a weekday as text, such as `8.00–12.00, 13.00–18.00`.

const TYPED_TIME = String.raw`(\d{1,2})(?:[.:uh](\d{2})?)?`
const TYPED_PERIOD = new RegExp(
  String.raw`^(?:[\s,;/&+]|en\b|and\b)*${TYPED_TIME}\s*(?:uur\s*)?(?:[-–—]|tot|t/m|to|until)\s*${TYPED_TIME}(?:\s*uur)?`,
  'i',
)
const MAX_TYPED = 200

const timeOf = (hour: string, minute = '00') => `${hour.padStart(2, '0')}:${minute}`

/** Returns the typed periods of a weekday: none for an empty text, undefined for an unreadable or inconsistent text. */
export function readPeriods(typed: string, weekday: number): OpeningPeriod[] | undefined {
  const periods: OpeningPeriod[] = []
  let rest = typed.trim().slice(0, MAX_TYPED)
  while (rest !== '') {
    const [all, opens, opensMinute, closes, closesMinute] = TYPED_PERIOD.exec(rest) ?? []
    if (all === undefined || opens === undefined || closes === undefined) return undefined
    periods.push({ weekday, opens: timeOf(opens, opensMinute), closes: timeOf(closes, closesMinute) })
    rest = rest.slice(all.length).trim()
  }
  const areTimes = periods.every(({ opens, closes }) => isTimeOfDay(opens) && isTimeOfDay(closes))
  return areTimes && isConsistent(periods) ? periods : undefined
}

/** Returns periods as text that `readPeriods` reads: `8.00–12.00, 13.00–18.00`. */
export const writtenPeriods = (periods: readonly OpeningPeriod[]): string =>
  periods.map(({ opens, closes }) => `${writtenTime(opens)}–${writtenTime(closes)}`).join(', ')

/** Name of the field of a weekday in the form of the opening hours. */
export const dayField = (weekday: (typeof WEEKDAYS)[number]) => `day${weekday}` as const
