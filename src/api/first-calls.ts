import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_SORT, PAGE_SIZE, type Sort } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { REMINDER_COUNT_SIZE } from '#src/lib/constants.ts'

/** What is asked for, before it is. */
export interface Call {
  /** One of `contract/paths.ts`. */
  path: string
  search?: Readonly<Record<string, string | number | boolean | undefined>>
}

export const searchParamsOf = ({ search = {} }: Pick<Call, 'search'>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

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

/** What the first script has asked for (src/early.ts). */
export interface EarlyAnswers {
  byAddress: Map<string, { token: string; answer: Promise<Response> }>
  /** The portal runs, and asks by itself for whatever follows. */
  isOver: boolean
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers
  }
}

/**
 * The answer to a call that the first script has made already with the same token; once. Undefined where it has not. One that
 * failed on its way is asked for again.
 */
export function takeEarlyAnswer(request: Request): Promise<Response> | undefined {
  // Without early answers the first script is late, and need not ask any more.
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

/** Drops answers that the first page did not take: they would be stale later. */
export function dropEarlyAnswers(): void {
  // The first script looks at the object that it has made, and a late one at what stands here.
  if (window.earlyAnswers) window.earlyAnswers.isOver = true
  window.earlyAnswers = { byAddress: new Map(), isOver: true }
}
