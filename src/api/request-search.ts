import type { SearchSchemaInput } from '@tanstack/react-router'
import { SORTS, type Sort } from '#contract/paging.ts'
import { REQUEST_KINDS, REQUEST_STATES, type RequestKind, type RequestState } from '#contract/request.ts'
import { readPage, readText } from '#src/lib/search.ts'

// Apart from the queries of requests: the address is read before its page is there.

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
