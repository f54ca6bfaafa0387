import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { hashToken } from '#server/mail/password-link.ts'
import { account, client, practice, staff } from './builders.ts'
import { type House, engines, openHouse } from './harness.ts'

const PASSWORD = 'Welkom#2026'

describe.each(engines)('signing in on %s', (engine) => {
  let house: House
  let owner: string

  beforeEach(async () => {
    house = await openHouse(engine)
    await practice(house.db, 'a')
    owner = await account(house.db, 'owner@mail.example', { first_name: 'Jan' })
    await client(house.db, 'a', { account_id: owner })
  })
  afterEach(() => house[Symbol.asyncDispose]())

  const signIn = (username: string, password: string) =>
    house.call('POST', 'user/authenticate', { body: { username, password } })
  const tokenOf = async (answer: Response) => ((await answer.json()) as { token: string }).token
  const code = async (answer: Response) => ((await answer.json()) as Problem).code
  const status = async (token: string, path = 'user') => (await house.call('GET', path, { token })).status
  const later = (seconds: number) => (house.now = new Date(house.now.getTime() + seconds * 1000))

  describe('S-053 with the right password', () => {
    test.each(['owner@mail.example', '  Owner@MAIL.example '])('%j is let in', async (username) => {
      const answer = await signIn(username, PASSWORD)
      expect(answer.status).toBe(200)
      const token = await tokenOf(answer)
      const user = await house.call('GET', 'user', { token })
      expect(await user.json()).toEqual({
        id: owner,
        username: 'owner@mail.example',
        email: 'owner@mail.example',
        firstName: 'Jan',
        practiceId: null,
        roles: ['PORTAL_USER'],
        language: 'nl',
      })
      expect(decodeJwt(await tokenOf(await signIn(username, PASSWORD)))['sid']).not.toBe(decodeJwt(token)['sid'])
    })
  })

  test('S-054 every failure is the same', async () => {
    await account(house.db, 'fresh@mail.example', { password_hash: null })
    const locked = await account(house.db, 'locked@mail.example')
    await client(house.db, 'a', { account_id: locked, locked: 1 })
    const tries = [
      ['owner@mail.example', 'wrong'],
      ['nobody@mail.example', PASSWORD],
      ['fresh@mail.example', PASSWORD],
      ['locked@mail.example', 'wrong'],
      ['owner@mail.example', `${PASSWORD} `],
      ['', ''],
      ['owner@mail.example', ''],
    ] as const
    const bodies = new Set<string>()
    for (const [username, password] of tries) {
      const answer = await signIn(username, password)
      expect(answer.status).toBe(401)
      bodies.add(JSON.stringify({ ...((await answer.json()) as Problem), instance: '' }))
    }
    expect(bodies.size).toBe(1)
    expect([...bodies][0]).toContain('login-failed')
  })

  test('S-071 who has only locked clients is told so, with the right password', async () => {
    const id = await account(house.db, 'locked@mail.example')
    await client(house.db, 'a', { account_id: id, locked: 1 })
    const answer = await signIn('locked@mail.example', PASSWORD)
    expect(answer.status).toBe(403)
    expect(await code(answer)).toBe('client-locked')
    await practice(house.db, 'b')
    await client(house.db, 'b', { account_id: id })
    expect((await signIn('locked@mail.example', PASSWORD)).status).toBe(200)
  })

  test('roles: staff, staff who is also an owner, owner without a client', async () => {
    const admin = await staff(house.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const none = await account(house.db, 'none@mail.example')
    const user = async (id: string) =>
      (await (await house.call('GET', 'user', { token: await house.signIn(id) })).json()) as object
    expect(await user(admin)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN'] })
    await practice(house.db, 'b')
    await client(house.db, 'b', { account_id: admin })
    expect(await user(admin)).toMatchObject({ practiceId: 'a', roles: ['CLINIC_ADMIN', 'PORTAL_USER'] })
    expect(await user(none)).toMatchObject({ practiceId: null, roles: ['PORTAL_USER'] })
  })

  test('S-145 of a user only the language changes', async () => {
    const token = await house.signIn(owner)
    const body = { language: 'en', roles: ['CLINIC_ADMIN'], practiceId: 'a', password: 'x', email: 'x@x.example' }
    const answer = await house.call('PUT', 'user', { token, body })
    expect(await answer.json()).toMatchObject({
      language: 'en',
      roles: ['PORTAL_USER'],
      practiceId: null,
      email: 'owner@mail.example',
    })
    expect((await house.call('PUT', 'user', { token, body: { language: 'fr' } })).status).toBe(400)
  })

  test.each(['', 'null', 'undefined', 'a.b.c', 'Bearer $', '$x', ' '])('S-076 %j is no token', async (text) => {
    const token = text.replace('$', await house.signIn(owner))
    const answer = await house.call('GET', 'user', { token })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Token')
    expect(await code(answer)).toBe('unauthenticated')
  })

  test('S-077 to S-083 nothing else is a token', async () => {
    const real = await house.signIn(owner)
    const claims = decodeJwt(real)
    const typ = decodeProtectedHeader(real).typ!
    const sign = (changed: object, header: object = {}, key = house.ports.secret) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256', typ, ...header }).sign(key)
    const [header, , signature] = real.split('.')
    const forged = [
      new UnsecuredJWT({ ...claims }).encode(),
      `${btoa('{"alg":"None"}')}.${real.split('.')[1]}.`,
      await sign({}),
      await sign({}, { alg: 'HS512' }),
      await sign({}, {}, new TextEncoder().encode('another secret, of good length too')),
      `${header}.${btoa(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).replaceAll('=', '')}.${signature}`,
    ]
    for (const token of forged) expect(await status(token)).toBe(401)
    expect(await status(real)).toBe(200)
  })

  test('a token lives for ten minutes and is not from the future', async () => {
    const token = await house.signIn(owner)
    later(599)
    expect(await status(token)).toBe(200)
    later(1)
    expect(await status(token)).toBe(401)
    later(-601)
    expect(await status(token)).toBe(401)
  })

  test('S-085 refreshing keeps the session, until twelve hours after signing in', async () => {
    let token = await house.signIn(owner)
    const first = decodeJwt(token)
    for (let minutes = 0; minutes < 12 * 60 - 8; minutes += 8) {
      later(8 * 60)
      const answer = await house.call('GET', 'user/refresh', { token })
      expect(answer.status).toBe(200)
      token = await tokenOf(answer)
    }
    const last = decodeJwt(token)
    expect([last['sid'], last['auth_time']]).toEqual([first['sid'], first['auth_time']])
    expect(last.exp).toBe(Number(first['auth_time']) + 12 * 60 * 60)
    later(8 * 60)
    expect(await status(token, 'user/refresh')).toBe(401)
  })

  test('signing in clears away sessions that have run out', async () => {
    await house.signIn(owner)
    later(12 * 60 * 60 + 1)
    await signIn('owner@mail.example', PASSWORD)
    expect(await house.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
  })

  describe('password links', () => {
    const forgot = (email: string) => house.call('POST', `password/forgot?email=${encodeURIComponent(email)}`)
    const reset = (token: string, newPassword: string) =>
      house.call('POST', 'password/reset', { token, body: { newPassword } })
    const lastLink = async () => new URL((await house.mails()).at(-1)!.link!).searchParams.get('token')!

    test('S-094 asking never tells who has an account', async () => {
      await account(house.db, 'fresh@mail.example', { password_hash: null })
      await client(house.db, 'a', { account_id: await account(house.db, 'locked@mail.example'), locked: 1 })
      for (const email of [
        'OWNER@mail.example',
        'nobody@mail.example',
        'locked@mail.example',
        'x',
        'fresh@mail.example',
      ]) {
        const answer = await forgot(email)
        expect([answer.status, await answer.text()]).toEqual([204, ''])
      }
      const mails = (await house.mails()).map(({ kind, to }) => `${kind} ${to}`).sort()
      expect(mails).toEqual(['activation fresh@mail.example', 'reset owner@mail.example'])
      expect((await house.call('POST', 'password/forgot')).status).toBe(400)
    })

    test('S-100 a link sets the password and ends all sessions', async () => {
      const old = await house.signIn(owner)
      await forgot('owner@mail.example')
      const answer = await reset(await lastLink(), 'Nieuw#2026')
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(await status(old)).toBe(401)
      expect((await signIn('owner@mail.example', PASSWORD)).status).toBe(401)
      expect((await signIn('owner@mail.example', 'Nieuw#2026')).status).toBe(200)
      expect((await house.mails()).map(({ kind }) => kind)).toEqual(['reset', 'password-changed'])
    })

    test('S-101 a link works once, and the newest only', async () => {
      await forgot('owner@mail.example')
      const older = await lastLink()
      await forgot('owner@mail.example')
      const newer = await lastLink()
      expect(await code(await reset(older, 'Nieuw#2026'))).toBe('reset-token-invalid')
      expect((await reset(newer, 'Nieuw#2026')).status).toBe(204)
      expect((await reset(newer, 'Nieuw#2027')).status).toBe(401)
      expect((await signIn('owner@mail.example', 'Nieuw#2026')).status).toBe(200)
    })

    test('of the same link used twice at once one works', async () => {
      await forgot('owner@mail.example')
      const link = await lastLink()
      const answers = await Promise.all(Array.from({ length: 5 }, () => reset(link, 'Nieuw#2026')))
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 401, 401, 401, 401])
    })

    test('a link ends after half an hour, an activation after a fortnight', async () => {
      await forgot('owner@mail.example')
      const link = await lastLink()
      later(30 * 60)
      expect((await reset(link, 'Nieuw#2026')).status).toBe(401)
      await account(house.db, 'fresh@mail.example', { password_hash: null })
      await forgot('fresh@mail.example')
      const activation = await lastLink()
      later(13 * 24 * 60 * 60)
      expect((await reset(activation, 'Nieuw#2026')).status).toBe(204)
      expect((await house.mails()).at(-1)?.kind).toBe('activation')
    })

    test('a weak password is refused at its field, and the link stays good', async () => {
      await forgot('owner@mail.example')
      const link = await lastLink()
      for (const weak of ['Aa1!a', 'welkom#2026', 'Welkom2026', `Aa1!${'x'.repeat(97)}`]) {
        const answer = await reset(link, weak)
        expect(answer.status).toBe(400)
        expect(((await answer.json()) as Problem).errors).toEqual([
          { pointer: '#/newPassword', code: 'invalidPassword' },
        ])
      }
      expect((await reset(link, `Aa1!${'x'.repeat(96)}`)).status).toBe(204)
    })

    test('S-103 an access token, or the link of somebody locked or gone, is none', async () => {
      expect((await reset(await house.signIn(owner), 'Nieuw#2026')).status).toBe(401)
      expect((await house.call('POST', 'password/reset', { body: { newPassword: 'Nieuw#2026' } })).status).toBe(401)
      await forgot('owner@mail.example')
      const link = await lastLink()
      await house.db.updateTable('client').set({ locked: 1 }).execute()
      expect((await reset(link, 'Nieuw#2026')).status).toBe(401)
    })

    test('a link is kept as its hash only, and is no access token', async () => {
      await forgot('owner@mail.example')
      const link = await lastLink()
      const rows = await house.db.selectFrom('password_link').selectAll().execute()
      expect(rows).toMatchObject([{ token_hash: await hashToken(link) }])
      expect(await status(link)).toBe(401)
    })

    test('S-098 links begin with the address that is set, whatever the host is called', async () => {
      await house.call('POST', 'password/forgot?email=owner@mail.example', {
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
      })
      expect((await house.mails()).at(-1)?.link).toMatch(/^http:\/\/portal\.test\/auth\/reset-password\?token=/)
    })
  })

  describe('changing the password', () => {
    const change = (token: string, currentPassword: string, newPassword: string) =>
      house.call('POST', 'password/change', { token, body: { currentPassword, newPassword } })

    test('S-108 a wrong current one is not a matter of being signed in', async () => {
      const token = await house.signIn(owner)
      const answer = await change(token, 'wrong', 'Nieuw#2026')
      expect(answer.status).toBe(422)
      expect(await code(answer)).toBe('current-password-invalid')
      expect(await status(token)).toBe(200)
    })

    test('S-110 ends the other sessions, and links that were asked for', async () => {
      const [token, other] = [await house.signIn(owner), await house.signIn(owner)]
      await house.call('POST', 'password/forgot?email=owner@mail.example')
      await house.mails()
      expect((await change(token, PASSWORD, 'Nieuw#2026')).status).toBe(204)
      expect([await status(token), await status(other)]).toEqual([200, 401])
      expect(await house.db.selectFrom('password_link').selectAll().execute()).toEqual([])
      expect((await signIn('owner@mail.example', 'Nieuw#2026')).status).toBe(200)
      expect((await house.mails()).at(-1)?.kind).toBe('password-changed')
    })

    test('a weak one is refused', async () => {
      const answer = await change(await house.signIn(owner), PASSWORD, 'zwak')
      expect(((await answer.json()) as Problem).errors).toEqual([{ pointer: '#/newPassword', code: 'invalidPassword' }])
    })
  })

  test('S-092 no secret and no address is logged', async () => {
    const token = await tokenOf(await signIn('owner@mail.example', PASSWORD))
    await signIn('owner@mail.example', 'wrong')
    await house.call('GET', 'practice/a/clients?lastName=Geheim', { token })
    await house.call('POST', 'password/forgot?email=owner@mail.example')
    await house.mails()
    const text = JSON.stringify(house.logged)
    expect(text).toContain('/api/practice/:practiceId/clients')
    for (const secret of [token, PASSWORD, 'owner@mail', 'Geheim', 'wrong']) expect(text).not.toContain(secret)
  })
})
