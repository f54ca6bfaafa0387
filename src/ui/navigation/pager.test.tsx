import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Pager, pageWindow } from './pager.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

async function renderPager(page: number, totalElements: number, address: string) {
  const root = createRootRoute({
    component: () => (
      <Pager page={page} totalPages={Math.ceil(totalElements / 25)} totalElements={totalElements} size={25} />
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [address] }) })
  renderInDutch(<RouterProvider router={router as never} />)
  await screen.findByText('25 per pagina')
  return screen
}

const href = (link: HTMLElement) => link.getAttribute('href')

test('page links keep the other search parameters', async () => {
  const pager = await renderPager(2, 1043, '/?lastName=berg&page=2')
  expect(pager.getByText('26–50 van 1.043')).toBeTruthy()
  expect(href(pager.getByRole('link', { name: '1' }))).toBe('/?lastName=berg')
  expect(href(pager.getByRole('link', { name: '42' }))).toBe('/?lastName=berg&page=42')
  expect(href(pager.getByRole('link', { name: 'Vorige pagina' }))).toBe('/?lastName=berg')
  expect(href(pager.getByRole('link', { name: 'Volgende pagina' }))).toBe('/?lastName=berg&page=3')
  expect(pager.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['2'])
})

test('the next button is disabled on the last page', async () => {
  const pager = await renderPager(42, 1043, '/?page=42')
  expect(pager.getByText('1.026–1.043 van 1.043')).toBeTruthy()
  expect(pager.getByRole('button', { name: 'Volgende pagina' })).toHaveProperty('disabled', true)
  expect(pager.queryByRole('link', { name: 'Volgende pagina' })).toBeNull()
})

test('the previous link on a page beyond the end leads to the last page', async () => {
  const pager = await renderPager(9, 60, '/?page=9')
  expect(href(pager.getByRole('link', { name: 'Vorige pagina' }))).toBe('/?page=3')
  expect(pager.queryByText(/–/)).toBeNull()
  expect(pager.queryByRole('link', { current: 'page' })).toBeNull()
})

test('a single page has no links', async () => {
  const pager = await renderPager(1, 12, '/')
  expect(pager.getByText('1–12 van 12')).toBeTruthy()
  expect(pager.queryByRole('list')).toBeNull()
})

const shown = (page: number, totalPages: number) =>
  pageWindow(page, totalPages)
    .map((entry) => entry ?? '…')
    .join(' ')

test.each([
  [1, 42, '1 2 3 … 42'],
  [3, 42, '1 2 3 4 … 42'],
  [4, 42, '1 2 3 4 5 … 42'],
  [5, 42, '1 … 4 5 6 … 42'],
  [42, 42, '1 … 40 41 42'],
  [3, 5, '1 2 3 4 5'],
  [9, 3, '1 2 3'],
])('pageWindow(%i, %i) is %s', (page, totalPages, expected) => {
  expect(shown(page, totalPages)).toBe(expected)
})
