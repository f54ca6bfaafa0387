import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { FactorProof, RecoveryCodes, SecondFactor, TotpOptions } from '#contract/schemas/second-factor.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import { createApp } from '#server/app.ts'
import { createTotpSealer, resealTotp } from '#server/auth/totp.ts'
import { resetFactor } from '#server/cli/user/save-staff.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { account, client, membership, practice, staff, staffOffer } from '#harness/builders.ts'
import { type CallOptions, eachTestServer, onEngines, openTestServer, outcomeOf } from '#harness/test-server.ts'
import { setUpTotp, totpCode } from '#harness/totp.ts'

const PASSWORD = 'Welkom#2026'
const NAME = 'staff@a.example'
const BY_PASSWORD = { currentPassword: PASSWORD }
const INVALID = '422 second-factor-invalid'
const FAILED = '401 login-failed'
const LIMITED = '429 rate-limited'

onEngines('second factor', (engine) => {
  const testServer = eachTestServer(engine, { limits: { loginFailures: 3, loginAddressFailures: 6 } })
  let [member, token] = ['', '']

  beforeEach(async () => {
    for (const id of ['a', 'b']) await practice(testServer.db, id)
    member = await staff(testServer.db, 'a', NAME)
    token = await testServer.signIn(member)
  })

  const later = (seconds: number) => testServer.advance(seconds * 1000)
  const ok = <T>(response: Response | Promise<Response>) => testServer.ok<T>(response)
  const read = <T>(path: string, by = token) => testServer.read<T>(path, by)
  const call = (method: string, path: string, options: CallOptions = {}) => testServer.call(method, path, options)
  const post = (path: string, body: object, by = token) => call('POST', path, { token: by, body })
  const requestOptions = (proof: FactorProof = BY_PASSWORD, by = token) => post('user/totp/options', proof, by)
  const remove = (proof: FactorProof) => outcomeOf(post('user/totp/removal', proof))
  const state = (by = token) => read<SecondFactor>('user/second-factor', by)
  const statusOf = async (by: string) => (await call('GET', 'user', { token: by })).status
  const signIn = (username = NAME, password = PASSWORD) =>
    call('POST', 'user/authenticate', { body: { username, password } })
  const problemOf = async (response: Promise<Response>) => (await (await response).json()) as Problem
  const newChallenge = async (username?: string, password?: string) =>
    (await problemOf(signIn(username, password))).challenge!
  const submitCode = (challenge: string, code: string, options: CallOptions = {}) =>
    call('POST', 'user/authenticate/second-factor', { body: { challenge, code }, ...options })
  /** Signs in with the password and a code. */
  const enter = async (code: string, username?: string, options?: CallOptions) =>
    outcomeOf(submitCode(await newChallenge(username), code, options))
  const demand = (practiceId = 'a') =>
    testServer.db.updateTable('practice').set({ second_factor: 1 }).where('id', '=', practiceId).execute()
  const leave = () => testServer.db.updateTable('account').set({ practice_id: null, staff_role: null }).execute()
  const sessions = () => testServer.db.selectFrom('session').selectAll().execute()
  const kinds = async () => (await testServer.mails()).map(({ kind }) => kind)

  /** Sets up an authenticator app. `code` returns the app's code, `steps` 30-second steps from now. */
  async function withTotp(by = token) {
    const { now } = testServer
    const made = await setUpTotp((path, body) => post(path, body, by), { password: PASSWORD, at: now })
    return { ...made, code: (steps = 0) => totpCode(made.secret, testServer.now, steps) }
  }
  /** Codes that the app shows neither now nor one step before or after. */
  const wrongCodes = (code: (steps?: number) => string, count = 1) => {
    const right = [-1, 0, 1].map((steps) => code(steps))
    return Array.from({ length: count + 3 }, (_, index) => String(index).padStart(6, '0'))
      .filter((each) => !right.includes(each))
      .slice(0, count)
  }

  async function withPasskey(proof: FactorProof = BY_PASSWORD, by = token) {
    const authenticator = createAuthenticator({ origin: 'http://portal.test' })
    const options = await ok<Parameters<typeof authenticator.make>[0]>(post('user/passkeys/options', proof, by))
    await ok(post('user/passkeys', authenticator.make(options, 'Telefoon'), by))
    return authenticator
  }
  async function signInByPasskey(authenticator: ReturnType<typeof createAuthenticator>) {
    const options = await read<Parameters<typeof authenticator.sign>[0]>('user/authenticate/passkey')
    return (await call('POST', 'user/authenticate/passkey', { body: authenticator.sign(options) })).status
  }

  describe('setting up an authenticator app', () => {
    const confirm = (setUp: string, code: string, by = token) => outcomeOf(post('user/totp', { setUp, code }, by))
    const codeNow = (secret: string) => totpCode(secret, testServer.now)

    test('stores the secret encrypted and the recovery codes hashed', async () => {
      const { secret, uri, setUp } = await ok<TotpOptions>(requestOptions())
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      expect(uri).toBe(
        `otpauth://totp/Dierenportaal:staff%40a.example?issuer=Dierenportaal&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
      )
      expect(setUp).not.toContain(secret)
      expect(await state()).toEqual({ recoveryCodes: 0, passkeys: 0, hasPassword: true, required: false })
      const code = codeNow(secret)
      const spaced = { setUp, code: `${code.slice(0, 3)} ${code.slice(3)}` }
      const { recoveryCodes } = await ok<RecoveryCodes>(post('user/totp', spaced))
      expect(new Set(recoveryCodes).size).toBe(10)
      for (const each of recoveryCodes) expect(each).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
      expect(await state()).toMatchObject({ totpSince: '2026-06-15T10:00:00.000Z', recoveryCodes: 10 })
      const { db } = testServer
      const stored = JSON.stringify([
        await db.selectFrom('totp').selectAll().execute(),
        await db.selectFrom('recovery_code').selectAll().execute(),
      ])
      for (const each of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
        expect(stored).not.toContain(each)
      expect(await testServer.mails()).toMatchObject([{ kind: 'second-factor-on', to: NAME }])
    })

    test('rejects a wrong code, another session, and a modified or expired set-up', async () => {
      const { secret, setUp } = await ok<TotpOptions>(requestOptions())
      const [wrong = ''] = wrongCodes((steps) => totpCode(secret, testServer.now, steps))
      expect(await confirm(setUp, wrong)).toBe(INVALID)
      const rejected = '400 validation-failed'
      expect(await confirm(setUp, codeNow(secret), await testServer.signIn(member))).toBe(rejected)
      expect(await confirm(`${setUp}x`, codeNow(secret))).toBe(rejected)
      // A token is valid for ten minutes, so the test refreshes the session on the way.
      const advanceRefreshing = async (seconds: number) => {
        for (let left = seconds; left > 0; left -= 300) {
          later(Math.min(left, 300))
          token = (await read<{ token: string }>('user/refresh')).token
        }
      }
      await advanceRefreshing(1)
      const other = await ok<TotpOptions>(requestOptions())
      await advanceRefreshing(1799)
      expect(await confirm(setUp, codeNow(secret))).toBe(rejected)
      expect(await state()).toMatchObject({ recoveryCodes: 0 })
      expect(await confirm(other.setUp, codeNow(other.secret))).toBe('201')
    })

    test.each<[string, FactorProof]>([
      ['no proof', {}],
      ['a wrong password', { currentPassword: 'wrong' }],
      ['a code without an app', { code: '123456' }],
    ])('is rejected with %s', async (_, proof) => {
      expect((await requestOptions(proof)).status).toBe(422)
      expect((await requestOptions()).status).toBe(200)
    })

    test('is rejected if the account has an app', async () => {
      const first = await ok<TotpOptions>(requestOptions())
      await withTotp()
      expect(await confirm(first.setUp, codeNow(first.secret))).toBe('409 conflict')
    })
  })

  describe('sign-in with a password', () => {
    test('opens a session only after the code', async () => {
      const { code } = await withTotp()
      const before = await sessions()
      const response = await signIn()
      expect(response.headers.get('set-cookie') ?? '').not.toContain('PORTAL-DEVICE=')
      const problem = await problemOf(Promise.resolve(response))
      expect(problem).toMatchObject({ status: 401, code: 'second-factor-needed', methods: ['code'] })
      expect(await sessions()).toEqual(before)
      const opened = await submitCode(problem.challenge!, code())
      expect(opened.headers.get('set-cookie')).toContain('PORTAL-DEVICE=')
      const { token: by } = await ok<{ token: string }>(opened)
      await read('practice/a', by)
      expect((await sessions()).at(-1)).toMatchObject({ factors: 2, limited: 0 })
    })

    test('does not reveal a second factor after a wrong password', async () => {
      await withTotp()
      expect(await outcomeOf(signIn(NAME, 'wrong'))).toBe(FAILED)
    })

    test.each([
      [-2, INVALID],
      [-1, '200'],
      [0, '200'],
      [1, '200'],
      [2, INVALID],
    ])('with a code %i steps away returns %s', async (steps, outcome) => {
      const { code } = await withTotp()
      later(60)
      expect(await enter(code(steps))).toBe(outcome)
    })

    test('accepts each code once, in increasing order', async () => {
      const { code } = await withTotp()
      expect(await enter(code(-1))).toBe(INVALID)
      later(60)
      const [before, used] = [code(-1), code()]
      expect(await enter(used)).toBe('200')
      expect(await enter(used)).toBe(INVALID)
      expect(await enter(before)).toBe(INVALID)
      later(30)
      expect(await enter(code())).toBe('200')
    })

    test('accepts a code once if two servers receive it concurrently', { tags: ['database'] }, async () => {
      const { code } = await withTotp()
      const other = createApp(testServer.ports)
      const requests = [await newChallenge(), await newChallenge()].map(
        (challenge) =>
          new Request('http://portal.test/api/user/authenticate/second-factor', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ challenge, code: code() }),
          }),
      )
      const responses = await Promise.all([testServer.fetch(requests[0]!), other.fetch(requests[1]!, {})])
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
    })

    test('accepts a challenge once within five minutes', async () => {
      const { code } = await withTotp()
      const challenge = await newChallenge()
      later(200)
      expect(await outcomeOf(submitCode(challenge, code()))).toBe('200')
      later(30)
      expect(await outcomeOf(submitCode(challenge, code()))).toBe(FAILED)
      const inTime = await newChallenge()
      later(299)
      expect(await outcomeOf(submitCode(inTime, code()))).toBe('200')
      const late = await newChallenge()
      later(300)
      expect(await outcomeOf(submitCode(late, code()))).toBe(FAILED)
      const former = await newChallenge()
      await testServer.db.updateTable('account').set({ password_hash: 'hash of Welkom#2027' }).execute()
      expect(await outcomeOf(submitCode(former, code()))).toBe(FAILED)
    })

    test('rejects the challenge or code of another account', async () => {
      const { code } = await withTotp()
      const other = await staff(testServer.db, 'a', 'other@a.example')
      const theirs = await withTotp(await testServer.signIn(other))
      const [, signed] = (await newChallenge()).split('.')
      expect(await outcomeOf(submitCode(`${other}.${signed}`, theirs.code()))).toBe(FAILED)
      expect(await enter(theirs.code())).toBe(INVALID)
      expect(await outcomeOf(submitCode('x', code()))).toBe(FAILED)
      expect(await enter(code())).toBe('200')
    })

    test('needs no code for a former staff member', async () => {
      const { code } = await withTotp()
      const challenge = await newChallenge()
      await leave()
      await client(testServer.db, 'a', { account_id: member, locked: 1 })
      expect(await outcomeOf(submitCode(challenge, code()))).toBe('403 client-locked')
      await testServer.db.updateTable('client').set({ locked: 0 }).execute()
      expect((await signIn()).status).toBe(200)
    })

    test('accepts a recovery code once', { tags: ['database'] }, async () => {
      const { recoveryCodes, code } = await withTotp()
      const [one = '', two = ''] = recoveryCodes
      expect(await enter(one)).toBe('200')
      expect(await enter(one)).toBe(INVALID)
      const both = [await newChallenge(), await newChallenge()].map((challenge) => submitCode(challenge, two))
      expect((await Promise.all(both)).map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
      const { token: by } = await ok<{ token: string }>(submitCode(await newChallenge(), code()))
      expect(await state(by)).toMatchObject({ recoveryCodes: 8 })
    })

    const digitsFrom = (zero: number) => (code: string) =>
      code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
    test.each<[string, 'app' | 'recovery', (code: string) => string]>([
      ['a zero-width space and a direction mark', 'app', (code) => `\u200e${code.slice(0, 3)}\u200b${code.slice(3)}`],
      ['an en dash', 'app', (code) => `${code.slice(0, 3)}\u2013${code.slice(3)}`],
      ['full-width digits', 'app', digitsFrom(0xff10)],
      ['Arabic digits', 'app', digitsFrom(0x660)],
      ['lower case and spaces', 'recovery', (code) => code.toLowerCase().replaceAll('-', ' ')],
      ['invisible characters and other dashes', 'recovery', (code) => `\ufeff${code.replaceAll('-', '\u2011')}\u200b`],
    ])('accepts a code entered with %s (%s)', async (_, kind, typed) => {
      const { recoveryCodes, code } = await withTotp()
      expect(await enter(typed(kind === 'app' ? code() : recoveryCodes[0]!))).toBe('200')
    })

    test('accepts a passkey as both factors', async () => {
      const authenticator = await withPasskey()
      expect((await signIn()).status).toBe(200)
      await withTotp()
      expect(await problemOf(signIn())).toMatchObject({ methods: ['code', 'passkey'] })
      const strong = async () => (await sessions()).filter(({ factors }) => factors === 2).length
      const before = await strong()
      expect(await signInByPasskey(authenticator)).toBe(200)
      expect(await strong()).toBe(before + 1)
      await testServer.db.deleteFrom('totp').execute()
      await demand()
      expect(await problemOf(signIn())).toMatchObject({ code: 'second-factor-needed', methods: ['passkey'] })
    })
  })

  describe('guessing codes', () => {
    test('is limited to four codes an hour', async () => {
      const { code, recoveryCodes } = await withTotp()
      const challenge = await newChallenge()
      for (const each of wrongCodes(code, 4)) expect(await outcomeOf(submitCode(challenge, each))).toBe(INVALID)
      expect(await outcomeOf(submitCode(challenge, code()))).toBe(LIMITED)
      expect(await enter(recoveryCodes[0]!)).toBe(LIMITED)
      later(3599)
      expect(await enter(code())).toBe(LIMITED)
      later(1)
      expect(await enter(code())).toBe('200')
    })

    test('is allowed again after a right code', async () => {
      const { code } = await withTotp()
      for (let round = 0; round < 3; round += 1) {
        for (const each of wrongCodes(code, 3)) await enter(each)
        expect(await enter(code())).toBe('200')
        later(30)
      }
    })

    test('is counted per account, regardless of known-browser cookies', async () => {
      const { code } = await withTotp()
      const known: CallOptions[] = []
      for (let index = 0; index < 3; index += 1) {
        const cookies = (await submitCode(await newChallenge(), code())).headers.getSetCookie()
        const [cookie = ''] = cookies.find((each) => each.startsWith('PORTAL-DEVICE='))!.split(';')
        known.push({ headers: { cookie } })
        later(30)
      }
      for (const [index, each] of wrongCodes(code, 4).entries())
        expect(await enter(each, NAME, known[index % 3])).toBe(INVALID)
      for (const options of [...known, undefined]) expect(await enter(code(), NAME, options)).toBe(LIMITED)
      const theirs = await withTotp(await testServer.signIn(await staff(testServer.db, 'a', 'other@a.example')))
      expect(await enter(theirs.code(), 'other@a.example')).toBe('200')
    })

    test('is not reset by a password reset', async () => {
      const { code } = await withTotp()
      const reset = async (newPassword: string) => {
        await call('POST', `password/forgot?email=${NAME}`)
        const { link } = (await testServer.mails()).findLast((mail) => mail.link !== null)!
        const linkToken = new URL(link!).searchParams.get('token')!
        const done = await call('POST', 'password/reset', { token: linkToken, body: { newPassword } })
        expect(done.status).toBe(204)
        expect(done.headers.getSetCookie().filter((each) => each.startsWith('PORTAL-DEVICE='))).toEqual([])
        return await newChallenge(NAME, newPassword)
      }
      const wrong = wrongCodes(code, 4)
      for (const each of wrong.slice(0, 2))
        expect(await outcomeOf(submitCode(await reset(`Nieuw#${each}a`), each))).toBe(INVALID)
      const challenge = await reset('Nieuw#2027')
      for (const each of wrong.slice(2)) expect(await outcomeOf(submitCode(challenge, each))).toBe(INVALID)
      expect(await outcomeOf(submitCode(challenge, code()))).toBe(LIMITED)
    })

    test('is counted for sign-ins and settings together', async () => {
      const { code } = await withTotp()
      const wrong = wrongCodes(code, 4)
      for (const each of wrong.slice(0, 2)) expect(await remove({ code: each })).toBe(INVALID)
      token = await testServer.signIn(member)
      expect(await remove({ code: wrong[2]! })).toBe(INVALID)
      expect(await enter(wrong[3]!)).toBe(INVALID)
      expect(await remove({ code: code() })).toBe(LIMITED)
      expect(await enter(code())).toBe(LIMITED)
      expect(await remove(BY_PASSWORD)).toBe('204')
    })

    test('is limited to twenty codes a day', async () => {
      const { code } = await withTotp()
      const end = testServer.now.getTime() + 86_400_000
      const wait = (response: Response) => Number(response.headers.get('retry-after'))
      let tried = 0
      while (testServer.now.getTime() < end) {
        const response = await submitCode(await newChallenge(), wrongCodes(code)[0]!)
        if (response.status === 422) tried += 1
        else later(Math.min(wait(response), (end - testServer.now.getTime()) / 1000))
      }
      expect(tried).toBe(20)
      const rejected = await submitCode(await newChallenge(), code())
      expect(rejected.status).toBe(429)
      later(wait(rejected))
      expect(await enter(code())).toBe('200')
    })

    test('is counted over a sliding hour', async () => {
      const { code } = await withTotp()
      const outcomes: string[] = []
      for (const seconds of [0, 3480, 60, 120, 60]) {
        later(seconds)
        outcomes.push(await enter(wrongCodes(code)[0]!))
      }
      expect(outcomes).toEqual([INVALID, INVALID, INVALID, INVALID, LIMITED])
    })

    test('is counted for concurrent codes', { tags: ['database'] }, async () => {
      const { code } = await withTotp()
      const challenge = await newChallenge()
      const outcomes = await Promise.all(wrongCodes(code, 12).map((each) => outcomeOf(submitCode(challenge, each))))
      expect(outcomes.sort()).toEqual([...Array(4).fill(INVALID), ...Array(8).fill(LIMITED)])
    })
  })

  describe('required by a practice', () => {
    test('allows staff without a second factor only to set one up', async () => {
      await demand()
      const { token: by, secondFactor } = await ok<{ token: string; secondFactor: string }>(signIn())
      expect(secondFactor).toBe('set-up')
      const rejected = '403 second-factor-required'
      for (const path of ['practice/a', 'practice/a/clients', 'user/sessions', 'user/practices', 'capabilities'])
        expect(await outcomeOf(call('GET', path, { token: by }))).toBe(rejected)
      const change = { currentPassword: PASSWORD, newPassword: 'Nieuw#2026' }
      expect(await outcomeOf(post('password/change', change, by))).toBe(rejected)
      expect(await statusOf(by)).toBe(200)
      expect(await state(by)).toMatchObject({ required: true })
      const { token: refreshed } = await read<{ token: string }>('user/refresh', by)
      expect(await outcomeOf(call('GET', 'practice/a', { token: refreshed }))).toBe(rejected)
      await withTotp(by)
      await read('practice/a', by)
    })

    test('accepts a recent sign-in as proof for adding the factor', async () => {
      await demand()
      const { token: by } = await ok<{ token: string }>(signIn())
      later(599)
      expect((await requestOptions({}, by)).status).toBe(200)
      const { token: refreshed } = await read<{ token: string }>('user/refresh', by)
      later(2)
      expect((await requestOptions({}, refreshed)).status).toBe(422)
      const { token: next } = await ok<{ token: string }>(signIn())
      await withPasskey({}, next)
      await read('practice/a', next)
      expect(await outcomeOf(signIn())).toBe('401 second-factor-needed')
    })

    test('applies to each practice while the membership lasts', async () => {
      await demand('b')
      expect(await ok(signIn())).not.toHaveProperty('secondFactor')
      await membership(testServer.db, member, 'b')
      expect(await ok(signIn())).toHaveProperty('secondFactor', 'set-up')
      await testServer.db.updateTable('membership').set({ ended_at: '2026-06-15T10:00:00.000Z' }).execute()
      expect(await ok(signIn())).not.toHaveProperty('secondFactor')
    })

    test('allows refreshing only two-factor sessions', async () => {
      const weak = await testServer.signIn(member)
      await withTotp()
      await read('user/refresh', weak)
      await demand()
      expect(await outcomeOf(call('GET', 'user/refresh', { token: weak }))).toBe('401 unauthenticated')
      await read('user/refresh')
    })

    test('signs out an account that removes its last factor', async () => {
      await withTotp()
      await demand()
      const authenticator = await withPasskey()
      expect(await remove(BY_PASSWORD)).toBe('204')
      expect(await statusOf(token)).toBe(200)
      const { passkeys } = await read<{ passkeys: { id: string }[] }>('user/passkeys')
      await ok(post(`user/passkeys/${passkeys[0]!.id}/removal`, BY_PASSWORD))
      expect(await statusOf(token)).toBe(401)
      expect(await signInByPasskey(authenticator)).toBe(401)
      const opened = await ok<{ token: string; secondFactor: string }>(signIn())
      expect(opened.secondFactor).toBe('set-up')
      token = opened.token
      await withTotp()
      expect(await remove(BY_PASSWORD)).toBe('204')
      expect(await statusOf(token)).toBe(401)
    })
  })

  describe('managed by an admin', () => {
    let [admin, adminToken] = ['', '']

    beforeEach(async () => {
      admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      adminToken = await testServer.signIn(admin)
    })

    const ofPractice = () => read('practice/a/second-factor', adminToken)
    const require = (required: boolean, by = adminToken, proof?: FactorProof) =>
      outcomeOf(call('PUT', 'practice/a/second-factor', { token: by, body: { required, proof } }))
    const reset = (id: string) =>
      outcomeOf(post(`practice/a/staff/${id}/second-factor/removal`, BY_PASSWORD, adminToken))
    const accessLog = async () => {
      const { content } = await read<Page<AuditEntry>>('practice/a/audit', adminToken)
      return content.map(({ action, account: by, member: whom }) => [action, by?.id, whom?.id])
    }
    const entries = () => testServer.db.selectFrom('audit').select(['practice_id', 'action', 'account_id']).execute()

    test('can be required only from a two-factor session', async () => {
      await staffOffer(testServer.db, await account(testServer.db, 'offered@a.example'), 'a')
      expect(await require(true)).toBe('409 second-factor-missing')
      expect(await ofPractice()).toEqual({ required: false, without: 2 })
      const { code } = await withTotp(adminToken)
      const weak = await testServer.signIn(admin)
      expect(await require(true, weak)).toBe('409 second-factor-missing')
      expect(await require(true)).toBe('204')
      expect(await ofPractice()).toEqual({ required: true, without: 1 })
      expect(await statusOf(weak)).toBe(401)
      const { token: opened } = await ok<{ token: string }>(submitCode(await newChallenge('admin@a.example'), code()))
      expect(await require(true, opened)).toBe('204')
      expect(await accessLog()).toEqual([['second-factor-required', admin, undefined]])
    })

    test('ends one-factor sessions of the staff once required', async () => {
      const { code } = await withTotp(adminToken)
      const { db } = testServer
      const further = await staff(db, 'b', 'further@b.example')
      await membership(db, further, 'a')
      const other = await staff(db, 'b', 'other@b.example')
      const owner = await account(db, 'owner@mail.example')
      await client(db, 'a', { account_id: owner })
      const others = await Promise.all([further, other, owner].map((id) => testServer.signIn(id)))
      expect(await require(true)).toBe('204')
      expect(await Promise.all([token, ...others, adminToken].map(statusOf))).toEqual([401, 401, 200, 200, 200])
      expect(await require(false, adminToken, { ...BY_PASSWORD, code: code() })).toBe('204')
      expect(await ok(signIn())).not.toHaveProperty('secondFactor')
      expect((await accessLog()).map(([action]) => action)).toEqual([
        'second-factor-optional',
        'second-factor-required',
      ])
    })

    test('can be removed from a member, who is notified and signed out', async () => {
      await withTotp()
      const authenticator = await withPasskey()
      const listed = async () => {
        const members = await read<StaffMember[]>('practice/a/staff', adminToken)
        return Object.fromEntries(members.map(({ id, secondFactor }) => [id, secondFactor]))
      }
      expect(await listed()).toEqual({ [member]: true, [admin]: false })
      expect(await reset(member)).toBe('204')
      expect(await listed()).toMatchObject({ [member]: false })
      expect(await statusOf(token)).toBe(401)
      expect((await signIn()).status).toBe(200)
      expect(await signInByPasskey(authenticator)).toBe(401)
      expect(await testServer.mails()).toContainEqual(
        expect.objectContaining({ kind: 'second-factor-reset', to: NAME }),
      )
      expect(await accessLog()).toEqual([['second-factor-reset', admin, member]])
      expect(await reset(member)).toBe('409 conflict')
    })

    test('has a log entry of its removal at each practice where the member works', async () => {
      await withTotp()
      const { db } = testServer
      for (const id of ['waiting', 'left']) await practice(db, id)
      for (const id of ['b', 'left']) await membership(db, member, id)
      await staffOffer(db, member, 'waiting')
      const ended = { ended_at: '2026-06-01T10:00:00.000Z' }
      await db.updateTable('membership').set(ended).where('practice_id', '=', 'left').execute()
      expect(await reset(member)).toBe('204')
      const entry = { action: 'second-factor-reset', account_id: admin }
      expect((await entries()).toSorted((a, b) => a.practice_id.localeCompare(b.practice_id))).toEqual(
        ['a', 'b'].map((id) => ({ practice_id: id, ...entry })),
      )
      expect(new Set(await kinds())).toEqual(new Set(['second-factor-on', 'second-factor-reset', 'admin-change']))
    })

    test('cannot be removed by admins from themselves or from a former member', async () => {
      await withTotp(adminToken)
      expect(await reset(admin)).toBe('403 forbidden')
      await withTotp()
      const ended = { role: 'CLINIC_USER', active: false }
      await ok(call('PUT', `practice/a/staff/${member}`, { token: adminToken, body: ended }))
      expect(await reset(member)).toBe('404 not-found')
    })

    test('of an admin can be removed by a command, with a log entry at each practice', async () => {
      await withTotp(adminToken)
      await membership(testServer.db, admin, 'b')
      await resetFactor(testServer.db, { username: 'Admin@a.example' }, testServer.now)
      expect((await signIn('admin@a.example')).status).toBe(200)
      const entry = { action: 'second-factor-reset', account_id: null }
      expect(await entries()).toEqual(['a', 'b'].map((practice_id) => ({ practice_id, ...entry })))
      for (const [username, reason] of [
        ['admin@a.example', 'has no second factor'],
        ['nobody@a.example', 'is not staff'],
      ] as const)
        await expect(resetFactor(testServer.db, { username }, testServer.now)).rejects.toThrow(reason)
    })
  })

  test('has new recovery codes that invalidate the former ones', async () => {
    const { recoveryCodes, code } = await withTotp()
    expect(await outcomeOf(post('user/totp/recovery-codes', {}))).toBe('422 current-password-invalid')
    const made = await ok<RecoveryCodes>(post('user/totp/recovery-codes', { code: code() }))
    expect(await enter(recoveryCodes[0]!)).toBe(INVALID)
    expect(await enter(made.recoveryCodes[0]!)).toBe('200')
    expect(await kinds()).toContain('recovery-codes-made')
  })

  test('is removed with a proof that cannot be a used code', async () => {
    const { code } = await withTotp()
    expect(await remove({})).toBe('422 current-password-invalid')
    expect(await remove({ code: code(9) })).toBe(INVALID)
    const used = code()
    expect(await enter(used)).toBe('200')
    expect(await remove({ code: used })).toBe(INVALID)
    later(30)
    expect(await remove({ code: code() })).toBe('204')
    expect((await signIn()).status).toBe(200)
    expect(await state()).toMatchObject({ recoveryCodes: 0 })
    expect(await remove(BY_PASSWORD)).toBe('404 not-found')
    expect(await kinds()).toEqual(['second-factor-on', 'second-factor-off'])
  })

  test('has secrets that are encrypted again when the server secret changes', async () => {
    const { code } = await withTotp()
    const { secret: former, clock, db } = testServer.ports
    const secret = new TextEncoder().encode('the next secret of the tests, long')
    const formerSecret = { secret: former, readUntil: new Date(testServer.now.getTime() + 86_400_000) }
    const sealer = createTotpSealer({ secret, formerSecret, clock })
    const sealedSecret = async () => (await db.selectFrom('totp').select('secret').executeTakeFirstOrThrow()).secret
    expect(await sealer.isCurrent(await sealedSecret())).toBe(false)
    expect(await sealer.open(await sealedSecret(), member)).toMatch(/^[A-Z2-7]{32}$/)
    expect(await sealer.open(await sealedSecret(), 'somebody else')).toBeUndefined()
    await resealTotp({ db, secret, formerSecret, clock })
    expect(await sealer.isCurrent(await sealedSecret())).toBe(true)
    const next = await openTestServer(engine, { database: db, secret })
    const { challenge } = await problemOf(
      next.call('POST', 'user/authenticate', { body: { username: NAME, password: PASSWORD } }),
    )
    const body = { challenge, code: code() }
    expect((await next.call('POST', 'user/authenticate/second-factor', { body })).status).toBe(200)
  })
})
