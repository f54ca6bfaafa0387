import type { QueryClient } from '@tanstack/react-query'
import { DEFAULT_SORT, MAX_PAGE_SIZE, PAGE_SIZE, type Page, type Sort, isWhole } from '#contract/paging.ts'
import { countOf, hasSizes } from './pages.ts'

// Reads several pages of a list, or another number of records than a page has. Separate from pages.ts, which every list loads.

export interface WholeList<T> {
  all: T[]
  total: number
}

interface PageOptions {
  size: number
  sort: Sort
}
export interface PageRequest extends PageOptions {
  /** Page number, counted from 0 as in every call. */
  page: number
}

/** Reads a page of a list. Null: the API has no such list. */
export type ReadPage<T, None = null> = (request: PageRequest) => Promise<Page<T> | None>

type OnProgress = (done: number, total: number) => void

/** Oldest records first, so that records added meanwhile come last. */
const LARGEST: PageOptions = { size: MAX_PAGE_SIZE, sort: 'date,asc' }
/** Size and order of a page by the specification. */
export const SPECIFIED: PageOptions = { size: PAGE_SIZE, sort: DEFAULT_SORT }

/** Query for the ten newest records, for summaries. */
export const NEWEST: PageOptions = { size: 10, sort: DEFAULT_SORT }
/** Query for as many records as one call returns. */
export const WHOLE: PageOptions = { size: MAX_PAGE_SIZE, sort: DEFAULT_SORT }

/** Reads all pages in as few calls as the API permits. Null: the API has no such list. */
export async function wholeList<T extends { uuid: string }>(
  queryClient: QueryClient,
  read: ReadPage<T>,
  onProgress: OnProgress = () => {},
): Promise<WholeList<T> | null> {
  const options = (await hasSizes(queryClient)) ? LARGEST : SPECIFIED
  // Keyed by uuid, because the list may shift between two calls and return a record twice.
  const found = new Map<string, T>()
  let total = 0
  for (let page = 0, pages = 1; page < pages; page++) {
    const response = await read({ page, ...options })
    if (response === null) return page === 0 ? null : { all: [...found.values()], total }
    const { content, page: info } = response
    const before = found.size
    for (const one of content) found.set(one.uuid, one)
    total = countOf(response) ?? found.size
    onProgress(found.size, total)
    // A page without new records is the last one, whatever the count says.
    pages = found.size === before || isWhole(response) ? 0 : info.totalPages
  }
  return { all: [...found.values()], total }
}

/** Reads all pages of a list. */
export async function fetchAllPages<T extends { uuid: string }>(
  queryClient: QueryClient,
  read: ReadPage<T>,
  onProgress?: OnProgress,
): Promise<T[]> {
  return (await wholeList(queryClient, read, onProgress))?.all ?? []
}

interface Dated {
  uuid: string
  date: string
}

export const oldestFirst = <T extends Pick<Dated, 'date'>>(list: readonly T[]): T[] =>
  [...list].sort((one, other) => one.date.localeCompare(other.date))

/**
 * Returns the first records of a list in the requested order. An API with page sizes needs one call. Otherwise pages of the
 * specification are read, which are in descending order, so that the oldest records are on the last pages.
 */
export async function firstOf<T extends Dated>(
  queryClient: QueryClient,
  read: ReadPage<T, never>,
  options: PageOptions,
): Promise<Page<T>>
export async function firstOf<T extends Dated>(
  queryClient: QueryClient,
  read: ReadPage<T>,
  options: PageOptions,
): Promise<Page<T> | null>
export async function firstOf<T extends Dated>(
  queryClient: QueryClient,
  read: ReadPage<T>,
  options: PageOptions,
): Promise<Page<T> | null> {
  if (await hasSizes(queryClient)) return read({ page: 0, ...options })
  const first = await read({ page: 0, ...SPECIFIED })
  if (first === null) return first
  const isOldestFirst = options.sort !== DEFAULT_SORT
  const pageCount = Math.ceil(options.size / PAGE_SIZE)
  const from = isOldestFirst && !isWhole(first) ? Math.max(0, first.page.totalPages - pageCount) : 0
  const found = new Map<string, T>()
  let last: Page<T> = first
  for (let page = from; page < from + pageCount; page++) {
    const response = page === 0 ? first : await read({ page, ...SPECIFIED })
    if (response === null) break
    last = response
    for (const one of response.content) found.set(one.uuid, one)
    if (isWhole(response) || page + 1 >= response.page.totalPages) break
  }
  const inOrder = isOldestFirst ? oldestFirst([...found.values()]) : [...found.values()]
  // Without a total the last page is unknown, and so are the oldest records.
  const isKnown = !isOldestFirst || countOf(last) !== undefined
  return { content: isKnown ? inOrder.slice(0, options.size) : [], page: { ...last.page, number: 0 } }
}
