import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'

test.each(['/', '/auth', '/portal/user/login', '/portal/user/login?from=mail'])(
  '%s leads to login',
  async (address) => {
    await arrivesAt(await openPortal(address), '/auth/login')
  },
)

test.each(['/nowhere', '/admin/nowhere', '/client/portal/nowhere', '/auth/nowhere'])(
  '%s is not found, under the header',
  async (address) => {
    const portal = await openPortal(address)
    await arrivesAt(portal, '/404')
    expect(screen.getByRole('heading', { name: 'Pagina niet gevonden' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Terug' })).toBeVisible()
    expect(screen.getByRole('banner')).toBeVisible()
    expect(portal.calls).toEqual([])
  },
)

test.each([
  ['/client/portal/(client:settings)', '/client/portal/settings'],
  ['/client/portal(client:settings)', '/client/portal/settings'],
  ['/client/portal/%28client:reminders%29', '/client/portal/reminders'],
])('the former address %s leads to %s', async (address, target) => {
  await arrivesAt(await openPortal(address, { as: 'owner' }), target)
})

test.each([
  '/admin/dashboard',
  '/admin/clients/registered',
  '/client/portal/reminders',
  '/client/portal/settings',
  '/client/herd',
  '/client/patients',
  '/client/patients/x',
  '/client/invoices',
  '/client/visit-forms',
  '/client/attachments',
  '/client/attachments/agreements',
])('%s without a session is refused, and no call is made', async (address) => {
  const portal = await openPortal(address)
  await arrivesAt(portal, '/not-authorised')
  expect(screen.getByRole('heading', { name: 'Geen toegang' })).toBeVisible()
  expect(portal.calls).toEqual([])
})

test.each(['/admin', '/admin/dashboard', '/admin/clients', '/admin/clients/registered', '/admin/clients/unregistered'])(
  'an owner has no access to %s, and the clinic is not asked',
  async (address) => {
    const portal = await openPortal(address, { as: 'owner' })
    await arrivesAt(portal, '/not-authorised')
    expect(screen.getByRole('heading', { name: 'Geen toegang' })).toBeVisible()
    expect(portal.calls.filter((call) => call.includes('/practice/') || call.includes('/clients'))).toEqual([])
  },
)

test.each(['/auth/select-clinic', '/auth/no-clinic'])(
  'a member of staff at %s is led to the dashboard',
  async (address) => {
    const portal = await openPortal(address, { as: 'staff' })
    await arrivesAt(portal, '/admin/dashboard')
    expect(portal.calls.filter((call) => call.includes('/user/practices'))).toEqual([])
  },
)

test('an owner of one practice has no business at /auth/no-clinic, and is led to the reminders', async () => {
  await arrivesAt(await openPortal('/auth/no-clinic', { as: 'owner' }), '/client/portal/reminders')
})

test('an owner of two who has chosen none yet is led from /auth/no-clinic to the choice', async () => {
  await arrivesAt(await openPortal('/auth/no-clinic', { as: 'two' }), '/auth/select-clinic')
})

test.each(['/%E0%A4%A', '/admin/%E0%A4%A', '/client/patients/%FF', '/%'])(
  '%s cannot be decoded, and is not found',
  async (address) => {
    const portal = await openPortal(address)
    await arrivesAt(portal, '/404')
    expect(screen.getByRole('heading', { name: 'Pagina niet gevonden' })).toBeVisible()
  },
)

test.each([
  ['owner', '/client/portal/settings#password'],
  ['staff', '/admin/settings#password'],
  ['admin', '/admin/settings#password'],
] as const)('the address for password managers leads %s to %s', async (as, target) => {
  const portal = await openPortal('/change-password', { as })
  await arrivesAt(portal, new URL(target, 'http://portal.test').pathname)
  expect(portal.address()).toBe(target)
})

test.each([
  ['owner', '/client/portal/settings#password'],
  ['staff', '/admin/settings#password'],
] as const)('the address for password managers leads %s there after signing in', async (persona, target) => {
  const portal = await openPortal('/change-password')
  await arrivesAt(portal, '/auth/login')
  await act(() => signInByPassword(portal.router, { username: personas[persona], password: PASSWORD }))
  expect(portal.address()).toBe(target)
})

test('an owner of two chooses a practice before the password is changed', async () => {
  await arrivesAt(await openPortal('/change-password', { as: 'two' }), '/auth/select-clinic')
})

test('a member of staff who views nobody is led to the clients', async () => {
  await arrivesAt(await openPortal('/client/portal/reminders', { as: 'staff' }), '/admin/clients/registered')
})

test('the page that was asked for opens after signing in', async () => {
  const portal = await openPortal('/admin/clients/unregistered?lastName=berg')
  await arrivesAt(portal, '/not-authorised')
  await portal.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Inloggen' }))
  await portal.user.type(await screen.findByLabelText(/Gebruikersnaam/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.keyboard('{Enter}')
  await arrivesAt(portal, '/admin/clients/unregistered')
  expect(portal.address()).toBe('/admin/clients/unregistered?lastName=berg')
})

test('who may not go to the page that was asked for is at home after signing in', async () => {
  const portal = await openPortal('/admin/clients/registered')
  await arrivesAt(portal, '/not-authorised')
  await act(() => signInByPassword(portal.router, { username: personas.owner, password: PASSWORD }))
  expect(portal.address()).toMatch(/^\/client\/portal\/reminders/)
  expect(screen.queryByText('Geen toegang')).toBeNull()
  // Asked for by hand it is refused, as ever.
  await act(() => portal.router.navigate({ to: '/admin/clients/registered' }))
  await arrivesAt(portal, '/not-authorised')
})

test('a session that ends on a page without access leads home when it begins again', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'owner' })
  await arrivesAt(portal, '/not-authorised')
  await act(() => portal.session.end('expired'))
  await arrivesAt(portal, '/auth/login')
  await act(() => signInByPassword(portal.router, { username: personas.owner, password: PASSWORD }))
  expect(portal.address()).toMatch(/^\/client\/portal\/reminders/)
})

test.each(['/404', '/accessibility', '/not-authorised'])('%s knows the client too', async (address) => {
  await openPortal(address, { as: 'owner' })
  const header = within(screen.getByRole('banner'))
  expect(await header.findByRole('link', { name: /van den Berg/ })).toHaveAttribute('href', '/client/portal/settings')
})

test('that the client is not known there is told to nobody', async () => {
  injectFault(answers('get', 'user/client', 500))
  const portal = await openPortal('/404', { as: 'owner' })
  await waitFor(() => expect(portal.calls).toContain('GET /api/user/client?practiceId=de-waag'))
  await act(async () => {})
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Pagina niet gevonden' })).toBeVisible()
})

test('roles that were edited into the storage gain nothing', async () => {
  const forged = { session: { userId: 'x', practiceId: 'de-waag', roles: ['CLINIC_ADMIN'], language: 'nl' } }
  sessionStorage.setItem('portal', JSON.stringify({ state: forged, version: 0 }))
  await arrivesAt(await openPortal('/admin/dashboard', { as: 'owner' }), '/not-authorised')
})

test('a session in the storage without a token is none', async () => {
  const forged = { session: { userId: 'x', practiceId: 'de-waag', roles: ['CLINIC_ADMIN'], language: 'nl' } }
  sessionStorage.setItem('portal', JSON.stringify({ state: forged, version: 0 }))
  const portal = await openPortal('/admin/dashboard')
  await arrivesAt(portal, '/not-authorised')
  expect(portal.calls).toEqual([])
})

test.each([
  ['/client/portal/reminders?active=maybe&patient=%7B%22a%22%3A1%7D', '/client/portal/reminders?active=true'],
  ['/client/visit-forms?page=x&visit=%5B1%5D&patient=true', '/client/visit-forms'],
  ['/client/attachments?patient=%7B%7D', '/client/attachments/lab-results'],
  ['/client/attachments/agreements?patient=%7B%7D', '/client/attachments/agreements'],
  ['/client/invoices?status=LATE&from=13&to=%5B%5D', '/client/invoices'],
])('what makes no sense in %s is left out', async (address, tidy) => {
  const portal = await openPortal(address, { as: 'owner' })
  await waitFor(() => expect(portal.address()).toBe(tidy))
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.queryByText('Deze pagina kon niet worden geladen')).toBeNull()
})
