import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, hangs } from '#mocks/faults.ts'
import { type Persona } from '#mocks/personas.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import {
  type TestPortal,
  arrivesAt,
  closePortals,
  injectFault,
  openPortal,
  tokenOf,
  withoutCapabilities,
} from '#harness/portal.tsx'
import { enterSpecification, onSpecification } from '#harness/specification-api.ts'
import { GENERAL, registered, rows, settled, watch } from './faults.tsx'
import { signIn } from './steps.ts'

// Sessions on an API that implements only the specification. foreign-responses.test.tsx opens each screen on such an API.

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const header = () => within(screen.getByRole('banner'))
const session = () => JSON.parse(sessionStorage.getItem('portal')!).state.session
const json = (path: string, body: object) => http.get(`*/api/${path}`, () => HttpResponse.json(body))

async function viewFirstClient({ session }: TestPortal) {
  const [client] = await registered()
  await act(() => session.viewAs(client!.uuid))
  return client!.uuid
}

async function expectSessionEnded(portal: TestPortal) {
  await arrivesAt(portal, '/auth/login')
  expect(await screen.findByText('U bent niet (meer) ingelogd. Log opnieuw in.')).toBeVisible()
}
const expectNoToken = () => expect(sessionStorage.getItem('portal-token')).toBeNull()

describe('pages that the specification does not have', () => {
  test.each(['/admin/staff', '/admin/figures', '/client/herd'])('%s is not found', async (address) => {
    const { portal } = await enterSpecification(address, address.startsWith('/admin') ? 'admin' : 'owner')
    await arrivesAt(portal, '/404')
  })

  test.each<[string, Persona, RegExp]>([
    ['/admin/dashboard', 'admin', /^(Te doen|Geblokkeerd|Geactiveerd|Activiteiten)$/],
    ['/admin/practice', 'admin', /^(Beveiliging|Gegevenskoppeling|Bewaartermijnen)$/],
    ['/admin/practice/clients', 'admin', /^(E-mail aan cliënten|Herinneringen per e-mail)$/],
    ['/admin/audit', 'admin', /CSV|Door wie/],
    ['/client/portal/reminders', 'owner', /^(Uw afspraak|Nu geven)$/],
    ['/client/portal/settings', 'owner', /^(Agenda|Dit heeft .* van u.*)$/],
    ['/client/patients', 'owner', /^Veestapel$/],
  ])('%s of %s does not show %s', async (address, as, text) => {
    await openPortal(address, { as })
    await settled()
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
    closePortals()
    const { portal, beyond } = await enterSpecification(address, as)
    await settled()
    expect(portal.address()).toContain(address)
    expect(screen.queryAllByText(text)).toEqual([])
    expect(beyond).toEqual([])
  })

  test('the audit page states that there is no audit log', async () => {
    await enterSpecification('/admin/audit', 'admin')
    expect(await screen.findByText('Activiteiten worden niet vastgelegd')).toBeVisible()
  })
})

describe('the user of a session', () => {
  const announced: unknown[] = []
  let others: BroadcastChannel
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  const announce = (channel: BroadcastChannel, signedOut: unknown) => channel.postMessage({ signedOut })
  beforeEach(() => {
    announced.length = 0
    others = new BroadcastChannel('portal')
    others.addEventListener('message', ({ data }: MessageEvent) => announced.push(data.signedOut))
  })
  afterEach(() => others.close())

  const signOut = async (portal: TestPortal) => {
    await portal.user.click(header().getByRole('link', { name: 'Uitloggen' }))
    await arrivesAt(portal, '/auth/login')
  }
  const USER = { practiceId: 'de-waag', roles: ['CLINIC_USER'], language: 'nl' }

  test('is the subject of the token', async () => {
    const { portal } = await enterSpecification('/admin/clients/registered', 'staff', { subject: 'femke' })
    expect(session().userId).toBe('femke')
    const client = await viewFirstClient(portal)
    expect(localStorage.getItem('portal-last-viewed')).toBe(JSON.stringify(['femke', client]))
    await arrivesAt(portal, '/client/portal/reminders')
    await signOut(portal)
    await waitFor(() => expect(announced).toEqual(['femke']))
    expect(localStorage.getItem('portal-signed-out')).not.toBeNull()
  })

  test.each([
    ['the user name if the token has no subject', undefined, { username: 'femke' }],
    ['the subject of the token whatever id the user has', 'femke', { id: '1' }],
  ])('is identified by %s', async (_, subject, more) => {
    await enterSpecification('/admin/dashboard', 'staff', { subject, faults: [json('user', { ...USER, ...more })] })
    expect(session().userId).toBe('femke')
  })

  test('without subject and user name stores nothing on the device', async () => {
    const { portal } = await enterSpecification('/admin/clients/registered', 'staff')
    expect(session().userId).toBeNull()
    await viewFirstClient(portal)
    await arrivesAt(portal, '/client/portal/reminders')
    expect(localStorage.getItem('portal-last-viewed')).toBeNull()
    announce(others, null)
    announce(others, '')
    await signOut(portal)
    // Messages arrive in order, so no announcement came before this message.
    const last = new BroadcastChannel('portal')
    announce(last, 'the last')
    await waitFor(() => expect(announced).toEqual(['the last']))
    last.close()
    expect(localStorage.getItem('portal-signed-out')).toBeNull()
  })

  test.each([
    [undefined, '/admin/dashboard'],
    ['femke', '/admin/clients/registered?page=2'],
  ])('returns with the subject %s after signing in again to %s', async (subject, opens) => {
    const { portal } = await enterSpecification('/admin/clients/registered?page=2', 'staff', { subject })
    injectFault(answers('get', 'practice/*/clients', 401, 'unauthenticated', { once: true }))
    await act(() => portal.router.options.context.queryClient.invalidateQueries({ queryKey: ['practice'] }))
    await arrivesAt(portal, '/auth/login')
    await signIn(portal, 'staff')
    await arrivesAt(portal, opens.split('?')[0]!)
    expect(portal.address()).toBe(opens)
  })

  test('is not offered offline reading without a subject', async () => {
    await enterSpecification('/client/portal/settings', 'owner')
    await settled()
    expect(screen.queryByRole('heading', { name: /zonder verbinding|offline/i })).toBeNull()
  })
})

