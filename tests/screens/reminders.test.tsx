import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { today } from '#src/lib/dates.ts'
import { settled } from './faults.tsx'
import { clientOf, remind } from './owner.tsx'
import { replies, showsHeading, shows } from './steps.ts'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'

test('reminders are grouped by their date, and counted in the menu', async () => {
  const portal = await openPortal('/client', { as: 'owner' })
  await arrivesAt(portal, '/client/portal/reminders')
  for (const name of ['Nu doen', 'Herinneringen', 'Te laat', 'Deze maand', 'Komende drie maanden', 'Later']) {
    expect(await screen.findByRole('heading', { name })).toBeVisible()
  }
  const menu = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
  expect(await menu.findByRole('link', { name: /Vandaag.*20.*actieve herinneringen/ })).toBeVisible()
  const path = portal.calls.find((call) => call.includes('/reminders'))!.split('?')[0]
  expect(portal.calls).toEqual(
    expect.arrayContaining([
      `${path}?page=0&size=25&sort=date%2Cdesc&active=true`,
      `${path}?page=0&size=1&sort=date%2Cdesc&active=true`,
      `${path}?page=0&size=1&sort=date%2Casc&active=true`,
    ]),
  )
})

test('the reminder filter is part of the URL and remembered', async () => {
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await portal.choose('Niet actief')
  await waitFor(() => expect(portal.address()).toBe('/client/portal/reminders?active=false'))
  expect(await screen.findByText('10 herinneringen zijn afgerond of vervallen.')).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Instellingen' }))
  await portal.user.click(screen.getByRole('link', { name: /^Vandaag/ }))
  await waitFor(() => expect(portal.address()).toBe('/client/portal/reminders?active=false'))
})

test('a list without reminders says so', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.api.db.deleteFrom('reminder').execute()
  await portal.router.navigate({ to: '/admin/clients/registered' })
  await portal.user.click((await screen.findAllByRole('button', { name: /^Bekijk als/ }))[0]!)
  await shows(/zodra uw dier weer zorg nodig heeft/)
  expect(screen.queryByText(/actieve herinneringen/)).toBeNull()
})

test.each([
  [404, 'not-found'],
  [500, 'internal'],
])('a call for the animals that returns %i is made once, and the page is shown', async (status, code) => {
  injectFault(answers('get', 'clients/*/patients', status, code))
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await showsHeading('Nu doen')
  await settled()
  expect(portal.calls.filter((call) => call.endsWith('/patients'))).toHaveLength(1)
  if (status === 404) expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed call for the number in the menu is made once', async () => {
  const isCount = (url: string) => url.includes('size=1&sort=date%2Cdesc')
  injectFault(
    http.get('*/api/clients/*/reminders', ({ request }) =>
      isCount(request.url) ? HttpResponse.json({ status: 500 }, { status: 500 }) : undefined,
    ),
  )
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await showsHeading('Nu doen')
  await settled()
  expect(portal.calls.filter(isCount)).toHaveLength(1)
})

/** Lets the API return these reminders for any filter, and two animals. */
const apiReturns = (...content: object[]) =>
  injectFault(
    replies('get', 'clients/*/reminders', {
      content,
      page: { number: 0, size: 25, totalPages: 1, totalElements: content.length },
    }),
    replies('get', 'clients/*/patients', [
      { uuid: 'p', name: 'Mies' },
      { uuid: 'q', name: 'Bo' },
    ]),
  )
const yearsOn = (years: number) => `${Number(today().slice(0, 4)) + years}-03-15`

describe('reminders of an API other than the project’s own', () => {
  test('are grouped by date, with or without a time', async () => {
    apiReturns({ uuid: 'a', date: `${yearsOn(2)}T09:00:00Z` }, { uuid: 'b', date: '2020-01-01' })
    await openPortal('/client/portal/reminders', { as: 'owner' })
    await showsHeading('Nu doen')
    expect(await screen.findByRole('heading', { name: 'Later' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Zet in uw agenda: Herinnering' })).toHaveLength(2)
  })

  test('show an unknown status unchanged', async () => {
    apiReturns(
      { uuid: 'a', date: '2025-01-01', status: 'POSTPONED' },
      { uuid: 'b', date: '2025-01-01', status: 'DONE' },
    )
    await openPortal('/client/portal/reminders?active=false', { as: 'owner' })
    expect(await screen.findByText('POSTPONED')).toBeVisible()
    expect(screen.getByText('Uitgevoerd')).toBeVisible()
  })
})

test('a longer list of reminders can be sorted, and counts all overdue reminders', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 30; index++) await remind(clientId, { date: '2020-01-01', description: `Zorg ${index}` })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const toDo = within(await screen.findByRole('region', { name: 'Nu doen' }))
  expect(await toDo.findByText('Nog 28 te doen')).toBeVisible()
  expect(screen.queryByRole('list', { name: /^Herinneringen per maand/ })).toBeNull()
  await portal.choose('Oudste eerst')
  await waitFor(() => expect(portal.address()).toBe('/client/portal/reminders?active=true&sort=date%2Casc'))
  await showsHeading('Te laat')
  expect(screen.queryByText('25 herinneringen')).toBeNull()
})

test('a locked client sees the reason instead of the list', async () => {
  injectFault(answers('get', 'user/client', 403, 'client-locked'))
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('alert')).toHaveTextContent('403')
  expect(screen.getByText(/Uw praktijk heeft uw toegang geblokkeerd/)).toBeVisible()
  expect(portal.calls.filter((call) => call.includes('/reminders'))).toEqual([])
})
