import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceStorage, tabStorage } from './storage.ts'

const STORAGES = [
  ['tabStorage', tabStorage, 'sessionStorage'],
  ['deviceStorage', deviceStorage, 'localStorage'],
] as const

const NAME = 'name'
const deny = (why: string) => () => {
  throw new DOMException(why, why)
}

describe.each(STORAGES)('the wrapper of %s', (_, safe, browser) => {
  const real = globalThis[browser]

  beforeEach(() => {
    real.clear()
  })

  // The fallback in memory outlives the stubbed storage, so each test removes its value.
  afterEach(() => {
    vi.unstubAllGlobals()
    safe.removeItem(NAME)
  })

  /** Replaces methods of the storage. */
  function disturb(faults: Partial<Storage>) {
    const { getItem, setItem, removeItem } = real
    const bound = { getItem, setItem, removeItem } satisfies Partial<Storage>
    for (const key of ['getItem', 'setItem', 'removeItem'] as const) bound[key] = bound[key].bind(real) as never
    vi.stubGlobal(browser, { ...bound, ...faults })
  }

  test('reads and writes the storage of the browser', () => {
    safe.setItem(NAME, 'a')
    expect(real.getItem(NAME)).toBe('a')
    real.setItem(NAME, 'b')
    expect(safe.getItem(NAME)).toBe('b')
    safe.removeItem(NAME)
    expect(real.getItem(NAME)).toBeNull()
    expect(safe.getItem(NAME)).toBeNull()
  })

  test('keeps values in memory if the storage is full', () => {
    real.setItem(NAME, 'former')
    disturb({ setItem: deny('QuotaExceededError') })
    safe.setItem(NAME, 'a')
    safe.setItem(NAME, 'b')
    expect(safe.getItem(NAME)).toBe('b')
    expect(real.getItem(NAME)).toBeNull()
    safe.removeItem(NAME)
    expect(safe.getItem(NAME)).toBeNull()
  })

  test('uses the storage again once it has space', () => {
    disturb({ setItem: deny('QuotaExceededError') })
    safe.setItem(NAME, 'a')
    vi.unstubAllGlobals()
    safe.setItem(NAME, 'b')
    expect(real.getItem(NAME)).toBe('b')
    real.setItem(NAME, 'c')
    expect(safe.getItem(NAME)).toBe('c')
  })

  test('reads as empty if the storage cannot be read', () => {
    real.setItem(NAME, 'a')
    disturb({ getItem: deny('SecurityError') })
    expect(safe.getItem(NAME)).toBeNull()
  })

  test('works in memory if access to the storage throws', () => {
    const getter = vi.fn<() => Storage>(deny('SecurityError'))
    const described = Object.getOwnPropertyDescriptor(globalThis, browser)!
    Object.defineProperty(globalThis, browser, { configurable: true, get: getter })
    try {
      expect(safe.getItem(NAME)).toBeNull()
      safe.setItem(NAME, 'a')
      expect(safe.getItem(NAME)).toBe('a')
      safe.removeItem(NAME)
      expect(safe.getItem(NAME)).toBeNull()
      expect(getter).toHaveBeenCalled()
    } finally {
      Object.defineProperty(globalThis, browser, described)
    }
  })
})

test('sessionStorage and localStorage have separate fallbacks in memory', () => {
  vi.stubGlobal('sessionStorage', { setItem: deny('QuotaExceededError') })
  tabStorage.setItem(NAME, 'a')
  expect(deviceStorage.getItem(NAME)).toBeNull()
  vi.unstubAllGlobals()
  tabStorage.removeItem(NAME)
})
