import { expect, test } from 'vitest'
import { makeLock, seal, unseal } from './seal.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const CONTENT = 'Bella, DHP + Lepto, 8 september: rabiës €'

async function setUp() {
  const secret = random(32)
  const lock = await makeLock(secret, { credentialId: random(16).buffer, salt: random(32) })
  return { secret, lock, sealed: await seal(lock, CONTENT) }
}

test('unseal returns the content for the right secret', async () => {
  const { secret, lock, sealed } = await setUp()
  expect(await unseal(lock, sealed, secret)).toBe(CONTENT)
})

test('unseal fails for another secret', async () => {
  const { lock, sealed } = await setUp()
  await expect(unseal(lock, sealed, random(32))).rejects.toMatchObject({ name: 'OperationError' })
})

test('unseal fails for a changed bit, and for the lock of another device', async () => {
  const { secret, lock, sealed } = await setUp()
  const data = sealed.data.slice(0)
  new Uint8Array(data)[3]! ^= 1
  await expect(unseal(lock, { ...sealed, data }, secret)).rejects.toMatchObject({ name: 'OperationError' })
  const other = await setUp()
  await expect(unseal(other.lock, sealed, other.secret)).rejects.toMatchObject({ name: 'OperationError' })
})

test('sealed data is unreadable, and differs each time', async () => {
  const { lock, sealed } = await setUp()
  const again = await seal(lock, CONTENT)
  const bytes = [sealed.data, again.data, lock.privateKey.data].map((part) => Buffer.from(part))
  for (const part of bytes) expect(part.includes('Bella')).toBe(false)
  expect(bytes[0]!.equals(bytes[1]!)).toBe(false)
})
