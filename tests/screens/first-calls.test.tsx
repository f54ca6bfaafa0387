import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hangs } from '#mocks/faults.ts'
import type { Persona } from '#mocks/personas.ts'
import { database, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'

// The first script (src/early.ts) prefetches the data of an address, and the portal uses the responses.

const waiting = (): string[] =>
  [...window.earlyAnswers!.byAddress.keys()].map((href) => {
    const { pathname, search } = new URL(href)
    return `GET ${pathname}${search}`
  })

let runs = 0

/** Runs the first script until it makes no more calls, and returns its calls. */
async function runFirstScript(address: string, as: Persona): Promise<string[]> {
  sessionStorage.setItem('portal-token', await tokenOf(as))
  history.replaceState(null, '', address)
  vi.stubGlobal('SCRIPTS', {})
  // A new query string loads the module again, as each page does.
  runs += 1
  await import(/* @vite-ignore */ `../../src/early.ts?run=${runs}`)
  const { byAddress } = window.earlyAnswers!
  for (let asked = -1; asked < byAddress.size;) {
    asked = byAddress.size
    await Promise.allSettled([...byAddress.values()].map(({ answer }) => answer))
    // Calls that follow from responses are made in the same turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return waiting()
}

/** Stores the session state of a tab that showed the owner's portal, to the owner or to staff. */
async function rememberOwner(state: object = {}): Promise<void> {
  const { uuid } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('email', '=', 'owner@mail.example')
    .executeTakeFirstOrThrow()
  const remembered = { clientId: uuid, activePracticeId: 'de-waag', ...state }
  sessionStorage.setItem('portal', JSON.stringify({ state: remembered, version: 0 }))
}

beforeEach(() => delete window.earlyAnswers)
afterEach(() => {
  delete window.earlyAnswers
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const OF_STAFF = [
  'dashboard',
  'clients/registered',
  'clients/unregistered',
  'practice',
  'settings',
  'staff',
  'audit',
  'requests',
]
const OF_OWNERS = [
  'portal/reminders',
  'portal/reminders?active=true',
  'portal/reminders?active=false',
  'portal/reminders?page=2',
  'portal/settings',
  'patients',
  'herd',
  'herd?show=animals',
  'invoices',
  'visit-forms',
  'attachments',
  'attachments/lab-results',
]

describe('the portal uses every prefetched response and repeats no call', () => {
  async function expectTaken(address: string, as: Persona): Promise<void> {
    const early = await runFirstScript(address, as)
    expect(early).toContain('GET /api/user/refresh')
    const portal = await openPortal(address)
    const { queryClient } = portal.router.options.context
    await waitFor(() => expect([waiting(), queryClient.isFetching()]).toEqual([[], 0]))
    expect(portal.calls.filter((call) => early.includes(call))).toEqual([])
  }

  test.each([
    ...OF_STAFF.map((page) => `/admin/${page}`),
    '/admin/clients/registered?page=2',
    '/admin/clients/unregistered?lastName=berg',
  ])('for an admin at %s', async (address) => await expectTaken(address, 'admin'))

  test.each(OF_OWNERS.map((page) => `/client/${page}`))(
    'for an owner at %s',
    async (address) => await expectTaken(address, 'owner'),
  )

  test.each(['/client/portal/reminders', '/client/patients', '/client/herd'])(
    'for staff who view an owner at %s',
    async (address) => {
      await rememberOwner()
      await expectTaken(address, 'staff')
    },
  )

  test('for an owner who had all reminders shown', async () => {
    await rememberOwner({ showActiveReminders: false })
    await expectTaken('/client/portal/reminders', 'owner')
  })

  test('on an API of the specification', async () => {
    withoutCapabilities()
    await runFirstScript('/client/portal/reminders', 'owner')
    await openPortal('/client/portal/reminders')
    await waitFor(() => expect(waiting()).toEqual([]))
  })
})

describe('the prefetched calls are enough for', () => {
  test.each([
    ['/admin/clients/registered', 'staff'],
    ['/admin/clients/unregistered', 'staff'],
    ['/client/portal/reminders', 'owner'],
    ['/client/portal/reminders?active=false', 'owner'],
    ['/client/patients', 'owner'],
    ['/client/herd', 'owner'],
  ] as const)('the first page at %s', async (address, as) => {
    await runFirstScript(address, as)
    injectFault(hangs('get', '*'))
    const portal = await openPortal(address)
    expect(portal.router.state.matches.map(({ status }) => status)).not.toContain('error')
    expect(portal.address()).toContain(address)
  })

  test('/client/portal/reminders of staff who view an owner', async () => {
    await rememberOwner()
    await runFirstScript('/client/portal/reminders', 'staff')
    injectFault(hangs('get', '*'))
    const portal = await openPortal('/client/portal/reminders')
    expect(portal.address()).toBe('/client/portal/reminders?active=true')
  })
})
