import type { Patient } from '#contract/schemas/patient.ts'
import type { IsoDate } from '#contract/dates.ts'

interface Weighed {
  kg: number
  date?: IsoDate | undefined
}

interface WeighedOn {
  kg: number
  date: IsoDate
}

interface Weight extends Weighed {
  /** How much that is more than the time before; negative when it is less. */
  since?: { kg: number; date: IsoDate }
}

/** Last known weight of a patient; null where it is not known. */
export function weightOf({
  weightKg,
  weightDate,
  weights,
}: Pick<Patient, 'weightKg' | 'weightDate' | 'weights'>): Weight | null {
  const series = [...(weights ?? [])].sort((one, other) => one.date.localeCompare(other.date))
  const newest = series.at(-1)
  const told = typeof weightKg === 'number' ? { kg: weightKg, date: weightDate } : undefined
  const isNewer = newest && (!told?.date || newest.date > told.date)
  // A weight without a day may be of any day; a series says which is the last.
  const last: Weighed | undefined = isNewer ? newest : told
  if (!last) return null
  const before = series.findLast(({ date }) => last.date !== undefined && date < last.date)
  return before ? { ...last, since: { kg: rounded(last.kg - before.kg), date: before.date } } : last
}

/** To the gram: 31.4 - 31.9 is no round number to a computer. */
const rounded = (kg: number) => Math.round(kg * 1000) / 1000

/** What was weighed on which day, the first first; once a day, and the last that is said of one holds. */
export function weightsOf({
  weightKg,
  weightDate,
  weights,
}: Pick<Patient, 'weightKg' | 'weightDate' | 'weights'>): WeighedOn[] {
  const told = weightKg !== undefined && weightDate ? [{ kg: weightKg, date: weightDate }] : []
  // A series is more exact than what stands beside it.
  const byDay = new Map([...told, ...(weights ?? [])].map(({ date, kg }) => [date, kg]))
  return [...byDay]
    .map(([date, kg]) => ({ date, kg }))
    .filter(({ kg }) => kg > 0)
    .sort((one, other) => one.date.localeCompare(other.date))
}
