import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { client } from '#harness/builders.ts'
import { leaveList, register, watch } from './faults.tsx'
import { type TestPortal, arrivesAt, closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { shows } from './steps.ts'

// Search on the dashboard. palette.test.tsx tests the search by Ctrl-K.

const panel = () => within(screen.getByRole('region', { name: 'Cliënt zoeken' }))
const status = () => panel().getByRole('status')

async function search(portal: TestPortal, text: string) {
  await portal.user.clear(screen.getByRole('searchbox'))
  await portal.user.type(screen.getByRole('searchbox'), text)
}

/** Adds an unregistered client with this first name. */
const newClient = (callName: string, email: string | null = `${callName}@zeeman.example`) =>
  client(database(), 'de-waag', { last_name: 'Zeeman', call_name: callName, email })

test('the search on the dashboard searches both lists, and shows how many clients match', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'admin' })
  expect(status()).toHaveTextContent('U vindt iedereen, geregistreerd of niet.')
  await search(portal, 'berg')
  expect(await screen.findAllByRole('button', { name: /^Bekijk als .*Berg/ })).not.toHaveLength(0)
  expect(await screen.findAllByRole('button', { name: /Berg registreren$/ })).not.toHaveLength(0)
  expect(status()).toHaveTextContent(`${panel().getAllByRole('listitem').length} resultaten`)
  await search(portal, 'qqq')
  await waitFor(() => expect(status()).toHaveTextContent('Geen cliënt past bij “qqq”.'))
  await search(portal, '{Backspace}')
  await waitFor(() => expect(status()).toHaveTextContent('U vindt iedereen, geregistreerd of niet.'))
})

test('the search on the dashboard links to the whole list from more than five matches', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await search(portal, 'a')
  await portal.follow(/^Alle \d+ niet geregistreerde cliënten$/)
  await arrivesAt(portal, '/admin/clients/unregistered')
  expect(portal.address()).toBe('/admin/clients/unregistered?lastName=a')
})

test('a client can be registered once from the results', async () => {
  await newClient('Kees')
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await search(portal, 'zeeman')
  const later = watch(portal)
  const button = await screen.findByRole('button', { name: 'Kees Zeeman registreren' })
  await register(portal, button)
  await portal.user.dblClick(button)
  await shows('Kees Zeeman is geregistreerd en krijgt een e-mail.')
  expect(later.writes()).toHaveLength(1)
  // The row keeps its place until the pointer leaves the list.
  expect(panel().getByText('Geregistreerd')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Bekijk als Kees Zeeman' })).toBeNull()
  await leaveList(portal)
  expect(await screen.findByRole('button', { name: 'Bekijk als Kees Zeeman' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Kees Zeeman registreren' })).toBeNull()
  expect(document.body).not.toHaveFocus()
})

test('a client that cannot be registered from the results shows the reason', async () => {
  await newClient('Kees', null)
  await newClient('Mien')
  injectFault(answers('post', 'practice/*/clients', 409, 'conflict'))
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await search(portal, 'zeeman')
  expect(await panel().findByText('Geen e-mailadres')).toBeVisible()
  await register(portal, await screen.findByRole('button', { name: 'Mien Zeeman registreren' }))
  expect(await panel().findByText('Een andere cliënt gebruikt dit e-mailadres al')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Zeeman registreren$/ })).toBeNull()
})

test('the search on the dashboard is part of the URL, and restored after viewing as a client', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await search(portal, 'berg')
  await waitFor(() => expect(portal.address()).toBe('/admin/dashboard?lastName=berg'))
  const [first] = await screen.findAllByRole('button', { name: /^Bekijk als .*Berg/ })
  const later = watch(portal)
  await portal.user.click(first!)
  await arrivesAt(portal, '/client/portal/reminders')
  expect(later.writes()).toEqual([])
  await portal.press('Terug naar beheer')
  await waitFor(() => expect(portal.address()).toBe('/admin/dashboard?lastName=berg'))
  expect(await screen.findByRole('searchbox')).toHaveValue('berg')
  expect(await screen.findAllByRole('button', { name: /^Bekijk als .*Berg/ })).not.toHaveLength(0)
  closePortals()
  const reloaded = await openPortal('/admin/dashboard?lastName=berg', { as: 'staff' })
  expect(screen.getByRole('searchbox')).toHaveValue('berg')
  expect(await screen.findAllByRole('button', { name: /^Bekijk als .*Berg/ })).not.toHaveLength(0)
  await reloaded.user.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(reloaded.address()).toBe('/admin/dashboard'))
})
