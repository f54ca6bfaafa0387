import { waitFor } from '@testing-library/react'
import { delay, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PORTAL_ROUTES } from '#contract/portal-routes.ts'
import { answers, hangs } from '#mocks/faults.ts'
import { type Persona, personas } from '#mocks/personas.ts'
import { type TestPortal, database, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { usePortal } from '#src/lib/store.ts'
import { onSpecification } from '#harness/specification-api.ts'

// The first script (src/prefetch.ts) prefetches the data of a page, and the portal uses the responses.

type Api = 'the API of the portal server' | 'an API with only the specified calls'
const REMINDERS = '/client/portal/reminders?active=true'
const REFRESH = 'GET /api/user/refresh'

/** Stores a token that the chosen API accepts. */
let signIn: (as: Persona) => Promise<void>

let scripted: string[]

function choose(api: Api): void {
  const { tokenFor } =
    api === 'the API of the portal server' ? { tokenFor: (token: string) => token } : onSpecification('somebody')
  signIn = async (as) => {
    const subject = as === 'two' ? 'somebody else' : 'somebody'
    sessionStorage.setItem('portal-token', tokenFor(await tokenOf(as), subject))
  }
}

const callOf = (href: string) => `GET ${href.slice(new URL(href).origin.length)}`
const unused = async () => [...(await window.prefetchedResponses!).keys()].map(callOf)

// No stub, because timers of the first script read the constant after a test has ended.
Object.assign(globalThis, { SCRIPTS: {} })

let runs = 0

async function runFirstScript(address: string): Promise<void> {
  history.replaceState(null, '', address)
  const { fetch: real } = window
  vi.stubGlobal('fetch', (href: string, init: RequestInit) => {
    scripted.push(callOf(href))
    expect(init.redirect).toBe('error')
    return real(href, init)
  })
  // A new query string loads the module again, as each page does.
  runs += 1
  await import(/* @vite-ignore */ `../../src/prefetch.ts?run=${runs}`)
  vi.stubGlobal('fetch', real)
}

/** Stores the state of a tab that showed this page before. On pages of owners the state includes a client. */
async function visit(address: string, as: Persona, email: string = personas.owner): Promise<void> {
  const isStaff = as === 'admin' || as === 'staff'
  const { uuid: clientId } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const state = {
    session: isStaff ? { practiceId: 'de-waag', roles: ['CLINIC_USER'] } : { roles: ['PORTAL_USER'] },
    ...(address.startsWith('/client') && { activePracticeId: 'de-waag', clientId }),
  }
  sessionStorage.setItem('portal', JSON.stringify({ state, version: 0 }))
}

const settles = ({ router }: TestPortal) =>
  waitFor(() => expect(router.options.context.queryClient.isFetching()).toBe(0))

/** Runs the first script and opens the page. Returns the portal and the prefetched calls. */
async function open(address: string) {
  await runFirstScript(address)
  const prefetched = await unused()
  const portal = await openPortal(address)
  await waitFor(async () => expect([await unused(), prefetched.includes(REFRESH)]).toEqual([[], prefetched.length > 0]))
  await settles(portal)
  return { portal, prefetched }
}

beforeEach(() => {
  scripted = []
  choose('the API of the portal server')
  delete window.prefetchedResponses
})
afterEach(() => {
  delete window.prefetchedResponses
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const FIRST_PAGES = [
  ['/admin/dashboard', 'staff'],
  ['/admin/clients/registered', 'staff'],
  ['/admin/clients/unregistered', 'staff'],
  [REMINDERS, 'owner'],
  ['/client/portal/reminders?active=false', 'owner'],
  ['/client/patients', 'owner'],
  ['/client/herd', 'owner'],
] as const
const ADDRESSES = [
  ...PORTAL_ROUTES.filter((path) => /^\/(admin|client)/.test(path)).map((path) => path.replace(/\$\w+/, 'lab-results')),
  '/admin/clients/registered?page=2',
  '/admin/clients/unregistered?lastName=berg',
  '/client/portal/reminders?active=false',
  '/client/portal/reminders?page=2',
  '/client/herd?show=animals',
].map((address) => [address, address.startsWith('/admin') ? 'admin' : 'owner'] as const)

describe.each<[Api, readonly (readonly [address: string, as: Persona])[]]>([
  ['the API of the portal server', ADDRESSES],
  // The specification has no herd.
  ['an API with only the specified calls', FIRST_PAGES.filter(([address]) => address !== '/client/herd')],
])('on %s', (api, addresses) => {
  beforeEach(() => choose(api))

  test.each([...addresses, [REMINDERS, 'staff'] as const])(
    '%s uses every prefetched response of %s and repeats no call',
    async (address, as) => {
      await signIn(as)
      await visit(address, as)
      const { portal, prefetched } = await open(address)
      expect(scripted).toHaveLength(api === 'the API of the portal server' ? 1 : prefetched.length)
      // On an API of the specification the portal makes one call twice: for the list and for its count.
      if (api === 'the API of the portal server')
        expect(portal.calls.filter((call) => prefetched.includes(call))).toEqual([])
    },
  )

  test('prefetched responses for another user are not used', async () => {
    await signIn('two')
    await visit(REMINDERS, 'two')
    await runFirstScript(REMINDERS)
    await unused()
    await signIn('owner')
    const portal = await openPortal(REMINDERS)
    await settles(portal)
    expect(portal.calls).toEqual(expect.arrayContaining([REFRESH, 'GET /api/user', 'GET /api/user/practices']))
  })

  test('a prefetch call that failed is repeated', async () => {
    await signIn('staff')
    injectFault(
      api === 'the API of the portal server'
        ? answers('get', 'portal/start', 500, 'internal', { once: true })
        : answers('get', 'user', 401, 'unauthenticated', { once: true }),
    )
    await runFirstScript('/admin/clients/registered')
    await unused()
    const portal = await openPortal('/admin/clients/registered')
    expect(portal.address()).toBe('/admin/clients/registered')
    expect(portal.calls).toContain('GET /api/user')
  })

  test('the portal waits for a slow prefetched response', async () => {
    await signIn('staff')
    injectFault(http.get(/portal\/start|user\/refresh/, () => delay(50).then(() => undefined)))
    const { portal } = await open('/admin/clients/registered')
    expect(portal.calls).not.toContain(REFRESH)
  })

  test('a locked owner sees the same error with and without prefetching', async () => {
    await signIn('owner')
    await visit(REMINDERS, 'owner')
    await database().updateTable('client').set({ locked: 1 }).where('email', '=', personas.owner).execute()
    await runFirstScript(REMINDERS)
    const portal = await openPortal(REMINDERS)
    expect(portal.calls).toContain(REFRESH)
    expect(portal.router.state.matches.map(({ status }) => status)).toContain('error')
  })

  test('prefetched responses about another client are not used', async () => {
    await signIn('staff')
    await visit(REMINDERS, 'staff', personas.two)
    await runFirstScript(REMINDERS)
    await unused()
    await visit(REMINDERS, 'staff')
    const portal = await openPortal(REMINDERS)
    expect(portal.calls).toContain(
      `GET /api/clients/${usePortal.getState().clientId}/reminders?page=0&size=25&sort=date%2Cdesc&active=true`,
    )
  })

  test.each([
    ['expired', -60, []],
    ['valid for half a minute', 30, [api === 'the API of the portal server' ? 'GET /api/portal/start' : REFRESH]],
  ])('prefetching with a token that is %s calls %j', async (_, seconds, calls) => {
    await signIn('owner')
    const [head, , signature] = sessionStorage.getItem('portal-token')!.split('.')
    const claims = btoa(JSON.stringify({ exp: Date.now() / 1000 + seconds })).replaceAll('=', '')
    sessionStorage.setItem('portal-token', `${head}.${claims}.${signature}`)
    await visit(REMINDERS, 'owner')
    await runFirstScript(REMINDERS)
    expect(scripted.map((call) => call.split('?')[0])).toEqual(calls)
  })
})

test.each(FIRST_PAGES)('the first page at %s requires only the prefetch calls', async (address, as) => {
  await signIn(as)
  await runFirstScript(address)
  await unused()
  injectFault(hangs('get', '*'))
  const portal = await openPortal(address)
  expect(portal.router.state.matches.map(({ status }) => status)).not.toContain('error')
  expect(portal.address()).toContain(address)
})

test('prefetching makes no calls after the portal has started', async () => {
  await signIn('staff')
  await openPortal('/admin/dashboard')
  await runFirstScript('/admin/dashboard')
  expect(scripted).toEqual([])
})
