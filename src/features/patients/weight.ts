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
  /** Difference to the previous weight; negative for a loss. */
  since?: { kg: number; date: IsoDate }
}

/** Returns the last known weight of a patient; null if unknown. */
export function weightOf({
  weightKg,
  weightDate,
  weights,
}: Pick<Patient, 'weightKg' | 'weightDate' | 'weights'>): Weight | null {
  const series = [...(weights ?? [])].sort((one, other) => one.date.localeCompare(other.date))
  const newest = series.at(-1)
  const recorded = typeof weightKg === 'number' ? { kg: weightKg, date: weightDate } : undefined
  const isNewer = newest && (!recorded?.date || newest.date > recorded.date)
  // A weight without a date may be old, so the series takes precedence.
  const last: Weighed | undefined = isNewer ? newest : recorded
  if (!last) return null
  const before = series.findLast(({ date }) => last.date !== undefined && date < last.date)
  return before ? { ...last, since: { kg: rounded(last.kg - before.kg), date: before.date } } : last
}

/** Rounds to grams, because floating-point differences are inexact. */
const rounded = (kg: number) => Math.round(kg * 1000) / 1000

/** Returns the weights by date, oldest first. The last entry of a day wins. */
export function weightsOf({
  weightKg,
  weightDate,
  weights,
}: Pick<Patient, 'weightKg' | 'weightDate' | 'weights'>): WeighedOn[] {
  const recorded = weightKg !== undefined && weightDate ? [{ kg: weightKg, date: weightDate }] : []
  // The series takes precedence over the single weight of the patient.
  const byDay = new Map([...recorded, ...(weights ?? [])].map(({ date, kg }) => [date, kg]))
  return [...byDay]
    .map(([date, kg]) => ({ date, kg }))
    .filter(({ kg }) => kg > 0)
    .sort((one, other) => one.date.localeCompare(other.date))
}
