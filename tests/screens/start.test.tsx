import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answers, hangs } from '#mocks/faults.ts'
import { type Persona, personas } from '#mocks/personas.ts'
import { GENERAL } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { main, signIn } from './steps.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'

const WAITING = 'Een ogenblik geduld'

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const isWaiting = () => screen.queryByRole('heading', { name: WAITING }) !== null
const callCount = ({ calls }: TestPortal, path: string) =>
  calls.filter((call) => call.startsWith(`GET /api/${path}`)).length
const press = (name: string) => act(async () => main().getByRole('button', { name }).click())

/** Lets the server accept any token of another system as this person's. */
async function handOver(who: Persona) {
  const token = await tokenOf(who)
  injectFault(http.get('*/api/oauth/authenticate', () => HttpResponse.json({ token })))
}

const RELOAD: [string, string, Persona | undefined, string][] = [
  ['user/refresh', '/admin/dashboard', 'staff', '/admin/dashboard'],
  ['user', '/admin/dashboard', 'staff', '/admin/dashboard'],
  ['user/practices', '/client/portal/settings', 'owner', '/client/portal/settings'],
  ['user/client', '/client/portal/settings', 'owner', '/client/portal/settings'],
  ['practice/*/clients', '/admin/clients/registered', 'staff', '/admin/clients/registered'],
  ['user', '/auth/login?access_token=foreign', undefined, '/admin/dashboard'],
  ['oauth/authenticate', '/auth/login?access_token=foreign', undefined, '/admin/dashboard'],
]

