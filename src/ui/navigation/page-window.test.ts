import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

const shown = (page: number, totalPages: number) =>
  pageWindow(page, totalPages)
    .map((entry) => entry ?? '…')
    .join(' ')

test.each([
  [1, 42, '1 2 3 … 42'],
  [2, 42, '1 2 3 … 42'],
  [3, 42, '1 2 3 4 … 42'],
  [4, 42, '1 2 3 4 5 … 42'],
  [5, 42, '1 … 4 5 6 … 42'],
  [40, 42, '1 … 39 40 41 42'],
  [42, 42, '1 … 40 41 42'],
  [1, 1, '1'],
  [2, 2, '1 2'],
  [2, 3, '1 2 3'],
  [3, 5, '1 2 3 4 5'],
  [9, 3, '1 2 3'],
])('page %i of %i', (page, totalPages, expected) => {
  expect(shown(page, totalPages)).toBe(expected)
})

test('every page can be reached from every page, at worst by its neighbours', () => {
  for (let page = 1; page <= 12; page += 1) {
    const pages = pageWindow(page, 12)
    const neighbours = [1, page - 1, page, page + 1, 12].filter((each) => each >= 1 && each <= 12)
    expect(pages).toEqual(expect.arrayContaining(neighbours))
  }
})
