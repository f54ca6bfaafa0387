import type { Capability } from '#contract/capabilities.ts'
import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_SORT, PAGE_SIZE, type Sort } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { REMINDER_COUNT_SIZE } from '#src/lib/constants.ts'

/** Path and query of a call. */
export interface Call {
  /** A path of `contract/paths.ts`. */
  path: string
  search?: Readonly<Record<string, string | number | boolean | undefined>>
}

export const searchParamsOf = ({ search = {} }: Pick<Call, 'search'>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

// Calls of first pages with a query. Queries make them, and the first script (src/prefetch.ts) prefetches them, so this file imports no
// package.

/** Visit of a first page, as far as its calls depend on it. */
export interface FirstVisit {
  practiceId: string
  clientId: string
  viewedByStaff: boolean
  search: Readonly<Record<string, unknown>>
  /** Stored filter of the reminders. */
  showActiveReminders: boolean
  today: IsoDate
  can: (capability: Capability) => boolean
}

/** Returns the calls that the loader of a route makes. Kept in a file next to that route. */
export type FirstCalls = (visit: FirstVisit) => readonly (string | Call | false)[]

export const ownClientCall = (practiceId: string, clientUuid?: string): Call => ({
  path: paths.userClient,
  search: { practiceId, clientUuid },
})

/** Returns the call for registered clients; `page` counts from 0. */
export const registeredCall = (
  practiceId: string,
  page: number,
  size = PAGE_SIZE,
  filter: Call['search'] = {},
): Call => ({
  path: paths.practiceClients(practiceId),
  search: { page, size, ...filter },
})

export const unregisteredCall = (
  practiceId: string,
  page: number,
  size = PAGE_SIZE,
  filter: Call['search'] = {},
): Call => ({
  path: paths.clients,
  search: { practiceId, page, size, ...filter },
})

/** Returns the calls for the number of clients in both lists. */
export const countCalls: FirstCalls = ({ practiceId, can }) =>
  can('page-sizes') ? [registeredCall(practiceId, 0, 1), unregisteredCall(practiceId, 0, 1)] : []

export interface RemindersRequest {
  page: number
  size: number
  sort: Sort
  active: boolean
  /** Id of an animal; undefined: all animals. */
  patientId?: string | undefined
}

export const remindersCall = (clientId: string, { page, size, sort, active, patientId }: RemindersRequest): Call => ({
  path: paths.reminders(clientId),
  search: { page, size, sort, active, patientId },
})

/** Query for the number of active reminders. */
export const ACTIVE_COUNT: RemindersRequest = { page: 0, size: REMINDER_COUNT_SIZE, sort: DEFAULT_SORT, active: true }

/** Query for the reminder that is due first. */
export const NEXT_DUE = { size: 1, sort: 'date,asc' } as const

const MAX_APPOINTMENTS = 50

/** Returns the call for future appointments, the next one first. */
export const comingAppointmentsCall = (clientId: string): Call => ({
  path: paths.appointments(clientId),
  search: { page: 0, size: MAX_APPOINTMENTS, sort: 'date,asc', active: true },
})

export const currentMedicationCall = (clientId: string, day: IsoDate): Call => ({
  path: paths.currentMedication(clientId),
  search: { day },
})

export const RELEASES_AT_FIRST = 10

/** Returns the call for `size` releases of each food. */
export const releasesCall = (clientId: string, day: IsoDate, size: number): Call => ({
  path: paths.herdReleases(clientId),
  search: { day, size },
})
