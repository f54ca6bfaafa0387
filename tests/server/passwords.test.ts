import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { hashToken } from '#server/mail/password-link.ts'
import { createPasswords } from '#server/node/passwords.ts'
import type { Engine } from '#server/db/migrate.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PASSWORD = 'Welkom#2026'
const NEW = 'Nieuw#2026'
const DAY = 24 * 60 * 60

let testServer: TestServer
let owner: string

const open = async (engine: Engine, passwords?: TestServer['ports']['passwords']) => {
  testServer = await openTestServer(engine, { ...(passwords && { passwords }) })
  await practice(testServer.db, 'a')
  owner = await account(testServer.db, 'owner@mail.example')
  await client(testServer.db, 'a', { account_id: owner })
}

const signIn = async (username: string, password: string) =>
  (await testServer.call('POST', 'user/authenticate', { body: { username, password } })).status
const code = async (answer: Response) => ((await answer.json()) as Problem).code
const status = async (token: string) => (await testServer.call('GET', 'user', { token })).status
const later = (seconds: number) => (testServer.now = new Date(testServer.now.getTime() + seconds * 1000))

const forgot = (email: string, headers: Record<string, string> = {}) =>
  testServer.call('POST', `password/forgot?email=${encodeURIComponent(email)}`, { headers })
const reset = (token: string, newPassword: string) =>
  testServer.call('POST', 'password/reset', { token, body: { newPassword } })
const invitation = (token: string) => testServer.call('GET', 'password/invitation', { token })
const kinds = async () => (await testServer.mails()).map(({ kind }) => kind)
const lastLink = async () => {
  const { link } = (await testServer.mails()).findLast((mail) => mail.link !== null)!
  return new URL(link!).searchParams.get('token')!
}
const linkFor = async (email: string) => {
  await forgot(email)
  return await lastLink()
}

const GOOD = [
  ['of six characters', 'Abc12!'],
  ['of a hundred', `Aa1!${'x'.repeat(96)}`],
  ['with blanks at its ends', ' Ab1!xy '],
  ['with an emoji', 'Aa1!é😀'],
] as const
const WEAK = [
  ['of five characters', 'Ab1!x'],
  ['of a hundred and one', `Aa1!${'x'.repeat(97)}`],
  ['without a lower-case letter', 'WELKOM#2026'],
  ['without an upper-case letter', 'welkom#2026'],
  ['without a digit', 'Welkom#acht'],
  ['without a symbol', 'Welkom2026'],
] as const
const BROKEN = [
  ['with a NUL', 'Welkom#2026\0'],
  ['with half a character', 'Welkom#2026\uD83D'],
] as const
const NONE = [undefined, null, '', 12_345_678, ['Abc12!'], { a: 'Abc12!' }]

