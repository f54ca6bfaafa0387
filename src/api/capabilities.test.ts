import { afterEach, expect, test, vi } from 'vitest'
import { can } from './capabilities.ts'
import { createQueryClient } from './query-client.ts'

const fetched = vi.spyOn(globalThis, 'fetch')

vi.mock('#src/lib/token.ts', () => ({ readToken: () => 'token', tokenEnded: () => {}, onTokenEnded: () => () => {} }))

afterEach(() => {
  vi.useRealTimers()
  fetched.mockReset()
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
