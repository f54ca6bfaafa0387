import { queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { RequestCount, RequestTerms } from '#contract/schemas/request.ts'
import {
  type AppointmentWish,
  REQUEST_KINDS,
  type RequestKind,
  REQUEST_STATES,
  type RequestState,
} from '#contract/request.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { practiceKey } from './scope.ts'
import { type Fields, read } from './tolerate.ts'
import type { SearchSchemaInput } from '@tanstack/react-router'
import { SORTS, type Sort } from '#contract/paging.ts'
import { readPage, readText } from '#src/lib/search.ts'

// What a practice takes of requests, their number and the search of the address. Every page links to requests, so that this is
// loaded before the requests themselves.

export const termsFields = {
  kinds: read.requiredItems(read.knownWord(REQUEST_KINDS)),
  hours: read.text,
  answerWithinDays: read.number,
  productsNotRepeated: read.items(read.text),
} satisfies Fields<RequestTerms>

export const readRequestTerms = read.one(read.record<RequestTerms>(termsFields))

/** No page of the specification is held up or ended by it. */
const ASIDE = { silent: true, isBeside: true, nullOn404: true, expects: () => true }

export const requestTermQueries = {
  /** Null: there are no requests. No signal: the area asks for it, and its pages wait for the one answer. */
  of: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'request-settings', 'terms'),
      queryFn: async ({ client }) =>
        (await can(client, 'requests'))
          ? read.orNull(readRequestTerms)(await api.get(paths.requestSettings(practiceId), ASIDE))
          : null,
      staleTime: 300_000,
      retryOnMount: false,
    }),
}

/** What the form is filled with, in its address. */
export interface AskSearch {
  kind?: RequestKind | undefined
  /** The animal that it is about. */
  patient?: string | undefined
  reminder?: string | undefined
  /** Further reminders of the same animal. */
  reminders?: readonly string[] | undefined
  /** The visit that `product` is of. */
  visitForm?: string | undefined
  /** The entry of the logbook that `product` is of. */
  entry?: string | undefined
  product?: string | undefined
  appointment?: string | undefined
  wish?: AppointmentWish | undefined
  /** The request that this one goes on from. */
  former?: string | undefined
}

const count = read.requiredNumber
export const readRequestCount = read.one(read.record<RequestCount>({ waiting: count, since: read.day, unseen: count }))

/** Shown beside what a page is about: its failure is not reported. */
export const requestCountQuery = (practiceId: string) =>
  queryOptions({
    queryKey: practiceKey(practiceId, 'requests', 'count'),
    queryFn: async ({ signal }) =>
      readRequestCount(await api.get(paths.requestCount(practiceId), { signal, silent: true, isBeside: true })),
  })

/** In place of one state. */
export const WAITING = 'waiting'
export const ALL = 'all'

/** As it stands in the address. */
export interface RequestSearch {
  /** From 1. */
  page: number
  state: RequestState | typeof WAITING | typeof ALL
  /** Undefined: of any kind. */
  kind?: RequestKind | undefined
  /** About which animal; empty: any. */
  patient: string
  /** Whose; empty: everybody's. `client` in the address is whose sheet is open. */
  of: string
  /** Part of a name or of what was written. */
  search: string
  /** Undefined: those that wait the longest first, of others the newest. */
  sort?: Sort | undefined
}

const STATES = [...REQUEST_STATES, ALL] as const

export const NO_REQUEST_SEARCH: RequestSearch = { page: 1, state: WAITING, patient: '', of: '', search: '' }

export const readRequestSearch = (search: Partial<RequestSearch> & SearchSchemaInput): RequestSearch => ({
  page: readPage(search),
  state: STATES.find((state) => state === search.state) ?? WAITING,
  kind: REQUEST_KINDS.find((kind) => kind === search.kind),
  patient: readText(search.patient),
  of: readText(search.of),
  search: readText(search.search),
  sort: SORTS.find((known) => known === search.sort),
})

/** Of an address, which may say more. */
export const requestSearchOf = ({ page, state, kind, patient, of, search, sort }: RequestSearch): RequestSearch => ({
  page,
  state,
  kind,
  patient,
  of,
  search,
  sort,
})
