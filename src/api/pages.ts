import type { Page } from '#contract/paging.ts'

export interface WholeList<T> {
  all: T[]
  /** How many there are by the API's own count. */
  total: number
}

/** A page of a list, from 0. Null: the API has no such list. */
export type ReadPage<T> = (page: number) => Promise<Page<T> | T[] | null>

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
    // Some APIs send a bare list.
    const { content, page: info } = Array.isArray(answer) ? { content: answer, page: undefined } : answer
    for (const one of content) found.set(one.uuid, one)
    total = info?.totalElements ?? found.size
    onProgress(found.size, total)
    // One that is empty is the last, whatever the count says.
    pages = content.length === 0 ? 0 : (info?.totalPages ?? 0)
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

export const countOf = ({ page }: Page<unknown>): number => page.totalElements

/** Some APIs send a bare list, some a page of it. Null is passed on: the API has no such list. */
export async function listOf<T, None extends null = never>(
  answer: Promise<T[] | { content: T[] } | None>,
): Promise<T[] | None> {
  const list = await answer
  return list === null || Array.isArray(list) ? list : list.content
}
