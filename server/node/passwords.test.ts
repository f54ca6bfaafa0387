import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

test('a hash is salted argon2id that the right password opens', async () => {
  const [one, other] = await Promise.all([passwords.hash('Welkom#2026'), passwords.hash('Welkom#2026')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(other).not.toBe(one)
  expect(await passwords.verify('Welkom#2026', one)).toBe(true)
  expect(await passwords.verify('Welkom#2026 ', one)).toBe(false)
  expect(await passwords.verify('', one)).toBe(false)
})

test('nobody has no password, and that takes as long', async () => {
  // Of the processor, and the least of five: others on the machine do not count.
  const leastTime = async (hash: string | null) => {
    const times: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const before = process.cpuUsage()
      expect(await passwords.verify('Welkom#2026', hash)).toBe(false)
      times.push(process.cpuUsage(before).user)
    }
    return Math.min(...times)
  }
  const ratio = (await leastTime(null)) / (await leastTime(await passwords.hash('another')))
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

test('letters are the same however they are put together', async () => {
  const hash = await passwords.hash('Café#2026'.normalize('NFD'))
  expect(await passwords.verify('Café#2026'.normalize('NFC'), hash)).toBe(true)
})

test('a hash with other costs is still read, one of another kind is a fault', async () => {
  const older = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAA'
  expect(await passwords.verify('x', older)).toBe(false)
  await expect(passwords.verify('x', '$2b$10$abc')).rejects.toThrow('unknown kind')
})

test('so many wait their turn, the next is asked to come back, and then there is room again', async () => {
  const few = createPasswords({ waiting: 2 })
  const calls = Array.from({ length: 12 }, () => few.verify('x', null))
  const results = await Promise.allSettled(calls)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(7)
  expect(refused[0]).toMatchObject({ reason: { code: 'overloaded' } })
  expect(12 - refused.length).toBe(few.atOnce)
  expect(await few.verify('x', null)).toBe(false)
})

test('the event loop lives while passwords are checked', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  await Promise.all(Array.from({ length: 6 }, () => passwords.verify('x', null)))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(5)
})
