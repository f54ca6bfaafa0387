import { beforeEach, describe, expect, test, vi } from 'vitest'

const SESSION = { userId: '7', practiceId: 'de-waag', roles: ['CLINIC_USER'], language: 'en' } as const
const INITIAL = {
  session: null,
  activePracticeId: null,
  clientId: null,
  viewedFrom: null,
  narrow: false,
  sidebarOpen: true,
  showActiveReminders: true,
  knowsOfInvitation: false,
  clockOffset: 0,
}
const VIEWED = { activePracticeId: 'de-waag', clientId: 'c', viewedFrom: 4 }
const CHOSEN = { sidebarOpen: false, showActiveReminders: false, clockOffset: -1234 }
const CHANGED = { ...INITIAL, session: SESSION, ...VIEWED, ...CHOSEN }

/** Loads the store as a new page does. */
async function load(stored?: string) {
  if (stored !== undefined) sessionStorage.setItem('portal', stored)
  vi.resetModules()
  return import('./store.ts')
}
async function loadChanged() {
  const store = await load()
  store.userLoaded({ ...SESSION, roles: ['CLINIC_USER'] })
  store.clientShown('c', 'de-waag', 4)
  store.remindersFiltered(false)
  store.sidebarMoved(false)
  store.clockSet(-1234)
  return store
}

const entryOf = (state: unknown) => JSON.stringify({ state, version: 0 })
const storedState = () => (JSON.parse(sessionStorage.getItem('portal')!) as { state: unknown }).state

function onScreen(width: 'narrow' | 'wide') {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: width === 'narrow' && query === '(max-width: 64rem)' }))
}

beforeEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  onScreen('wide')
})

describe('loading the store', () => {
  test.each([
    ['nothing', undefined],
    ['a truncated entry', entryOf({ clientId: 'c', session: SESSION }).slice(0, -9)],
    ['null', 'null'],
    ['a list', '[{"clientId":"c"}]'],
    ['no state', '{"version":0}'],
    ['a state that is null', entryOf(null)],
    ['a state that is a list', entryOf(['c'])],
    ['wrong types', entryOf({ session: 'admin', activePracticeId: 1, clientId: { uuid: 'c' }, clockOffset: '5' })],
    ['other wrong types', entryOf({ sidebarOpen: 'no', showActiveReminders: 0 })],
    ['an empty and a long text', entryOf({ clientId: '', activePracticeId: 'p'.repeat(201) })],
    ['a session that is a list', entryOf({ session: [SESSION] })],
    ['an infinite clock', `{"state":{"clockOffset":1e400}}`],
    ['a prototype in place of the state', `{"state":{"__proto__":{"clientId":"c","sidebarOpen":false}}}`],
    ['names of functions', entryOf({ setState: 1, getState: 'x', toString: null, hasOwnProperty: {}, persist: [] })],
  ])('returns the initial state if %s is stored', async (_, stored) => {
    const { portalState, userLoaded } = await load(stored)
    expect(portalState()).toEqual(INITIAL)
    expect(Object.keys(portalState()).sort()).toEqual(Object.keys(INITIAL).sort())
    expect(Object.getPrototypeOf(portalState())).toBe(Object.prototype)
    userLoaded({ ...SESSION, roles: ['CLINIC_USER'] })
    expect(storedState()).toEqual({ ...INITIAL, session: SESSION })
  })

  test('keeps the valid fields of a partly invalid entry', async () => {
    const session = { userId: '', practiceId: 3, roles: ['ROLE_CLINIC_USER', 'ROOT', 5], language: 'fr', email: 'x' }
    const { portalState } = await load(
      entryOf({ session, clientId: 'c', showActiveReminders: false, clockOffset: Number.NaN, lastName: 'Jansen' }),
    )
    expect(portalState()).toEqual({
      ...INITIAL,
      session: { userId: null, practiceId: null, roles: ['CLINIC_USER'], language: 'nl' },
      clientId: 'c',
      showActiveReminders: false,
    })
  })

  test('reads an entry of another version without its unknown fields', async () => {
    const stored = JSON.stringify({ state: { clientId: 'c', rows: 'x'.repeat(1000) }, version: 9 })
    const { portalState, clockSet } = await load(stored)
    expect(portalState()).toEqual({ ...INITIAL, clientId: 'c' })
    clockSet(5)
    expect(sessionStorage.getItem('portal')!.length).toBeLessThan(500)
  })

  test('works in memory if the storage throws', async () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied, removeItem: denied })
    const { portalState, clientShown, sessionForgotten } = await load()
    expect(portalState()).toEqual(INITIAL)
    clientShown('c', 'de-waag')
    expect(portalState()).toMatchObject({ clientId: 'c', activePracticeId: 'de-waag' })
    sessionForgotten()
    expect(portalState()).toEqual(INITIAL)
  })

  test.each([
    ['wide', undefined, true],
    ['wide', false, false],
    ['narrow', true, false],
  ] as const)('on a %s screen with the sidebar stored as %s opens it: %s', async (width, sidebarOpen, expected) => {
    onScreen(width)
    const { portalState } = await load(entryOf({ sidebarOpen }))
    expect(portalState().sidebarOpen).toBe(expected)
  })
})

describe('the persisted state', () => {
  test('survives a reload, but is not shared with other tabs', async () => {
    await loadChanged()
    expect(storedState()).toEqual(CHANGED)
    expect([sessionStorage.length, localStorage.length]).toEqual([1, 0])
    const { portalState } = await load()
    expect(portalState()).toEqual(CHANGED)
  })

  test('is reloaded on rehydration', async () => {
    const { portalState, usePortal } = await loadChanged()
    sessionStorage.setItem('portal', entryOf({ clientId: 'd', clockOffset: 'late' }))
    await usePortal.persist.rehydrate()
    expect(portalState()).toEqual({ ...INITIAL, clientId: 'd' })
    sessionStorage.clear()
    await usePortal.persist.rehydrate()
    expect(portalState()).toEqual(INITIAL)
  })

  test('is removed with the session', async () => {
    const { portalState, sessionForgotten } = await loadChanged()
    sessionForgotten()
    expect(portalState()).toEqual(INITIAL)
    expect(sessionStorage.getItem('portal')).toBeNull()
  })
})

test.each(['b', null])('the reminder filter is kept for the same client and reset for client %s', async (next) => {
  const { portalState, clientShown, remindersFiltered } = await load()
  clientShown('a', 'de-waag')
  remindersFiltered(false)
  clientShown('a', 'de-waag')
  expect(portalState().showActiveReminders).toBe(false)
  clientShown(next, 'de-waag')
  expect(portalState()).toMatchObject({ clientId: next, showActiveReminders: true })
  clientShown('a', 'de-waag')
  expect(portalState().showActiveReminders).toBe(true)
})
