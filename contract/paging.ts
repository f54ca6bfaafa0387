export const PAGE_SIZE = 25
export const MAX_PAGE_SIZE = 200
export const MAX_PAGE = 1_000_000
export const DEFAULT_SORT = 'date,desc'
export const SORTS = [DEFAULT_SORT, 'date,asc'] as const
export type Sort = (typeof SORTS)[number]

export interface PageInfo {
  /** Counts from 0. */
  number: number
  size: number
  totalPages: number
  totalElements: number
}

export interface Page<T> {
  content: T[]
  page: PageInfo
}

export const isWhole = ({ content, page }: Page<unknown>): boolean => page.totalElements <= content.length

export function pageInfo(number: number, size: number, totalElements: number): PageInfo {
  return { number, size, totalPages: Math.ceil(totalElements / size), totalElements }
}
