import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import type { Reminder } from '#contract/reminder.ts'
import { api } from '#src/lib/http.ts'
import { allOf } from '#src/lib/whole-list.ts'

const soonest = (clientId: string, page: number, patientId: string | undefined, signal: AbortSignal) =>
  api.get<Page<Reminder>>(paths.reminders(clientId), {
    search: { page, size: MAX_PAGE_SIZE, sort: 'date,asc', active: true, patientId },
    signal,
  })

interface Wanted {
  clientId: string
  /** Undefined: of all animals. */
  patientId: string | undefined
  signal: AbortSignal
}

/** All that are active, page after page, the soonest first. */
export async function allReminders({ clientId, patientId, signal }: Wanted): Promise<Reminder[]> {
  const all = await allOf((page) => soonest(clientId, page, patientId, signal))
  return all.filter((reminder) => !patientId || reminder.patientUuid === patientId)
}
