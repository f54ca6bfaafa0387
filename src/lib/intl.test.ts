import { beforeEach, expect, test, vi } from 'vitest'
import { isMessage, knowMessages, speak } from './intl.tsx'

const asked: string[] = []
let status = 200

beforeEach(() => {
  knowMessages({})
  asked.length = 0
  status = 200
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(new URL(url).pathname)
    return Response.json({ 'core.buttons.save': [] }, { status })
  })
  return () => vi.unstubAllGlobals()
})

test('a language is one file, and is fetched once', async () => {
  expect(await Promise.all([speak('nl'), speak('nl')])).toContain(true)
  await speak('en')
  await speak('nl')
  expect(asked).toEqual(['/assets/i18n/nl.json', '/assets/i18n/en.json'])
  expect(isMessage('core.buttons.save')).toBe(true)
})

test('one that could not be fetched is asked for again', async () => {
  status = 503
  await expect(speak('nl')).rejects.toThrow('503')
  status = 200
  expect(await speak('nl')).toBe(true)
  expect(asked).toEqual(['/assets/i18n/nl.json', '/assets/i18n/nl.json'])
})
