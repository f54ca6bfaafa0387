import { screen, waitFor, within } from '@testing-library/react'
import { SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { LANGUAGE_STORAGE } from '#src/lib/constants.ts'
import { deviceStorage } from '#src/lib/storage.ts'
import { arrivesAt, database, openPortal, tokenOf } from '#harness/portal.tsx'

const RAW = /Invalid token specified/
afterEach(() => {
  vi.unstubAllGlobals()
  // What could not be written stands in memory.
  deviceStorage.removeItem(LANGUAGE_STORAGE)
})

const stored = () =>
  (JSON.parse(sessionStorage.getItem('portal') ?? 'null') as { state: Record<string, unknown> } | null)?.state

async function signIn({ user }: Awaited<ReturnType<typeof openPortal>>) {
  await user.type(screen.getByLabelText(/Gebruikersnaam/), personas.staff)
  await user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await user.keyboard('{Enter}')
}

describe('a token that', () => {
  const jwt = (payload: unknown) =>
    ['{"alg":"HS256"}', JSON.stringify(payload), 'xyz'].map((part) => btoa(part).replaceAll('=', '')).join('.')

  test.each([
    ['is a word', 'abc'],
    ['ended', jwt({ exp: 1 })],
    ['ends beyond every date', jwt({ exp: 1e20 })],
  ])('%s is no session: gone, at login, nothing asked', async (_, token) => {
    sessionStorage.setItem('portal-token', token)
    const portal = await openPortal('/admin/clients/registered')
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByRole('button', { name: 'Inloggen' })).toBeVisible()
    expect(screen.getByRole('banner')).toBeVisible()
    expect(document.body).not.toHaveTextContent(RAW)
    expect(sessionStorage.getItem('portal-token')).toBeNull()
    expect(portal.calls).toEqual([])
    await signIn(portal)
    await arrivesAt(portal, '/admin/clients/registered')
  })

  test('is good, in quotes, is a session', async () => {
    sessionStorage.setItem('portal-token', JSON.stringify(await tokenOf('staff')))
    const portal = await openPortal('/admin/clients/registered')
    expect(portal.address()).toBe('/admin/clients/registered')
    expect(screen.getAllByRole('row')).toHaveLength(26)
  })

  test('looks good and was signed by another ends at login by the server', async () => {
    const key = new TextEncoder().encode('another secret, of thirty-two bytes')
    const forged = new SignJWT({ roles: ['CLINIC_ADMIN'] }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h')
    sessionStorage.setItem('portal-token', await forged.sign(key))
    const portal = await openPortal('/admin/dashboard')
    await arrivesAt(portal, '/auth/login')
    expect(portal.calls).toEqual(['GET /api/user/refresh'])
    expect(sessionStorage.getItem('portal-token')).toBeNull()
  })
})

describe('a state that', () => {
  const bad = { session: 5, activePracticeId: {}, clientId: [], viewedFrom: 'x', sidebarOpen: 'x', clockOffset: 'x' }

  test.each([
    ['was cut off', '{"state":{"session":{"userId":"x'],
    ['has wrong types', JSON.stringify({ state: bad, version: 0 })],
    ['is of another version', JSON.stringify({ state: { auth: { user: {} }, lists: [] }, version: 99 })],
  ])('%s does not stop the portal, and is written anew', async (_, entry) => {
    sessionStorage.setItem('portal', entry)
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    expect(portal.address()).toBe('/admin/clients/registered')
    expect(screen.getAllByRole('row')).toHaveLength(26)
    expect(screen.getByRole('navigation', { name: 'Hoofdmenu' })).toBeVisible()
    expect(Object.keys(stored()!).toSorted()).toEqual([
      'activePracticeId',
      'clientId',
      'clockOffset',
      'knowsOfInvitation',
      'session',
      'showActiveReminders',
      'sidebarOpen',
      'viewedFrom',
    ])
    expect(sessionStorage.getItem('portal')!.length).toBeLessThan(1000)
  })

  test('without a token is removed, and nobody is signed in', async () => {
    sessionStorage.setItem('portal', '{"state":{"session":{"userId":"x","roles":["CLINIC_ADMIN"]')
    const portal = await openPortal('/')
    await arrivesAt(portal, '/auth/login')
    expect(sessionStorage.getItem('portal')).toBeNull()
  })
})

describe('a storage that', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const none = { getItem: () => null, removeItem: () => {}, clear: () => {}, key: () => null, length: 0 }
  const denied = { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => {}, key: refuse, length: 0 }

  test.each([
    ['is full', { ...none, setItem: full }],
    ['is denied', denied],
  ])('%s is done without: sign in, look around, view a client, sign out', async (_, storage) => {
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('localStorage', storage)
    const portal = await openPortal('/auth/login')
    await signIn(portal)
    await arrivesAt(portal, '/admin/dashboard')
    await portal.user.click(await screen.findByRole('link', { name: 'Cliënten' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(26))
    await portal.user.click(screen.getAllByRole('button', { name: /^Bekijk als/ })[0]!)
    await arrivesAt(portal, '/client/portal/reminders')
    await portal.user.click(screen.getByRole('button', { name: 'Taal: Nederlands' }))
    await portal.user.click(screen.getByRole('menuitemradio', { name: 'English' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Reminders' })).toBeVisible()
    await portal.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Sign out' }))
    await arrivesAt(portal, '/auth/login')
    await portal.router.navigate({ to: '/admin/dashboard' })
    await arrivesAt(portal, '/not-authorised')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('an edited state', () => {
  const edit = (state: Record<string, unknown>) => sessionStorage.setItem('portal', JSON.stringify({ state }))

  async function clientOf(practice: string) {
    const { uuid } = await database()
      .selectFrom('client')
      .select('uuid')
      .where('practice_id', '=', practice)
      .where('registered', '=', 1)
      .executeTakeFirstOrThrow()
    return uuid
  }

  test("with another practice's client shows nobody, and is dropped", async () => {
    const clientId = await clientOf('de-linde')
    edit({ clientId, activePracticeId: 'de-linde', session: { userId: 'x', practiceId: 'de-linde', roles: [] } })
    const portal = await openPortal('/client/portal/reminders', { as: 'staff' })
    await arrivesAt(portal, '/admin/clients/registered')
    expect(portal.calls).toContain(`GET /api/clients/${clientId}`)
    expect(portal.calls.filter((call) => call.includes(`${clientId}/`) || call.includes('de-linde'))).toEqual([])
    expect(stored()).toMatchObject({ clientId: null })
    expect(screen.queryByText(/U bekijkt het portaal als/)).toBeNull()
  })

  test('with a client of the own practice shows that client', async () => {
    const clientId = await clientOf('de-waag')
    edit({ clientId })
    const portal = await openPortal('/client/portal/reminders', { as: 'staff' })
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await screen.findByText(/U bekijkt het portaal als/)).toBeVisible()
  })

  test('with a foreign practice gives an owner the own one', async () => {
    edit({ activePracticeId: 'de-linde', clientId: 'x' })
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await arrivesAt(portal, '/client/portal/reminders')
    expect(stored()).toMatchObject({ activePracticeId: 'de-waag' })
    expect(portal.calls.filter((call) => call.includes('de-linde') || call.includes('clients/x'))).toEqual([])
  })

  test('with a foreign practice lets an owner of two choose', async () => {
    edit({ activePracticeId: 'elsewhere' })
    const portal = await openPortal('/client/portal/reminders', { as: 'two' })
    await arrivesAt(portal, '/auth/select-clinic')
    expect(stored()).toMatchObject({ activePracticeId: null, clientId: null })
  })

  test('with more roles gives a member of staff no more, and takes an owner to nobody else', async () => {
    const clientId = await clientOf('de-waag')
    edit({ clientId, session: { userId: 'x', practiceId: 'de-waag', roles: ['CLINIC_ADMIN'], language: 'nl' } })
    const portal = await openPortal('/client/portal/reminders', { as: 'none' })
    await arrivesAt(portal, '/auth/no-clinic')
    expect(portal.calls.filter((call) => call.includes(clientId))).toEqual([])
    expect(stored()).toMatchObject({ session: { practiceId: null, roles: ['PORTAL_USER'] } })
  })
})
