import type { Page } from '#contract/paging.ts'
import type { ReadInfo } from './tolerate.ts'

export interface WholeList<T> {
  all: T[]
  /** How many there are by the API's own count. */
  total: number
}

/** A page of a list, from 0. Null: the API has no such list. */
export type ReadPage<T> = (page: number) => Promise<Page<T> | null>

type OnProgress = (done: number, total: number) => void

/** Page after page until the last one. Null: the API has no such list. */
export async function wholeList<T extends { uuid: string }>(
  read: ReadPage<T>,
  onProgress: OnProgress = () => {},
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