describe('pages for visitors who are not signed in', () => {
  beforeEach(() => vi.stubGlobal('PublicKeyCredential', () => {}))
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    '/auth/login',
    '/auth/forgot-password',
    '/auth/reset-password?token=abc',
    '/accessibility',
    '/card#secret',
    '/404',
    '/not-authorised',
  ])('%s makes no call', async (address) => {
    withoutCapabilities()
    const portal = await openPortal(address)
    await settled()
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    // Waits for the part of the page that is loaded lazily.
    await import('#src/features/account/passkey-sign-in.tsx')
    await act(async () => {})
    expect(portal.calls).toEqual([])
    expect(screen.queryByRole('button', { name: /passkey/i })).toBeNull()
  })
})

describe('the call for the capabilities', () => {
  test.each([
    ['/admin/dashboard', 'admin', /Goede/],
    ['/admin/practice', 'admin', /Praktijk/],
    ['/admin/settings', 'admin', 'Instellingen'],
    ['/admin/audit', 'admin', /./],
    ['/client/portal/settings', 'owner', 'Instellingen'],
  ] as const)('delays %s by at most a second if it is pending', async (address, as, name) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    injectFault(hangs('get', 'capabilities'))
    await openPortal(address, { as, untilLoaded: false })
    await advance(1_000)
    await settled()
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is used even if its response is late', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const slow = holdRequests('capabilities')
    const portal = await openPortal('/admin/clients/registered?lastName=van', { as: 'admin', untilLoaded: false })
    await advance(1_000)
    await screen.findByRole('table')
    expect(rows().length).toBeGreaterThan(0)
    expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25&lastName=van')
    expect(screen.queryByRole('link', { name: 'Medewerkers' })).toBeNull()
    const { all } = watch(portal)
    await slow.releaseAll()
    expect(await screen.findByRole('link', { name: 'Medewerkers' })).toBeVisible()
    await waitFor(() => expect(all()).toContain('GET /api/practice/de-waag/clients?page=0&size=25&q=van'))
  })

  test('is made once a session even if it fails', async () => {
    injectFault(answers('get', 'capabilities', 503))
    const portal = await openPortal('/admin/dashboard', { as: 'admin' })
    for (const to of ['/admin/clients/registered', '/admin/practice', '/admin/audit'] as const) {
      await act(() => portal.router.navigate({ to }))
      await settled()
    }
    expect(portal.calls.filter((call) => call === 'GET /api/capabilities')).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['late', true],
    ['before the user is known', false],
  ])('ends the session if it returns 401 %s', async (_, isLoaded) => {
    const slow = isLoaded && holdRequests('capabilities', undefined, () => new Response(null, { status: 401 }))
    if (!slow) injectFault(hangs('get', 'user'), answers('get', 'capabilities', 401))
    const portal = await openPortal('/client/portal/reminders', { as: 'owner', untilLoaded: isLoaded })
    if (slow) await slow.releaseAll()
    await expectSessionEnded(portal)
    expectNoToken()
  })
})

