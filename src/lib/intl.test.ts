import { beforeEach, expect, test, vi } from 'vitest'
import { completeMessages, isMessage, knowMessages, speak } from './intl.tsx'

const FILES: Record<string, unknown> = {
  'nl.first': { 'core.buttons.save': [] },
  nl: { 'core.buttons.save': [], 'client.nav.herd': [] },
  en: { 'core.buttons.save': [], 'client.nav.herd': [] },
}

/** Each answered when it is released. */
const asked = new Map<string, { release: () => void; refuse: () => void }>()

beforeEach(() => {
  knowMessages({})
  asked.clear()
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const name = url.split('/').at(-1)!.replace('.json', '')
    const { promise, resolve } = Promise.withResolvers<Response>()
    asked.set(name, {
      release: () => resolve(Response.json(FILES[name])),
      refuse: () => resolve(new Response(null, { status: 503 })),
    })
    return promise
  })
  return () => vi.unstubAllGlobals()
})

const names = () => [...asked.keys()]
/** Waits until it was asked for. */
const release = (name: string) => vi.waitFor(() => asked.get(name)!.release())

async function speakFirst() {
  const speaking = speak('nl', '.first')
  await release('nl.first')
  await speaking
}

test('a visit begins with few messages, and has all of them when they are completed', async () => {
  await speakFirst()
  expect([isMessage('core.buttons.save'), isMessage('client.nav.herd')]).toEqual([true, false])
  const completed = completeMessages()
  await release('nl')
  await completed
  expect([isMessage('core.buttons.save'), isMessage('client.nav.herd')]).toEqual([true, true])
  await completeMessages()
  expect(names()).toEqual(['nl.first', 'nl'])
})

test('what completes them may be here before they are', async () => {
  const speaking = speak('nl', '.first')
  const completed = completeMessages()
  await release('nl')
  await release('nl.first')
  await Promise.all([speaking, completed])
  expect(isMessage('client.nav.herd')).toBe(true)
})

test('what could not be completed is asked for again', async () => {
  await speakFirst()
  const completed = completeMessages()
  const refused = completed.catch(String)
  await vi.waitFor(() => asked.get('nl')!.refuse())
  expect(await refused).toContain('503')
  asked.clear()
  const again = completeMessages()
  await release('nl')
  await again
  expect(isMessage('client.nav.herd')).toBe(true)
})

test('who asks for the language that is on its way gets that', async () => {
  const speaking = speak('nl', '.first')
  const again = speak('nl')
  await release('nl.first')
  expect(await Promise.all([speaking, again])).toContain(true)
  expect(names()).toEqual(['nl.first'])
})

test('another language comes whole, and the first one too, when it is spoken again', async () => {
  await speakFirst()
  const other = speak('en')
  await release('en')
  await other
  await completeMessages()
  expect(names()).toEqual(['nl.first', 'en'])
  const again = speak('nl')
  await release('nl')
  await again
  expect(isMessage('client.nav.herd')).toBe(true)
})
