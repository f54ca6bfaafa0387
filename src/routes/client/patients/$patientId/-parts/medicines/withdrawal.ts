import dayjs from 'dayjs'
import type { IsoDate } from '#contract/fields.ts'
import type { LogbookEntry } from '#contract/logbook.ts'

export type Food = 'meat' | 'milk'

/** A withdrawal period that has not ended. */
export interface Withdrawal {
  food: Food
  /** The last day on which nothing may be delivered. */
  until: IsoDate
  /** As the practice gave it: one of the two. */
  days?: number
  hours?: number
  entry: LogbookEntry
}

type Period = Pick<Withdrawal, 'days' | 'hours'>

const isLong = (value: number | null | undefined): value is number => typeof value === 'number' && value > 0
const daysOf = ({ days = 0, hours = 0 }: Period) => days || Math.ceil(hours / 24)

function periodOf(entry: LogbookEntry, food: Food): Period | undefined {
  const { withdrawalMeatDays: meatDays, withdrawalMilkDays: milkDays, withdrawalMilkHours: milkHours } = entry
  const days = food === 'meat' ? meatDays : milkDays
  const periods: Period[] = []
  if (food === 'milk' && isLong(milkHours)) periods.push({ hours: milkHours })
  if (isLong(days)) periods.push({ days })
  // Hours first: they say the same more exactly.
  return periods.toSorted((a, b) => daysOf(b) - daysOf(a))[0]
}

function withdrawalOf(entry: LogbookEntry, food: Food): Withdrawal | undefined {
  const period = periodOf(entry, food)
  const first = dayjs(entry.date)
  if (!period || !first.isValid()) return undefined
  // The first day of treatment is one of them.
  const last = first.add(Math.max(entry.durationDays ?? 1, 1) - 1, 'day')
  return { food, ...period, until: last.add(daysOf(period), 'day').format('YYYY-MM-DD'), entry }
}

/** What may not be delivered today: of each kind the period that ends last, meat first. */
export function runningWithdrawals(entries: readonly LogbookEntry[], today: IsoDate): Withdrawal[] {
  return (['meat', 'milk'] as const).flatMap((food) =>
    entries
      .filter(({ date }) => date <= today)
      .map((entry) => withdrawalOf(entry, food))
      .filter((withdrawal) => withdrawal !== undefined)
      .filter(({ until }) => until >= today)
      .toSorted((a, b) => b.until.localeCompare(a.until))
      .slice(0, 1),
  )
}
