import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_SORT, PAGE_SIZE, type Sort } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { REMINDER_COUNT_SIZE } from '#src/lib/constants.ts'
import type { Call } from './call.ts'

// The calls of first pages that have more than a path, each said once: queries make them, and the first script (src/early.ts)
// makes them ahead. So this imports no package.

export const ownClientCall = (practiceId: string, clientUuid?: string): Call => ({
  path: paths.userClient,
  search: { practiceId, clientUuid },
})

/** Pages count from 0, as in every call. */
export const registeredCall = (practiceId: string, page: number, size: number = PAGE_SIZE): Call => ({
  path: paths.practiceClients(practiceId),
  search: { page, size },
})

export const unregisteredCall = (practiceId: string, page: number, size: number = PAGE_SIZE): Call => ({
  path: paths.clients,
  search: { practiceId, page, size },
})

export interface RemindersAsked {
  page: number
  size: number
  sort: Sort
  active: boolean
  /** Of one animal; undefined: of all. */
  patientId?: string | undefined
}

export const remindersCall = (clientId: string, { page, size, sort, active, patientId }: RemindersAsked): Call => ({
  path: paths.reminders(clientId),
  search: { page, size, sort, active, patientId },
})

/** How many are active, by the call that spec §7 gives for it. */
export const ACTIVE_COUNT: RemindersAsked = { page: 0, size: REMINDER_COUNT_SIZE, sort: DEFAULT_SORT, active: true }

/** The one that is due first. */
export const NEXT_DUE = { size: 1, sort: 'date,asc' } as const

/** More are not shown. */
const MOST_APPOINTMENTS = 50

/** Those to come, the next one first. */
export const comingAppointmentsCall = (clientId: string): Call => ({
  path: paths.appointments(clientId),
  search: { page: 0, size: MOST_APPOINTMENTS, sort: 'date,asc', active: true },
})

export const RELEASES_AT_FIRST = 10

/** So many of each food. */
export const releasesCall = (clientId: string, day: IsoDate, size: number): Call => ({
  path: paths.herdReleases(clientId),
  search: { day, size },
})
