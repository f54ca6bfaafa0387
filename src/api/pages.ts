import type { QueryClient } from '@tanstack/react-query'
import { PAGE_SIZE, type Page, pageInfo, isWhole } from '#contract/paging.ts'
import { can } from './capabilities.ts'
import type { ReadInfo } from './response-readers.ts'

export const hasSizes = (queryClient: QueryClient) => can(queryClient, 'page-sizes')

/** Returns `size` if the API supports page sizes, otherwise the size of the specification. */
export const possibleSize = async (queryClient: QueryClient, size: number): Promise<number> =>
  size === PAGE_SIZE || (await hasSizes(queryClient)) ? size : PAGE_SIZE

/** Returns the total; undefined if the response has none. */
export function countOf({ page }: { page: ReadInfo }): number | undefined {
  return page.isEstimated ? undefined : page.totalElements
}

/** Whether the response is the whole list instead of a page, as some APIs send. */
const isToBeCut = (response: Page<unknown>) => isWhole(response) && response.content.length > PAGE_SIZE

/** Cuts the requested page, counted from 1, out of a response with the whole list. */
export function cutTo<Answer extends Page<unknown>>(response: Answer, page: number): Answer {
  const { content } = response
  if (!isToBeCut(response)) return response
  return {
    ...response,
    content: content.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page: pageInfo(page - 1, PAGE_SIZE, content.length),
  }
}

/** Returns the page, counted from 1, of a record in a response. */
export const pageWith = <T>(one: T, response: Page<T>, requested: number): number =>
  isToBeCut(response) ? Math.floor(response.content.indexOf(one) / PAGE_SIZE) + 1 : requested