onEngines('a link for a password', (engine) => {
  beforeEach(() => open(engine))
  afterEach(() => testServer[Symbol.asyncDispose]())

  test('to a first password tells its holder who invites, and whom, until it is used', async () => {
    const { db } = testServer
    await practice(db, 'b')
    const fresh = await account(db, 'fresh@mail.example', { password_hash: null })
    await client(db, 'a', { account_id: fresh, registered_at: '2026-01-01T00:00:00.000Z' })
    await client(db, 'b', { account_id: fresh, registered_at: '2026-02-01T00:00:00.000Z' })
    const token = await linkFor('fresh@mail.example')
    const answer = await invitation(token)
    expect(answer.status).toBe(200)
    const { name } = await db.selectFrom('practice').select('name').where('id', '=', 'b').executeTakeFirstOrThrow()
    expect(await answer.json()).toEqual({ practiceName: name, username: 'fresh@mail.example' })

    expect((await reset(token, NEW)).status).toBe(204)
    expect([(await invitation(token)).status, await signIn('fresh@mail.example', NEW)]).toEqual([401, 200])
    expect((await invitation(await linkFor('fresh@mail.example'))).status).toBe(204)
  })

  test('to a first password tells nothing to who is locked, or once it is over', async () => {
    const { db } = testServer
    const fresh = await account(db, 'fresh@mail.example', { password_hash: null })
    const uuid = await client(db, 'a', { account_id: fresh })
    const token = await linkFor('fresh@mail.example')
    const lock = (locked: 0 | 1) => db.updateTable('client').set({ locked }).where('uuid', '=', uuid).execute()
    await lock(1)
    expect((await invitation(token)).status).toBe(401)
    await lock(0)
    expect((await invitation(token)).status).toBe(200)
    later(14 * DAY)
    expect((await invitation(token)).status).toBe(401)
  })

  test('is checked when it is opened: the newest is valid, a superseded, used, expired or unknown one is not', async () => {
    const first = await linkFor('owner@mail.example')
    const newest = await linkFor('owner@mail.example')
    expect((await invitation(newest)).status).toBe(204)
    for (const token of [first, 'no link', '']) {
      const answer = await invitation(token)
      expect([answer.status, await code(answer)]).toEqual([401, 'reset-token-invalid'])
    }
    expect((await reset(newest, NEW)).status).toBe(204)
    expect((await invitation(newest)).status).toBe(401)
    const expired = await linkFor('owner@mail.example')
    later(30 * 60)
    expect((await invitation(expired)).status).toBe(401)
  })

  test('of an invitation as staff tells the practice of the offer', async () => {
    await account(testServer.db, 'vet@a.example', {
      practice_id: 'a',
      staff_role: 'CLINIC_USER',
      password_hash: null,
    })
    const answer = await invitation(await linkFor('vet@a.example'))
    expect(await answer.json()).toMatchObject({ username: 'vet@a.example' })
  })

  test('S-094 asking never tells who has an account', async () => {
    await account(testServer.db, 'fresh@mail.example', { password_hash: null })
    await client(testServer.db, 'a', { account_id: await account(testServer.db, 'locked@mail.example'), locked: 1 })
    await staff(testServer.db, 'a', 'staff@a.example')
    const answers = new Set<string>()
    for (const email of [
      'OWNER@mail.example ',
      'nobody@mail.example',
      'locked@mail.example',
      'fresh@mail.example',
      'staff@a.example',
      'x',
      "' or 1=1--",
      `${'x'.repeat(300)}@mail.example`,
    ]) {
      const answer = await forgot(email)
      const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name))
      answers.add(JSON.stringify([answer.status, await answer.text(), headers]))
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain('[204,""')
    expect((await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual([
      'activation-asked fresh@mail.example',
      'reset owner@mail.example',
      'reset staff@a.example',
    ])
  })

  test.each(['', '?email=', '?email=owner@mail.example&email=nobody@mail.example', '?email=%00'])(
    'forgot%s is no question',
    async (query) => {
      expect((await testServer.call('POST', `password/forgot${query}`)).status).toBe(400)
      expect(await kinds()).toEqual([])
    },
  )

  test.each(['host', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'origin', 'referer'])(
    'S-098 a link begins with the address that is set, whatever the %s says',
    async (name) => {
      await forgot('owner@mail.example', {
        [name]: name === 'forwarded' ? 'host=evil.example' : 'https://evil.example',
      })
      expect((await testServer.mails()).at(-1)?.link).toMatch(/^http:\/\/portal\.test\/auth\/reset-password\?token=/)
    },
  )

  test('S-100 it sets the password, ends every session, and signs nobody in', async () => {
    const old = [await testServer.signIn(owner), await testServer.signIn(owner)]
    const other = await testServer.signIn(await account(testServer.db, 'other@mail.example'))
    const answer = await reset(await linkFor('owner@mail.example'), NEW)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(await testServer.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
    expect(await Promise.all([...old, other].map((token) => status(token)))).toEqual([401, 401, 200])
    expect([await signIn('owner@mail.example', PASSWORD), await signIn('owner@mail.example', NEW)]).toEqual([401, 200])
    expect(await signIn('other@mail.example', PASSWORD)).toBe(200)
    expect(await kinds()).toEqual(['reset', 'password-changed'])
  })

  test('S-101 it works once, and the newest only', async () => {
    const older = await linkFor('owner@mail.example')
    const newer = await linkFor('owner@mail.example')
    expect(newer).not.toBe(older)
    expect(await code(await reset(older, NEW))).toBe('reset-token-invalid')
    expect((await reset(newer, NEW)).status).toBe(204)
    for (const link of [newer, older]) expect(await code(await reset(link, 'Ander#2026'))).toBe('reset-token-invalid')
    expect(await signIn('owner@mail.example', NEW)).toBe(200)
    // Another time is another link.
    expect((await reset(await linkFor('owner@mail.example'), 'Ander#2026')).status).toBe(204)
    expect(await signIn('owner@mail.example', 'Ander#2026')).toBe(200)
  })

  test('S-101 used twenty times at once it works once', { tags: ['database'] }, async () => {
    const link = await linkFor('owner@mail.example')
    const chosen = Array.from({ length: 20 }, (_, number) => `Nieuw#${2000 + number}`)
    const answers = await Promise.all(chosen.map((password) => reset(link, password)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array<number>(19).fill(401),
    ])
    const winner = chosen[answers.findIndex((answer) => answer.status === 204)]!
    expect(await signIn('owner@mail.example', winner)).toBe(200)
    expect(await kinds()).toEqual(['reset', 'password-changed'])
  })

  test.each([
    ['reset', PASSWORD, 30 * 60],
    ['activation-asked', null, 14 * DAY],
  ] as const)('of the kind %s it ends in its time, to the second', async (kind, password, seconds) => {
    for (const [after, expected] of [
      [seconds - 1, 204],
      [seconds, 401],
      [seconds + 1, 401],
    ] as const) {
      const email = `${after}@mail.example`
      await account(testServer.db, email, { password_hash: password && `hash of ${password}` })
      const link = await linkFor(email)
      expect((await testServer.mails()).at(-1)?.kind).toBe(kind)
      later(after)
      // Whether the link holds is the first question.
      expect((await reset(link, 'zwak')).status).toBe(expected === 204 ? 400 : 401)
      expect((await reset(link, NEW)).status).toBe(expected)
      // The mail about it goes before the next link.
      await testServer.mails()
    }
  })

  test('it also ends while the new password is being hashed', async () => {
    const link = await linkFor('owner@mail.example')
    later(30 * 60 - 1)
    vi.spyOn(testServer.ports.passwords, 'hash').mockImplementationOnce(async (password) => {
      later(1)
      return `hash of ${password}`
    })
    expect((await reset(link, NEW)).status).toBe(401)
    expect(await signIn('owner@mail.example', PASSWORD)).toBe(200)
  })

  test('the current password is refused at its field, and the link stays good', async () => {
    const link = await linkFor('owner@mail.example')
    const answer = await reset(link, PASSWORD)
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'password-unchanged', errors: [{ pointer: '#/newPassword', code: 'passwordUnchanged' }] },
    ])
    expect((await reset(link, NEW)).status).toBe(204)
  })

  test('of the first password nobody is told that it changed', async () => {
    await account(testServer.db, 'fresh@mail.example', { password_hash: null })
    expect((await reset(await linkFor('fresh@mail.example'), NEW)).status).toBe(204)
    expect(await signIn('fresh@mail.example', NEW)).toBe(200)
    expect(await kinds()).toEqual(['activation-asked'])
    await reset(await linkFor('fresh@mail.example'), 'Ander#2026')
    expect(await kinds()).toEqual(['activation-asked', 'reset', 'password-changed'])
  })

  test('S-103 a token is no link, a link is no token, and nothing is neither', async () => {
    const token = await testServer.signIn(owner)
    const link = await linkFor('owner@mail.example')
    const body = { newPassword: NEW }
    for (const wrong of [token, '', 'null', `${link}x`, link.slice(1), `Bearer ${link}`, link.toLowerCase()]) {
      const answer = await reset(wrong, NEW)
      expect([answer.status, await code(answer)]).toEqual([401, 'reset-token-invalid'])
      expect(answer.headers.get('www-authenticate')).toBe('Token')
    }
    expect((await testServer.call('POST', 'password/reset', { body })).status).toBe(401)
    expect((await testServer.call('POST', `password/reset?token=${link}`, { body })).status).toBe(401)
    expect([await status(link), await status(token)]).toEqual([401, 200])
    expect((await reset(link, NEW)).status).toBe(204)
  })

  test('S-103 a link of somebody who was locked since holds again once that is over', async () => {
    const link = await linkFor('owner@mail.example')
    await testServer.db.updateTable('client').set({ locked: 1 }).execute()
    expect(await code(await reset(link, NEW))).toBe('reset-token-invalid')
    await testServer.db.updateTable('client').set({ locked: 0 }).execute()
    expect((await reset(link, NEW)).status).toBe(204)
  })

  test('S-103 a link of somebody who was removed since is none', async () => {
    const link = await linkFor('owner@mail.example')
    const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
    const { uuid } = await testServer.db.selectFrom('client').select('uuid').executeTakeFirstOrThrow()
    expect((await testServer.call('DELETE', `clients/${uuid}`, { token })).status).toBe(204)
    expect(await code(await reset(link, NEW))).toBe('reset-token-invalid')
  })

  test('it is kept as its hash only', async () => {
    const link = await linkFor('owner@mail.example')
    const rows = await testServer.db.selectFrom('password_link').selectAll().execute()
    expect(rows).toMatchObject([{ token_hash: await hashToken(link) }])
    expect(JSON.stringify([rows, testServer.logged])).not.toContain(link)
    expect((await reset(rows[0]!.token_hash, NEW)).status).toBe(401)
  })

  test.each(GOOD)('a password %s is taken, as it was typed', async (_, password) => {
    expect((await reset(await linkFor('owner@mail.example'), password)).status).toBe(204)
    expect(await signIn('owner@mail.example', password)).toBe(200)
    expect(await signIn('owner@mail.example', `${password} `)).toBe(401)
    expect(await signIn('owner@mail.example', password.trim())).toBe(password.trim() === password ? 200 : 401)
  })

  test.each(WEAK)('a password %s is refused at its field, and the link stays good', async (_, password) => {
    const link = await linkFor('owner@mail.example')
    const answer = await reset(link, password)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as Problem).errors).toEqual([{ pointer: '#/newPassword', code: 'invalidPassword' }])
    expect(await signIn('owner@mail.example', PASSWORD)).toBe(200)
    expect((await reset(link, NEW)).status).toBe(204)
  })

  test.each(BROKEN)('a password %s is no text, and the link stays good', async (_, password) => {
    const link = await linkFor('owner@mail.example')
    const answer = await reset(link, password)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as Problem).errors).toEqual([{ pointer: '#/newPassword', code: 'invalidText' }])
    expect((await reset(link, NEW)).status).toBe(204)
  })

  test('what is no password at all is refused, and the link stays good', async () => {
    const link = await linkFor('owner@mail.example')
    const post = (body: unknown, type = 'application/json') =>
      testServer.call('POST', 'password/reset', { token: link, body, headers: { 'content-type': type } })
    for (const newPassword of NONE) {
      const answer = await post({ newPassword })
      expect([answer.status, await code(answer)]).toEqual([400, 'validation-failed'])
    }
    expect((await post({ newPassword: NEW.padEnd(1_000_000, 'x') })).status).toBe(413)
    expect((await post({ newPassword: NEW }, 'text/plain')).status).toBe(415)
    expect((await post({ newPassword: NEW }, 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await post({ newPassword: NEW })).status).toBe(204)
  })
})

test('with real hashes: no letter is lost, however it is put together', async () => {
  await open('sqlite', createPasswords())
  await testServer.db.updateTable('account').set({ password_hash: null }).execute()
  const long = `Aa1!${'x'.repeat(95)}`
  const strange = 'Café#2026\u0001é'
  for (const [password, others] of [
    [strange, [strange.slice(0, 9), strange.replace('\u0001', '')]],
    [`${long}y`, [long, `${long}z`]],
  ] as const) {
    expect((await reset(await linkFor('owner@mail.example'), password.normalize('NFD'))).status).toBe(204)
    expect(await signIn('owner@mail.example', password.normalize('NFC'))).toBe(200)
    for (const other of others) expect(await signIn('owner@mail.example', other)).toBe(401)
  }
  await testServer[Symbol.asyncDispose]()
})
