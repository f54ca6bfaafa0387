import { expect, test, vi } from 'vitest'
import { type ReadPage, wholeList } from './pages.ts'

const some = (...ids: number[]) => ids.map((id) => ({ uuid: String(id) }))
const info = (number: number, totalPages: number, totalElements: number) => ({
  number,
  size: 2,
  totalPages,
  totalElements,
})

test('reads page after page, and what moved meanwhile once', async () => {
  const pages = [some(1, 2), some(2, 3), some(4)]
  const read = vi.fn<ReadPage<{ uuid: string }>>(async (page) => ({ content: pages[page]!, page: info(page, 3, 4) }))
  expect(await wholeList(read)).toEqual({ all: some(1, 2, 3, 4), total: 4 })
  expect(read).toHaveBeenCalledTimes(3)
})

test('reads on where the list has grown', async () => {
  const read = async (page: number) => ({ content: some(page), page: info(page, Math.min(page + 2, 3), 3) })
  expect((await wholeList(read))?.all).toEqual(some(0, 1, 2))
})

test('says where there is less than the count says, and does not ask forever', async () => {
  const read = vi.fn<ReadPage<{ uuid: string }>>(async (page) => ({
    content: page === 0 ? some(1) : [],
    page: info(page, 99, 198),
  }))
  expect(await wholeList(read)).toEqual({ all: some(1), total: 198 })
  expect(read).toHaveBeenCalledTimes(2)
})

test('tells a list that is not there from one that is empty', async () => {
  expect(await wholeList(async () => null)).toBeNull()
  expect(await wholeList(async () => ({ content: [], page: info(0, 0, 0) }))).toEqual({ all: [], total: 0 })
})

test('a server that sends the same page for ever is not asked for ever, whatever it counts', async () => {
  const read = vi.fn<ReadPage<{ uuid: string }>>(async () => ({ content: some(1, 2), page: info(0, 1e9, 1e9) }))
  expect((await wholeList(read))?.all).toEqual(some(1, 2))
  expect(read).toHaveBeenCalledTimes(2)
})
