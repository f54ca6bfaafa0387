import type { Reminder } from '#contract/schemas/reminder.ts'
import { useQuery } from '@tanstack/react-query'
import { isLate } from '#src/features/reminders/reminder.ts'
import { soonestFirst } from './groups.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import type { IsoDate } from '#src/lib/dates.ts'

interface Wanted {
  /** All that are active; null where only a part of them is here. */
  reminders: readonly Reminder[] | null
  next: Reminder | undefined
  today: IsoDate
  enabled: boolean
}

/** What is late beside what is next up. Undefined: not known yet. Null: nothing, or not to be counted. */
export function useLate(clientId: string, { reminders, next, today, enabled }: Wanted) {
  // What is due first is not late, so nothing is.
  const isAsked = enabled && reminders === null && next !== undefined && isLate(next, today)
  const whole = useQuery({ ...reminderQueries.whole(clientId, { active: true }), enabled: isAsked })
  if (isAsked && whole.isPending) return undefined
  const known = reminders ?? (isAsked ? (whole.data?.content ?? []) : [])
  const late = soonestFirst(known.filter((reminder) => isLate(reminder, today)))
  // All of the page are late, and there are more pages: the count is unknown.
  if (isAsked && whole.data && late.length === known.length && whole.data.page.totalElements > known.length) return null
  return late.some(({ uuid }) => uuid !== next?.uuid) ? { reminders: late, isOnPage: reminders !== null } : null
}
