import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import type { Reminder } from '#contract/reminder.ts'
import { fetchAllPages } from './pages.ts'
import { getReminders } from './reminders.ts'

interface Wanted {
  clientId: string
  /** Undefined: of all animals. */
  patientId: string | undefined
  signal: AbortSignal
}

/** All that are active, page after page, the soonest first. */
export async function allReminders({ clientId, patientId, signal }: Wanted): Promise<Reminder[]> {
  const search = { size: MAX_PAGE_SIZE, sort: 'date,asc', active: true, patientId } as const
  const all = await fetchAllPages((page) => getReminders(clientId, { page, ...search }, signal))
  // An API that does not know the filter sends those of the others as well.
  return all.filter((reminder) => !patientId || reminder.patientUuid === patientId)
}
