import { beforeEach, describe, expect, test, vi } from 'vitest'

const SESSION = { userId: '7', practiceId: 'de-waag', roles: ['CLINIC_USER'], language: 'en' } as const
const AT_REST = {
  session: null,
  activePracticeId: null,
  clientId: null,
  viewedFrom: null,
  sidebarOpen: true,
  showActiveReminders: true,
  knowsOfInvitation: false,
  clockOffset: 0,
}
const NAMES = Object.keys(AT_REST).sort()

/** The store as a tab finds it that is loaded anew. */
async function reload(stored?: string) {
  if (stored !== undefined) sessionStorage.setItem('portal', stored)
  vi.resetModules()
  return import('./store.ts')
}

const entryOf = (state: unknown) => JSON.stringify({ state, version: 0 })
const storedState = () => (JSON.parse(sessionStorage.getItem('portal')!) as { state: Record<string, unknown> }).state

function onScreen(width: 'narrow' | 'wide') {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width === 'narrow' && query === '(max-width: 64rem)',
  }))
}

beforeEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  onScreen('wide')
})

describe('what a tab finds when it is loaded', () => {
  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a truncated entry', entryOf({ clientId: 'c', session: SESSION }).slice(0, -9)],
    ['no JSON', 'clientId=c'],
    ['a number', '42'],
    ['null', 'null'],
    ['a list', '[{"clientId":"c"}]'],
    ['a text', '"portal"'],
    ['no state', '{"version":0}'],
    ['a state that is null', entryOf(null)],
    ['a state that is a number', entryOf(42)],
    ['a state that is a list', entryOf(['c'])],
    [
      'nothing but wrong types',
      entryOf({
        session: 'admin',
        activePracticeId: 1,
        clientId: { uuid: 'c' },
        sidebarOpen: 'no',
        showActiveReminders: 0,
        clockOffset: '5',
      }),
    ],
    ['texts of no length and of too much', entryOf({ clientId: '', activePracticeId: 'p'.repeat(201) })],
    ['a session that is a list', entryOf({ session: [SESSION] })],
    ['a clock beyond every number', `{"state":{"clockOffset":1e400}}`],
    ['a prototype in place of the entry', `{"__proto__":{"state":{"clientId":"c"}}}`],
    ['a prototype in place of the state', `{"state":{"__proto__":{"clientId":"c","sidebarOpen":false}}}`],
    ['names of functions', entryOf({ setState: 1, getState: 'x', toString: null, hasOwnProperty: {}, persist: [] })],
  ])('%s: everything at rest', async (_, stored) => {
    const { portalState, userLoaded } = await reload(stored)
    expect(portalState()).toEqual(AT_REST)
    expect(Object.keys(portalState()).sort()).toEqual(NAMES)
    expect(Object.getPrototypeOf(portalState())).toBe(Object.prototype)
    userLoaded({ ...SESSION, roles: ['CLINIC_USER'] })
    expect(storedState()).toEqual({ ...AT_REST, session: SESSION })
  })

  test('what is right, whole', async () => {
    const state = {
      session: SESSION,
      activePracticeId: 'p'.repeat(200),
      clientId: 'c',
      viewedFrom: 4,
      sidebarOpen: false,
      showActiveReminders: false,
      knowsOfInvitation: false,
      clockOffset: -3_600_000,
    }
    const { portalState } = await reload(entryOf(state))
    expect(portalState()).toEqual(state)
  })

  test('what is right beside what is not', async () => {
    const { portalState } = await reload(
      entryOf({
        session: {
          userId: '7',
          practiceId: 3,
          roles: ['ROLE_CLINIC_USER', 'ROOT', 5],
          language: 'fr',
          email: 'a@mail.example',
        },
        clientId: 'c',
        activePracticeId: null,
        showActiveReminders: false,
        knowsOfInvitation: false,
        clockOffset: Number.NaN,
        lastName: 'Jansen',
      }),
    )
    expect(portalState()).toEqual({
      ...AT_REST,
      session: { userId: '7', practiceId: null, roles: ['CLINIC_USER'], language: 'nl' },
      clientId: 'c',
      showActiveReminders: false,
      knowsOfInvitation: false,
    })
  })

  test('a session of somebody who cannot be told from others', async () => {
    const { portalState } = await reload(entryOf({ session: { ...SESSION, userId: '' } }))
    expect(portalState()).toEqual({ ...AT_REST, session: { ...SESSION, userId: null } })
  })

  test('an entry of another version is read like any other', async () => {
    const { portalState } = await reload(JSON.stringify({ state: { clientId: 'c' }, version: 9 }))
    expect(portalState()).toEqual({ ...AT_REST, clientId: 'c' })
  })

  test('four megabytes: what is right is kept, the rest is gone with the first change', async () => {
    const { portalState, clockSet } = await reload(entryOf({ clientId: 'c', rows: 'x'.repeat(4 * 1024 * 1024) }))
    expect(portalState()).toEqual({ ...AT_REST, clientId: 'c' })
    clockSet(5)
    expect(sessionStorage.getItem('portal')!.length).toBeLessThan(500)
  })

  test('a storage that may not be read or written', async () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied, removeItem: denied })
    const { portalState, clientShown, sessionForgotten } = await reload()
    expect(portalState()).toEqual(AT_REST)
    clientShown('c', 'de-waag')
    expect(portalState()).toMatchObject({ clientId: 'c', activePracticeId: 'de-waag' })
    sessionForgotten()
    expect(portalState()).toEqual(AT_REST)
  })
})

