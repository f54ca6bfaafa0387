import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { reminder } from '#harness/builders.ts'
import { closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { answers, failsEvery } from '#mocks/faults.ts'
import { clientOf } from './owner.tsx'
import { replies, savedFiles, showsHeading, sidebar } from './steps.ts'
import { plain } from './documents.tsx'

const open = (address = '/admin/figures') => openPortal(address, { as: 'admin' })
const cells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent))

/** Adds three vaccinations due last year, a dental check this month, and a vaccination next month. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })
  await database().deleteFrom('reminder').execute()
  const owner = await clientOf('owner')
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

test('the figures of the practice count what came due in a year, or in the selected months', async () => {
  const portal = await open()
  expect(screen.getByRole('heading', { name: '50% van de herinneringen is binnen 90 dagen gedaan' })).toBeVisible()
  expect(cells(/^Vaccinatie/).slice(2)).toEqual(['1 (33%)', '2 (67%)', '2', '0'])
  expect(cells(/^Totaal/).slice(2)).toEqual(['1 (25%)', '2 (50%)', '2', '1'])
  await portal.press(/^Van/)
  await portal.press('dec')
  await waitFor(() => expect(portal.router.state.location.search).toEqual({ from: '2025-12' }))
  expect(await screen.findByRole('heading', { name: /^0% van de herinneringen/ })).toBeVisible()
  expect(screen.queryByRole('row', { name: /^Vaccinatie/ })).toBeNull()
})

test('the figures of the practice can be exported as CSV and printed', async () => {
  const saved = savedFiles()
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const portal = await open('/admin/figures?from=2025-10&to=2025-10')
  await portal.press('Cijfers downloaden als CSV')
  const lines = (await saved[0]!.file.text()).trim().split('\r\n')
  expect(lines.slice(1, 5)).toEqual([
    'Tot en met;31-10-2025',
    '',
    'Soort;Aan de beurt;Binnen 30 dagen;Binnen 90 dagen;Gedaan;Kan nog',
    'Vaccinatie;3;1;2;2;0',
  ])
  expect(lines.find((line) => line.startsWith('Geblokkeerd'))).toMatch(/^Geblokkeerd;\d+$/)
  await portal.press('Afdrukken')
  expect(print).toHaveBeenCalledOnce()
})

test('the figures of a period without reminders state that it is empty', async () => {
  await open('/admin/figures?from=2024-01&to=2024-02')
  expect(screen.getByText('Geen herinneringen in deze periode')).toBeVisible()
  expect(screen.getByRole('row', { name: /^Had nooit een herinnering/ })).toBeVisible()
})

test('the figures of a practice without clients state that, and cannot be printed', async () => {
  const animals = { alive: 0, planned: 0, without: 0 }
  injectFault(replies('get', 'practice/*/figures', { reminders: [], animals, clients: {} }))
  await open()
  expect(screen.getByText('Nog geen cliënten')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Afdrukken' })).toBeNull()
})

test('figures that fail to load can be retried', async () => {
  injectFault(answers('get', 'practice/*/figures', 500, 'internal', { once: true }))
  await (await open()).press('Opnieuw proberen')
  await showsHeading('50% van de herinneringen is binnen 90 dagen gedaan')
})

test('only admins see the figures of the practice', async () => {
  await openPortal('/admin/dashboard', { as: 'staff' })
  expect(sidebar().queryByRole('link', { name: 'Cijfers' })).toBeNull()
  expect(sidebar().getByRole('link', { name: 'Cliënten' })).toBeVisible()
})

test('the figures of this month are compared with the same days of last month, with a link for each', async () => {
  await open()
  const panel = within(await screen.findByRole('region', { name: 'Deze maand' }))
  expect(panel.getByText('De ene herinnering is nog niet gedaan')).toBeVisible()
  expect(panel.getByText('In dezelfde dagen van vorige maand waren er geen.')).toBeVisible()
  expect(panel.getByRole('link', { name: 'Mails instellen' })).toHaveAttribute('href', '/admin/practice/clients')
  expect(panel.getByText(/(meer|minder) dan in dezelfde dagen van vorige maand|^Evenveel als/)).toBeVisible()
})

test('the numbers of clients and animals are compared with the start of the month, and change in a whole month before', async () => {
  const start = { practice_id: 'de-waag', animals: 0, clients: 0, users: 0, invited: 1_000_000 }
  const starts = ['2026-03-01', '2026-02-01'].map((day) => ({ ...start, month: day.slice(0, 7), day }))
  await database()
    .insertInto('month_start')
    .values({ ...starts[0]!, users: 3 })
    .execute()
  await open()
  const panel = () => screen.getByRole('region', { name: 'Deze maand' })
  expect(panel()).toHaveTextContent(/\d minder dan op 1 maart\. Iedereen die u registreerde, is uitgenodigd\./)
  expect(panel()).toHaveTextContent(
    /\d+ van de \d+ cliënten gebruiken het portaalDat zijn er \d+ meer dan op 1 maart\.Bekijken/,
  )
  expect(panel()).toHaveTextContent(/\d+ levende dierenDat zijn er \d+ meer dan op 1 maart\.$/)
  closePortals()
  await database().insertInto('month_start').values(starts[1]!).execute()
  await open()
  expect(panel()).toHaveTextContent(/meer dan op 1 maart\. In februari kwamen er 3 bij\./)
  expect(panel()).toHaveTextContent(/In februari bleef het aantal gelijk\.$/)
})

test('the figures are shown without the comparison if it fails to load', async () => {
  injectFault(failsEvery(2, 'get', 'practice/*/figures'))
  await open()
  expect(screen.getByRole('row', { name: /^Vaccinatie/ })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Deze maand' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
