import { expect, test } from 'vitest'
import { createKeys, encrypt, decrypt } from './encryption.ts'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const CONTENT = 'Bella, DHP + Lepto, 8 september: rabiës €'

async function setUp() {
  const secret = random(32)
  const keys = await createKeys(secret, { credentialId: random(16).buffer, salt: random(32) })
  return { secret, keys, encrypted: await encrypt(keys, CONTENT) }
}

test('unseal returns the content for the right secret', async () => {
  const { secret, keys, encrypted } = await setUp()
  expect(await decrypt(keys, encrypted, secret)).toBe(CONTENT)
})

test('unseal fails for another secret', async () => {
  const { keys, encrypted } = await setUp()
  await expect(decrypt(keys, encrypted, random(32))).rejects.toMatchObject({ name: 'OperationError' })
})

test('unseal fails for modified data and for the lock of another device', async () => {
  const { secret, keys, encrypted } = await setUp()
  const data = encrypted.data.slice(0)
  new Uint8Array(data)[3]! ^= 1
  await expect(decrypt(keys, { ...encrypted, data }, secret)).rejects.toMatchObject({ name: 'OperationError' })
  const other = await setUp()
  await expect(decrypt(other.keys, encrypted, other.secret)).rejects.toMatchObject({ name: 'OperationError' })
})

test('sealed data is unreadable and never the same twice', async () => {
  const { keys, encrypted } = await setUp()
  const again = await encrypt(keys, CONTENT)
  const bytes = [encrypted.data, again.data, keys.privateKey.data].map((part) => Buffer.from(part))
  for (const part of bytes) expect(part.includes('Bella')).toBe(false)
  expect(bytes[0]!.equals(bytes[1]!)).toBe(false)
})
