import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { account, client, patient } from '#harness/builders.ts'
import { database, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { rows } from './faults.tsx'
import { shows } from './steps.ts'

const EVERYTHING = 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier'

beforeEach(async () => {
  const owner = { last_name: 'Zeeman', call_name: 'Kees', first_name: 'Cornelis', client_number: '4711', city: 'Urk' }
  const uuid = await client(database(), 'de-waag', {
    ...owner,
    phone: '0527 12 34 56',
    mobile: '+31 6 99887766',
    email: 'vissers@haven.example',
    account_id: await account(database(), 'vissers@haven.example'),
  })
  await patient(database(), uuid, 'Zwabber')
  await patient(database(), uuid, 'Zwaluw')
})

const whyFound = (why: string) => screen.findByText((text) => text.replace(/^· /, '').split(' · ').includes(why))

test.each([
  ['zwab', 'dier: Zwabber'],
  ['zwa', 'dieren: Zwabber, Zwaluw'],
  ['kees zwaluw', 'dier: Zwaluw'],
  ['vissers', 'vissers@haven.example'],
  ['@haven.', 'vissers@haven.example'],
  ['corn', 'Cornelis'],
  ['06 9988', '+31 6 99887766'],
  ['12 34 56', '0527 12 34 56'],
])('a search for “%s” finds a client and shows the matching field: %s', async (text, why) => {
  await openPortal(`/admin/clients/registered?${new URLSearchParams({ lastName: text })}`, { as: 'staff' })
  expect(await whyFound(why)).toBeVisible()
})

describe.each(['/admin/clients/registered', '/admin/dashboard'])('the client search on %s', (address) => {
  test('shows the matching field, unless the row already shows it', async () => {
    const portal = await openPortal(address, { as: 'staff' })
    const box = await screen.findByRole('searchbox', { name: EVERYTHING })
    await portal.user.click(box)
    await portal.user.paste('zwab')
    expect(await whyFound('dier: Zwabber')).toBeVisible()
    expect(portal.address()).toBe(`${address}?lastName=zwab`)
    await portal.user.clear(box)
    await portal.user.paste('zeeman kees')
    await waitFor(() => expect(screen.queryByText(/^dier|haven|Cornelis/)).toBeNull())
    await shows('Zeeman')
  })
})

test('a search without matches is announced instead of the count', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const status = screen.getByText(/^1–25 van/).closest('[aria-live=polite]')!
  await portal.user.click(await screen.findByRole('searchbox', { name: EVERYTHING }))
  await portal.user.paste('niemand heet zo')
  await waitFor(() => expect(status).toHaveTextContent('Niets gevonden'))
  expect(screen.queryByRole('navigation', { name: 'Pagina’s' })).toBeNull()
  await portal.user.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(status).toHaveTextContent(/^1–25 van/))
  expect(status).toBeInTheDocument()
})

test('a search does not repeat a matching field that a column of the list shows', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=zwabber', { as: 'staff' })
  expect(rows()).toHaveLength(1)
  await portal.press('E-mailadressen tonen')
  await shows('dier: Zwabber')
  await portal.user.clear(screen.getByRole('searchbox'))
  await portal.user.type(screen.getByRole('searchbox'), '@haven')
  await waitFor(() => expect(screen.queryByText('dier: Zwabber')).toBeNull())
  expect(screen.getAllByText('vissers@haven.example')).toHaveLength(1)
  await portal.press('E-mailadressen tonen')
})

test('the client palette shows the matching field', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.user.keyboard('{Control>}k{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cliënt zoeken' }))
  await portal.user.type(dialog.getByRole('combobox', { name: EVERYTHING }), '4711')
  expect(await dialog.findByRole('option', { name: /Zeeman Kees · 4711 · Urk · \+31 6 99887766/ })).toBeVisible()
})

test('the search is by last name if the API has only the specified search', async () => {
  withoutCapabilities()
  const portal = await openPortal('/admin/clients/registered?lastName=zee', { as: 'staff' })
  expect(screen.getByRole('searchbox', { name: 'Zoek op achternaam' })).toHaveValue('zee')
  expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25&lastName=zee')
  expect(portal.calls.join('\n')).not.toMatch(/[?&]q=/)
})
