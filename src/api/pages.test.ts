import { describe, expect, test, vi } from 'vitest'
import { MAX_PAGE_SIZE, PAGE_SIZE, type Page, pageInfo } from '#contract/paging.ts'
import { capabilityQueries } from './capabilities.ts'
import { type PageRequest, type ReadPage, firstOf, wholeList } from './all-pages.ts'
import { cutTo } from './pages.ts'
import { createQueryClient } from './query-client.ts'

function clientOf(...capabilities: string[]) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(capabilityQueries.all().queryKey, capabilities)
  return queryClient
}
const plain = clientOf()

const some = (...ids: number[]) => ids.map((id) => ({ uuid: String(id) }))
const info = (number: number, totalPages: number, totalElements: number) => ({
  number,
  totalPages,
  totalElements,
  size: 2,
})

test('wholeList keeps one copy of an item that moves between pages while loading', async () => {
  const pages = [some(1, 2), some(2, 3), some(4)]
  const read = vi.fn<ReadPage<{ uuid: string }>>(async ({ page }) => ({
    content: pages[page]!,
    page: info(page, 3, 4),
  }))
  expect(await wholeList(plain, read)).toEqual({ all: some(1, 2, 3, 4), total: 4 })
  expect(read).toHaveBeenCalledTimes(3)
})

test('wholeList includes pages that are added while loading', async () => {
  const read = async ({ page }: PageRequest) => ({ content: some(page), page: info(page, Math.min(page + 2, 3), 3) })
  expect((await wholeList(plain, read))?.all).toEqual(some(0, 1, 2))
})

test.each([
  ['is empty', some()],
  ['repeats', some(1, 2)],
])('wholeList stops when a page %s, whatever total the API reports', async (_, next) => {
  const read = vi.fn<ReadPage<{ uuid: string }>>(async ({ page }) => ({
    content: page === 0 ? some(1, 2) : next,
    page: info(page, 99, 198),
  }))
  expect(await wholeList(plain, read)).toEqual({ all: some(1, 2), total: 198 })
  expect(read).toHaveBeenCalledTimes(2)
})

test('wholeList returns null for an absent list and [] for an empty list', async () => {
  expect(await wholeList(plain, async () => null)).toBeNull()
  expect(await wholeList(plain, async () => ({ content: [], page: info(0, 0, 0) }))).toEqual({ all: [], total: 0 })
})

const day = (n: number) => new Date(Date.UTC(2000, 0, n)).toISOString().slice(0, 10)

/** Reader of a list of `count` items in the order of the specification: latest first. */
const listOf = (count: number) =>
  vi.fn<ReadPage<{ uuid: string; date: string }, never>>(async ({ page, size }) => {
    const all = Array.from({ length: count }, (_, n) => ({ uuid: String(count - n), date: day(count - n) }))
    return { content: all.slice(page * size, (page + 1) * size), page: pageInfo(page, size, count) }
  })
const requestedPages = (read: ReturnType<typeof listOf>) =>
  read.mock.calls.map(([{ page, size, sort }]) => [page, size, sort])
const SPECIFIED = [PAGE_SIZE, 'date,desc'] as const

test('wholeList requests large pages only if the API supports them', async () => {
  const able = listOf(30)
  expect((await wholeList(clientOf('page-sizes'), able))?.all).toHaveLength(30)
  expect(requestedPages(able)).toEqual([[0, MAX_PAGE_SIZE, 'date,asc']])
  const specified = listOf(30)
  expect((await wholeList(plain, specified))?.all).toHaveLength(30)
  expect(requestedPages(specified)).toEqual([0, 1].map((page) => [page, ...SPECIFIED]))
})

test('wholeList makes one call if the first response has the whole list', async () => {
  const all = some(...Array.from({ length: 100 }, (_, n) => n))
  const read = vi.fn<ReadPage<{ uuid: string }>>(async () => ({ content: all, page: info(0, 4, 100) }))
  expect((await wholeList(plain, read))?.all).toHaveLength(100)
  expect(read).toHaveBeenCalledTimes(1)
})

describe('the first items of a list', () => {
  const uuids = ({ content }: Page<{ uuid: string }>) => content.map(({ uuid }) => Number(uuid))

  test('are loaded by one call if the API supports page size and sorting', async () => {
    const read = listOf(3)
    await firstOf(clientOf('page-sizes'), read, { size: 1, sort: 'date,asc' })
    expect(requestedPages(read)).toEqual([[0, 1, 'date,asc']])
  })

  test('are taken from the first page in descending order', async () => {
    const read = listOf(30)
    const response = await firstOf(plain, read, { size: 3, sort: 'date,desc' })
    expect([uuids(response), response.page.totalElements]).toEqual([[30, 29, 28], 30])
    expect(requestedPages(read)).toEqual([[0, ...SPECIFIED]])
  })

  test('are taken from the last page in ascending order', async () => {
    const read = listOf(10_000)
    const response = await firstOf(plain, read, { size: 1, sort: 'date,asc' })
    expect([uuids(response), response.page.totalElements]).toEqual([[1], 10_000])
    expect(requestedPages(read)).toEqual([0, 399].map((page) => [page, ...SPECIFIED]))
  })

  test('are returned in order, with as few calls as possible', async () => {
    const short = listOf(60)
    const all = Array.from({ length: 60 }, (_, n) => n + 1)
    expect(uuids(await firstOf(plain, short, { size: 200, sort: 'date,asc' }))).toEqual(all)
    expect(uuids(await firstOf(plain, short, { size: 200, sort: 'date,desc' }))).toEqual(all.reverse())
    const long = listOf(10_000)
    expect(uuids(await firstOf(plain, long, { size: 200, sort: 'date,asc' }))[199]).toBe(200)
    expect(uuids(await firstOf(plain, long, { size: 200, sort: 'date,desc' }))[199]).toBe(9_801)
    expect(long).toHaveBeenCalledTimes(9 + 8)
  })

  test('are found in one response that has the whole list', async () => {
    const content = Array.from({ length: 100 }, (_, n) => ({ uuid: String(n), date: day(100 - n) }))
    const read = listOf(0).mockImplementation(async () => ({ content, page: pageInfo(0, PAGE_SIZE, 100) }))
    expect(uuids(await firstOf(plain, read, { size: 1, sort: 'date,asc' }))).toEqual([99])
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('are unknown in ascending order if the total is unknown', async () => {
    const content = Array.from({ length: PAGE_SIZE }, (_, n) => ({ uuid: String(n), date: day(n + 1) }))
    const page = { ...info(0, 2, 26), isEstimated: true }
    const read = listOf(0).mockImplementation(async () => ({ content, page }))
    expect(uuids(await firstOf(plain, read, { size: 1, sort: 'date,asc' }))).toEqual([])
  })
})

describe('a page of a list', () => {
  const all = some(...Array.from({ length: 60 }, (_, n) => n))
  const cut = (page: number, content = all, total = 60) =>
    cutTo({ content, page: pageInfo(0, content.length, total) }, page)

  test('is cut out of a response that has all items', () => {
    expect(cut(2)).toEqual({ content: all.slice(25, 50), page: pageInfo(1, PAGE_SIZE, 60) })
    expect(cut(3).content).toEqual(all.slice(50))
    expect(cut(4).content).toEqual([])
  })

  test('is unchanged if the API returned the requested page', () => {
    expect(cut(1, all.slice(0, 25)).content).toHaveLength(25)
    expect(cut(2, all.slice(0, 10), 10).content).toHaveLength(10)
  })
})
