import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inflate } from './bytes.ts'

const CONTENT = new Uint8Array(4 * 1024 * 1024)
const deflated = deflateSync(CONTENT)

test('inflate passes all inflated data to the consumer', async () => {
  let size = 0
  const take = (chunk: Uint8Array) => (size += chunk.length) > 0
  expect(await inflate(Uint8Array.from(deflated), take)).toBe(true)
  expect(size).toBe(CONTENT.length)
})

test('inflate stops once the consumer rejects a chunk', async () => {
  let size = 0
  const take = (chunk: Uint8Array) => (size += chunk.length) < 100_000
  expect(await inflate(Uint8Array.from(deflated), take)).toBe(false)
  expect(size).toBeLessThan(1024 * 1024)
})

test.each([
  ['that is too short', [deflated.subarray(0, -1)]],
  ['that is damaged', [deflated.subarray(0, 50), deflated.subarray(51)]],
  ['with trailing bytes', [deflated, Uint8Array.of(0)]],
  ['without content', []],
])('inflate returns false for a stream %s', async (_, parts) => {
  expect(await inflate(Uint8Array.from(Buffer.concat(parts)), () => true)).toBe(false)
})
