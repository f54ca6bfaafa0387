import type { Reminder } from '#contract/schemas/reminder.ts'
import { type IsoDate, addMonths, monthOf } from '#contract/dates.ts'
import { dayOf, standsOn } from '#src/features/reminders/reminder.ts'
import { isWhole } from '#contract/paging.ts'
import type { PatientPage } from '#src/api/patients.ts'
import { countOf } from '#src/api/pages.ts'

export type Period = 'late' | 'thisMonth' | 'nextMonths' | 'later' | 'undated'

export interface ReminderGroup {
  /** A period for what is active; the year, as `2026`, for what is not. */
  period: Period | `${number}`
  reminders: Reminder[]
}

function periodOf(date: IsoDate | undefined, today: IsoDate): Period {
  if (date === undefined) return 'undated'
  if (date < today) return 'late'
  if (monthOf(date) === monthOf(today)) return 'thisMonth'
  return monthOf(date) <= addMonths(monthOf(today), 3) ? 'nextMonths' : 'later'
}

/** Consecutive reminders of one period together; the order is left as it is. */
function grouped(reminders: readonly Reminder[], periodOfReminder: (reminder: Reminder) => ReminderGroup['period']) {
  const groups: ReminderGroup[] = []
  for (const reminder of reminders) {
    const period = periodOfReminder(reminder)
    const last = groups.at(-1)
    if (last?.period === period) last.reminders.push(reminder)
    else groups.push({ period, reminders: [reminder] })
  }
  return groups
}

/** What is active by when it is due. */
export function byPeriod(reminders: readonly Reminder[], today: IsoDate): ReminderGroup[] {
  return grouped(reminders, (reminder) => periodOf(standsOn(reminder, today), today))
}

/** What is done or expired, by year. */
export function byYear(reminders: readonly Reminder[]): ReminderGroup[] {
  return grouped(reminders, (reminder) => {
    const day = dayOf(reminder)
    return day === undefined ? 'undated' : `${Number(day.slice(0, 4))}`
  })
}

/** After every day there is. */
const NEVER = '~'

/** What is due first comes first, what has no day last. */
export function soonestFirst(reminders: readonly Reminder[], today: IsoDate): Reminder[] {
  const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const dayOrNever = (one: Reminder) => standsOn(one, today) ?? NEVER
  return [...reminders].sort((a, b) => inOrder(dayOrNever(a), dayOrNever(b)) || inOrder(a.uuid, b.uuid))
}

/** This month and the eleven after it, as `YYYY-MM`. What is late stands in this month. */
export function yearStrip(reminders: readonly Reminder[], today: IsoDate): { month: string; reminders: Reminder[] }[] {
  const inOrder = soonestFirst(reminders, today)
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(monthOf(today), index)
    const inMonth = (date: IsoDate) => monthOf(date) === month || (index === 0 && date < today)
    return { month, reminders: inOrder.filter((reminder) => inMonth(standsOn(reminder, today) ?? NEVER)) }
  })
}

/** What of an answer is shown, and how much of all there is that is. */
export function shownOf({ content, page, isFiltered }: PatientPage<Reminder>, active: boolean, today: IsoDate) {
  // A list that is all here is shown by urgency; a page of a longer one in the order it was asked for.
  const isComplete = isWhole({ content, page })
  return {
    reminders: active && isComplete ? soonestFirst(content, today) : content,
    isComplete,
    /** On all pages; undefined where that is not known. */
    count: isComplete ? content.length : isFiltered ? countOf({ page }) : undefined,
  }
}
