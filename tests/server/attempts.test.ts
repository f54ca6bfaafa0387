import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { databaseTime } from '#server/db/time.ts'
import { ProblemError } from '#server/http/problem.ts'
import { account, client, practice } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const OWNER = 'owner@mail.example'
const HOUR = 3600

onEngines('failed sign-ins', (engine) => {
  let checks = 0
  let isBusy = false
  const testServer = eachTestServer(engine, {
    passwords: {
      hash: async (password) => `hash of ${password}`,
      verify: async (password, hash) => {
        checks += 1
        if (isBusy) throw new ProblemError('overloaded')
        return hash === `hash of ${password}`
      },
    },
  })

  beforeEach(async () => {
    checks = 0
    isBusy = false
    await practice(testServer.db, 'a')
    await client(testServer.db, 'a', { account_id: await account(testServer.db, OWNER) })
  })

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
  const fail = async (times: number, username = OWNER, from?: From) => {
    for (let index = 0; index < times; index += 1) await signIn(username, `guess ${index}`, from)
  }
  const waitOf = (response: Response) => Number(response.headers.get('retry-after'))
  const later = (seconds: number) => testServer.advance(seconds * 1000)
  const logged = () => testServer.logged.filter(({ event }) => event === 'sign-in-delayed')

  test('delay even the right password after the fifth failure', async () => {
    await fail(4)
    expect(logged()).toEqual([])
    await fail(1)
    const response = await signIn(OWNER, PASSWORD)
    expect([await outcomeOf(response), waitOf(response), checks]).toEqual(['429 rate-limited', 1, 5])
    expect(logged()).toMatchObject([{ level: 'warn', fields: { by: 'account', seconds: 1 } }])
    expect(JSON.stringify(logged())).not.toContain('owner')
    later(1)
    expect(await status(OWNER, PASSWORD)).toBe(200)
  })

  test('are handled in the same way for an unknown user name', async () => {
    const course = async (username: string) => {
      const responses: unknown[] = []
      for (let index = 0; index < 12; index += 1) {
        const response = await signIn(username, 'guess')
        responses.push([response.status, waitOf(response), { ...((await response.json()) as object), instance: '' }])
        later(0.7)
      }
      return responses
    }
    const known = await course(OWNER)
    expect(await course('nobody@mail.example')).toEqual(known)
    expect(known).toContainEqual([429, 2, expect.objectContaining({ code: 'rate-limited' })])
  })

  test('double the delay up to 15 minutes', async () => {
    await fail(4)
    const delays: number[] = []
    for (let index = 0; index < 12; index += 1) {
      await fail(1)
      delays.push(waitOf(await signIn(OWNER, 'guess')))
      later(delays.at(-1)!)
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    later(HOUR / 2 - 1)
    await fail(1)
    expect(await status(OWNER, PASSWORD)).toBe(429)
    later(900 + HOUR / 2)
    await fail(4)
    expect(await status(OWNER, PASSWORD)).toBe(200)
  })

  test('cause no further delays after the clock was temporarily a day ahead', async () => {
    const from = { address: '192.0.2.1' }
    const forgot = async (times: number) => {
      for (let index = 0; index < times; index += 1)
        await testServer.call('POST', 'password/forgot?email=owner@mail.example')
      return (await testServer.mails()).length
    }
    later(24 * HOUR)
    await fail(5, OWNER, from)
    later(1)
    await fail(1, OWNER, from)
    await forgot(4)
    later(-24 * HOUR)
    const response = await signIn(OWNER, PASSWORD, from)
    expect([response.status, waitOf(response)]).toEqual([429, 2])
    later(1)
    expect(await status(OWNER, PASSWORD, from)).toBe(429)
    later(1)
    expect(await status(OWNER, PASSWORD, from)).toBe(200)
    const before = await forgot(1)
    later(HOUR)
    expect(await forgot(1)).toBe(before + 1)
  })

  test.each([24 * HOUR, -24 * HOUR])(
    'are timed by the database clock if the server clock is %i seconds off',
    async (off) => {
      testServer.databaseNow = testServer.now
      const clock = () => new Date(testServer.now.getTime() + off * 1000)
      const app = createApp({ ...testServer.ports, clock })
      const signInThere = (password: string) =>
        app.request('/api/user/authenticate', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: OWNER, password }),
        })
      for (let index = 0; index < 3; index += 1) await signInThere('guess')
      await fail(2)
      for (const response of [await signInThere(PASSWORD), await signIn(OWNER, PASSWORD)])
        expect([response.status, waitOf(response)]).toEqual([429, 1])
      expect(checks).toBe(5)
      testServer.databaseNow = new Date(testServer.now.getTime() + 1000)
      expect([(await signInThere(PASSWORD)).status, await status(OWNER, PASSWORD)]).toEqual([200, 200])
    },
  )

  test('use a database time with millisecond precision', async () => {
    const before = Date.now()
    const time = (await databaseTime(testServer.db)).getTime()
    expect(time).toBeGreaterThanOrEqual(before - 1)
    expect(time).toBeLessThanOrEqual(Date.now() + 1)
  })

  test('stop counting after 15 minutes or a successful sign-in', async () => {
    await fail(4)
    later(900)
    for (let times = 0; times < 2; times += 1) {
      await fail(4)
      expect(await status(OWNER, PASSWORD)).toBe(200)
    }
  })

  // The rule is the same on both engines, but PostgreSQL takes longer for each guess.
  const GUESSES = engine === 'sqlite' ? 4000 : 1000
  test(`allow at most 40 password checks for ${GUESSES} guesses in an hour, without delaying a known device`, async () => {
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

  test.each([4, 7, 12, 13, 14])(
    'allow at most 40 password checks an hour with a pause after every %i guesses',
    async (guesses) => {
      const end = testServer.now.getTime() + HOUR * 1000
      while (testServer.now.getTime() < end) {
        for (let guess = 0; guess < guesses && testServer.now.getTime() < end; guess += 1) {
          const response = await signIn(OWNER, 'guess')
          if (response.status !== 429) continue
          later(waitOf(response))
          guess -= 1
        }
        // The stored row holds the moment until which a guesser would wait.
        testServer.now = new Date((await testServer.rows('attempt'))[0]!.forgotten_at)
      }
      expect(checks).toBeLessThanOrEqual(40)
    },
  )

  test(
    'are counted before the password is checked, so concurrent guesses count too',
    { tags: ['database'] },
    async () => {
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => status(OWNER, `guess ${index}`)))
      const count = (wanted: number) => statuses.filter((each) => each === wanted).length
      expect([checks, count(401), count(429)]).toEqual([5, 5, 45])
    },
  )

  test('exclude sign-ins that end with 503 or that use the password of a locked owner', async () => {
    const from = { address: '192.0.2.1' }
    isBusy = true
    for (let index = 0; index < 60; index += 1) expect(await status(OWNER, 'x', from)).toBe(503)
    isBusy = false
    await fail(4)
    isBusy = true
    expect(await status(OWNER, 'x')).toBe(503)
    isBusy = false
    expect(await status(OWNER, PASSWORD, from)).toBe(200)

    const locked = 'locked@mail.example'
    await client(testServer.db, 'a', { account_id: await account(testServer.db, locked), locked: 1 })
    for (let index = 0; index < 8; index += 1) expect(await status(locked, PASSWORD)).toBe(403)
    await fail(5, locked)
    expect(await status(locked, PASSWORD)).toBe(429)
  })

  describe('from one IP address', () => {
    const ONE_ADDRESS = { address: '192.0.2.1' }
    const failEverywhere = async (from: number, until: number, between = async () => {}) => {
      for (let index = from; index < until; index += 1) {
        await signIn(`user${index}@mail.example`, 'x', ONE_ADDRESS)
        await between()
      }
    }

    test('delay that IP address after fifty failures for any account', async () => {
      await failEverywhere(0, 49)
      expect(await status(OWNER, PASSWORD, ONE_ADDRESS)).toBe(200)
      await failEverywhere(49, 50)
      const response = await signIn(OWNER, PASSWORD, ONE_ADDRESS)
      expect([response.status, waitOf(response)]).toEqual([429, 1])
      expect(await status(OWNER, PASSWORD, { address: '192.0.2.2' })).toBe(200)
      expect(logged()).toMatchObject([{ fields: { by: 'address' } }])
      later(1)
      expect(await status(OWNER, PASSWORD, ONE_ADDRESS)).toBe(200)
    })

    test('are still counted after successful sign-ins to another account', async () => {
      await failEverywhere(0, 49, async () => expect(await status(OWNER, PASSWORD, ONE_ADDRESS)).toBe(200))
      await failEverywhere(49, 50)
      expect(await status(OWNER, PASSWORD, ONE_ADDRESS)).toBe(429)
    })

    test('do not count for an account while the IP address is delayed', async () => {
      await failEverywhere(0, 50)
      for (let index = 0; index < 10; index += 1) expect(await status(OWNER, 'x', ONE_ADDRESS)).toBe(429)
      expect(await status(OWNER, PASSWORD)).toBe(200)
    })
  })

  test('are stored without user names and deleted after the delay', async () => {
    const stored = async () => {
      await testServer.mails()
      return await testServer.rows('attempt')
    }
    for (let index = 0; index < 150; index += 1) await signIn(`u${index}@mail.example`, 'x')
    const rows = await stored()
    expect(rows).toHaveLength(150)
    expect(JSON.stringify(rows)).not.toContain('mail.example')
    later(900)
    await fail(2)
    expect(await stored()).toHaveLength(1)
  })
})
