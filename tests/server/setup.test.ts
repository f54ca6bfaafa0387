import { expect, test } from 'vitest'
import { createSetupCode } from '#server/setup/code.ts'
import { loadDemo } from '#server/demo/load.ts'
import { purge } from '#server/purge/purge.ts'
import { createAuthenticator } from '#harness/authenticator.ts'
import { practice } from '#harness/builders.ts'
import { envOf, withDatabaseOf } from '#harness/clinic.ts'
import { eachPlace } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { eachTestServer, onEngines, outcomeOf, fieldErrorsOf } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const ADMIN = { username: 'Tess@Krekel.example', firstName: 'Tess', lastName: 'Bos', language: 'en' }
const BODY = { name: 'Dierenkliniek De Krékel', phone: '0182 123456', website: '', ...ADMIN, newPassword: PASSWORD }
const INVALID = '422 setup-code-invalid'
const DONE = '409 already-set-up'
const HOUR_MS = 3_600_000

onEngines('the set-up of a portal without a practice', (engine) => {
  const testServer = eachTestServer(engine)
  const newCode = async () => (await createSetupCode(testServer.db, testServer.now))!.code
  const setUp = (token: string, body: object = BODY) => testServer.call('POST', 'setup', { token, body })
  const check = (token: string) => outcomeOf(testServer.call('GET', 'setup', { token }))

  test('adds the practice and its admin, who is signed in, and ends the codes', async () => {
    const [code, other] = [await newCode(), await newCode()]
    expect(await testServer.rows('setup_code')).not.toContainEqual(expect.objectContaining({ code_hash: code }))
    const { token } = await testServer.ok<{ token: string }>(setUp(code.toLowerCase().replaceAll('-', ' ')))
    const user = await testServer.read('user', token)
    expect(user).toMatchObject({ username: 'tess@krekel.example', firstName: 'Tess', language: 'en' })
    expect(user).toMatchObject({ practiceId: 'dierenkliniek-de-krekel', roles: ['CLINIC_ADMIN'] })
    expect(await testServer.read('practice/dierenkliniek-de-krekel', token)).toMatchObject({ phone: BODY.phone })
    const list = 'practice/dierenkliniek-de-krekel/clients'
    expect(await testServer.read(list, token)).toMatchObject({ page: { totalElements: 0 } })
    expect(await testServer.rows('audit')).toMatchObject([{ action: 'practice-added', account_name: 'Tess Bos' }])
    const signIn = { body: { username: ADMIN.username, password: PASSWORD } }
    expect(await outcomeOf(testServer.call('POST', 'user/authenticate', signIn))).toBe('200')
    for (const each of [code, other]) expect(await outcomeOf(setUp(each))).toBe(DONE)
    expect(await testServer.read('setup')).toEqual({ isDone: true })
    expect(await testServer.rows('setup_code')).toEqual([])
  })

  test('registers a passkey instead of a password', async () => {
    const code = await newCode()
    const key = createAuthenticator({ origin: 'http://portal.test' })
    const options = () =>
      testServer.ok<Parameters<typeof key.make>[0]>(
        testServer.call('POST', 'setup/passkey-options', { token: code, body: ADMIN }),
      )
    const { newPassword: _, ...body } = BODY
    expect(await fieldErrorsOf(setUp(code, body))).toEqual(['400 validation-failed', '#/newPassword required'])
    const forged = { ...key.make(await options(), 'Laptop'), clientDataJSON: 'x' }
    expect((await fieldErrorsOf(setUp(code, { ...body, passkey: forged })))[0]).toBe('400 validation-failed')
    const passkey = key.make(await options(), 'Laptop')
    const { token } = await testServer.ok<{ token: string }>(setUp(code, { ...body, passkey }))
    expect(await testServer.read('user/passkeys', token)).toMatchObject({
      hasPassword: false,
      passkeys: [{ name: 'Laptop' }],
    })
    expect(await testServer.rows('session')).toMatchObject([{ factors: 2 }])
    const challenge = await testServer.read<Parameters<typeof key.sign>[0]>('user/authenticate/passkey')
    const signIn = testServer.call('POST', 'user/authenticate/passkey', { body: key.sign(challenge) })
    expect(await outcomeOf(signIn)).toBe('200')
  })

  test.each(['the same code', 'codes of two servers'])('one of two set-ups at once wins, with %s', async (which) => {
    const first = await newCode()
    const second = which === 'the same code' ? first : await newCode()
    const other = setUp(second, { ...BODY, name: 'De Mus', username: 'jan@mus.example' })
    const outcomes = await Promise.all([outcomeOf(setUp(first)), outcomeOf(other)])
    expect(outcomes.toSorted()).toEqual(['201', DONE])
    expect(await testServer.rows('practice')).toHaveLength(1)
    expect(await testServer.rows('account')).toHaveLength(1)
  })

  test('five wrong codes end every code, and a new start makes another', async () => {
    const codes = [await newCode(), await newCode()]
    for (const wrong of ['x', 'AAAA-AAAA-AAAA', 'y', 'z']) expect(await check(wrong)).toBe(INVALID)
    // A visit without a code is no attempt.
    expect(await check('')).toBe(INVALID)
    expect(await check(codes[0]!)).toBe('200')
    expect(await outcomeOf(setUp('w'))).toBe(INVALID)
    for (const each of codes) expect([await check(each), await outcomeOf(setUp(each))]).toEqual([INVALID, INVALID])
    // Former codes do not count as wrong for the new one.
    const next = await newCode()
    for (let count = 0; count < 5; count += 1) expect(await check(codes[0]!)).toBe(INVALID)
    expect(await outcomeOf(setUp(next))).toBe('201')
  })

  test('a code ends after an hour, and is deleted a day later', async () => {
    const code = await newCode()
    testServer.advance(HOUR_MS - 1)
    expect(await check(code)).toBe('200')
    testServer.advance(1)
    expect([await check(code), await outcomeOf(setUp(code))]).toEqual([INVALID, INVALID])
    await purge(testServer.ports)
    expect(await testServer.rows('setup_code')).toHaveLength(1)
    for (const hours of [13, 13]) {
      testServer.advance(hours * HOUR_MS)
      await purge(testServer.ports)
    }
    expect(await testServer.rows('setup_code')).toEqual([])
  })

  test('invalid fields leave the code usable', async () => {
    const code = await newCode()
    const weak = setUp(code, { ...BODY, name: ' ', website: 'x', newPassword: 'kort' })
    expect(await fieldErrorsOf(weak)).toEqual([
      '400 validation-failed',
      '#/name required',
      '#/website invalidUrl',
      '#/newPassword invalidPassword',
    ])
    expect(await outcomeOf(setUp(code))).toBe('201')
  })

  test('there is none with demo data or another practice', async () => {
    await loadDemo(testServer.db, testServer.ports)
    expect(await createSetupCode(testServer.db, testServer.now)).toBeUndefined()
    expect(await outcomeOf(setUp('x'))).toBe(DONE)
    await testServer.reopen({})
    await practice(testServer.db, 'a')
    expect(await createSetupCode(testServer.db, testServer.now)).toBeUndefined()
  })
})

onEngines('a server without a practice', (engine) => {
  const place = eachPlace(engine)

  test('logs the address with a new code at each start, and names the set-up in the page', async () => {
    const start = async () => {
      await using server = await openServer(envOf(place))
      const [, names] =
        /name="portal-capabilities" content="([^"]*)"/.exec(await (await fetch(server.url)).text()) ?? []
      isInPage = names?.split(' ').includes('setup')
      const url = server.logged.find(({ event }) => event === 'setup-code')?.['url']
      const token = typeof url === 'string' ? new URL(url).hash.slice(1) : undefined
      if (token === undefined) return undefined
      const state = await fetch(`${server.url}/api/setup`, { headers: { authorization: token } })
      expect(await state.json()).toEqual({ isDone: false })
      return token
    }
    let isInPage: boolean | undefined
    const [first, second] = [await start(), await start()]
    expect(isInPage).toBe(true)
    expect(first).toMatch(/^([\dA-Z]{4}-){2}[\dA-Z]{4}$/)
    expect(second).not.toBe(first)
    await withDatabaseOf(place, (db) => practice(db, 'a'))
    expect(await start()).toBeUndefined()
    expect(isInPage).toBe(false)
  })
})
