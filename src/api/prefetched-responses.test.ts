import { expect, test } from 'vitest'
import { fetchOrTake } from './prefetched-responses.ts'

test('aborting a call rejects it at once and unblocks later calls', async () => {
  window.prefetchedResponses = new Promise(() => {})
  const controller = new AbortController()
  const response = fetchOrTake(new Request('http://localhost:3000/api/user', { signal: controller.signal }))
  controller.abort()
  await expect(response).rejects.toHaveProperty('name', 'AbortError')
  expect(await window.prefetchedResponses).toEqual(new Map())
})
