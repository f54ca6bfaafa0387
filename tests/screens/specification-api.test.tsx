import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, hangs, isUnreachable } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'
import { onSpecification } from '#harness/specification-api.ts'
import { GENERAL, registered, rows, settled, watch } from './faults.tsx'

// The portal on an API that has what the specification promises, and no more.

const EXPIRED = 'U bent niet (meer) ingelogd. Log opnieuw in.'

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const header = () => within(screen.getByRole('banner'))

/** Signed in on it, with a token that says whose it is, or not. */
async function enter(address: string, as: Persona, subject?: string) {
  const api = onSpecification(() => subject)
  sessionStorage.setItem('portal-token', api.tokenFor(await tokenOf(as)))
  return { api, portal: await openPortal(address) }
}

async function signIn({ user }: TestPortal, who: Persona) {
  await user.type(await screen.findByLabelText(/Gebruikersnaam/), personas[who])
  await user.type(screen.getByLabelText(/^Wachtwoord/, { selector: 'input' }), PASSWORD)
  await user.keyboard('{Enter}')
}

const session = () => JSON.parse(sessionStorage.getItem('portal')!).state.session

describe('every page', () => {
  test.each([
    ['/client/portal/reminders', 'owner'],
    ['/client/portal/settings', 'owner'],
    ['/client/patients', 'owner'],
    ['/client/invoices', 'owner'],
    ['/client/visit-forms', 'owner'],
    ['/client/attachments/lab-results', 'owner'],
    ['/auth/select-clinic', 'two'],
    ['/admin/dashboard', 'admin'],
    ['/admin/clients/registered', 'admin'],
    ['/admin/clients/unregistered?lastName=van', 'admin'],
    ['/admin/practice', 'admin'],
    ['/admin/settings', 'admin'],
    ['/admin/audit', 'admin'],
  ] as const)('%s of %s stands, by the calls of the specification alone', async (address, as) => {
    const { api, portal } = await enter(address, as)
    await settled()
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(portal.router.state.location.pathname).toBe(address.split('?')[0])
    expect(api.beyond).toEqual([])
    expect(portal.calls.filter((call) => call === 'GET /api/capabilities')).toHaveLength(1)
    expect(portal.calls.filter((call) => call === 'GET /api/user/refresh')).toHaveLength(1)
  })

  test.each(['/admin/staff', '/admin/figures', '/client/herd'])('%s is not there', async (address) => {
    const { portal } = await enter(address, address.startsWith('/admin') ? 'admin' : 'owner')
    await arrivesAt(portal, '/404')
  })

  test('the audit trail says that there is none', async () => {
    await enter('/admin/audit', 'admin')
    expect(await screen.findByText('Wordt hier niet bijgehouden')).toBeVisible()
  })
})

