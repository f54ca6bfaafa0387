import { afterEach, expect, test, vi } from 'vitest'
import { dropEarlyAnswers, takeEarlyAnswer } from './first-calls.ts'

const ADDRESS = 'https://portal.example/api/user'

function asked(answer: Promise<Response>): void {
  window.earlyAnswers = { byAddress: new Map([[ADDRESS, { token: 'mine', answer }]]), isOver: false }
}

const call = (token: string, init: RequestInit = {}) =>
  new Request(ADDRESS, { ...init, headers: { authorization: token } })

afterEach(() => {
  dropEarlyAnswers()
  vi.unstubAllGlobals()
})

test('the call with the same token uses an early response once', async () => {
  asked(Promise.resolve(new Response('me')))
  const answer = takeEarlyAnswer(call('mine'))
  expect(await (await answer)?.text()).toBe('me')
  expect(takeEarlyAnswer(call('mine'))).toBeUndefined()
})

test.each([
  ['with another token', () => call('of somebody else')],
  ['that changes something', () => call('mine', { method: 'POST' })],
  ['to another address', () => new Request(`${ADDRESS}/client`, { headers: { authorization: 'mine' } })],
])('a call %s does not use the early response', (_, other) => {
  asked(Promise.resolve(new Response('me')))
  expect(takeEarlyAnswer(other())).toBeUndefined()
  expect(takeEarlyAnswer(call('mine'))).toBeDefined()
})

test('an early call that fails without a connection is repeated', async () => {
  asked(Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', async () => new Response('again'))
  expect(await (await takeEarlyAnswer(call('mine')))?.text()).toBe('again')
})

test('aborting a call rejects at once while the early response is pending', async () => {
  asked(new Promise(() => {}))
  const giveUp = new AbortController()
  const answer = takeEarlyAnswer(call('mine', { signal: giveUp.signal }))
  giveUp.abort()
  await expect(answer).rejects.toHaveProperty('name', 'AbortError')
})

test('the first call of the portal stops further early calls', () => {
  asked(new Promise(() => {}))
  expect(window.earlyAnswers?.isOver).toBe(false)
  takeEarlyAnswer(call('of somebody else'))
  expect(window.earlyAnswers?.isOver).toBe(true)
})

test('dropEarlyAnswers discards unused responses', () => {
  asked(Promise.resolve(new Response('old')))
  dropEarlyAnswers()
  expect(takeEarlyAnswer(call('mine'))).toBeUndefined()
})
