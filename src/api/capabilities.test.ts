import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { can } from './capabilities.ts'
import { createQueryClient } from './query-client.ts'

const fetched = vi.spyOn(globalThis, 'fetch')
const answer = (body: unknown, status = 200) => fetched.mockImplementation(async () => Response.json(body, { status }))

vi.mock('#src/lib/token.ts', () => ({ readToken: () => 'token', tokenEnded: () => {}, onTokenEnded: () => () => {} }))

afterEach(() => {
  vi.useRealTimers()
  fetched.mockReset()
})

test('the API is asked once, however many want to know', async () => {
  answer(['audit', 'more'])
  const queryClient = createQueryClient()
  expect(await Promise.all([can(queryClient, 'audit'), can(queryClient, 'patient-filter')])).toEqual([true, false])
  expect(await can(queryClient, 'audit')).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each([
  ['an object', { audit: true }, 200],
  ['a text', 'audit', 200],
  ['other things', [{ audit: true }, null, 1], 200],
  ['a refusal', ['audit'], 403],
  ['that there is no such call', ['audit'], 404],
])('%s means the specification and no more, and is asked once', async (_, body, status) => {
  answer(body, status)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  expect(await can(queryClient, 'audit')).toBe(false)
  expect(await can(queryClient, 'audit')).toBe(false)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each([
  ['cannot answer', () => Promise.resolve(Response.json({}, { status: 503 }))],
  ['answers a page', () => Promise.resolve(new Response('<!doctype html>'))],
  ['is lost on the way', () => Promise.reject(new TypeError('Failed to fetch'))],
])('one that %s is asked once as well', async (_, answered) => {
  fetched.mockImplementation(answered)
  const queryClient = createQueryClient()
  for (let times = 0; times < 3; times++) expect(await can(queryClient, 'audit')).toBe(false)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('one that hangs is waited for a second in all, and taken when it comes', async () => {
  vi.useFakeTimers()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetched.mockImplementation(() => promise)
  const queryClient = createQueryClient()
  queryClient.setQueryData(['practice', 'p', 'audit'], null)
  const known: boolean[] = []
  const ask = async () => known.push(await can(queryClient, 'audit'))
  void ask()
  await vi.advanceTimersByTimeAsync(999)
  void ask()
  expect(known).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(known).toEqual([false, false])
  await ask()
  expect(known).toEqual([false, false, false])
  expect(queryClient.getQueryState(['practice', 'p', 'audit'])?.isInvalidated).toBe(false)
  resolve(Response.json(['audit']))
  await vi.advanceTimersByTimeAsync(0)
  expect(await can(queryClient, 'audit')).toBe(true)
  expect(queryClient.getQueryState(['practice', 'p', 'audit'])?.isInvalidated).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(1)
})
