import type { SearchSchemaInput } from '@tanstack/react-router'
import { ESTIMATE_STATES, type EstimateState } from '#contract/estimate-states.ts'
import { readPage, readText } from '#src/lib/search.ts'

// Separate from estimates.ts, because the URL is read before the code of its page has loaded.

/** Value of the filter besides the states. */
export const ALL = 'all'

/** Search of the practice's estimates in the URL. */
export interface EstimateSearch {
  /** Page number, counted from 1. */
  page: number
  state: EstimateState | typeof ALL
  /** Id of a client; empty: all. Not `client`, which is the open client sheet in the URL. */
  of: string
  /** Part of the name of a client. */
  search: string
}

export const NO_ESTIMATE_SEARCH: EstimateSearch = { page: 1, state: ALL, of: '', search: '' }

export const readEstimateSearch = (search: Partial<EstimateSearch> & SearchSchemaInput): EstimateSearch => ({
  page: readPage(search),
  state: ESTIMATE_STATES.find((state) => state === search.state) ?? ALL,
  of: readText(search.of),
  search: readText(search.search),
})

/** Picks the search of the list from the search of a URL. */
export const estimateSearchOf = ({ page, state, of, search }: EstimateSearch): EstimateSearch => ({
  page,
  state,
  of,
  search,
})

/** Whether the search leaves out estimates. */
export const isFiltered = ({ state, of, search }: EstimateSearch): boolean =>
  state !== ALL || of !== '' || search !== ''
