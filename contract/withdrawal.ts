import { foldText } from './fold-name.ts'
import type { LogbookEntry } from './schemas/logbook.ts'
import { type IsoDate, addDays, calendarDay } from './dates.ts'

/** Exceeds the longest withdrawal period. */
export const LOOK_BACK_DAYS = 366

export const FOODS = ['meat', 'milk', 'eggs'] as const
export type Food = (typeof FOODS)[number]

export interface Withdrawal<Entry extends LogbookEntry = LogbookEntry> {
  food: Food
  /** First day on which delivery is allowed again; the interface states each withdrawal period by this date. */
  freeFrom: IsoDate
  /** Period as the practice stated it, in either days or hours. */
  days?: number
  hours?: number
  entry: Entry
}

type Period = Pick<Withdrawal, 'days' | 'hours'>

const isLong = (value: number | null | undefined): value is number =>
  typeof value === 'number' && value > 0 && value < Infinity
const daysOf = ({ days = 0, hours = 0 }: Period) => Math.ceil(days || hours / 24)

const DAYS = {
  meat: 'withdrawalMeatDays',
  milk: 'withdrawalMilkDays',
  eggs: 'withdrawalEggDays',
} as const satisfies Record<Food, keyof LogbookEntry>

function periodOf(entry: LogbookEntry, food: Food): Period | undefined {
  const { [DAYS[food]]: days, withdrawalMilkHours: milkHours } = entry
  const periods: Period[] = []
  if (food === 'milk' && isLong(milkHours)) periods.push({ hours: milkHours })
  if (isLong(days)) periods.push({ days })
  // Hours first, because they are more precise for an equal period.
  return periods.sort((a, b) => daysOf(b) - daysOf(a))[0]
}

const treatmentDays = ({ durationDays }: LogbookEntry) => (isLong(durationDays) ? Math.ceil(durationDays) : 1)

/** Returns the treated groups of a herd; undefined means the whole herd. */
const groupOf = ({ animals }: LogbookEntry) => foldText(animals ?? '') || undefined

/**
 * Returns the running withdrawal periods on a day, meat first: for each food and group of animals, the period that ends
 * last.
 */
export function runningWithdrawals<Entry extends LogbookEntry>(
  entries: readonly Entry[],
  today: IsoDate,
): Withdrawal<Entry>[] {
  return FOODS.flatMap((food) => {
    const running = entries.flatMap((entry): Withdrawal<Entry>[] => {
      const day = calendarDay(entry.date)
      const period = periodOf(entry, food)
      if (!day || !period || day > today) return []
      const freeFrom = addDays(day, treatmentDays(entry) + daysOf(period))
      return freeFrom <= today ? [] : [{ food, ...period, freeFrom, entry }]
    })
    const lastFirst = running.sort((a, b) => b.freeFrom.localeCompare(a.freeFrom))
    const groups = new Set<string | undefined>()
    return lastFirst.filter(({ entry }) => {
      const isFirst = !groups.has(groupOf(entry))
      groups.add(groupOf(entry))
      return isFirst
    })
  })
}

/** Whether a medicine was delivered for later use, so that the days of treatment are unknown. */
export const isStartUnknown = ({ kind }: LogbookEntry): boolean => kind === 'DELIVERY'