describe('the start of a session', () => {
  test('uses the language of the user before the practices have loaded', async () => {
    const gate = Promise.withResolvers<void>()
    const languages: (string | null)[] = []
    const practices = http.get('*/api/user/practices', async () => {
      languages.push(localStorage.getItem('portal-language'))
      await gate.promise
      return undefined
    })
    const faults = [json('user', { roles: ['PORTAL_USER'], language: 'en' }), practices]
    await enterSpecification('/client/portal/reminders', 'owner', { faults }, false)
    expect(await header().findByRole('link', { name: 'Sign out' })).toBeVisible()
    await waitFor(() => expect(languages).toEqual(['en']))
    expect(document.documentElement.lang).toBe('en')
    await act(async () => gate.resolve())
  })

  test.each([
    ['hangs', hangs('get', 'user')],
    ['fails', answers('get', 'user', 500)],
  ])('shows the header of a signed-in user even if the call for the user %s', async (_, fault) => {
    injectFault(fault)
    await openPortal('/admin/dashboard', { as: 'staff', untilLoaded: false })
    expect(await header().findByRole('link', { name: 'Uitloggen' })).toBeVisible()
    expect(header().queryByRole('link', { name: /Inloggen|Wachtwoord vergeten/ })).toBeNull()
  })

  test.each(['/auth/select-clinic', '/auth/reset-password?token=abc', '/card#secret', '/accessibility', '/404'])(
    'links to the settings of the active client at %s',
    async (address) => {
      sessionStorage.setItem('portal', JSON.stringify({ state: { activePracticeId: 'de-linde' } }))
      await enterSpecification(address, 'two')
      expect(await header().findByTitle(/./)).toHaveAttribute('href', '/client/portal/settings')
    },
  )
})

describe('viewing as a client', () => {
  test.each([
    ['fails', answers('get', 'practice/de-waag', 500)],
    ['hangs', hangs('get', 'practice/de-waag')],
  ])('needs only the id of the practice if the call for the practice %s', async (_, fault) => {
    const { portal } = await enterSpecification('/admin/clients/registered', 'staff', { faults: [fault] })
    await viewFirstClient(portal)
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await screen.findByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
  })
})

test('a 401 for a forgotten password leads to the login page, with a warning', async () => {
  onSpecification()
  injectFault(answers('post', 'password/forgot', 401))
  const portal = await openPortal('/auth/forgot-password')
  await portal.user.type(screen.getByLabelText(/E-mailadres/), 'somebody@mail.example')
  await portal.user.click(screen.getByRole('button', { name: 'Link sturen' }))
  await expectSessionEnded(portal)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('a sign-in that takes ten seconds shows a message', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onSpecification()
  const gate = Promise.withResolvers<void>()
  injectFault(
    http.post('*/api/user/authenticate', async () => {
      await gate.promise
      return new HttpResponse(null, { status: 401 })
    }),
  )
  const portal = await openPortal('/auth/login')
  await signIn(portal, 'staff')
  await waitFor(() => expect(portal.calls).toEqual(['POST /api/user/authenticate']))
  await advance(10_000)
  const message = () => screen.queryByText(/Het duurt langer dan normaal/)
  expect(message()).toBeVisible()
  await act(async () => screen.getByRole('button', { name: 'Melding sluiten' }).click())
  expect(message()).toBeNull()
  await act(async () => gate.resolve())
  expect(await screen.findByRole('alert')).toBeVisible()
})

describe('a token refresh', () => {
  const refreshes = (token: string) => json('user/refresh', { token })

  test('ends the session if it returns the token of another user', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { portal, tokenFor } = await enterSpecification('/admin/clients/registered', 'staff', { subject: 'femke' })
    injectFault(refreshes(tokenFor(await tokenOf('owner'), 'somebody else')))
    await advance(240_000)
    await expectSessionEnded(portal)
    expect(screen.queryByRole('table')).toBeNull()
    expectNoToken()
  })

  test('starts no session if it returns the token of another user', async () => {
    const { tokenFor } = onSpecification('femke')
    sessionStorage.setItem('portal-token', tokenFor(await tokenOf('staff')))
    injectFault(refreshes(tokenFor(await tokenOf('owner'), 'somebody else')))
    const portal = await openPortal('/admin/dashboard')
    await expectSessionEnded(portal)
    expect(portal.calls).toEqual(['GET /api/user/refresh'])
  })
})

describe('a redirect to another host', () => {
  test.each(['of a list', 'of signing in'])('%s is an error, and sends nothing to that host', async (what) => {
    const elsewhere: string[] = []
    const leads = () => new Response(null, { status: 307, headers: { location: 'https://elsewhere.example/x' } })
    onSpecification()
    injectFault(
      http.all('https://elsewhere.example/*', async ({ request }) => {
        elsewhere.push(request.url)
        return HttpResponse.json({ content: [], page: {}, token: await tokenOf('staff') })
      }),
      http.get('*/api/practice/*/clients', leads),
      http.post('*/api/user/authenticate', leads),
    )
    if (what === 'of a list') await openPortal('/admin/clients/registered', { as: 'staff' })
    else {
      await signIn(await openPortal('/auth/login'), 'staff')
      await screen.findByRole('alert')
      expectNoToken()
    }
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(elsewhere).toEqual([])
  })
})
