import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { databaseTime } from '#server/db/time.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Passwords } from '#server/ports.ts'
import { account, client, practice } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const OWNER = 'owner@mail.example'
const NOBODY = 'nobody@mail.example'
const HOUR = 3600

onEngines('who guesses has to wait', (engine) => {
  let testServer: TestServer
  let checks: number
  let isBusy: boolean

  beforeEach(async () => {
    checks = 0
    isBusy = false
    const passwords: Passwords = {
      hash: async (password) => `hash of ${password}`,
      verify: async (password, hash) => {
        checks += 1
        if (isBusy) throw new ProblemError('overloaded')
        return hash === `hash of ${password}`
      },
    }
    testServer = await openTestServer(engine, { passwords })
    await practice(testServer.db, 'a')
    await client(testServer.db, 'a', { account_id: await account(testServer.db, OWNER) })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  interface From {
    cookie?: string | undefined
    address?: string
  }
  const signIn = (username: string, password: string, { cookie, ...from }: From = {}) =>
    testServer.call('POST', 'user/authenticate', {
      body: { username, password },
      ...(cookie !== undefined && { headers: { cookie } }),
      ...from,
    })
  const status = async (username: string, password: string, from?: From) =>
    (await signIn(username, password, from)).status
  const fail = async (times: number, username: string, from?: (index: number) => From) => {
    for (let index = 0; index < times; index += 1) await signIn(username, `guess ${index}`, from?.(index))
  }
  const waitOf = (answer: Response) => Number(answer.headers.get('retry-after'))
  const later = (seconds: number) => (testServer.now = new Date(testServer.now.getTime() + seconds * 1000))
  const logged = () => testServer.logged.filter(({ event }) => event === 'sign-in-delayed')

  test('S-061 after five failures even the right password waits, and no password is looked at', async () => {
    await fail(4, OWNER)
    expect(logged()).toEqual([])
    await fail(1, OWNER)
    const answer = await signIn(OWNER, PASSWORD)
    expect([answer.status, waitOf(answer), checks]).toEqual([429, 1, 5])
    expect(await answer.json()).toMatchObject({ code: 'rate-limited' })
    expect(logged()).toMatchObject([{ level: 'warn', fields: { by: 'account', seconds: 1 } }])
    expect(JSON.stringify(logged())).not.toContain('owner')
    later(1)
    expect(await status(OWNER, PASSWORD)).toBe(200)
  })

  test('S-054 a user that does not exist gets the same answers', async () => {
    const course = async (username: string) => {
      const answers: unknown[] = []
      for (let index = 0; index < 12; index += 1) {
        const answer = await signIn(username, 'guess')
        answers.push([answer.status, waitOf(answer), { ...((await answer.json()) as object), instance: '' }])
        later(0.7)
      }
      return answers
    }
    const known = await course(OWNER)
    expect(await course(NOBODY)).toEqual(known)
    expect(known).toContainEqual([429, 2, expect.objectContaining({ code: 'rate-limited' })])
  })

  test('the wait doubles up to a quarter of an hour, and is forgotten half an hour after its end', async () => {
    await fail(4, OWNER)
    const waits: number[] = []
    for (let index = 0; index < 12; index += 1) {
      await fail(1, OWNER)
      waits.push(waitOf(await signIn(OWNER, 'guess')))
      later(waits.at(-1)!)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    later(HOUR / 2 - 1)
    await fail(1, OWNER)
    expect(await status(OWNER, PASSWORD)).toBe(429)
    later(900 + HOUR / 2)
    await fail(4, OWNER)
    expect(await status(OWNER, PASSWORD)).toBe(200)
  })

  test('a clock that was a day ahead for a moment makes nobody wait for longer than the wait is long', async () => {
    const email = 'email=owner@mail.example'
    later(24 * HOUR)
    const from = { address: '192.0.2.1' }
    await fail(5, OWNER, () => from)
    later(1)
    await fail(1, OWNER, () => from)
    for (let index = 0; index < 4; index += 1) await testServer.call('POST', `password/forgot?${email}`)
    await testServer.mails()
    later(-24 * HOUR)
    const answer = await signIn(OWNER, PASSWORD, from)
    expect([answer.status, waitOf(answer)]).toEqual([429, 2])
    later(1)
    expect(await status(OWNER, PASSWORD, from)).toBe(429)
    later(1)
    expect(await status(OWNER, PASSWORD, from)).toBe(200)
    // The wait for mails is an hour.
    await testServer.call('POST', `password/forgot?${email}`)
    const before = (await testServer.mails()).length
    later(HOUR)
    await testServer.call('POST', `password/forgot?${email}`)
    expect(await testServer.mails()).toHaveLength(before + 1)
  })

  test.each([24 * HOUR, -24 * HOUR])(
    'a server whose clock is %i seconds off counts by that of the database',
    async (off) => {
      const { ports } = testServer
      testServer.databaseNow = testServer.now
      const app = createApp({ ...ports, clock: () => new Date(testServer.now.getTime() + off * 1000) })
      const elsewhere = (password: string) =>
        app.fetch(
          new Request('http://portal.test/api/user/authenticate', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ username: OWNER, password }),
          }),
          {},
        )
      for (let index = 0; index < 3; index += 1) await elsewhere('guess')
      await fail(2, OWNER)
      for (const answer of [await elsewhere(PASSWORD), await signIn(OWNER, PASSWORD)])
        expect([answer.status, waitOf(answer)]).toEqual([429, 1])
      expect(checks).toBe(5)
      testServer.databaseNow = new Date(testServer.now.getTime() + 1000)
      expect([(await elsewhere(PASSWORD)).status, await status(OWNER, PASSWORD)]).toEqual([200, 200])
    },
  )

  test('the database tells its time', async () => {
    const before = Date.now()
    const time = (await databaseTime(testServer.db)).getTime()
    // To the millisecond, which one engine rounds.
    expect(time).toBeGreaterThanOrEqual(before - 1)
    expect(time).toBeLessThanOrEqual(Date.now() + 1)
  })

  test('failures are forgotten after a quarter of an hour, and when the password was right', async () => {
    await fail(4, OWNER)
    later(900)
    await fail(4, OWNER)
    expect(await status(OWNER, PASSWORD)).toBe(200)
    await fail(4, OWNER)
    expect(await status(OWNER, PASSWORD)).toBe(200)
  })

  // What the two engines decide by is the same; on the slower one fewer are enough.
  const GUESSES = engine === 'sqlite' ? 10_000 : 1000
  test(`S-065 of ${GUESSES} guesses in an hour at most 40 are looked at, and the owner gets in`, async () => {
    const signedIn = await signIn(OWNER, PASSWORD)
    const cookie = signedIn.headers.getSetCookie().find((each) => each.startsWith('PORTAL-DEVICE='))
    checks = 0
    let ownChecks = 0
    for (let guess = 0; guess < GUESSES; guess += 1) {
      await signIn(OWNER, `guess ${guess}`)
      if (guess % (GUESSES / 10) === 0) {
        expect(await status(OWNER, PASSWORD, { cookie })).toBe(200)
        ownChecks += 1
      }
      later(HOUR / GUESSES)
    }
    expect(checks - ownChecks).toBeLessThanOrEqual(40)
    expect(checks - ownChecks).toBeGreaterThan(5)

    const wait = waitOf(await signIn(OWNER, PASSWORD))
    expect(wait).toBeGreaterThan(0)
    later(wait)
    expect(await status(OWNER, PASSWORD)).toBe(200)
  })

  test.each([4, 7, 12, 13, 14])('nor more of one who waits to be forgotten after %i', async (patience) => {
    const end = testServer.now.getTime() + HOUR * 1000
    while (testServer.now.getTime() < end) {
      for (let guess = 0; guess < patience && testServer.now.getTime() < end; guess += 1) {
        const answer = await signIn(OWNER, 'guess')
        if (answer.status !== 429) continue
        later(waitOf(answer))
        guess -= 1
      }
      // The rows as they are tell the guesser the moment, as only the clock would.
      const { forgotten_at } = await testServer.db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow()
      testServer.now = new Date(forgotten_at)
    }
    expect(checks).toBeLessThanOrEqual(40)
  })

  test('guesses that come at once are counted before they are looked at', { tags: ['database'] }, async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => status(OWNER, `guess ${index}`)))
    expect(checks).toBe(5)
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(45)
  })

  test('without a verdict it was no failure', async () => {
    isBusy = true
    for (let index = 0; index < 60; index += 1) expect(await status(OWNER, 'x', { address: '192.0.2.1' })).toBe(503)
    isBusy = false
    await fail(4, OWNER)
    isBusy = true
    expect(await status(OWNER, 'x')).toBe(503)
    isBusy = false
    expect(await status(OWNER, PASSWORD, { address: '192.0.2.1' })).toBe(200)
  })

  test('S-071 the right password of somebody who is locked out is no failure', async () => {
    const locked = await account(testServer.db, 'locked@mail.example')
    await client(testServer.db, 'a', { account_id: locked, locked: 1 })
    for (let index = 0; index < 8; index += 1) expect(await status('locked@mail.example', PASSWORD)).toBe(403)
    await fail(5, 'locked@mail.example')
    expect(await status('locked@mail.example', PASSWORD)).toBe(429)
  })

  describe('of one address', () => {
    const from = (address: string) => ({ address })
    const failEverywhere = async (times: number, address: string) => {
      for (let index = 0; index < times; index += 1) await signIn(`user${index}@mail.example`, 'x', from(address))
    }

    test('fifty failures make it wait, whoever it tries, and no other', async () => {
      await failEverywhere(49, '192.0.2.1')
      expect(await status(OWNER, PASSWORD, from('192.0.2.1'))).toBe(200)
      await failEverywhere(1, '192.0.2.1')
      const answer = await signIn(OWNER, PASSWORD, from('192.0.2.1'))
      expect([answer.status, waitOf(answer)]).toEqual([429, 1])
      expect(await status(OWNER, PASSWORD, from('192.0.2.2'))).toBe(200)
      expect(logged()).toMatchObject([{ fields: { by: 'address' } }])
      later(1)
      expect(await status(OWNER, PASSWORD, from('192.0.2.1'))).toBe(200)
    })

    test('an own account does not wash it clean', async () => {
      for (let index = 0; index < 50; index += 1) {
        await signIn(`user${index}@mail.example`, 'x', from('192.0.2.1'))
        if (index < 49) expect(await status(OWNER, PASSWORD, from('192.0.2.1'))).toBe(200)
      }
      expect(await status(OWNER, PASSWORD, from('192.0.2.1'))).toBe(429)
    })

    test('what it may not try does not count for the account', async () => {
      await failEverywhere(50, '192.0.2.1')
      for (let index = 0; index < 10; index += 1) expect(await status(OWNER, 'x', from('192.0.2.1'))).toBe(429)
      expect(await status(OWNER, PASSWORD)).toBe(200)
    })
  })

  test('what is kept tells nobody, and goes when it is over', async () => {
    for (let index = 0; index < 150; index += 1) await signIn(`u${index}@mail.example`, 'x')
    await testServer.mails()
    const rows = await testServer.db.selectFrom('attempt').selectAll().execute()
    expect(rows).toHaveLength(150)
    expect(JSON.stringify(rows)).not.toContain('mail.example')
    later(900)
    await fail(2, OWNER)
    await testServer.mails()
    expect(await testServer.db.selectFrom('attempt').selectAll().execute()).toHaveLength(1)
  })
})
