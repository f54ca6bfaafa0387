import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import type { Reminder } from '#contract/reminder.ts'
import { api } from '#src/lib/http.ts'

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
  // By uuid: while pages are fetched the list may move, and show one twice.
  const found = new Map<string, Reminder>()
  for (let page = 0, pages = 1; page < pages; page++) {
    const { content, page: info } = await soonest(clientId, page, patientId, signal)
    for (const reminder of content) found.set(reminder.uuid, reminder)
    pages = content.length > 0 ? info.totalPages : 0
  }
  return [...found.values()].filter((reminder) => !patientId || reminder.patientUuid === patientId)
}
