import { DEFAULT_SORT, MAX_PAGE_SIZE, PAGE_SIZE, type Page, type Sort, pageInfo } from '#contract/paging.ts'
import { CallError } from '#src/lib/call-error.ts'
import type { ReadInfo } from './tolerate.ts'

export interface WholeList<T> {
  all: T[]
  /** How many there are by the API's own count. */
  total: number
}

interface Asked {
  size: number
  sort: Sort
}

/** A page of a list, from 0, by what is asked for. Null: the API has no such list. */
export type ReadPage<T> = (page: number, asked: Asked, options?: Expecting) => Promise<Page<T> | null>

type OnProgress = (done: number, total: number) => void

/** The oldest first: what comes while it is read, comes at the end. */
const OWN: Asked = { size: MAX_PAGE_SIZE, sort: 'date,asc' }
const SPECIFIED: Asked = { size: PAGE_SIZE, sort: DEFAULT_SORT }

/** Page after page until the last one, in as few calls as the API lets it be. Null: the API has no such list. */
export const wholeList = <T extends { uuid: string }>(
  read: ReadPage<T>,
  onProgress: OnProgress = () => {},
): Promise<WholeList<T> | null> =>
  orBySpecification(
    (options) => readAll((page) => read(page, OWN, options), onProgress),
    () => readAll((page) => read(page, SPECIFIED), onProgress),
  )

async function readAll<T extends { uuid: string }>(
  read: (page: number) => Promise<Page<T> | null>,
  onProgress: OnProgress,
): Promise<WholeList<T> | null> {
  // By uuid: while pages are fetched the list may move, and show one twice.
  const found = new Map<string, T>()
  let total = 0
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = await read(page)
    if (answer === null) return page === 0 ? null : { all: [...found.values()], total }
    const { content, page: info } = answer
    const before = found.size
    for (const one of content) found.set(one.uuid, one)
    total = countOf(answer) ?? found.size
    onProgress(found.size, total)
    // One that brings nothing is the last, whatever the count says.
    pages = found.size === before ? 0 : info.totalPages
  }
  return { all: [...found.values()], total }
}

/** The same of a list that every API has. */
export async function fetchAllPages<T extends { uuid: string }>(
  read: ReadPage<T>,
  onProgress?: OnProgress,
): Promise<T[]> {
  return (await wholeList(read, onProgress))?.all ?? []
}

/** Undefined where an API says it in another way than by a number. */
export function countOf({ page }: { page: ReadInfo }): number | undefined {
  return page.isEstimated ? undefined : page.totalElements
}

/** The page that was asked for, from 0, of an answer that holds all there is and is more than a page; else the answer. */
export function cutTo<Answer extends Page<unknown>>(answer: Answer, page: number, size: number): Answer {
  const { content, page: info } = answer
  if (content.length <= size || info.totalElements > content.length) return answer
  return {
    ...answer,
    content: content.slice(page * size, (page + 1) * size),
    page: pageInfo(page, size, content.length),
  }
}

const FAILURES: ReadonlySet<number | null> = new Set([null, 401, 429, 502, 503, 504])

/** Whether the API does not want the call as it was made, rather than that it could not be made. */
const isRefused = ({ status }: CallError) => !FAILURES.has(status)

/** For a call whose refusal is not told. */
export interface Expecting {
  expects: (error: CallError) => boolean
}

/**
 * What the portal asks on its own account, by another size or sort than the specification's; from an API that refuses it, in silence,
 * what the specification has.
 */
export async function orBySpecification<T>(
  own: (options: Expecting) => Promise<T>,
  specified: () => Promise<T>,
): Promise<T> {
  try {
    return await own({ expects: isRefused })
  } catch (error) {
    if (error instanceof CallError && isRefused(error)) return specified()
    throw error
  }
}
