import { afterEach, expect, test, vi } from 'vitest'
import { can } from './capabilities.ts'
import { createQueryClient } from './query-client.ts'

const fetched = vi.spyOn(globalThis, 'fetch')

vi.mock('#src/lib/token.ts', () => ({ readToken: () => 'token', tokenEnded: () => {}, onTokenEnded: () => () => {} }))

afterEach(() => {
  vi.useRealTimers()
  fetched.mockReset()
})

test('concurrent callers share one request for the capabilities', async () => {
  fetched.mockImplementation(async () => Response.json(['audit', 'more']))
  const queryClient = createQueryClient()
  expect(await Promise.all([can(queryClient, 'audit'), can(queryClient, 'patient-filter')])).toEqual([true, false])
  expect(await can(queryClient, 'audit')).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each<[string, () => Promise<Response>]>([
  ['an object', async () => Response.json({ audit: true })],
  ['a text', async () => Response.json('audit')],
  ['other items', async () => Response.json([{ audit: true }, null, 1])],
  ['a 403', async () => Response.json(['audit'], { status: 403 })],
  ['a 404', async () => Response.json(['audit'], { status: 404 })],
  ['a 503', async () => Response.json({}, { status: 503 })],
  ['a page', async () => new Response('<!doctype html>')],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s as the response is cached as no capabilities', async (_, response) => {
  fetched.mockImplementation(response)
  const queryClient = createQueryClient()
  for (let times = 0; times < 3; times++) expect(await can(queryClient, 'audit')).toBe(false)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('callers wait one second for the capabilities, then use them when they arrive', async () => {
  vi.useFakeTimers()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetched.mockImplementation(() => promise)
  const queryClient = createQueryClient()
  queryClient.setQueryData(['practice', 'p', 'audit'], null)
  const results: boolean[] = []
  const request = async () => results.push(await can(queryClient, 'audit'))
  void request()
  await vi.advanceTimersByTimeAsync(999)
  void request()
  expect(results).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(results).toEqual([false, false])
  await request()
  expect(results).toEqual([false, false, false])
  expect(queryClient.getQueryState(['practice', 'p', 'audit'])?.isInvalidated).toBe(false)
  resolve(Response.json(['audit']))
  await vi.advanceTimersByTimeAsync(0)
  expect(await can(queryClient, 'audit')).toBe(true)
  expect(queryClient.getQueryState(['practice', 'p', 'audit'])?.isInvalidated).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(1)
})