describe('the start of the portal', () => {
  test.each(RELOAD)(
    'shows the layout while GET /%s is pending at %s, then a retry, which opens the page',
    async (path, address, as, arrived) => {
      if (!as) await handOver('staff')
      let isHanging = true
      injectFault(http.get(`*/api/${path}`, () => (isHanging ? new Promise<undefined>(() => {}) : undefined)))
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const portal = await openPortal(address, { ...(as && { as }), untilLoaded: false })
      expect(screen.getByRole('banner')).toBeVisible()
      expect(screen.getByRole('main')).toBeVisible()
      expect(await screen.findByRole('progressbar')).toBeVisible()
      expect(isWaiting()).toBe(false)
      await pass(10_000)
      expect(isWaiting()).toBe(true)
      const before = callCount(portal, path.split('/')[0]!)
      isHanging = false
      await press('Opnieuw proberen')
      expect(isWaiting()).toBe(false)
      await arrivesAt(portal, arrived)
      expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
      expect(isWaiting()).toBe(false)
      expect(callCount(portal, path.split('/')[0]!)).toBeGreaterThan(before)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test.each([RELOAD[0]!, RELOAD.at(-1)!])(
    'can be left by signing out while GET /%s is pending at %s',
    async (path, address, as) => {
      if (!as) await handOver('staff')
      injectFault(hangs('get', path))
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const portal = await openPortal(address, { ...(as && { as }), untilLoaded: false })
      await pass(10_000)
      await press('Uitloggen')
      await arrivesAt(portal, '/auth/login')
      expect(await screen.findByRole('heading', { name: 'Welkom terug' })).toBeVisible()
      expect(sessionStorage.getItem('portal-token')).toBeNull()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  test('is cancelled by signing out before a token of another system is exchanged', async () => {
    await handOver('staff')
    const portal = await openPortal('/auth/login')
    const { waiting } = portal.session.ssoHandoff
    let ended: Promise<void> | undefined
    vi.spyOn(portal.session.ssoHandoff, 'waiting').mockImplementation(() => {
      const arrived = waiting()
      if (arrived) ended ??= Promise.resolve().then(() => portal.session.end('signedOut'))
      return arrived
    })
    await act(() => portal.router.navigate({ href: '/auth/login?access_token=foreign' }))
    await act(() => ended)
    expect(await screen.findByRole('heading', { name: 'Welkom terug' })).toBeVisible()
    expect(ended).toBeDefined()
    expect(callCount(portal, 'oauth/authenticate')).toBe(0)
    expect(sessionStorage.getItem('portal-token')).toBeNull()
  })

  test('opens the page when a late response arrives, and offers another retry if a retry hangs', async () => {
    const slow = holdRequests('user/refresh')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const portal = await openPortal('/admin/dashboard', { as: 'staff', untilLoaded: false })
    await pass(10_000)
    await press('Opnieuw proberen')
    expect(isWaiting()).toBe(false)
    await pass(10_500)
    expect(isWaiting()).toBe(true)
    expect(callCount(portal, 'user/refresh')).toBe(2)
    await act(() => slow.releaseAll())
    expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
    expect(callCount(portal, 'user/refresh')).toBe(2)
  })

  test.each([
    ['POST', 'user/authenticate', 'null'],
    ['POST', 'user/authenticate', ''],
    ['POST', 'user/authenticate', '{}'],
    ['POST', 'user/authenticate', '{"token":"a.b.c"}'],
    ['GET', 'user', 'null'],
    ['GET', 'user', '"text"'],
  ])('shows one error when signing in if %s /%s responds with %j', async (method, path, body) => {
    const respond = () => new HttpResponse(body, { headers: { 'content-type': 'application/json' } })
    injectFault(method === 'POST' ? http.post(`*/api/${path}`, respond) : http.get(`*/api/${path}`, respond))
    const portal = await openPortal('/auth/login')
    await signIn(portal, 'staff')
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(screen.getByLabelText(/Gebruikersnaam/)).toHaveValue(personas.staff)
    expect(portal.address()).toBe('/auth/login')
    if (method === 'GET') return
    expect(sessionStorage.getItem('portal-token')).toBeNull()
    expect(portal.calls).toEqual(['POST /api/user/authenticate'])
  })

  test.each(['{"uuid":"0b', '{"uuid":null}'])('shows an error with a retry for the client %s', async (body) => {
    injectFault(
      http.get('*/api/user/client', () => new HttpResponse(body, { headers: { 'content-type': 'application/json' } }), {
        once: true,
      }),
    )
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(screen.getByRole('banner')).toBeVisible()
    expect(portal.calls.filter((call) => /\/clients\/|\/practice\//.test(call))).toEqual([])
    await press('Opnieuw proberen')
    expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
  })

  test('lets a client locked at one practice go to the other, to the first page, or sign out', async () => {
    sessionStorage.setItem('portal', JSON.stringify({ state: { activePracticeId: 'de-linde' } }))
    injectFault(
      http.get('*/api/user/client', ({ request }) =>
        new URL(request.url).searchParams.get('practiceId') === 'de-linde'
          ? HttpResponse.json({ code: 'client-locked', status: 403 }, { status: 403 })
          : undefined,
      ),
    )
    const portal = await openPortal('/client/portal/settings', { as: 'two' })
    expect(await screen.findByText(/Uw praktijk heeft uw toegang geblokkeerd/)).toBeVisible()
    expect(main().getByRole('link', { name: 'Naar de startpagina' })).toHaveAttribute(
      'href',
      '/client/portal/reminders',
    )
    expect(main().getByRole('button', { name: 'Uitloggen' })).toBeVisible()
    await portal.follow('Andere praktijk')
    await arrivesAt(portal, '/auth/select-clinic')
    expect(await screen.findByRole('button', { name: /De Linde.*Nu gekozen/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /De Waag.*Nu gekozen/ })).toBeNull()
    await portal.user.click(screen.getByRole('button', { name: /De Waag/ }))
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await screen.findByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
  })

  test('offers a retry only if a page fails, but not without access', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'owner' })
    await arrivesAt(portal, '/not-authorised')
    expect(main().getByRole('button', { name: 'Uitloggen' })).toBeVisible()
    injectFault(answers('get', 'clients/*/reminders', 500))
    await portal.follow('Naar de startpagina')
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await main().findByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    expect(main().queryByRole('button', { name: 'Uitloggen' })).toBeNull()
  })
})