describe('whose session it is', () => {
  const announced: unknown[] = []
  let others: BroadcastChannel
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's; a channel is of one origin
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

  test('is told by the token', async () => {
    const { portal } = await enter('/admin/dashboard', 'staff', 'femke')
    expect(session().userId).toBe('femke')
    await signOut(portal)
    await waitFor(() => expect(announced).toEqual(['femke']))
    expect(localStorage.getItem('portal-signed-out')).not.toBeNull()
  })

  test('else by the user name', async () => {
    const api = onSpecification()
    injectFault(
      http.get('*/api/user', () =>
        HttpResponse.json({ username: 'femke', practiceId: 'de-waag', roles: ['CLINIC_USER'], language: 'nl' }),
      ),
    )
    sessionStorage.setItem('portal-token', api.tokenFor(await tokenOf('staff')))
    await openPortal('/admin/dashboard')
    expect(session().userId).toBe('femke')
  })

  test('an id of the user is not asked for, and decides nothing', async () => {
    const api = onSpecification(() => 'femke')
    injectFault(
      http.get('*/api/user', () =>
        HttpResponse.json({ id: '1', practiceId: 'de-waag', roles: ['CLINIC_USER'], language: 'nl' }),
      ),
    )
    sessionStorage.setItem('portal-token', api.tokenFor(await tokenOf('staff')))
    await openPortal('/admin/dashboard')
    expect(session().userId).toBe('femke')
  })

  test('where neither tells, nobody else is signed out, and nothing is kept on the device', async () => {
    const { portal } = await enter('/admin/clients/registered', 'staff')
    expect(session().userId).toBeNull()
    const [client] = await registered()
    await act(() => portal.session.viewAs(client!.uuid))
    await arrivesAt(portal, '/client/portal/reminders')
    expect(localStorage.getItem('portal-last-viewed')).toBeNull()
    // From another tab, of another such user.
    announce(others, null)
    announce(others, '')
    await signOut(portal)
    // What comes after it has come after whatever was announced.
    const last = new BroadcastChannel('portal')
    announce(last, 'the last')
    await waitFor(() => expect(announced).toEqual(['the last']))
    last.close()
    expect(localStorage.getItem('portal-signed-out')).toBeNull()
  })

  test('the same user is remembered where the token tells', async () => {
    const { portal } = await enter('/admin/clients/registered', 'staff', 'femke')
    const [client] = await registered()
    await act(() => portal.session.viewAs(client!.uuid))
    expect(localStorage.getItem('portal-last-viewed')).toBe(JSON.stringify(['femke', client!.uuid]))
  })

  test.each([
    ['who cannot be told from the next', undefined, '/admin/dashboard'],
    ['who comes back', 'femke', '/admin/clients/registered?page=2'],
  ])('what one had open opens for one %s: %s', async (_, subject, opens) => {
    const { portal } = await enter('/admin/clients/registered?page=2', 'staff', subject)
    injectFault(answers('get', 'practice/*/clients', 401, 'unauthenticated', { once: true }))
    await act(() => portal.router.options.context.queryClient.invalidateQueries({ queryKey: ['practice'] }))
    await arrivesAt(portal, '/auth/login')
    await signIn(portal, 'staff')
    await arrivesAt(portal, opens.split('?')[0]!)
    expect(portal.address()).toBe(opens)
  })

  test('reading offline is not offered to who cannot be told from others', async () => {
    await enter('/client/portal/settings', 'owner')
    await settled()
    expect(screen.queryByRole('heading', { name: /zonder verbinding|offline/i })).toBeNull()
  })
})

describe('before anybody is signed in', () => {
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
  ])('%s asks for nothing', async (address) => {
    withoutCapabilities()
    const portal = await openPortal(address)
    await settled()
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    // What comes behind the page has come.
    await import('#src/routes/auth/login/-parts/passkey-way.tsx')
    await act(async () => {})
    expect(portal.calls).toEqual([])
    expect(screen.queryByRole('button', { name: /passkey/i })).toBeNull()
  })
})

describe('an extra call that hangs', () => {
  test.each([
    ['/admin/dashboard', 'admin', /Goede/],
    ['/admin/practice', 'admin', /Praktijk/],
    ['/admin/settings', 'admin', 'Instellingen'],
    ['/admin/clients/registered?lastName=van', 'admin', 'Cliënten'],
    ['/admin/audit', 'admin', /./],
    ['/client/portal/settings', 'owner', 'Instellingen'],
  ] as const)('holds up %s for a second at most', async (address, as, name) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    injectFault(hangs('get', 'capabilities'))
    const portal = await openPortal(address, { as, untilLoaded: false })
    await pass(1_000)
    await settled()
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    if (address.includes('lastName')) {
      expect(rows().length).toBeGreaterThan(0)
      expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25&lastName=van')
    }
  })

  test('is taken when it comes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const slow = holdRequests('capabilities')
    const portal = await openPortal('/admin/clients/registered?lastName=van', { as: 'admin', untilLoaded: false })
    await pass(1_000)
    expect(await screen.findByRole('table')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Medewerkers' })).toBeNull()
    const { all } = watch(portal)
    await slow.releaseAll()
    expect(await screen.findByRole('link', { name: 'Medewerkers' })).toBeVisible()
    await waitFor(() => expect(all()).toContain('GET /api/practice/de-waag/clients?page=0&size=25&q=van'))
  })
})

