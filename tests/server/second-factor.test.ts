import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/access-log.ts'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import type { FactorProof, RecoveryCodes, SecondFactor, TotpOptions } from '#contract/second-factor.ts'
import type { StaffMember } from '#contract/staff.ts'
import { createApp } from '#server/app.ts'
import { createTotpSealer, resealTotp } from '#server/auth/totp.ts'
import { resetFactor } from '#server/cli/user/save-staff.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, client, membership, practice, staff, staffOffer } from '#harness/builders.ts'
import { type CallOptions, type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const ORIGIN = 'http://portal.test'
const NAME = 'staff@a.example'
const BY_PASSWORD = { currentPassword: PASSWORD }
const needed = [401, 'second-factor-needed']
const invalid = [422, 'second-factor-invalid']

onEngines('a second factor', (engine) => {
  let testServer: TestServer
  let member: string
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine, { limits: { loginFailures: 3, loginAddressFailures: 6 } })
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    member = await staff(testServer.db, 'a', NAME)
    token = await testServer.signIn(member)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (seconds: number) => void (testServer.now = new Date(testServer.now.getTime() + seconds * 1000))
  const statusAndCode = async (answer: Response) =>
    answer.status < 400 ? answer.status : [answer.status, ((await answer.json()) as Problem).code]
  const call = (method: string, path: string, options: CallOptions = {}) => testServer.call(method, path, options)
  const read = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T
  const ask = (proof: FactorProof = BY_PASSWORD, by = token) =>
    call('POST', 'user/totp/options', { token: by, body: proof })
  const confirm = (setUp: string, code: string, by = token) =>
    call('POST', 'user/totp', { token: by, body: { setUp, code } })
  const state = (by = token) => read<SecondFactor>(call('GET', 'user/second-factor', { token: by }))
  const signIn = (username = NAME, options: CallOptions = {}) =>
    call('POST', 'user/authenticate', { body: { username, password: PASSWORD }, ...options })
  const challenge = async (username?: string) => (await read<Problem>(signIn(username))).challenge!
  const answer = (challenge: string, code: string, options: CallOptions = {}) =>
    call('POST', 'user/authenticate/second-factor', { body: { challenge, code }, ...options })
  const demand = (practiceId = 'a') =>
    testServer.db.updateTable('practice').set({ second_factor: 1 }).where('id', '=', practiceId).execute()
  const sessions = () => testServer.db.selectFrom('session').selectAll().execute()

  /** Sets up an app; `code` is what it shows, so many steps from now. */
  async function withTotp(by = token) {
    const { secret, setUp } = await read<TotpOptions>(ask(undefined, by))
    const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: testServer.now.getTime() + steps * 30_000 })
    const confirmed = await confirm(setUp, code(), by)
    expect(confirmed.status).toBe(201)
    const { recoveryCodes } = await read<RecoveryCodes>(confirmed)
    later(30)
    return { secret, code, recoveryCodes }
  }

  async function withPasskey(by = token) {
    const authenticator = createAuthenticator({ origin: ORIGIN })
    const options = await read<Parameters<typeof authenticator.make>[0]>(
      call('POST', 'user/passkeys/options', { token: by, body: BY_PASSWORD }),
    )
    const added = await call('POST', 'user/passkeys', { token: by, body: authenticator.make(options, 'Telefoon') })
    expect(added.status).toBe(201)
    return authenticator
  }
  async function signInByPasskey(authenticator: ReturnType<typeof createAuthenticator>) {
    const options = await read<Parameters<typeof authenticator.sign>[0]>(call('GET', 'user/authenticate/passkey'))
    return await call('POST', 'user/authenticate/passkey', { body: authenticator.sign(options) })
  }

  describe('setting up an authenticator app', () => {
    test('a secret of 160 bits goes to the app, and is kept sealed once a code of it has come back', async () => {
      const options = await read<TotpOptions>(ask())
      expect(options.secret).toMatch(/^[A-Z2-7]{32}$/)
      expect(options.uri).toBe(
        `otpauth://totp/Dierenportaal:staff%40a.example?issuer=Dierenportaal&secret=${options.secret}&algorithm=SHA1&digits=6&period=30`,
      )
      expect(options.setUp).not.toContain(options.secret)
      expect(await state()).toEqual({ recoveryCodes: 0, passkeys: 0, hasPassword: true, required: false })
      const code = new TOTP({ secret: options.secret }).generate({ timestamp: testServer.now.getTime() })
      const { recoveryCodes } = await read<RecoveryCodes>(
        confirm(options.setUp, `${code.slice(0, 3)} ${code.slice(3)}`),
      )
      expect(new Set(recoveryCodes).size).toBe(10)
      for (const each of recoveryCodes) expect(each).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
      expect(await state()).toMatchObject({ totpSince: '2026-06-15T10:00:00.000Z', recoveryCodes: 10 })
      const kept = JSON.stringify([
        await testServer.db.selectFrom('totp').selectAll().execute(),
        await testServer.db.selectFrom('recovery_code').selectAll().execute(),
      ])
      for (const told of [options.secret, ...recoveryCodes]) {
        expect(kept).not.toContain(told)
        expect(kept).not.toContain(told.replaceAll('-', ''))
      }
      expect((await testServer.mails()).map(({ kind, to }) => [kind, to])).toEqual([['second-factor-on', NAME]])
    })

    test('a wrong code keeps nothing; nor does a right one of what was sealed for another session, or too long ago', async () => {
      const { secret, setUp } = await read<TotpOptions>(ask())
      const code = () => new TOTP({ secret }).generate({ timestamp: testServer.now.getTime() })
      const wrong = code() === '000000' ? '111111' : '000000'
      expect(await statusAndCode(await confirm(setUp, wrong))).toEqual(invalid)
      const refused = [400, 'validation-failed']
      expect(await statusAndCode(await confirm(setUp, code(), await testServer.signIn(member)))).toEqual(refused)
      expect(await statusAndCode(await confirm(`${setUp}x`, code()))).toEqual(refused)
      // The same session all the while, whose tokens are good for ten minutes.
      const goOn = async (seconds: number) => {
        for (let left = seconds; left > 0; left -= 300) {
          later(Math.min(left, 300))
          token = (await read<{ token: string }>(call('GET', 'user/refresh', { token }))).token
        }
      }
      await goOn(1)
      const other = await read<TotpOptions>(ask())
      await goOn(1799)
      expect(await statusAndCode(await confirm(setUp, code()))).toEqual(refused)
      expect(await state()).toMatchObject({ recoveryCodes: 0 })
      const right = new TOTP({ secret: other.secret }).generate({ timestamp: testServer.now.getTime() })
      expect((await confirm(other.setUp, right)).status).toBe(201)
    })

    test.each<[string, FactorProof]>([
      ['none', {}],
      ['a wrong password', { currentPassword: 'wrong' }],
      ['a code of no app', { code: '123456' }],
    ])('it takes a proof, which %s is not', async (_, proof) => {
      expect((await ask(proof)).status).toBe(422)
      expect((await ask()).status).toBe(200)
    })

    test('there is one of an account', async () => {
      const first = await read<TotpOptions>(ask())
      await withTotp()
      const code = new TOTP({ secret: first.secret }).generate({ timestamp: testServer.now.getTime() })
      expect(await statusAndCode(await confirm(first.setUp, code))).toEqual([409, 'conflict'])
    })

    test('owners have none', async () => {
      const owner = await account(testServer.db, 'owner@mail.example')
      await client(testServer.db, 'a', { account_id: owner })
      const by = await testServer.signIn(owner)
      expect(await statusAndCode(await ask(BY_PASSWORD, by))).toEqual([403, 'forbidden'])
      await demand()
      expect((await signIn('owner@mail.example')).status).toBe(200)
    })
  })

  describe('signing in by a password', () => {
    test('opens no session until a code has come', async () => {
      const { code } = await withTotp()
      const before = await sessions()
      const problem = await read<Problem>(signIn())
      expect(problem).toMatchObject({ status: 401, code: 'second-factor-needed', methods: ['code'] })
      expect(await sessions()).toEqual(before)
      expect((await signIn()).headers.get('set-cookie') ?? '').not.toContain('PORTAL-DEVICE=')
      const opened = await answer(problem.challenge!, code())
      expect(opened.status).toBe(200)
      expect(opened.headers.get('set-cookie')).toContain('PORTAL-DEVICE=')
      const { token: by } = await read<{ token: string }>(opened)
      expect((await call('GET', 'practice/a', { token: by })).status).toBe(200)
      expect((await sessions()).at(-1)).toMatchObject({ factors: 2, limited: 0 })
    })

    test('a wrong password tells nothing of it', async () => {
      await withTotp()
      const wrong = await call('POST', 'user/authenticate', { body: { username: NAME, password: 'wrong' } })
      expect(await statusAndCode(wrong)).toEqual([401, 'login-failed'])
    })

    test.each([-1, 0, 1])('a code %i steps away is good', async (steps) => {
      const { code } = await withTotp()
      later(60)
      expect((await answer(await challenge(), code(steps))).status).toBe(200)
    })

    test.each([-2, 2])('a code %i steps away is not', async (steps) => {
      const { code } = await withTotp()
      later(60)
      expect(await statusAndCode(await answer(await challenge(), code(steps)))).toEqual(invalid)
    })

    test('a code is good once, and none before it', async () => {
      const { code } = await withTotp()
      later(60)
      const [before, used] = [code(-1), code()]
      expect((await answer(await challenge(), used)).status).toBe(200)
      expect(await statusAndCode(await answer(await challenge(), used))).toEqual(invalid)
      expect(await statusAndCode(await answer(await challenge(), before))).toEqual(invalid)
      later(30)
      expect((await answer(await challenge(), code())).status).toBe(200)
    })

    test('the code that set it up signs nobody in', async () => {
      const { code } = await withTotp()
      expect(await statusAndCode(await answer(await challenge(), code(-1)))).toEqual(invalid)
    })

    test('of two servers that get one code at once, one lets in', { tags: ['database'] }, async () => {
      const { code } = await withTotp()
      const other = createApp(testServer.ports)
      const challenges = [await challenge(), await challenge()]
      const request = (challenge: string) =>
        new Request('http://portal.test/api/user/authenticate/second-factor', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ challenge, code: code() }),
        })
      const answers = await Promise.all([
        testServer.fetch(request(challenges[0]!)),
        other.fetch(request(challenges[1]!), {}),
      ])
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
    })

    test('a challenge is good for five minutes, once, and with its password', async () => {
      const { code } = await withTotp()
      const asked = await challenge()
      later(200)
      expect((await answer(asked, code())).status).toBe(200)
      later(30)
      expect(await statusAndCode(await answer(asked, code()))).toEqual([401, 'login-failed'])
      const inTime = await challenge()
      later(299)
      expect((await answer(inTime, code())).status).toBe(200)
      const late = await challenge()
      later(300)
      expect(await statusAndCode(await answer(late, code()))).toEqual([401, 'login-failed'])
      const former = await challenge()
      await testServer.db.updateTable('account').set({ password_hash: 'hash of Welkom#2027' }).execute()
      expect(await statusAndCode(await answer(former, code()))).toEqual([401, 'login-failed'])
    })

    test('a challenge is of one account', async () => {
      const { code } = await withTotp()
      const other = await staff(testServer.db, 'a', 'other@a.example')
      const theirs = await withTotp(await testServer.signIn(other))
      const [, signed] = (await challenge()).split('.')
      expect(await statusAndCode(await answer(`${other}.${signed}`, theirs.code()))).toEqual([401, 'login-failed'])
      expect(await statusAndCode(await answer(await challenge(), theirs.code()))).toEqual(invalid)
      expect(await statusAndCode(await answer('x', code()))).toEqual([401, 'login-failed'])
      expect((await answer(await challenge(), code())).status).toBe(200)
    })

    /** Codes that are not that of the app, nor of a step beside it. */
    const wrongCodes = (code: (steps?: number) => string, count: number) => {
      const right = [-1, 0, 1].map((steps) => code(steps))
      return Array.from({ length: count + 3 }, (_, index) => String(index).padStart(6, '0'))
        .filter((each) => !right.includes(each))
        .slice(0, count)
    }
    const cookieOf = (opened: Response) =>
      opened.headers
        .getSetCookie()
        .find((each) => each.startsWith('PORTAL-DEVICE='))!
        .split(';')[0]!

    test('codes are not guessed: each is counted before it is looked at, and after four an hour is waited', async () => {
      const { code, recoveryCodes } = await withTotp()
      const asked = await challenge()
      for (const each of wrongCodes(code, 4)) expect(await statusAndCode(await answer(asked, each))).toEqual(invalid)
      const limited = [429, 'rate-limited']
      expect(await statusAndCode(await answer(asked, code()))).toEqual(limited)
      expect(await statusAndCode(await answer(await challenge(), recoveryCodes[0]!))).toEqual(limited)
      later(3599)
      expect(await statusAndCode(await answer(await challenge(), code()))).toEqual(limited)
      later(1)
      expect((await answer(await challenge(), code())).status).toBe(200)
    })

    test('a right code forgets the wrong ones before it', async () => {
      const { code } = await withTotp()
      for (let round = 0; round < 3; round += 1) {
        for (const each of wrongCodes(code, 3)) await answer(await challenge(), each)
        expect((await answer(await challenge(), code())).status).toBe(200)
        later(30)
      }
    })

    test('codes are counted by account, whatever cookies of known browsers come with them', async () => {
      const { code } = await withTotp()
      const cookies: string[] = []
      for (let index = 0; index < 3; index += 1) {
        cookies.push(cookieOf(await answer(await challenge(), code())))
        later(30)
      }
      const options = (index: number): CallOptions => ({ headers: { cookie: cookies[index % 3]! } })
      for (const [index, each] of wrongCodes(code, 4).entries()) {
        expect(await statusAndCode(await answer(await challenge(), each, options(index)))).toEqual(invalid)
      }
      for (const index of [0, 1, 2]) expect((await answer(await challenge(), code(), options(index))).status).toBe(429)
      expect((await answer(await challenge(), code())).status).toBe(429)
      const other = await staff(testServer.db, 'a', 'other@a.example')
      const theirs = await withTotp(await testServer.signIn(other))
      expect((await answer(await challenge('other@a.example'), theirs.code())).status).toBe(200)
    })

    test('a link in a mail, and the browser that follows it, brings no further codes', async () => {
      const { code } = await withTotp()
      const link = async (newPassword: string) => {
        await call('POST', `password/forgot?email=${NAME}`)
        const link = new URL((await testServer.mails()).findLast((mail) => mail.link !== null)!.link!)
        const done = await call('POST', 'password/reset', {
          token: link.searchParams.get('token')!,
          body: { newPassword },
        })
        expect(done.headers.getSetCookie().filter((each) => each.startsWith('PORTAL-DEVICE='))).toEqual([])
        const problem = await read<Problem>(
          call('POST', 'user/authenticate', { body: { username: NAME, password: newPassword } }),
        )
        expect(problem.code).toBe('second-factor-needed')
        return problem.challenge!
      }
      const wrong = wrongCodes(code, 4)
      for (const each of wrong.slice(0, 2)) expect((await answer(await link(`Nieuw#${each}a`), each)).status).toBe(422)
      const asked = await link('Nieuw#2027')
      for (const each of wrong.slice(2)) expect((await answer(asked, each)).status).toBe(422)
      expect((await answer(asked, code())).status).toBe(429)
    })

    test('a code that proves a change in the settings counts with those of signing in', async () => {
      const { code } = await withTotp()
      const remove = (typed: string) => call('POST', 'user/totp/removal', { token, body: { code: typed } })
      const wrong = wrongCodes(code, 4)
      for (const each of wrong.slice(0, 2)) expect(await statusAndCode(await remove(each))).toEqual(invalid)
      token = await testServer.signIn(member)
      expect(await statusAndCode(await remove(wrong[2]!))).toEqual(invalid)
      expect(await statusAndCode(await answer(await challenge(), wrong[3]!))).toEqual(invalid)
      expect((await remove(code())).status).toBe(429)
      expect((await answer(await challenge(), code())).status).toBe(429)
      // The password still proves it.
      expect((await call('POST', 'user/totp/removal', { token, body: BY_PASSWORD })).status).toBe(204)
    })

    test('who waits each time has twenty a day, and the owner gets in a day after that', async () => {
      const { code } = await withTotp()
      const start = testServer.now.getTime()
      let looked = 0
      while (testServer.now.getTime() < start + 86_400_000) {
        const [wrong] = wrongCodes(code, 1)
        const answered = await answer(await challenge(), wrong!)
        if (answered.status === 422) looked += 1
        else
          later(
            Math.min(
              Number(answered.headers.get('retry-after')),
              (start + 86_400_000 - testServer.now.getTime()) / 1000,
            ),
          )
      }
      expect(looked).toBe(20)
      const answered = await answer(await challenge(), code())
      expect(answered.status).toBe(429)
      later(Number(answered.headers.get('retry-after')))
      expect((await answer(await challenge(), code())).status).toBe(200)
    })

    test('nor more by waiting until the hour is over instead', async () => {
      const { code } = await withTotp()
      const times: number[] = []
      for (let minute = 0; minute < 240; minute += 1) {
        const [wrong] = wrongCodes(code, 1)
        if ((await answer(await challenge(), wrong!)).status === 422) times.push(testServer.now.getTime())
        later(minute % 7 === 0 ? 1140 : 60)
      }
      expect(times.length).toBeGreaterThan(4)
      for (const time of times)
        expect(times.filter((other) => other >= time && other < time + 3_600_000).length).toBeLessThanOrEqual(4)
    })

    test('nor by one code at first and the others when its hour is nearly over', async () => {
      const { code } = await withTotp()
      const statuses: number[] = []
      for (const seconds of [0, 3480, 60, 120, 60]) {
        later(seconds)
        statuses.push((await answer(await challenge(), wrongCodes(code, 1)[0]!)).status)
      }
      expect(statuses).toEqual([422, 422, 422, 422, 429])
    })

    test('at once no more are looked at than one after the other', { tags: ['database'] }, async () => {
      const { code } = await withTotp()
      const asked = await challenge()
      const outcomes = await Promise.all(wrongCodes(code, 12).map(async (each) => (await answer(asked, each)).status))
      expect(outcomes.filter((status) => status === 422)).toHaveLength(4)
      expect(outcomes.filter((status) => status === 429)).toHaveLength(8)
    })

    test('a former member of staff with an app is locked out where all of their clients are', async () => {
      const { code } = await withTotp()
      const asked = await challenge()
      await testServer.db.updateTable('account').set({ practice_id: null, staff_role: null }).execute()
      await client(testServer.db, 'a', { account_id: member, locked: 1 })
      expect(await statusAndCode(await answer(asked, code()))).toEqual([403, 'client-locked'])
    })

    test('a former member of staff who is an owner is asked for no code', async () => {
      await withTotp()
      await testServer.db.updateTable('account').set({ practice_id: null, staff_role: null }).execute()
      await client(testServer.db, 'a', { account_id: member })
      expect((await signIn()).status).toBe(200)
    })

    test('a recovery code is good once, however it is typed', { tags: ['database'] }, async () => {
      const { recoveryCodes, code } = await withTotp()
      const [one = '', two = ''] = recoveryCodes
      expect((await answer(await challenge(), one.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
      expect(await statusAndCode(await answer(await challenge(), one))).toEqual(invalid)
      const both = [await challenge(), await challenge()].map((asked) => answer(asked, two))
      expect((await Promise.all(both)).map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
      const { token: by } = await read<{ token: string }>(answer(await challenge(), code()))
      expect(await state(by)).toMatchObject({ recoveryCodes: 8 })
    })

    test.each([
      [
        'a zero-width space and a mark of direction',
        (code: string) => `\u200e${code.slice(0, 3)}\u200b${code.slice(3)}`,
      ],
      ['an en dash', (code: string) => `${code.slice(0, 3)}\u2013${code.slice(3)}`],
      [
        'full-width digits',
        (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      ],
      [
        'Arabic digits',
        (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      ],
    ])('a code of the app is read with %s', async (_, typed) => {
      const { code } = await withTotp()
      expect((await answer(await challenge(), typed(code()))).status).toBe(200)
    })

    test('a recovery code is read with invisible characters and other dashes', async () => {
      const { recoveryCodes } = await withTotp()
      const typed = `\ufeff${(recoveryCodes[0] ?? '').replaceAll('-', '\u2011')}\u200b`
      expect((await answer(await challenge(), typed)).status).toBe(200)
    })

    test('a passkey is both factors', async () => {
      await withTotp()
      const authenticator = await withPasskey()
      expect(await read<Problem>(signIn())).toMatchObject({ methods: ['code', 'passkey'] })
      expect((await signInByPasskey(authenticator)).status).toBe(200)
      expect((await sessions()).at(-1)).toMatchObject({ factors: 2 })
    })

    test('a passkey that nobody asks for is not asked for', async () => {
      await withPasskey()
      expect((await signIn()).status).toBe(200)
      await demand()
      expect(await read<Problem>(signIn())).toMatchObject({ code: 'second-factor-needed', methods: ['passkey'] })
    })

    test('a password that was reset by mail leaves it, and lets nobody past it', async () => {
      const { code } = await withTotp()
      await call('POST', `password/forgot?email=${NAME}`)
      const mails = await testServer.mails()
      const link = mails.find(({ kind }) => kind === 'reset')!.link!
      const reset = await call('POST', 'password/reset', {
        token: new URL(link).searchParams.get('token')!,
        body: { newPassword: 'Nieuw#2026' },
      })
      expect(reset.status).toBe(204)
      const asked = await call('POST', 'user/authenticate', { body: { username: NAME, password: 'Nieuw#2026' } })
      const problem = await read<Problem>(asked)
      expect(problem.code).toBe('second-factor-needed')
      expect((await answer(problem.challenge!, code())).status).toBe(200)
    })
  })

  describe('where the practice asks for one', () => {
    test('who has none gets a session for setting one up alone', async () => {
      await demand()
      const opened = await read<{ token: string; secondFactor: string }>(signIn())
      expect(opened.secondFactor).toBe('set-up')
      const by = opened.token
      const refused = [403, 'second-factor-required']
      for (const path of ['practice/a', 'practice/a/clients', 'user/sessions', 'user/practices', 'capabilities'])
        expect(await statusAndCode(await call('GET', path, { token: by }))).toEqual(refused)
      const change = { currentPassword: PASSWORD, newPassword: 'Nieuw#2026' }
      expect(await statusAndCode(await call('POST', 'password/change', { token: by, body: change }))).toEqual(refused)
      expect((await call('GET', 'user', { token: by })).status).toBe(200)
      expect(await state(by)).toMatchObject({ required: true })
      const { token: refreshed } = await read<{ token: string }>(call('GET', 'user/refresh', { token: by }))
      expect(await statusAndCode(await call('GET', 'practice/a', { token: refreshed }))).toEqual(refused)
      await withTotp(by)
      expect((await call('GET', 'practice/a', { token: by })).status).toBe(200)
    })

    test('a passkey will do, and its proof is the password of just now', async () => {
      await demand()
      const { token: by } = await read<{ token: string }>(signIn())
      const authenticator = createAuthenticator({ origin: ORIGIN })
      const asked = await call('POST', 'user/passkeys/options', { token: by, body: {} })
      expect(asked.status).toBe(200)
      const made = authenticator.make(await read<Parameters<typeof authenticator.make>[0]>(asked), 'Telefoon')
      expect((await call('POST', 'user/passkeys', { token: by, body: made })).status).toBe(201)
      expect((await call('GET', 'practice/a', { token: by })).status).toBe(200)
      expect(await statusAndCode(await signIn())).toEqual(needed)
    })

    test('that proof is good for ten minutes', async () => {
      await demand()
      const { token: by } = await read<{ token: string }>(signIn())
      later(599)
      expect((await ask({}, by)).status).toBe(200)
      const { token: refreshed } = await read<{ token: string }>(call('GET', 'user/refresh', { token: by }))
      later(2)
      expect((await ask({}, refreshed)).status).toBe(422)
    })

    test('a further practice may ask for it, and one that is left does not', async () => {
      await demand('b')
      expect(await read(signIn())).not.toHaveProperty('secondFactor')
      await membership(testServer.db, member, 'b')
      expect(await read(signIn())).toHaveProperty('secondFactor', 'set-up')
      await testServer.db.updateTable('membership').set({ ended_at: '2026-06-15T10:00:00.000Z' }).execute()
      expect(await read(signIn())).not.toHaveProperty('secondFactor')
    })

    test('a session of one factor that was there before is not renewed; one of two is', async () => {
      const weak = await testServer.signIn(member)
      await withTotp()
      expect((await call('GET', 'user/refresh', { token: weak })).status).toBe(200)
      await demand()
      expect(await statusAndCode(await call('GET', 'user/refresh', { token: weak }))).toEqual([401, 'unauthenticated'])
      expect((await call('GET', 'user/refresh', { token })).status).toBe(200)
    })

    test('who takes the last one away signs in anew, and sets one up', async () => {
      const { code } = await withTotp()
      await demand()
      const authenticator = await withPasskey()
      const off = await call('POST', 'user/totp/removal', { token, body: BY_PASSWORD })
      expect(off.status).toBe(204)
      expect((await call('GET', 'user', { token })).status).toBe(200)
      const { passkeys } = await read<{ passkeys: { id: string }[] }>(call('GET', 'user/passkeys', { token }))
      const last = await call('POST', `user/passkeys/${passkeys[0]!.id}/removal`, { token, body: BY_PASSWORD })
      expect(last.status).toBe(204)
      expect((await call('GET', 'user', { token })).status).toBe(401)
      expect(await read(signIn())).toHaveProperty('secondFactor', 'set-up')
      expect((await signInByPasskey(authenticator)).status).toBe(401)
      expect(code()).toMatch(/^\d{6}$/)
    })

    test('so does who takes away an app, and had no passkey', async () => {
      await withTotp()
      await demand()
      expect((await call('POST', 'user/totp/removal', { token, body: BY_PASSWORD })).status).toBe(204)
      expect((await call('GET', 'user', { token })).status).toBe(401)
    })
  })

  describe('the practice', () => {
    let admin: string
    let adminToken: string

    beforeEach(async () => {
      admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      adminToken = await testServer.signIn(admin)
    })

    const ofPractice = (by = adminToken) => read(call('GET', 'practice/a/second-factor', { token: by }))
    const change = (required: boolean, by = adminToken, proof?: FactorProof) =>
      call('PUT', 'practice/a/second-factor', { token: by, body: { required, proof } })
    const reset = (id: string) =>
      call('POST', `practice/a/staff/${id}/second-factor/removal`, { token: adminToken, body: BY_PASSWORD })
    const trail = async () => {
      const { content } = await read<Page<AuditEntry>>(call('GET', 'practice/a/audit', { token: adminToken }))
      return content.map(({ action, account, member: whom }) => [action, account?.id, whom?.id])
    }

    test('is asked by an admin who has signed in by two', async () => {
      await staffOffer(testServer.db, await account(testServer.db, 'offered@a.example'), 'a')
      expect(await statusAndCode(await change(true))).toEqual([409, 'second-factor-missing'])
      expect(await ofPractice()).toEqual({ required: false, without: 2 })
      const { code } = await withTotp(adminToken)
      const weak = await testServer.signIn(admin)
      expect(await statusAndCode(await change(true, weak))).toEqual([409, 'second-factor-missing'])
      expect((await change(true)).status).toBe(204)
      expect(await ofPractice()).toEqual({ required: true, without: 1 })
      expect((await call('GET', 'user', { token: weak })).status).toBe(401)
      const { token: opened } = await read<{ token: string }>(answer(await challenge('admin@a.example'), code()))
      expect((await change(true, opened)).status).toBe(204)
      expect(await trail()).toEqual([['second-factor-required', admin, undefined]])
    })

    test('ends the sessions of one factor of its staff, and of nobody else', async () => {
      await withTotp(adminToken)
      const further = await staff(testServer.db, 'b', 'further@b.example')
      await membership(testServer.db, further, 'a')
      const other = await staff(testServer.db, 'b', 'other@b.example')
      const owner = await account(testServer.db, 'owner@mail.example')
      await client(testServer.db, 'a', { account_id: owner })
      const [ofFurther, ofOther, ofOwner] = [
        await testServer.signIn(further),
        await testServer.signIn(other),
        await testServer.signIn(owner),
      ]
      expect((await change(true)).status).toBe(204)
      const status = async (by: string) => (await call('GET', 'user', { token: by })).status
      expect(await Promise.all([token, ofFurther, ofOther, ofOwner, adminToken].map(status))).toEqual([
        401, 401, 200, 200, 200,
      ])
    })

    test('asks no more, and says so', async () => {
      const { code } = await withTotp(adminToken)
      await change(true)
      expect((await change(false, adminToken, { ...BY_PASSWORD, code: code() })).status).toBe(204)
      expect(await read(signIn())).not.toHaveProperty('secondFactor')
      expect((await trail()).map(([action]) => action)).toEqual(['second-factor-optional', 'second-factor-required'])
    })

    test('takes away what somebody has lost, tells them by mail, and notes it', async () => {
      await withTotp()
      const authenticator = await withPasskey()
      const { recoveryCodes } = await read<SecondFactor>(call('GET', 'user/second-factor', { token }))
      expect(recoveryCodes).toBe(10)
      const listed = async () =>
        (await read<StaffMember[]>(call('GET', 'practice/a/staff', { token: adminToken }))).map(
          ({ id, secondFactor }) => [id, secondFactor],
        )
      expect(await listed()).toEqual(
        expect.arrayContaining([
          [member, true],
          [admin, false],
        ]),
      )
      expect((await reset(member)).status).toBe(204)
      expect(await listed()).toEqual(expect.arrayContaining([[member, false]]))
      expect((await call('GET', 'user', { token })).status).toBe(401)
      expect((await signIn()).status).toBe(200)
      expect((await signInByPasskey(authenticator)).status).toBe(401)
      expect(await testServer.mails()).toContainEqual(
        expect.objectContaining({ kind: 'second-factor-reset', to: NAME }),
      )
      expect(await trail()).toEqual([['second-factor-reset', admin, member]])
      expect(await statusAndCode(await reset(member))).toEqual([409, 'conflict'])
    })

    test('notes it in the trail of each practice where they work, but where it is only offered or has ended', async () => {
      await withTotp()
      const { db } = testServer
      for (const id of ['waiting', 'left']) await practice(db, id)
      for (const id of ['b', 'left']) await membership(db, member, id)
      await staffOffer(db, member, 'waiting')
      const ended = { ended_at: '2026-06-01T10:00:00.000Z' }
      await db.updateTable('membership').set(ended).where('practice_id', '=', 'left').execute()
      expect((await reset(member)).status).toBe(204)
      const noted = await db.selectFrom('audit').select(['practice_id', 'action', 'account_id']).execute()
      const entry = { action: 'second-factor-reset', account_id: admin }
      expect(noted).toHaveLength(2)
      expect(noted).toEqual(expect.arrayContaining(['a', 'b'].map((id) => ({ practice_id: id, ...entry }))))
      expect(new Set((await testServer.mails()).map(({ kind }) => kind))).toEqual(
        new Set(['second-factor-on', 'second-factor-reset', 'admin-change']),
      )
    })

    test('takes nobody’s own away, nor that of who has left', async () => {
      await withTotp(adminToken)
      expect(await statusAndCode(await reset(admin))).toEqual([403, 'forbidden'])
      await withTotp()
      await call('PUT', `practice/a/staff/${member}`, {
        token: adminToken,
        body: { role: 'CLINIC_USER', active: false },
      })
      expect(await statusAndCode(await reset(member))).toEqual([404, 'not-found'])
    })

    test('by a command that of its last admin, noted where they work', async () => {
      await withTotp(adminToken)
      await membership(testServer.db, admin, 'b')
      await resetFactor(testServer.db, { username: 'Admin@a.example' }, testServer.now)
      expect((await signIn('admin@a.example')).status).toBe(200)
      const noted = await testServer.db.selectFrom('audit').select(['practice_id', 'action', 'account_id']).execute()
      expect(noted).toEqual(
        ['a', 'b'].map((practice_id) => ({ practice_id, action: 'second-factor-reset', account_id: null })),
      )
      for (const [username, reason] of [
        ['admin@a.example', 'has no second factor'],
        ['nobody@a.example', 'is not staff'],
      ] as const)
        await expect(resetFactor(testServer.db, { username }, testServer.now)).rejects.toThrow(reason)
    })
  })

  describe('what is there', () => {
    test('recovery codes are made anew, and the former are good no more', async () => {
      const { recoveryCodes, code } = await withTotp()
      const refused = await call('POST', 'user/totp/recovery-codes', { token, body: {} })
      expect(await statusAndCode(refused)).toEqual([422, 'current-password-invalid'])
      const made = await call('POST', 'user/totp/recovery-codes', { token, body: { code: code() } })
      expect(made.status).toBe(201)
      const { recoveryCodes: next } = await read<RecoveryCodes>(made)
      expect(await statusAndCode(await answer(await challenge(), recoveryCodes[0]!))).toEqual(invalid)
      expect((await answer(await challenge(), next[0]!)).status).toBe(200)
      expect((await testServer.mails()).map(({ kind }) => kind)).toContain('recovery-codes-made')
    })

    test('it is switched off by a proof', async () => {
      const { code } = await withTotp()
      const remove = (body: FactorProof) => call('POST', 'user/totp/removal', { token, body })
      expect(await statusAndCode(await remove({}))).toEqual([422, 'current-password-invalid'])
      expect(await statusAndCode(await remove({ code: code(9) }))).toEqual(invalid)
      const used = code()
      expect((await answer(await challenge(), used)).status).toBe(200)
      expect(await statusAndCode(await remove({ code: used }))).toEqual(invalid)
      later(30)
      expect((await remove({ code: code() })).status).toBe(204)
      expect((await signIn()).status).toBe(200)
      expect(await state()).toMatchObject({ recoveryCodes: 0 })
      expect(await statusAndCode(await remove(BY_PASSWORD))).toEqual([404, 'not-found'])
      expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['second-factor-on', 'second-factor-off'])
    })

    test('another secret of the server reads it for a day, and by then it is sealed anew', async () => {
      const { code } = await withTotp()
      const { secret: former, clock, db } = testServer.ports
      const secret = new TextEncoder().encode('the next secret of the tests, long')
      const formerSecret = { secret: former, readUntil: new Date(testServer.now.getTime() + 86_400_000) }
      const sealer = createTotpSealer({ secret, formerSecret, clock })
      const kept = async () => (await db.selectFrom('totp').select('secret').executeTakeFirstOrThrow()).secret
      expect(await sealer.isCurrent(await kept())).toBe(false)
      expect(await sealer.open(await kept(), member)).toMatch(/^[A-Z2-7]{32}$/)
      expect(await sealer.open(await kept(), 'somebody else')).toBeUndefined()
      await resealTotp({ db, secret, formerSecret, clock })
      expect(await sealer.isCurrent(await kept())).toBe(true)
      const ports = { ...testServer.ports, secret }
      const next = createApp(ports)
      const send = (path: string, body: object) =>
        next.fetch(
          new Request(`http://portal.test/api/${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
          {},
        )
      const { challenge: asked } = await read<Problem>(
        send('user/authenticate', { username: NAME, password: PASSWORD }),
      )
      expect((await send('user/authenticate/second-factor', { challenge: asked, code: code() })).status).toBe(200)
    })
  })
})
