import type { Reminder } from '#contract/schemas/reminder.ts'
import { type IsoDate, addMonths, monthOf } from '#contract/dates.ts'
import { dayOf, displayDateOf } from '#contract/reminder.ts'
import { isWhole } from '#contract/paging.ts'
import type { PatientPage } from '#src/api/patients.ts'
import { countOf } from '#src/api/pages.ts'

export type Period = 'late' | 'thisMonth' | 'nextMonths' | 'later' | 'undated'

export interface ReminderGroup {
  /** Period of active reminders; year such as `2026` of past ones. */
  period: Period | `${number}`
  reminders: Reminder[]
}

function periodOf(date: IsoDate | undefined, today: IsoDate): Period {
  if (date === undefined) return 'undated'
  if (date < today) return 'late'
  if (monthOf(date) === monthOf(today)) return 'thisMonth'
  return monthOf(date) <= addMonths(monthOf(today), 3) ? 'nextMonths' : 'later'
}

/** Groups consecutive reminders of the same period; keeps the order. */
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

/** Groups active reminders by due date. */
export function byPeriod(reminders: readonly Reminder[], today: IsoDate): ReminderGroup[] {
  return grouped(reminders, (reminder) => periodOf(displayDateOf(reminder, today), today))
}

/** Groups done and expired reminders by year. */
export function byYear(reminders: readonly Reminder[]): ReminderGroup[] {
  return grouped(reminders, (reminder) => {
    const day = dayOf(reminder)
    return day === undefined ? 'undated' : `${Number(day.slice(0, 4))}`
  })
}

/** Sorts after every date. */
const NEVER = '~'

/** Sorts reminders by due date; reminders without a date are last. */
export function soonestFirst(reminders: readonly Reminder[], today: IsoDate): Reminder[] {
  const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const dayOrNever = (one: Reminder) => displayDateOf(one, today) ?? NEVER
  return [...reminders].sort((a, b) => inOrder(dayOrNever(a), dayOrNever(b)) || inOrder(a.uuid, b.uuid))
}

/** Returns the reminders of this month and the next eleven (`YYYY-MM`). Late ones count in this month. */
export function yearStrip(reminders: readonly Reminder[], today: IsoDate): { month: string; reminders: Reminder[] }[] {
  const inOrder = soonestFirst(reminders, today)
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(monthOf(today), index)
    const inMonth = (date: IsoDate) => monthOf(date) === month || (index === 0 && date < today)
    return { month, reminders: inOrder.filter((reminder) => inMonth(displayDateOf(reminder, today) ?? NEVER)) }
  })
}

/** Returns the reminders to show of a response, whether these are all, and their total. */
export function shownOf({ content, page, isFiltered }: PatientPage<Reminder>, active: boolean, today: IsoDate) {
  // A complete list is sorted by urgency; a page of a longer list keeps the requested order.
  const isComplete = isWhole({ content, page })
  return {
    reminders: active && isComplete ? soonestFirst(content, today) : content,
    isComplete,
    /** Number on all pages; undefined if unknown. */
    count: isComplete ? content.length : isFiltered ? countOf({ page }) : undefined,
  }
}
