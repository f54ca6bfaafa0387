import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { personas } from '#mocks/personas.ts'
import { LANGUAGE_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'
import { arrivesAt, openPortal } from '#harness/portal.tsx'
import { ownerId } from './owner.ts'
import { signIn } from './steps.ts'

const RAW = /Invalid token specified/
afterEach(() => {
  vi.unstubAllGlobals()
  // The fallback in memory keeps values that could not be stored.
  deviceStorage.removeItem(LANGUAGE_STORAGE)
})

const stored = () =>
  (JSON.parse(sessionStorage.getItem('portal') ?? 'null') as { state: Record<string, unknown> } | null)?.state

describe('the stored token', () => {
  const jwt = (payload: unknown) =>
    ['{"alg":"HS256"}', JSON.stringify(payload), 'xyz'].map((part) => btoa(part).replaceAll('=', '')).join('.')

  test.each([
    ['is no JWT', 'abc'],
    ['has expired', jwt({ exp: 1 })],
    ['expires beyond every date', jwt({ exp: 1e20 })],
  ])('is removed without a call if it %s, and leads to signing in', async (_, token) => {
    sessionStorage.setItem('portal-token', token)
    const portal = await openPortal('/admin/clients/registered')
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByRole('button', { name: 'Inloggen' })).toBeVisible()
    expect(screen.getByRole('banner')).toBeVisible()
    expect(document.body).not.toHaveTextContent(RAW)
    expect(sessionStorage.getItem('portal-token')).toBeNull()
    expect(portal.calls).toEqual([])
    await signIn(portal, 'staff')
    await arrivesAt(portal, '/admin/clients/registered')
  })
})

describe('the persisted state', () => {
  test('is removed if the token is missing', async () => {
    sessionStorage.setItem('portal', '{"state":{"session":{"userId":"x","roles":["CLINIC_ADMIN"]')
    const portal = await openPortal('/')
    await arrivesAt(portal, '/auth/login')
    expect(sessionStorage.getItem('portal')).toBeNull()
  })
})

describe('a full browser storage', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  test('does not prevent signing in, viewing a client, changing language and signing out', async () => {
    const storage = {
      getItem: () => null,
      removeItem: () => {},
      clear: () => {},
      key: () => null,
      length: 0,
      setItem: full,
    }
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('localStorage', storage)
    const portal = await openPortal('/auth/login')
    await signIn(portal, 'staff')
    await arrivesAt(portal, '/admin/dashboard')
    await portal.user.click(await screen.findByRole('link', { name: 'Cliënten' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(26))
    await portal.user.click(screen.getAllByRole('button', { name: /^Bekijk als/ })[0]!)
    await arrivesAt(portal, '/client/portal/reminders')
    await portal.user.click(screen.getByRole('button', { name: 'Taal: Nederlands' }))
    await portal.user.click(screen.getByRole('menuitemradio', { name: 'English' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await portal.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Sign out' }))
    await arrivesAt(portal, '/auth/login')
    await portal.router.navigate({ to: '/admin/dashboard' })
    await arrivesAt(portal, '/not-authorised')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the persisted state edited by the user', () => {
  const edit = (state: Record<string, unknown>) => sessionStorage.setItem('portal', JSON.stringify({ state }))

  test('is discarded if its client belongs to another practice', async () => {
    const clientId = await ownerId('de-linde', personas.two)
    edit({ clientId, activePracticeId: 'de-linde', session: { userId: 'x', practiceId: 'de-linde', roles: [] } })
    const portal = await openPortal('/client/portal/reminders', { as: 'staff' })
    await arrivesAt(portal, '/admin/clients/registered')
    expect(portal.calls).toContain(`GET /api/clients/${clientId}`)
    expect(portal.calls.filter((call) => call.includes(`${clientId}/`) || call.includes('de-linde'))).toEqual([])
    expect(stored()).toMatchObject({ clientId: null })
    expect(screen.queryByText(/U bekijkt het portaal als/)).toBeNull()
  })

  test('shows its client if the practice is the user’s own', async () => {
    const clientId = await ownerId()
    edit({ clientId })
    const portal = await openPortal('/client/portal/reminders', { as: 'staff' })
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await screen.findByText(/U bekijkt het portaal als/)).toBeVisible()
  })

  test('selects the user’s own practice if it names another practice', async () => {
    edit({ activePracticeId: 'de-linde', clientId: 'x' })
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await arrivesAt(portal, '/client/portal/reminders')
    expect(stored()).toMatchObject({ activePracticeId: 'de-waag' })
    expect(portal.calls.filter((call) => call.includes('de-linde') || call.includes('clients/x'))).toEqual([])
  })

  test('lets an owner of two practices choose if it names another practice', async () => {
    edit({ activePracticeId: 'elsewhere' })
    const portal = await openPortal('/client/portal/reminders', { as: 'two' })
    await arrivesAt(portal, '/auth/select-clinic')
    expect(stored()).toMatchObject({ activePracticeId: null, clientId: null })
  })

  test('grants no rights by additional roles', async () => {
    const clientId = await ownerId()
    edit({ clientId, session: { userId: 'x', practiceId: 'de-waag', roles: ['CLINIC_ADMIN'], language: 'nl' } })
    const portal = await openPortal('/client/portal/reminders', { as: 'none' })
    await arrivesAt(portal, '/auth/no-clinic')
    expect(portal.calls.filter((call) => call.includes(clientId))).toEqual([])
    expect(stored()).toMatchObject({ session: { practiceId: null, roles: ['PORTAL_USER'] } })
  })
})