describe('what it can do is asked once a session', () => {
  test.each([
    ['a page', http.get('*/api/capabilities', () => new HttpResponse('<!doctype html><p>Hello</p>'))],
    ['no answer', isUnreachable('get', 'capabilities')],
    ['a failure', answers('get', 'capabilities', 503)],
  ])('where that is %s', async (_, fault) => {
    injectFault(fault)
    const portal = await openPortal('/admin/dashboard', { as: 'admin' })
    await settled()
    for (const to of ['/admin/clients/registered', '/admin/practice', '/admin/settings', '/admin/audit'] as const) {
      await act(() => portal.router.navigate({ to }))
      await settled()
    }
    expect(portal.calls.filter((call) => call === 'GET /api/capabilities')).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the start of a session', () => {
  test('speaks the language of the user before the practices are asked for', async () => {
    const practices = holdRequests('user/practices')
    const api = onSpecification()
    injectFault(
      http.get('*/api/user', () => HttpResponse.json({ roles: ['PORTAL_USER'], language: 'en' })),
      http.get('*/api/user/practices', async () => {
        await practicesAsked()
        return undefined
      }),
    )
    const told: (string | null)[] = []
    const gate = Promise.withResolvers<void>()
    function practicesAsked() {
      told.push(localStorage.getItem('portal-language'))
      return gate.promise
    }
    sessionStorage.setItem('portal-token', api.tokenFor(await tokenOf('owner')))
    await openPortal('/client/portal/reminders', { untilLoaded: false })
    expect(await header().findByRole('link', { name: 'Sign out' })).toBeVisible()
    await waitFor(() => expect(told).toEqual(['en']))
    expect(document.documentElement.lang).toBe('en')
    await act(async () => gate.resolve())
    await practices.releaseAll()
  })

  test.each([
    ['hangs', hangs],
    ['fails', (method: 'get', path: string) => answers(method, path, 500)],
  ])('that %s has the header of who is signed in', async (_, fault) => {
    injectFault(fault('get', 'user'))
    await openPortal('/admin/dashboard', { as: 'staff', untilLoaded: false })
    expect(await header().findByRole('link', { name: 'Uitloggen' })).toBeVisible()
    expect(header().queryByRole('link', { name: 'Inloggen' })).toBeNull()
    expect(header().queryByRole('link', { name: 'Wachtwoord vergeten' })).toBeNull()
  })

  test.each(['/auth/select-clinic', '/auth/reset-password?token=abc', '/card#secret', '/accessibility', '/404'])(
    'at %s: the link to the settings is there, for a client is active',
    async (address) => {
      sessionStorage.setItem('portal', JSON.stringify({ state: { activePracticeId: 'de-linde' } }))
      await enter(address, 'two')
      expect(await header().findByTitle(/./)).toHaveAttribute('href', '/client/portal/settings')
    },
  )
})

describe('viewing as a client', () => {
  test.each([
    ['fails', () => answers('get', 'practice/de-waag', 500)],
    ['hangs', () => hangs('get', 'practice/de-waag')],
  ])('needs no more of the practice than its id: the call %s', async (_, fault) => {
    const api = onSpecification()
    injectFault(fault())
    sessionStorage.setItem('portal-token', api.tokenFor(await tokenOf('staff')))
    const portal = await openPortal('/admin/clients/registered')
    const [client] = await registered()
    await act(() => portal.session.viewAs(client!.uuid))
    await arrivesAt(portal, '/client/portal/reminders')
    expect(await screen.findByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
  })

  test('who is not there is told by the status', async () => {
    const { portal } = await enter('/admin/clients/registered', 'staff')
    injectFault(answers('get', 'clients/*', 404))
    await portal.user.click(screen.getAllByRole('button', { name: /^Bekijk als/ })[0]!)
    expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (404).')
    expect(portal.router.state.location.pathname).toBe('/admin/clients/registered')
  })
})

describe('a 401', () => {
  test('to a forgotten password leads to the login page, with the warning', async () => {
    onSpecification()
    injectFault(answers('post', 'password/forgot', 401))
    const portal = await openPortal('/auth/forgot-password')
    await portal.user.type(screen.getByLabelText(/E-mailadres/), 'somebody@mail.example')
    await portal.user.click(screen.getByRole('button', { name: 'Link sturen' }))
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByText(EXPIRED)).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })

  test('to what the API can do ends the session', async () => {
    const slow = holdRequests('capabilities', undefined, () => new Response(null, { status: 401 }))
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await slow.releaseAll()
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByText(EXPIRED)).toBeVisible()
    expect(sessionStorage.getItem('portal-token')).toBeNull()
  })

  test('to it at the start as well, before it is known who that is', async () => {
    injectFault(hangs('get', 'user'), answers('get', 'capabilities', 401))
    const portal = await openPortal('/client/portal/reminders', { as: 'owner', untilLoaded: false })
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByText(EXPIRED)).toBeVisible()
    expect(sessionStorage.getItem('portal-token')).toBeNull()
  })
})

