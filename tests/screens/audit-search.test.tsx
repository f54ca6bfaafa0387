import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { logEntries } from '#harness/builders.ts'
import { replies, savedFiles } from './steps.ts'
import { database, injectFault, openPortal } from '#harness/portal.tsx'
import { plain } from './documents.tsx'

const open = (address = '/admin/audit') => openPortal(address, { as: 'admin' })
const items = () => screen.getAllByRole('listitem').filter((item) => item.querySelector('time'))
const titleOf = (item: HTMLElement) => plain(item.querySelector('span')!.textContent)
const titles = () => items().map(titleOf)
/** Titles of all lines, including reads, which have a day and no time. */
const lines = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .flatMap((day) => within(day.parentElement!).getAllByRole('listitem').map(titleOf))

const row = (moment: Date, columns: object = {}) => ({
  practice_id: 'de-waag',
  at: moment.toISOString(),
  action: 'registered' as const,
  account_id: 'femke',
  account_name: 'Femke de Wit',
  client_uuid: crypto.randomUUID(),
  client_name: 'Jan Vos',
  details: null,
  session_id: null,
  ...columns,
})

const OLDER = ['Jan Vos heeft het account geactiveerd', 'Praktijkgegevens gewijzigd', 'Anna Bakker geblokkeerd']

