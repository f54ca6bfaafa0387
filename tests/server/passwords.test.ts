import { beforeEach, describe, expect, test, vi } from 'vitest'
import { hashToken } from '#server/mail/password-link.ts'
import { createPasswords } from '#server/node/passwords.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServerOptions, eachTestServer, onEngines, outcomeOf, fieldErrorsOf } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const NEW = 'Nieuw#2026'
const OTHER = 'Ander#2026'
const OWNER = 'owner@mail.example'
const FRESH = 'fresh@mail.example'
const DAY = 24 * 60 * 60
const INVALID_LINK = '401 reset-token-invalid'
const UNCHANGED = ['422 password-unchanged', '#/newPassword passwordUnchanged']
const WEAK = ['400 validation-failed', '#/newPassword invalidPassword']
const NO_TEXT = ['400 validation-failed', '#/newPassword invalidText']

onEngines('passwords', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, clientId] = ['', '']
  const fill = async () => {
    await practice(testServer.db, 'a')
    ownerId = await account(testServer.db, OWNER)
    clientId = await client(testServer.db, 'a', { account_id: ownerId })
  }
  beforeEach(fill)
  const reopen = async (options: TestServerOptions) => {
    await testServer.reopen(options)
    await fill()
  }

  const advanceSeconds = (seconds: number) => testServer.advance(seconds * 1000)
  const freshAccount = (columns: object = {}) => account(testServer.db, FRESH, { password_hash: null, ...columns })
  const lock = (locked: 0 | 1) => testServer.db.updateTable('client').set({ locked }).execute()
  const signIn = async (username: string, password: string) =>
    (await testServer.call('POST', 'user/authenticate', { body: { username, password } })).status
  const statusOf = async (token: string) => (await testServer.call('GET', 'user', { token })).status
  const forgot = (email: string, headers: Record<string, string> = {}) =>
    testServer.call('POST', `password/forgot?email=${encodeURIComponent(email)}`, { headers })
  const kinds = async () => (await testServer.mails()).map(({ kind }) => kind)
  const linkFor = async (email = OWNER) => {
    await forgot(email)
    const { link } = (await testServer.mails()).findLast((mail) => mail.link !== null)!
    return new URL(link!).searchParams.get('token')!
  }
  const reset = (token: string, newPassword: unknown) =>
    testServer.call('POST', 'password/reset', { token, body: { newPassword } })
  const invitation = (token: string) => testServer.call('GET', 'password/invitation', { token })
  const invitationStatus = async (token: string) => (await invitation(token)).status
  const change = (token: string, currentPassword: string, newPassword: string) =>
    testServer.call('POST', 'password/change', { token, body: { currentPassword, newPassword } })

  describe('the invitation of a link', () => {
    test('contains the latest practice and the account until a password is set', async () => {
      const { db } = testServer
      await practice(db, 'b')
      const fresh = await freshAccount()
      await client(db, 'a', { account_id: fresh, registered_at: '2026-01-01T00:00:00.000Z' })
      await client(db, 'b', { account_id: fresh, registered_at: '2026-02-01T00:00:00.000Z' })
      const token = await linkFor(FRESH)
      expect(await testServer.ok(invitation(token))).toEqual({ practiceName: 'Praktijk b', username: FRESH })
      expect((await reset(token, NEW)).status).toBe(204)
      expect([await invitationStatus(token), await signIn(FRESH, NEW)]).toEqual([401, 200])
      expect(await invitationStatus(await linkFor(FRESH))).toBe(204)
    })

    test('is unavailable while the client is locked and after fourteen days', async () => {
      await client(testServer.db, 'a', { account_id: await freshAccount() })
      const token = await linkFor(FRESH)
      await lock(1)
      expect(await invitationStatus(token)).toBe(401)
      await lock(0)
      expect(await invitationStatus(token)).toBe(200)
      advanceSeconds(14 * DAY)
      expect(await invitationStatus(token)).toBe(401)
    })

    test('is unavailable for a superseded, used, expired or unknown link', async () => {
      const first = await linkFor()
      const newest = await linkFor()
      expect(await invitationStatus(newest)).toBe(204)
      for (const token of [first, 'no link', '']) expect(await outcomeOf(invitation(token))).toBe(INVALID_LINK)
      expect((await reset(newest, NEW)).status).toBe(204)
      expect(await invitationStatus(newest)).toBe(401)
      const expired = await linkFor()
      advanceSeconds(30 * 60)
      expect(await invitationStatus(expired)).toBe(401)
    })

    test('is available to invited staff', async () => {
      await freshAccount({ practice_id: 'a', staff_role: 'CLINIC_USER' })
      expect(await testServer.ok(invitation(await linkFor(FRESH)))).toMatchObject({ username: FRESH })
    })
  })

  describe('a request for a reset link', () => {
    test('returns the same response whether or not an account exists', async () => {
      const { db } = testServer
      await freshAccount()
      await client(db, 'a', { account_id: await account(db, 'locked@mail.example'), locked: 1 })
      await staff(db, 'a', 'staff@a.example')
      const responses = new Set<string>()
      for (const email of [
        'OWNER@mail.example ',
        'nobody@mail.example',
        'locked@mail.example',
        FRESH,
        'staff@a.example',
        'x',
        "' or 1=1--",
        `${'x'.repeat(300)}@mail.example`,
      ]) {
        const response = await forgot(email)
        const headers = [...response.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name))
        responses.add(JSON.stringify([response.status, await response.text(), headers]))
      }
      expect([...responses]).toEqual([expect.stringContaining('[204,""')])
      expect((await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual([
        `activation-asked ${FRESH}`,
        `reset ${OWNER}`,
        'reset staff@a.example',
      ])
    })

    test.each(['', '?email=', `?email=${OWNER}&email=nobody@mail.example`, '?email=%00'])(
      'to password/forgot%s is rejected',
      async (query) => {
        expect((await testServer.call('POST', `password/forgot${query}`)).status).toBe(400)
        expect(await kinds()).toEqual([])
      },
    )

    test.each(['host', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'origin', 'referer'])(
      'ignores the header %s in the URL of the link',
      async (name) => {
        await forgot(OWNER, { [name]: name === 'forwarded' ? 'host=evil.example' : 'https://evil.example' })
        expect((await testServer.mails()).at(-1)?.link).toMatch(/^http:\/\/portal\.test\/auth\/reset-password\?token=/)
      },
    )

    test('stores only the hash of the link', async () => {
      const link = await linkFor()
      const rows = await testServer.rows('password_link')
      expect(rows).toMatchObject([{ token_hash: await hashToken(link) }])
      expect(JSON.stringify([rows, testServer.logged])).not.toContain(link)
      expect((await reset(rows[0]!.token_hash, NEW)).status).toBe(401)
    })
  })

  describe('a password reset by link', () => {
    test('ends all sessions of the account and opens none', async () => {
      const other = await account(testServer.db, 'other@mail.example')
      const tokens = [
        await testServer.signIn(ownerId),
        await testServer.signIn(ownerId),
        await testServer.signIn(other),
      ]
      const done = await reset(await linkFor(), NEW)
      expect([done.status, await done.text()]).toEqual([204, ''])
      expect(await testServer.rows('session')).toHaveLength(1)
      expect(await Promise.all(tokens.map((token) => statusOf(token)))).toEqual([401, 401, 200])
      expect([await signIn(OWNER, PASSWORD), await signIn(OWNER, NEW)]).toEqual([401, 200])
      expect(await signIn('other@mail.example', PASSWORD)).toBe(200)
      expect(await kinds()).toEqual(['reset', 'password-changed'])
    })

    test('works once, with the newest link only', async () => {
      const [older, newer] = [await linkFor(), await linkFor()]
      expect(await outcomeOf(reset(older, NEW))).toBe(INVALID_LINK)
      expect((await reset(newer, NEW)).status).toBe(204)
      for (const link of [newer, older]) expect(await outcomeOf(reset(link, OTHER))).toBe(INVALID_LINK)
      expect(await signIn(OWNER, NEW)).toBe(200)
      expect((await reset(await linkFor(), OTHER)).status).toBe(204)
      expect(await signIn(OWNER, OTHER)).toBe(200)
    })

    test('succeeds once for twenty concurrent uses of a link', { tags: ['database'] }, async () => {
      const link = await linkFor()
      const chosen = Array.from({ length: 20 }, (_, number) => `Nieuw#${2000 + number}`)
      const statuses = (await Promise.all(chosen.map((password) => reset(link, password)))).map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, ...Array<number>(19).fill(401)])
      expect(await signIn(OWNER, chosen[statuses.indexOf(204)]!)).toBe(200)
      expect(await kinds()).toEqual(['reset', 'password-changed'])
    })

    test.each([
      ['reset', PASSWORD, 30 * 60],
      ['activation-asked', null, 14 * DAY],
    ] as const)('expires to the second for a mail of kind %s', async (kind, password, seconds) => {
      for (const [after, expected] of [
        [seconds - 1, 204],
        [seconds, 401],
      ] as const) {
        const email = `${after}@mail.example`
        await account(testServer.db, email, { password_hash: password && `hash of ${password}` })
        const link = await linkFor(email)
        expect((await testServer.mails()).at(-1)?.kind).toBe(kind)
        advanceSeconds(after)
        // The server checks the link before the password.
        expect((await reset(link, 'zwak')).status).toBe(expected === 204 ? 400 : 401)
        expect((await reset(link, NEW)).status).toBe(expected)
        // Sends the mail about the change before the next link.
        await testServer.mails()
      }
    })

    test('fails if the link expires while the password is hashed', async () => {
      const link = await linkFor()
      advanceSeconds(30 * 60 - 1)
      vi.spyOn(testServer.ports.passwords, 'hash').mockImplementationOnce(async (password) => {
        advanceSeconds(1)
        return `hash of ${password}`
      })
      expect((await reset(link, NEW)).status).toBe(401)
      expect(await signIn(OWNER, PASSWORD)).toBe(200)
    })

    test('sends no mail if it sets the first password', async () => {
      await freshAccount()
      expect((await reset(await linkFor(FRESH), NEW)).status).toBe(204)
      expect(await signIn(FRESH, NEW)).toBe(200)
      expect(await kinds()).toEqual(['activation-asked'])
      await reset(await linkFor(FRESH), OTHER)
      expect(await kinds()).toEqual(['activation-asked', 'reset', 'password-changed'])
    })

    test('rejects session tokens and altered links', async () => {
      const token = await testServer.signIn(ownerId)
      const link = await linkFor()
      const body = { newPassword: NEW }
      for (const wrong of [token, '', 'null', `${link}x`, link.slice(1), `Bearer ${link}`, link.toLowerCase()]) {
        const rejected = await reset(wrong, NEW)
        expect([await outcomeOf(rejected), rejected.headers.get('www-authenticate')]).toEqual([INVALID_LINK, 'Token'])
      }
      expect((await testServer.call('POST', 'password/reset', { body })).status).toBe(401)
      expect((await testServer.call('POST', `password/reset?token=${link}`, { body })).status).toBe(401)
      expect([await statusOf(link), await statusOf(token)]).toEqual([401, 200])
      expect((await reset(link, NEW)).status).toBe(204)
    })

    test('fails while the client is locked and after the client is removed', async () => {
      const link = await linkFor()
      await lock(1)
      expect(await outcomeOf(reset(link, NEW))).toBe(INVALID_LINK)
      await lock(0)
      expect((await reset(link, NEW)).status).toBe(204)
      const next = await linkFor()
      const member = await staff(testServer.db, 'a', 'staff@a.example')
      await testServer.ok(testServer.callAs(member, 'DELETE', `clients/${clientId}`))
      expect(await outcomeOf(reset(next, OTHER))).toBe(INVALID_LINK)
    })

    test('stores the password exactly as entered', async () => {
      const typed = ' Ab1!é😀 '
      expect((await reset(await linkFor(), typed)).status).toBe(204)
      const statuses = [await signIn(OWNER, typed), await signIn(OWNER, `${typed} `), await signIn(OWNER, typed.trim())]
      expect(statuses).toEqual([200, 401, 401])
    })

    test('remains possible after an invalid password', async () => {
      const link = await linkFor()
      expect(await fieldErrorsOf(reset(link, 'Welkom2026'))).toEqual(WEAK)
      for (const broken of [`${NEW}\0`, `${NEW}\uD83D`])
        expect(await fieldErrorsOf(reset(link, broken))).toEqual(NO_TEXT)
      for (const none of [undefined, null, '', 12_345_678, ['Abc12!'], { a: 'Abc12!' }])
        expect(await outcomeOf(reset(link, none))).toBe('400 validation-failed')
      expect(await fieldErrorsOf(reset(link, PASSWORD))).toEqual(UNCHANGED)
      expect((await reset(link, NEW.padEnd(1_000_000, 'x'))).status).toBe(413)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const options = { token: link, body: { newPassword: NEW }, headers: { 'content-type': type } }
        expect((await testServer.call('POST', 'password/reset', options)).status).toBe(415)
      }
      expect(await signIn(OWNER, PASSWORD)).toBe(200)
      expect((await reset(link, NEW)).status).toBe(204)
    })

    test.runIf(engine === 'sqlite')('preserves every character in one Unicode normal form', async () => {
      await reopen({ passwords: createPasswords() })
      await testServer.db.updateTable('account').set({ password_hash: null }).execute()
      const long = `Aa1!${'x'.repeat(95)}`
      const strange = 'Café#2026\u0001é'
      for (const [password, others] of [
        [strange, [strange.slice(0, 9), strange.replace('\u0001', '')]],
        [`${long}y`, [long, `${long}z`]],
      ] as const) {
        expect((await reset(await linkFor(), password.normalize('NFD'))).status).toBe(204)
        expect(await signIn(OWNER, password.normalize('NFC'))).toBe(200)
        for (const other of others) expect(await signIn(OWNER, other)).toBe(401)
      }
    })
  })

  describe('a password change', () => {
    let token = ''
    beforeEach(async () => void (token = await testServer.signIn(ownerId)))

    test('ends the other sessions and the links of the account', async () => {
      const other = await testServer.signIn(ownerId)
      const neighbour = await testServer.signIn(await account(testServer.db, 'other@mail.example'))
      const [theirs, link] = [await linkFor('other@mail.example'), await linkFor()]
      const done = await change(token, PASSWORD, NEW)
      expect([done.status, await done.text()]).toEqual([204, ''])
      expect(await Promise.all([token, other, neighbour].map((each) => statusOf(each)))).toEqual([200, 401, 200])
      expect((await testServer.call('GET', 'user/refresh', { token })).status).toBe(200)
      expect([(await reset(link, OTHER)).status, (await reset(theirs, OTHER)).status]).toEqual([401, 204])
      expect([await signIn(OWNER, PASSWORD), await signIn(OWNER, NEW)]).toEqual([401, 200])
      expect(await kinds()).toEqual(['reset', 'reset', 'password-changed', 'password-changed'])
    })

    test('rejects a wrong current password without ending the session', async () => {
      for (const wrong of ['wrong', `${PASSWORD} `, PASSWORD.toLowerCase()]) {
        const rejected = await change(token, wrong, NEW)
        expect(await outcomeOf(rejected)).toBe('422 current-password-invalid')
        expect(rejected.headers.has('www-authenticate')).toBe(false)
      }
      expect([await statusOf(token), await signIn(OWNER, PASSWORD), await kinds()]).toEqual([200, 200, []])
    })

    test('rejects a weak, broken or unchanged new password', async () => {
      expect(await fieldErrorsOf(change(token, PASSWORD, 'Welkom2026'))).toEqual(WEAK)
      expect(await fieldErrorsOf(change(token, PASSWORD, 'Welkom\0#2027'))).toEqual(NO_TEXT)
      expect(await outcomeOf(change(token, 'wrong', 'wrong'))).toBe('400 validation-failed')
      expect(await outcomeOf(change(token, NEW, NEW))).toBe('422 current-password-invalid')
      expect(await fieldErrorsOf(change(token, PASSWORD, PASSWORD))).toEqual(UNCHANGED)
      expect([await signIn(OWNER, PASSWORD), await kinds()]).toEqual([200, []])
      expect((await change(token, PASSWORD, 'Caf\u00E9#2026 ')).status).toBe(204)
      expect(await fieldErrorsOf(change(token, 'Caf\u00E9#2026 ', 'Cafe\u0301#2026 '))).toEqual(UNCHANGED)
      expect([await signIn(OWNER, 'Caf\u00E9#2026 '), await signIn(OWNER, 'Caf\u00E9#2026')]).toEqual([200, 401])
    })

    test('succeeds once for two concurrent changes', { tags: ['database'] }, async () => {
      const both = Promise.withResolvers<void>()
      let arrived = 0
      await reopen({
        passwords: {
          hash: async (password) => `hash of ${password}`,
          async verify(password, hash) {
            arrived += 1
            if (arrived === 2) both.resolve()
            await both.promise
            return hash === `hash of ${password}`
          },
        },
      })
      token = await testServer.signIn(ownerId)
      const chosen = [NEW, OTHER]
      const statuses = (await Promise.all(chosen.map((one) => change(token, PASSWORD, one)))).map(
        ({ status }) => status,
      )
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409])
      expect(await signIn(OWNER, chosen[statuses.indexOf(204)]!)).toBe(200)
      expect(await kinds()).toEqual(['password-changed'])
    })
  })
})
