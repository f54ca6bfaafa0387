import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isMessage, registerMessages, setLanguage, setInitialLanguage } from './intl.tsx'

const requested: string[] = []
let status = 200

beforeEach(() => {
  registerMessages({})
  requested.length = 0
  status = 200
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    requested.push(new URL(url).pathname)
    return Response.json({ 'core.buttons.save': [] }, { status })
  })
  return () => vi.unstubAllGlobals()
})

test('setLanguage fetches the file of a language once', async () => {
  expect(await Promise.all([setLanguage('nl'), setLanguage('nl')])).toContain(true)
  await setLanguage('en')
  await setLanguage('nl')
  expect(requested).toEqual(['/assets/i18n/nl.json', '/assets/i18n/en.json'])
  expect(isMessage('core.buttons.save')).toBe(true)
})

test('setLanguage fetches a language again after a failure', async () => {
  status = 503
  await expect(setLanguage('nl')).rejects.toThrow('503')
  status = 200
  expect(await setLanguage('nl')).toBe(true)
  expect(requested).toEqual(['/assets/i18n/nl.json', '/assets/i18n/nl.json'])
})

describe('setInitialLanguage', () => {
  beforeEach(() => localStorage.clear())

  test.each([
    ['404', () => new Response(null, { status: 404 })],
    ['cut JSON', () => new Response('{"core.buttons.save":[')],
    ['a filter’s page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('falls back to Dutch and keeps the stored choice if English fails with %s', async (_, respond) => {
    localStorage.setItem('portal-language', 'en')
    vi.stubGlobal('fetch', async ({ url }: Request) =>
      url.endsWith('/en.json') ? respond() : Response.json({ 'core.buttons.save': [] }),
    )
    expect(await setInitialLanguage('en')).toBe(false)
    expect(document.documentElement.lang).toBe('nl')
    expect(localStorage.getItem('portal-language')).toBe('en')
  })

  test('uses the given language without storing it', async () => {
    expect(await setInitialLanguage('en')).toBe(true)
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('portal-language')).toBeNull()
  })

  test('rejects if Dutch fails as well', async () => {
    status = 500
    await expect(setInitialLanguage('nl')).rejects.toThrow('500')
    await expect(setInitialLanguage('en')).rejects.toThrow('500')
  })
})
