import type { SearchSchemaInput } from '@tanstack/react-router'
import { SORTS, type Sort } from '#contract/paging.ts'
import { REQUEST_KINDS, type RequestKind, REQUEST_STATES, type RequestState } from '#contract/request.ts'
import { readPage, readText } from '#src/lib/search.ts'

// Separate from request-terms.ts, because the URL is read before the code of its page has loaded.

/** Values of the filter besides the states. */
export const WAITING = 'waiting'
export const ALL = 'all'

/** Search of the practice's requests in the URL. */
export interface RequestSearch {
  /** Page number, counted from 1. */
  page: number
  state: RequestState | typeof WAITING | typeof ALL
  /** Undefined: all kinds. */
  kind?: RequestKind | undefined
  /** Id of an animal; empty: all. */
  patient: string
  /** Id of a client; empty: all. Not `client`, which is the open client sheet in the URL. */
  of: string
  /** Part of a name or of the text. */
  search: string
  /** Undefined: oldest first for waiting requests, otherwise newest first. */
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

/** Picks the search of the list from the search of a URL. */
export const requestSearchOf = ({ page, state, kind, patient, of, search, sort }: RequestSearch): RequestSearch => ({
  page,
  state,
  kind,
  patient,
  of,
  search,
  sort,
})
