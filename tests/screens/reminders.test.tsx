import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { today } from '#src/lib/dates.ts'
import { settled } from './faults.tsx'
import { clientOf, remind } from './owner.tsx'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'

test('reminders by when they are due, what is next first, and the number in the menu', async () => {
  const portal = await openPortal('/client', { as: 'owner' })
  await arrivesAt(portal, '/client/portal/reminders')
  for (const name of ['Nu doen', 'Straks', 'Deze maand', 'Komende drie maanden', 'Later']) {
    expect(await screen.findByRole('heading', { name })).toBeVisible()
  }
  const menu = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
  expect(await menu.findByRole('link', { name: /Herinneringen.*20.*actieve herinneringen/ })).toBeVisible()
  const path = portal.calls.find((call) => call.includes('/reminders'))!.split('?')[0]
  expect(portal.calls).toEqual(
    expect.arrayContaining([
      `${path}?page=0&size=25&sort=date%2Cdesc&active=true`,
      `${path}?page=0&size=1&sort=date%2Cdesc&active=true`,
      `${path}?page=0&size=1&sort=date%2Casc&active=true`,
    ]),
  )
})

test('the filter stands in the address and is remembered', async () => {
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await portal.user.click(screen.getByRole('radio', { name: 'Niet actief' }))
  await waitFor(() => expect(portal.address()).toBe('/client/portal/reminders?active=false'))
  expect(await screen.findByText('10 herinneringen zijn afgerond of vervallen.')).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Instellingen' }))
  await portal.user.click(screen.getByRole('link', { name: /^Herinneringen(?! per)/ }))
  await waitFor(() => expect(portal.address()).toBe('/client/portal/reminders?active=false'))
})

test('a client without reminders is told that there are none', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.api.db.deleteFrom('reminder').execute()
  await portal.router.navigate({ to: '/admin/clients/registered' })
  await portal.user.click((await screen.findAllByRole('button', { name: /^Bekijk als/ }))[0]!)
  expect(await screen.findByText('Geen herinneringen')).toBeVisible()
  expect(screen.queryByText(/actieve herinneringen/)).toBeNull()
})

test('an API that knows no animals still gives a decent page', async () => {
  injectFault(answers('get', 'clients/*/patients', 404, 'not-found'))
  await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('animals that cannot be loaded are asked for once', async () => {
  injectFault(answers('get', 'clients/*/patients', 500))
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
  await settled()
  expect(portal.calls.filter((call) => call.endsWith('/patients'))).toHaveLength(1)
})

test('the number in the menu that cannot be loaded is asked for once', async () => {
  const isCount = (url: string) => url.includes('size=1&sort=date%2Cdesc')
  injectFault(
    http.get('*/api/clients/*/reminders', ({ request }) =>
      isCount(request.url) ? HttpResponse.json({ status: 500 }, { status: 500 }) : undefined,
    ),
  )
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
  await settled()
  expect(portal.calls.filter(isCount)).toHaveLength(1)
})

test('a page beyond the end has a way back, and speaks of no animal', async () => {
  const portal = await openPortal('/client/portal/reminders?active=true&page=9', { as: 'owner' })
  expect(await screen.findByText('Deze pagina is leeg')).toBeVisible()
  expect(screen.queryByText(/dit dier/)).toBeNull()
  await portal.user.click(screen.getByRole('link', { name: 'Naar de eerste pagina' }))
  expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
  expect(portal.address()).toBe('/client/portal/reminders?active=true')
})

/** What an API says that keeps to the specification and to nothing more; `rows` of both filters. */
const says = (rows: object[], totalElements = rows.length) =>
  injectFault(
    http.get('*/api/clients/*/reminders', () =>
      HttpResponse.json({ content: rows, page: { number: 0, size: 25, totalPages: 1, totalElements } }),
    ),
    http.get('*/api/clients/*/patients', () =>
      HttpResponse.json([
        { uuid: 'p', name: 'Mies' },
        { uuid: 'q', name: 'Bo' },
      ]),
    ),
  )
const yearsOn = (years: number) => `${Number(today().slice(0, 4)) + years}-03-15`

describe('an API of which little is known', () => {
  test.each(['true', 'false'])('reminders that are no more than a uuid, active: %s', async (active) => {
    says([{ uuid: 'a' }, { uuid: 'b', date: 'ooit' }, { uuid: 'c', date: null, description: null }])
    await openPortal(`/client/portal/reminders?active=${active}`, { as: 'owner' })
    expect(await screen.findByRole('heading', { name: 'Zonder datum' })).toBeVisible()
    expect(screen.getAllByText('Herinnering', { selector: 'li *' })).toHaveLength(3)
    // There is nothing to choose by, and no day for a calendar.
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Zet in uw agenda: Herinnering' })).toBeNull()
    expect(screen.queryByText(/undefined|null|Invalid|NaN/)).toBeNull()
  })

  test('a day without a word goes to its group, and one with a time is that day', async () => {
    says([
      { uuid: 'a', date: `${yearsOn(2)}T09:00:00Z` },
      { uuid: 'b', date: '2020-01-01' },
    ])
    await openPortal('/client/portal/reminders', { as: 'owner' })
    expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Later' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Zet in uw agenda: Herinnering' })).toHaveLength(2)
  })

  test('a status that nobody knows is shown as it came', async () => {
    says([
      { uuid: 'a', date: '2025-01-01', status: 'POSTPONED' },
      { uuid: 'b', date: '2025-01-01', status: 'DONE' },
    ])
    await openPortal('/client/portal/reminders?active=false', { as: 'owner' })
    expect(await screen.findByText('POSTPONED')).toBeVisible()
    expect(screen.getByText('Uitgevoerd')).toBeVisible()
  })
})

test('of a longer list each end can come first, and what is late is not counted by the page', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 30; index++) await remind(clientId, { date: '2020-01-01', description: `Zorg ${index}` })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const toDo = within(await screen.findByRole('region', { name: 'Nu doen' }))
  expect(await toDo.findByText('Nog 28 te doen')).toBeVisible()
  expect(screen.queryByRole('list', { name: /^Herinneringen per maand/ })).toBeNull()
  await portal.user.click(screen.getByRole('radio', { name: 'Eerste eerst' }))
  await waitFor(() => expect(portal.address()).toBe('/client/portal/reminders?active=true&sort=date%2Casc'))
  expect(await screen.findByRole('heading', { name: 'Te laat' })).toBeVisible()
  expect(screen.queryByText('25 herinneringen')).toBeNull()
})

test('a locked client is told why, and no list is shown', async () => {
  injectFault(answers('get', 'user/client', 403, 'client-locked'))
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('alert')).toHaveTextContent('403')
  expect(screen.getByText(/Uw praktijk heeft uw toegang geblokkeerd/)).toBeVisible()
  expect(portal.calls.filter((call) => call.includes('/reminders'))).toEqual([])
})

test('another language changes all text at once, and the server is told', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await portal.user.click(screen.getByRole('radio', { name: 'English' }))
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(document.documentElement.lang).toBe('en')
  expect(localStorage.getItem('portal-language')).toBe('en')
  await waitFor(async () => {
    const account = await portal.api.db
      .selectFrom('account')
      .select('language')
      .where('username', '=', 'owner@mail.example')
      .executeTakeFirstOrThrow()
    expect(account.language).toBe('en')
  })
})
