import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { arrivesAt, disturb, openPortal } from './portal.tsx'

test('reminders by when they are due, what is next first, and the number in the menu', async () => {
  const portal = await openPortal('/client', { as: 'owner' })
  await arrivesAt(portal, '/client/portal/reminders')
  for (const name of ['Te laat', 'Deze maand', 'Komende drie maanden', 'Later']) {
    expect(await screen.findByRole('heading', { name })).toBeVisible()
  }
  const menu = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
  expect(await menu.findByRole('link', { name: /Herinneringen.*20.*actieve herinneringen/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Bel voor een afspraak' })).toHaveAttribute('href', 'tel:+31305550123')
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
  await portal.user.click(screen.getByRole('link', { name: /^Herinneringen/ }))
  await waitFor(() => expect(portal.address()).toBe('/client/portal/reminders?active=false'))
})

test('a client without reminders is told that there is nothing to do', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.api.db.deleteFrom('reminder').execute()
  await portal.router.navigate({ to: '/admin/clients/registered' })
  await portal.user.click((await screen.findAllByRole('button', { name: /^Bekijk als/ }))[0]!)
  expect(await screen.findByText('Niets te doen')).toBeVisible()
  expect(screen.queryByText(/actieve herinneringen/)).toBeNull()
})

test('an API that knows no animals still gives a decent page', async () => {
  disturb(answers('get', 'clients/*/patients', 404, 'not-found'))
  await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('heading', { name: 'Te laat' })).toBeVisible()
})

test('a locked client is told why, and no list is shown', async () => {
  disturb(answers('get', 'user/client', 403, 'client-locked'))
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
  await waitFor(() => expect(portal.calls).toContain('PUT /api/user'))
  const account = await portal.api.db
    .selectFrom('account')
    .select('language')
    .where('username', '=', 'owner@mail.example')
    .executeTakeFirstOrThrow()
  expect(account.language).toBe('en')
})
