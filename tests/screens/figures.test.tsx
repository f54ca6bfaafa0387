import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { reminder } from '#harness/builders.ts'
import { database, injectFault, openPortal } from '#harness/portal.tsx'
import { answers } from '#mocks/faults.ts'
import { plain } from './invoices.tsx'

const open = (address = '/admin/figures') => openPortal(address, { as: 'admin' })
const cells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent))

/** Three vaccinations of last year, one of this month, and one of next month. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })
  await database().deleteFrom('reminder').execute()
  const { uuid: owner } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()
  const due = async (date: string, fields: Partial<Reminder>) => {
    const data = JSON.stringify({ uuid: '', date, active: false, description: '', type: 'VACCINATION', ...fields })
    await reminder(database(), owner, { date, data })
  }
  await due('2025-10-01', { completedDate: '2025-10-20' })
  await due('2025-10-01', { completedDate: '2025-12-20' })
  await due('2025-10-01', {})
  await due('2026-03-01', { type: 'DENTAL' })
  await due('2026-04-01', {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what came due, of a year or of the months that are chosen', async () => {
  const { user, router } = await open()
  expect(screen.getByRole('heading', { name: '50% van de herinneringen is binnen 90 dagen gedaan' })).toBeVisible()
  expect(cells(/^Vaccinatie/).slice(2)).toEqual(['1 (33%)', '2 (67%)', '2', '0'])
  expect(cells(/^Totaal/).slice(2)).toEqual(['1 (25%)', '2 (50%)', '2', '1'])
  await user.click(screen.getByRole('button', { name: /^Van/ }))
  await user.click(screen.getByRole('button', { name: 'dec' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ from: '2025-12' }))
  expect(await screen.findByRole('heading', { name: /^0% van de herinneringen/ })).toBeVisible()
  expect(screen.queryByRole('row', { name: /^Vaccinatie/ })).toBeNull()
})

test('all of it as a file, and on paper', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:x'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await open('/admin/figures?from=2025-10&to=2025-10')
  await user.click(screen.getByRole('button', { name: 'Cijfers downloaden als CSV' }))
  const lines = (await files[0]!.text()).trim().split('\r\n')
  expect(lines.slice(1, 5)).toEqual([
    'Tot en met;31-10-2025',
    '',
    'Soort;Aan de beurt;Binnen 30 dagen;Binnen 90 dagen;Gedaan;Kan nog',
    'Vaccinatie;3;1;2;2;0',
  ])
  expect(lines.find((line) => line.startsWith('Geblokkeerd'))).toMatch(/^Geblokkeerd;\d+$/)
  await user.click(screen.getByRole('button', { name: 'Afdrukken' }))
  expect(print).toHaveBeenCalledOnce()
})

test('a period without reminders', async () => {
  await open('/admin/figures?from=2024-01&to=2024-02')
  expect(screen.getByText('Geen herinneringen in deze periode')).toBeVisible()
  expect(screen.getByRole('row', { name: /^Had nooit een herinnering/ })).toBeVisible()
})

test('a practice without clients', async () => {
  const animals = { alive: 0, planned: 0, without: 0 }
  injectFault(http.get('*/api/practice/*/figures', () => Response.json({ reminders: [], animals, clients: {} })))
  await open()
  expect(screen.getByText('Nog geen cliënten')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Afdrukken' })).toBeNull()
})

test('what could not be counted is asked for again by a button', async () => {
  injectFault(answers('get', 'practice/*/figures', 500, 'internal', { once: true }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Opnieuw proberen' }))
  expect(
    await screen.findByRole('heading', { name: '50% van de herinneringen is binnen 90 dagen gedaan' }),
  ).toBeVisible()
})

test('are for admins only', async () => {
  await openPortal('/admin/dashboard', { as: 'staff' })
  const sidebar = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
  expect(sidebar.queryByRole('link', { name: 'Cijfers' })).toBeNull()
  expect(sidebar.getByRole('link', { name: 'Cliënten' })).toBeVisible()
})