describe('the sidebar when a tab is loaded', () => {
  test.each([
    ['wide', undefined, true],
    ['wide', true, true],
    ['wide', false, false],
    ['narrow', undefined, false],
    ['narrow', true, false],
    ['narrow', false, false],
  ] as const)('on a %s screen, stored as %s: %s', async (width, sidebarOpen, expected) => {
    onScreen(width)
    const { portalState } = await reload(entryOf({ sidebarOpen }))
    expect(portalState().sidebarOpen).toBe(expected)
  })
})

describe('what a tab remembers', () => {
  test('is what is named, for this tab only', async () => {
    const store = await reload()
    store.userLoaded({ ...SESSION, roles: ['CLINIC_USER'] })
    store.clientShown('c', 'de-waag', 4)
    store.remindersFiltered(false)
    store.sidebarMoved(false)
    store.clockSet(1234)
    expect(storedState()).toEqual({
      session: SESSION,
      activePracticeId: 'de-waag',
      clientId: 'c',
      viewedFrom: 4,
      sidebarOpen: false,
      showActiveReminders: false,
      knowsOfInvitation: false,
      clockOffset: 1234,
    })
    expect(sessionStorage).toHaveLength(1)
    expect(localStorage).toHaveLength(0)
  })

  test('survives a reload', async () => {
    const before = await reload()
    before.userLoaded({ ...SESSION, roles: ['CLINIC_USER'] })
    before.clientShown('c', 'de-waag')
    before.remindersFiltered(false)
    before.clockSet(-7)
    const { portalState } = await reload()
    expect(portalState()).toEqual(before.portalState())
  })

  test('is taken again from the storage when it changed behind the page’s back', async () => {
    const { portalState, clientShown, usePortal } = await reload()
    clientShown('c', 'de-waag')
    sessionStorage.setItem('portal', entryOf({ clientId: 'd', clockOffset: 'late' }))
    await usePortal.persist.rehydrate()
    expect(portalState()).toEqual({ ...AT_REST, clientId: 'd' })
    sessionStorage.clear()
    await usePortal.persist.rehydrate()
    expect(portalState()).toEqual(AT_REST)
  })

  test('is all forgotten with the session, and not written again', async () => {
    const store = await reload()
    store.userLoaded({ ...SESSION, roles: ['CLINIC_USER'] })
    store.clientShown('c', 'de-waag', 4)
    store.remindersFiltered(false)
    store.sidebarMoved(false)
    store.clockSet(1234)
    store.sessionForgotten()
    expect(store.portalState()).toEqual(AT_REST)
    expect(sessionStorage.getItem('portal')).toBeNull()
  })
})

describe('the filter of the reminders', () => {
  test('is remembered for the client who is shown again', async () => {
    const store = await reload()
    store.clientShown('a', 'de-waag')
    store.remindersFiltered(false)
    store.clientShown('a', 'de-waag')
    expect(store.portalState().showActiveReminders).toBe(false)
  })

  test.each([['another client', 'b'] as const, ['nobody', null] as const])(
    'does not go over to %s',
    async (_, next) => {
      const store = await reload()
      store.clientShown('a', 'de-waag')
      store.remindersFiltered(false)
      store.clientShown(next, 'de-waag')
      expect(store.portalState()).toMatchObject({ clientId: next, showActiveReminders: true })
      store.clientShown('a', 'de-waag')
      expect(store.portalState().showActiveReminders).toBe(true)
    },
  )
})
