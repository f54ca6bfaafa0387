import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inflated } from './inflate.ts'

const CONTENT = new Uint8Array(4 * 1024 * 1024)
const deflated = deflateSync(CONTENT)

test('hands over all that comes out, whatever the parts', async () => {
  let size = 0
  const take = (chunk: Uint8Array) => (size += chunk.length) > 0
  expect(await inflated([deflated.subarray(0, 100), deflated.subarray(100)], take)).toBe(true)
  expect(size).toBe(CONTENT.length)
})

test('inflates no further than it is taken', async () => {
  let size = 0
  const take = (chunk: Uint8Array) => (size += chunk.length) < 100_000
  expect(await inflated([deflated], take)).toBe(false)
  expect(size).toBeLessThan(1024 * 1024)
})

test.each([
  ['is too short', [deflated.subarray(0, -1)]],
  ['is damaged', [deflated.subarray(0, 50), deflated.subarray(51)]],
  ['goes on', [deflated, Uint8Array.of(0)]],
  ['is none', []],
])('says of a stream that %s that it is not whole', async (_, parts) => {
  expect(await inflated(parts, () => true)).toBe(false)
})
