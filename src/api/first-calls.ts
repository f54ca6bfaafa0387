import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_SORT, PAGE_SIZE, type Sort } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { REMINDER_COUNT_SIZE } from '#src/lib/constants.ts'

/** Path and query of a call. */
export interface Call {
  /** One of `contract/paths.ts`. */
  path: string
  search?: Readonly<Record<string, string | number | boolean | undefined>>
}

export const searchParamsOf = ({ search = {} }: Pick<Call, 'search'>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

// Calls of first pages with a query. Queries make them, and the first script (src/early.ts) prefetches them, so this file imports no
// package.

export const ownClientCall = (practiceId: string, clientUuid?: string): Call => ({
  path: paths.userClient,
  search: { practiceId, clientUuid },
})

/** `page` counts from 0, as in every call. */
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

/** Query for the number of active reminders. */
export const ACTIVE_COUNT: RemindersAsked = { page: 0, size: REMINDER_COUNT_SIZE, sort: DEFAULT_SORT, active: true }

/** Query for the reminder that is due first. */
export const NEXT_DUE = { size: 1, sort: 'date,asc' } as const

const MOST_APPOINTMENTS = 50

/** Future appointments, the next one first. */
export const comingAppointmentsCall = (clientId: string): Call => ({
  path: paths.appointments(clientId),
  search: { page: 0, size: MOST_APPOINTMENTS, sort: 'date,asc', active: true },
})

export const RELEASES_AT_FIRST = 10

/** `size` releases of each food. */
export const releasesCall = (clientId: string, day: IsoDate, size: number): Call => ({
  path: paths.herdReleases(clientId),
  search: { day, size },
})

/** Responses that the first script (src/early.ts) has prefetched. */
export interface EarlyAnswers {
  byAddress: Map<string, { token: string; answer: Promise<Response> }>
  /** True: the portal runs, and the first script must not prefetch any more. */
  isOver: boolean
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers
  }
}

/**
 * Returns the prefetched response of a call with the same token, once; undefined without one. A prefetch that failed in transit is
 * repeated.
 */
export function takeEarlyAnswer(request: Request): Promise<Response> | undefined {
  // Without prefetched responses the first script is late, and need not prefetch any more.
  const earlyAnswers = (window.earlyAnswers ??= { byAddress: new Map(), isOver: true })
  earlyAnswers.isOver = true
  const early = request.method === 'GET' ? earlyAnswers.byAddress.get(request.url) : undefined
  if (!early || early.token !== request.headers.get('authorization')) return undefined
  earlyAnswers.byAddress.delete(request.url)
  const { signal } = request
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    early.answer.catch(() => fetch(request)).then(resolve, reject)
  })
}

/** Drops prefetched responses that the first page did not use, which would be stale later. */
export function dropEarlyAnswers(): void {
  // The first script reads `isOver` of its own object; a late one reads this one.
  if (window.earlyAnswers) window.earlyAnswers.isOver = true
  window.earlyAnswers = { byAddress: new Map(), isOver: true }
}
