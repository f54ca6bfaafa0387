import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

test('createPasswords hashes with salted argon2id', async () => {
  const [one, other] = await Promise.all([passwords.hash('Welkom#2026'), passwords.hash('Welkom#2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await passwords.verify('Welkom#2026', one)).toBe(true)
  expect(await passwords.verify('Welkom#2026 ', one)).toBe(false)
  expect(await passwords.verify('', one)).toBe(false)
})

test('createPasswords takes equally long to verify if there is no hash', async () => {
  // Lowest CPU time of five rounds, to exclude other load on the machine.
  const minTime = async (hash: string | null) => {
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const before = process.cpuUsage()
      expect(await passwords.verify('Welkom#2026', hash)).toBe(false)
      times.push(process.cpuUsage(before).user)
    }
    return Math.min(...times)
  }
  const ratio = (await minTime(null)) / (await minTime(await passwords.hash('another')))
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

test('createPasswords normalises Unicode before hashing', async () => {
  const hash = await passwords.hash('Café#2026'.normalize('NFD'))
  expect(await passwords.verify('Café#2026'.normalize('NFC'), hash)).toBe(true)
})

test('createPasswords verifies argon2id hashes with any cost and throws for other kinds', async () => {
  const older = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAA'
  expect(await passwords.verify('x', older)).toBe(false)
  await expect(passwords.verify('x', '$2b$10$abc')).rejects.toThrow('unknown kind')
})

test('createPasswords rejects a call if too many wait', async () => {
  const few = createPasswords({ waiting: 2 })
  const calls = Array.from({ length: 12 }, () => few.verify('x', null))
  const results = await Promise.allSettled(calls)
  const rejected = results.filter(({ status }) => status === 'rejected')
  expect(rejected.length).toBeGreaterThanOrEqual(7)
  expect(rejected[0]).toMatchObject({ reason: { code: 'overloaded' } })
  expect(12 - rejected.length).toBe(few.atOnce)
  expect(await few.verify('x', null)).toBe(false)
})

test('createPasswords does not block the event loop', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  await Promise.all(Array.from({ length: 6 }, () => passwords.verify('x', null)))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(5)
})