/** Adds 52 registrations on 10 March, and other activities in January and February. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 15, 12) })
  for (const table of ['audit', 'audit_name'] as const) await database().deleteFrom(table).execute()
  const tess = { account_id: 'tess', account_name: 'Tess Brouwer' }
  await logEntries(database(), [
    row(new Date(2026, 0, 10, 9), { ...tess, action: 'locked', client_name: 'Anna Bakker' }),
    row(new Date(2026, 1, 10, 9), {
      ...tess,
      action: 'practice-changed',
      client_uuid: null,
      client_name: null,
      details: '{"fields":["iban"]}',
    }),
    row(new Date(2026, 1, 11, 9), { action: 'activated', account_id: null, account_name: null }),
    ...Array.from({ length: 52 }, (_, index) =>
      row(new Date(2026, 2, 10, 9, index), {
        client_name: `Nummer ${index + 1}`,
        account_username: 'femke@dewaag.example',
      }),
    ),
  ])
})
afterEach(() => vi.restoreAllMocks())

describe('the audit log', () => {
  test('groups a series of equal activities into one line, which can be expanded', async () => {
    const portal = await open()
    expect(titles()).toEqual([
      '52 cliënten geregistreerd',
      'Jan Vos heeft het account geactiveerd',
      'Praktijkgegevens gewijzigd',
      'Anna Bakker geblokkeerd',
    ])
    const [run] = items()
    expect(run).toHaveTextContent('Femke de Wit (femke@dewaag.example)')
    expect(run).toHaveTextContent(/09:00\s–\s09:51/)
    const button = within(run!).getByRole('button', { name: 'Tonen' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await portal.user.click(button)
    expect(await screen.findByText('Nummer 52')).toBeVisible()
    const opened = document.getElementById(button.getAttribute('aria-controls')!)!
    expect(within(opened).getAllByRole('listitem')).toHaveLength(52)
    await portal.user.click(within(run!).getByRole('button', { name: 'Verbergen' }))
    expect(screen.queryByText('Nummer 52')).toBeNull()
  })

  test('raises one alert if a group fails to load', async () => {
    const portal = await open()
    injectFault(answers('get', 'practice/de-waag/audit', 500))
    await portal.press('Tonen')
    expect(await screen.findByRole('alert')).toHaveTextContent('500')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('can be searched by name, with the search in the URL', async () => {
    const portal = await open()
    await portal.user.type(screen.getByRole('searchbox'), 'bakker{Enter}')
    await waitFor(() => expect(titles()).toEqual(['Anna Bakker geblokkeerd']))
    expect(portal.address()).toBe('/admin/audit?search=bakker')
    await portal.user.clear(screen.getByRole('searchbox'))
    await portal.user.type(screen.getByRole('searchbox'), 'niemand{Enter}')
    expect(await screen.findByText('Niets gevonden', { ignore: '[aria-live], [aria-live] *' })).toBeVisible()
    await portal.user.click(screen.getByRole('link', { name: 'Alle activiteiten tonen' }))
    await waitFor(() => expect(titles()).toHaveLength(4))
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  test('distinguishes people with the same name by user name', async () => {
    await logEntries(database(), [
      row(new Date(2026, 2, 12, 9), { account_id: 'one', account_name: 'Sam', account_username: 'one@a.example' }),
      row(new Date(2026, 2, 12, 9), { account_id: 'two', account_name: 'Sam', account_username: 'two@a.example' }),
    ])
    const portal = await open()
    const select = await screen.findByRole('combobox', { name: 'Door wie' })
    await waitFor(() => expect(within(select).getByRole('option', { name: 'Sam (one@a.example)' })).toBeVisible())
    await portal.user.selectOptions(select, 'Sam (two@a.example)')
    await waitFor(() =>
      expect(items().map((item) => item.textContent)).toEqual([expect.stringContaining('two@a.example')]),
    )
  })

  test('shows changes by default, and reads on request', async () => {
    const read = (index: number) =>
      row(new Date(2026, 2, 12, 9, index), { action: 'read', day: '2026-03-12', client_name: `Nummer ${index}` })
    await logEntries(database(), [1, 2].map(read))
    const portal = await open()
    expect(titles()).not.toContain('Gegevens van Nummer 1 bekeken')
    const select = screen.getByRole('combobox', { name: 'Soort activiteit' })
    await portal.user.selectOptions(select, 'Bekeken gegevens')
    const bothReads = [2, 1].map((index) => `Gegevens van Nummer ${index} bekeken`)
    await waitFor(() => expect(lines()).toEqual(bothReads))
    expect(portal.address()).toBe('/admin/audit?kind=reads')
    await portal.user.selectOptions(select, 'Alles')
    await waitFor(() => expect(lines()).toEqual([...bothReads, '52 cliënten geregistreerd', ...OLDER]))
    await portal.user.selectOptions(select, 'Wijzigingen')
    await waitFor(() => expect(portal.address()).toBe('/admin/audit'))
  })

  test('states from which date on it was searched if a search matches too many names', async () => {
    const page = { number: 0, size: 25, totalPages: 0, totalElements: 0 }
    const nothing = { content: [], page, searchedSince: '2026-02-01T09:00:00.000Z' }
    injectFault(replies('get', 'practice/de-waag/audit', nothing))
    await open('/admin/audit?search=a')
    expect(screen.getByRole('main')).toHaveTextContent('Er is alleen gezocht na 1 februari 2026.')
  })

  test('can be filtered by person, or by activities without a person', async () => {
    const portal = await open()
    const select = await screen.findByRole('combobox', { name: 'Door wie' })
    await waitFor(() => expect(within(select).getByRole('option', { name: 'Tess Brouwer' })).toBeVisible())
    await portal.user.selectOptions(select, 'Tess Brouwer')
    await waitFor(() => expect(titles()).toEqual(['Praktijkgegevens gewijzigd', 'Anna Bakker geblokkeerd']))
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'Door wie' }), 'Niet ingelogd')
    await waitFor(() => expect(titles()).toEqual(['Jan Vos heeft het account geactiveerd']))
  })

  test.each([
    ['?from=2026-02&to=2026-02', ['Jan Vos heeft het account geactiveerd', 'Praktijkgegevens gewijzigd']],
    ['?from=2026-03', ['52 cliënten geregistreerd']],
    ['?to=2026-01', ['Anna Bakker geblokkeerd']],
    ['?from=x&to=constructor', expect.objectContaining({ length: 4 })],
  ])('can be filtered by months: %s', async (search, expected) => {
    await open(`/admin/audit${search}`)
    expect(titles()).toEqual(expected)
  })

  test('exports the filtered activities as CSV, one on each line', async () => {
    const saved = savedFiles()
    const portal = await open('/admin/audit?from=2026-02')
    await portal.press('Activiteiten downloaden als CSV')
    await waitFor(() => expect(saved).toHaveLength(1))
    const lines = (await saved[0]!.file.text()).trim().split('\r\n')
    expect(lines[0]).toMatch(/Datum;Tijd;Activiteit;Cliënt;Door wie;Gebruikersnaam;Details$/)
    expect(lines).toHaveLength(1 + 52 + 2)
    expect(lines[1]).toBe('10-03-2026;09:51:00;Nummer 52 geregistreerd;Nummer 52;Femke de Wit;femke@dewaag.example;')
    expect(lines.at(-1)).toBe('10-02-2026;09:00:00;Praktijkgegevens gewijzigd;;Tess Brouwer;;IBAN')
  })
})
