import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { answers, hangs } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { GENERAL } from './faults.tsx'
import { type TestPortal, arrivesAt, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'

// What the first page waits for, and what comes instead of an answer.

const WAITING = 'Een ogenblik geduld'

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const waits = () => screen.queryByRole('heading', { name: WAITING }) !== null
const asked = ({ calls }: TestPortal, path: string) =>
  calls.filter((call) => call.startsWith(`GET /api/${path}`)).length
const press = (name: string) => act(async () => within(screen.getByRole('main')).getByRole('button', { name }).click())

/** With another system's token, that the server takes for this person. */
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

test.each(RELOAD)(
  'M-266 GET /%s hangs at %s: the frame, then the sentence, and a retry opens the page',
  async (path, address, as, arrived) => {
    if (!as) await handOver('staff')
    let isHanging = true
    injectFault(http.get(`*/api/${path}`, () => (isHanging ? new Promise<undefined>(() => {}) : undefined)))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const portal = await openPortal(address, { ...(as && { as }), untilLoaded: false })
    expect(screen.getByRole('banner')).toBeVisible()
    expect(screen.getByRole('main')).toBeVisible()
    expect(await screen.findByRole('progressbar')).toBeVisible()
    expect(waits()).toBe(false)
    await pass(10_000)
    expect(waits()).toBe(true)
    const before = asked(portal, path.split('/')[0]!)
    isHanging = false
    await press('Opnieuw proberen')
    expect(waits()).toBe(false)
    await arrivesAt(portal, arrived)
    await waitFor(() => expect(portal.router.state.matches.length).toBeGreaterThan(0))
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(waits()).toBe(false)
    expect(asked(portal, path.split('/')[0]!)).toBeGreaterThan(before)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test.each(RELOAD)(
  'GET /%s hangs at %s: signing out leads to the login screen, and nothing comes after',
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

test('who signs out before the code of the hand-over has come is not signed in by it', async () => {
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
  expect(asked(portal, 'oauth/authenticate')).toBe(0)
  expect(sessionStorage.getItem('portal-token')).toBeNull()
})

test('an answer that is only late opens the page by itself', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  injectFault(
    http.get('*/api/user/refresh', async () => {
      await answered
      return undefined
    }),
  )
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/dashboard', { as: 'staff', untilLoaded: false })
  await pass(10_000)
  expect(waits()).toBe(true)
  await act(async () => answer())
  expect(await screen.findByRole('heading', { name: /Femke/ })).toBeVisible()
  expect(asked(portal, 'user/refresh')).toBe(1)
})

test('a retry that hangs as well says so again', async () => {
  injectFault(hangs('get', 'user/refresh'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await openPortal('/admin/dashboard', { as: 'staff', untilLoaded: false })
  await pass(10_000)
  await press('Opnieuw proberen')
  expect(waits()).toBe(false)
  await pass(10_500)
  expect(waits()).toBe(true)
  expect(asked(portal, 'user/refresh')).toBe(2)
})

test.each([
  ['null', () => HttpResponse.json(null)],
  ['nothing', () => new HttpResponse()],
  ['a text', () => HttpResponse.json('welcome')],
  ['no token', () => HttpResponse.json({})],
  ['a token that is none', () => HttpResponse.json({ token: 'a.b.c' })],
])('signing in that is answered by %s says so once, and nobody is in', async (_, answer) => {
  injectFault(http.post('*/api/user/authenticate', answer))
  const portal = await openPortal('/auth/login')
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByLabelText(/Gebruikersnaam/)).toHaveValue(personas.staff)
  expect(portal.address()).toBe('/auth/login')
  expect(sessionStorage.getItem('portal-token')).toBeNull()
  expect(portal.calls).toEqual(['POST /api/user/authenticate'])
})

test.each(['null', '"text"', ''])('a user that is %s is none: said once, and still out', async (body) => {
  injectFault(http.get('*/api/user', () => new HttpResponse(body, { headers: { 'content-type': 'application/json' } })))
  const portal = await openPortal('/auth/login')
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.staff)
  await portal.user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await portal.user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(portal.address()).toBe('/auth/login')
})

test('practices that fail at the start are told of, with a retry', async () => {
  injectFault(answers('get', 'user/practices', 500, 'internal', { once: true }))
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
  expect(screen.getByRole('banner')).toBeVisible()
  await portal.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
  expect(portal.address()).toBe('/client/portal/settings')
})

test.each([
  ['a list', '[]'],
  ['nothing in it', '{}'],
  ['null', 'null'],
  ['a text', '"van den Berg"'],
  ['no JSON', 'van den Berg'],
  ['half of it', '{"uuid":"0b'],
  ['nobody', '{"uuid":null}'],
])('a client that is %s: header and main stay, no call for nobody follows, and a retry asks again', async (_, body) => {
  injectFault(
    http.get('*/api/user/client', () => new HttpResponse(body, { headers: { 'content-type': 'application/json' } }), {
      once: true,
    }),
  )
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole('banner')).toBeVisible()
  expect(portal.calls.filter((call) => /\/clients\/|\/practice\//.test(call))).toEqual([])
  await portal.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
})

test('an owner who is locked at one practice gets to the other, home and out', async () => {
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
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Naar de startpagina' })).toHaveAttribute('href', '/client/portal/reminders')
  expect(main.getByRole('button', { name: 'Uitloggen' })).toBeVisible()
  await portal.user.click(main.getByRole('link', { name: 'Andere praktijk' }))
  await arrivesAt(portal, '/auth/select-clinic')
  expect(await screen.findByRole('button', { name: /De Linde.*Nu gekozen/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /De Waag.*Nu gekozen/ })).toBeNull()
  await portal.user.click(screen.getByRole('button', { name: /De Waag/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  expect(await screen.findByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
})

test('a page that fails beside its sidebar offers no second way out', async () => {
  injectFault(answers('get', 'practice/*/clients', 500))
  await openPortal('/admin/clients/registered', { as: 'staff' })
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
  expect(main.queryByRole('button', { name: 'Uitloggen' })).toBeNull()
})

test('who has no access goes home, or out', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'owner' })
  await arrivesAt(portal, '/not-authorised')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('button', { name: 'Uitloggen' })).toBeVisible()
  await portal.user.click(main.getByRole('link', { name: 'Naar de startpagina' }))
  await arrivesAt(portal, '/client/portal/reminders')
})
