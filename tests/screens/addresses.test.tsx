import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'

const enter = (address: string, as?: Persona) => openPortal(address, as && { as })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const signIn = ({ router }: TestPortal, persona: Persona) =>
  act(() => signInByPassword(router, { username: personas[persona], password: PASSWORD }))

const HOME = '/client/portal/reminders?active=true'

test.each<[string, Persona | undefined, string]>([
  ['/', undefined, '/auth/login'],
  ['/auth', undefined, '/auth/login'],
  ['/portal/user/login', undefined, '/auth/login'],
  ['/portal/user/login?from=mail', undefined, '/auth/login'],
  ['/client/portal/(client:settings)', 'owner', '/client/portal/settings'],
  ['/client/portal(client:settings)', 'owner', '/client/portal/settings'],
  ['/client/portal/%28client:reminders%29', 'owner', HOME],
  ['/auth/select-clinic', 'staff', '/admin/dashboard'],
  ['/auth/no-clinic', 'staff', '/admin/dashboard'],
  ['/client/portal/reminders', 'staff', '/admin/clients/registered'],
  ['/auth/no-clinic', 'owner', HOME],
  ['/auth/no-clinic', 'two', '/auth/select-clinic'],
  ['/change-password', 'owner', '/client/portal/settings#password'],
  ['/change-password', 'staff', '/admin/settings#password'],
  ['/change-password', 'admin', '/admin/settings#password'],
  ['/change-password', 'two', '/auth/select-clinic'],
  // Invalid search parameters are removed.
  ['/client/portal/reminders?active=maybe&patient=%7B%22a%22%3A1%7D', 'owner', HOME],
  ['/client/visit-forms?page=x&visit=%5B1%5D&patient=true', 'owner', '/client/visit-forms'],
  ['/client/attachments?patient=%7B%7D', 'owner', '/client/attachments/lab-results'],
  ['/client/attachments/agreements?patient=%7B%7D', 'owner', '/client/attachments/agreements'],
  ['/client/invoices?status=LATE&from=13&to=%5B%5D', 'owner', '/client/invoices'],
])('the URL %s leads %s to %s', async (address, as, target) => {
  const portal = await enter(address, as)
  await arrivesAt(portal, new URL(target, 'http://portal.test').pathname)
  await waitFor(() => expect(portal.address().split('?from')[0]).toBe(target))
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.queryByText('Deze pagina kon niet worden geladen')).toBeNull()
  if (as === 'staff') expect(portal.calls.filter((call) => call.includes('/user/practices'))).toEqual([])
})

test.each([
  '/nowhere',
  '/admin/nowhere',
  '/client/portal/nowhere',
  '/auth/nowhere',
  // Undecodable URL.
  '/%E0%A4%A',
  '/admin/%E0%A4%A',
  '/client/patients/%FF',
  '/%',
])('the unknown URL %s shows the not-found page without a call', async (address) => {
  const portal = await openPortal(address)
  await arrivesAt(portal, '/404')
  expect(await title('Pagina niet gevonden')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Terug' })).toBeVisible()
  expect(screen.getByRole('banner')).toBeVisible()
  expect(portal.calls).toEqual([])
})

const FORGED = { session: { userId: 'x', practiceId: 'de-waag', roles: ['CLINIC_ADMIN'], language: 'nl' } }
const forgeSession = () => sessionStorage.setItem('portal', JSON.stringify({ state: FORGED, version: 0 }))

describe('access', () => {
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
  ])('to %s requires a session, even if roles are stored, and makes no call', async (address) => {
    if (address === '/admin/dashboard') forgeSession()
    const portal = await openPortal(address)
    await arrivesAt(portal, '/not-authorised')
    expect(await title('Geen toegang')).toBeVisible()
    expect(portal.calls).toEqual([])
  })

  test.each([
    '/admin',
    '/admin/dashboard',
    '/admin/clients',
    '/admin/clients/registered',
    '/admin/clients/unregistered',
  ])('to %s is denied to an owner, even with stored roles, without a call for the practice', async (address) => {
    if (address === '/admin/dashboard') forgeSession()
    const portal = await enter(address, 'owner')
    await arrivesAt(portal, '/not-authorised')
    expect(await title('Geen toegang')).toBeVisible()
    expect(portal.calls.filter((call) => call.includes('/practice/') || call.includes('/clients'))).toEqual([])
  })
})

describe('after signing in', () => {
  test.each([
    ['owner', '/client/portal/settings#password'],
    ['staff', '/admin/settings#password'],
  ] as const)('/change-password leads %s to %s', async (persona, target) => {
    const portal = await openPortal('/change-password')
    await arrivesAt(portal, '/auth/login')
    await signIn(portal, persona)
    expect(portal.address()).toBe(target)
  })

  test('the requested page opens', async () => {
    const portal = await openPortal('/admin/clients/unregistered?lastName=berg')
    await arrivesAt(portal, '/not-authorised')
    await portal.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Inloggen' }))
    await portal.user.type(await screen.findByLabelText(/Gebruikersnaam/), personas.staff)
    await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
    await portal.user.keyboard('{Enter}')
    await arrivesAt(portal, '/admin/clients/unregistered')
    expect(portal.address()).toBe('/admin/clients/unregistered?lastName=berg')
  })

  test('the home page opens if access to the requested page is denied', async () => {
    const portal = await openPortal('/admin/clients/registered')
    await arrivesAt(portal, '/not-authorised')
    await signIn(portal, 'owner')
    expect(portal.address()).toBe(HOME)
    expect(screen.queryByText('Geen toegang')).toBeNull()
    await act(() => portal.router.navigate({ to: '/admin/clients/registered' }))
    await arrivesAt(portal, '/not-authorised')
    await act(() => portal.session.end('expired'))
    await arrivesAt(portal, '/auth/login')
    await signIn(portal, 'owner')
    expect(portal.address()).toBe(HOME)
  })
})

describe('the header', () => {
  test('shows no alert if the client cannot be loaded', async () => {
    injectFault(answers('get', 'user/client', 500))
    const portal = await enter('/404', 'owner')
    await waitFor(() => expect(portal.calls).toContain('GET /api/user/client?practiceId=de-waag'))
    await act(async () => {})
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await title('Pagina niet gevonden')).toBeVisible()
  })
})
