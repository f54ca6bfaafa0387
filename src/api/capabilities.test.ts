import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { can } from './capabilities.ts'
import { createQueryClient } from './query-client.ts'

const fetched = vi.spyOn(globalThis, 'fetch')
const answer = (body: unknown, status = 200) => fetched.mockImplementation(async () => Response.json(body, { status }))

vi.mock('#src/lib/token.ts', () => ({ readToken: () => 'token', tokenEnded: () => {} }))

afterEach(() => fetched.mockReset())

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

test('one that could not answer is asked again by the next who needs it', async () => {
  answer({}, 503)
  const queryClient = createQueryClient()
  expect(await can(queryClient, 'audit')).toBe(false)
  answer(['audit'])
  expect(await can(queryClient, 'audit')).toBe(true)
})
