import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { cells, middleOfMarch, ownerHas } from './invoices.tsx'
import { rows, watch } from './faults.tsx'
import { openPortal } from '#harness/portal.tsx'
import { shows } from './steps.ts'
import { shown } from './documents.tsx'

const open = (search = '') => openPortal(`/client/invoices${search}`, { as: 'owner' })
const from = () => screen.getByRole('button', { name: /^Van:/ })
const to = () => screen.getByRole('button', { name: /^Tot en met:/ })
const dates = () => cells().map(([date]) => date)

beforeEach(async () => {
  middleOfMarch()
  await ownerHas(
    { date: '2026-03-31', totalInclVat: 1 },
    { date: '2026-02-28', totalInclVat: 2, number: '2026-2', description: 'Consult' },
    { date: '2026-02-01', totalInclVat: 4 },
    { date: '2026-01-31', totalInclVat: 8 },
    { date: '2025-12-31', totalInclVat: 16, status: 'UNPAID' },
  )
})

test('a period of months can be selected by keyboard, and is part of the URL and the call', async () => {
  const portal = await open()
  expect([from(), to()].map((button) => button.textContent)).toEqual(['begin', 'nu'])
  let later = watch(portal)
  act(() => from().focus())
  // Goes from this month back to January.
  await portal.user.keyboard('{Enter}')
  await portal.user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(portal.address()).toBe('/client/invoices?from=2026-01')
  expect(from()).toHaveAccessibleName('Van: jan 2026')
  expect(from()).toHaveFocus()
  expect(later.all()).toContainEqual(expect.stringMatching(/size=25&sort=date%2Cdesc&startDate=2026-01-01$/))

  later = watch(portal)
  act(() => to().focus())
  await portal.user.keyboard('{Enter}')
  await portal.user.keyboard('{ArrowLeft}{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(portal.address()).toBe('/client/invoices?from=2026-01&to=2026-02')
  expect(to()).toHaveFocus()
  expect(later.all()).toContainEqual(expect.stringMatching(/size=25&.*startDate=2026-01-01&endDate=2026-02-28$/))
  expect(dates()).toEqual(['28 feb 2026', '1 feb 2026', '31 jan 2026'])
  expect(shown()).toContain('3 facturen, samen € 14,00')
  // The amount to pay ignores the period.
  expect(shown()).toContain('Nog te betalen€ 16,00')
})

test('future months are disabled', async () => {
  const portal = await open()
  await portal.user.click(to())
  expect(screen.getByRole('button', { name: 'apr' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'mrt' })).toBeEnabled()
})

test('selecting a first month after the last moves the last to it, and vice versa', async () => {
  const portal = await open('?from=2026-01&to=2026-01&page=2')
  await shows('Deze pagina is leeg')
  for (const [button, month, search, count] of [
    [from, 'feb', 'from=2026-02&to=2026-02', 2],
    [to, 'jan', 'from=2026-01&to=2026-01', 1],
  ] as const) {
    await portal.user.click(button())
    await portal.press(month)
    await waitFor(() => expect(portal.address()).toBe(`/client/invoices?${search}`))
    await waitFor(() => expect(rows()).toHaveLength(count))
  }
})

test('a button clears the period, and keeps the status and the focus', async () => {
  const portal = await open('?status=PAID&from=2026-02&to=2026-02&page=1')
  expect(rows()).toHaveLength(2)
  const later = watch(portal)
  await portal.user.click(screen.getByRole('button', { name: 'Hele periode' }))
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(portal.address()).toBe('/client/invoices?status=PAID')
  expect(from()).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Hele periode' })).toBeNull()
  expect(later.all()).toContainEqual(expect.stringMatching(/size=25&sort=date%2Cdesc&status=PAID$/))
})

test('the bars show months, or years for a long period', async () => {
  const portal = await open('?from=2026-01&to=2026-02')
  const names = () =>
    screen.getAllByRole('listitem').flatMap((item) => /(\w+ )?20\d\d: .*/.exec(item.textContent ?? '')?.[0] ?? [])
  expect(names()).toHaveLength(2)
  await portal.goTo('/client/invoices?from=2020-01')
  await waitFor(() => expect(names()).toHaveLength(7))
  expect(names().at(-1)).toMatch(/^2026: €\s15,00$/)
})