test('signing in that takes long says so, and that can be dismissed', async () => {
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
  await pass(10_000)
  const message = () => screen.queryByText(/Het duurt langer dan normaal/)
  expect(message()).toBeVisible()
  await act(async () => screen.getByRole('button', { name: 'Melding sluiten' }).click())
  expect(message()).toBeNull()
  await act(async () => gate.resolve())
  expect(await screen.findByRole('alert')).toBeVisible()
})

describe('a token of another person', () => {
  test('that a refresh answers ends the session, and nothing is shown to it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { api, portal } = await enter('/admin/clients/registered', 'staff', 'femke')
    const other = api.tokenFor(await tokenOf('owner'), 'somebody else')
    injectFault(http.get('*/api/user/refresh', () => HttpResponse.json({ token: other })))
    await pass(240_000)
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByText(EXPIRED)).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    expect(sessionStorage.getItem('portal-token')).toBeNull()
  })

  test('that the first refresh answers begins no session', async () => {
    const api = onSpecification(() => 'femke')
    sessionStorage.setItem('portal-token', api.tokenFor(await tokenOf('staff')))
    const other = api.tokenFor(await tokenOf('owner'), 'somebody else')
    injectFault(http.get('*/api/user/refresh', () => HttpResponse.json({ token: other })))
    const portal = await openPortal('/admin/dashboard')
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByText(EXPIRED)).toBeVisible()
    expect(portal.calls).toEqual(['GET /api/user/refresh'])
  })

  test('one of the same person goes on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { portal } = await enter('/admin/clients/registered', 'staff', 'femke')
    const before = sessionStorage.getItem('portal-token')
    await pass(240_000)
    await waitFor(() => expect(sessionStorage.getItem('portal-token')).not.toBe(before))
    expect(portal.address()).toBe('/admin/clients/registered')
  })
})

describe('a redirect to another host', () => {
  const elsewhere: string[] = []
  beforeEach(() => {
    elsewhere.length = 0
    injectFault(
      http.all('https://elsewhere.example/*', async ({ request }) => {
        elsewhere.push(`${request.method} ${request.url} ${await request.text()}`)
        return HttpResponse.json({ content: [], page: {}, token: await tokenOf('staff') })
      }),
    )
  })
  const leads = () => new Response(null, { status: 307, headers: { location: 'https://elsewhere.example/x' } })

  test('of a list is an error', async () => {
    onSpecification()
    injectFault(http.get('*/api/practice/*/clients', leads))
    await openPortal('/admin/clients/registered', { as: 'staff' })
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(elsewhere).toEqual([])
  })

  test('of signing in takes no password there and no token from it', async () => {
    onSpecification()
    injectFault(http.post('*/api/user/authenticate', leads))
    const portal = await openPortal('/auth/login')
    await signIn(portal, 'staff')
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    expect(elsewhere).toEqual([])
    expect(sessionStorage.getItem('portal-token')).toBeNull()
    expect(portal.address()).toBe('/auth/login')
  })
})
