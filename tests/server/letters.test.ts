import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ConfirmedLetter, LETTER_DAYS, readLetterCode } from '#contract/letter.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'
import { eraseClient } from '#server/clients/erase.ts'
import type { Database } from '#server/db/schema.ts'
import { deleteEndedLetters } from '#server/letters/letters.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'

const DAY_MS = 86_400_000

onEngines('letters', (engine) => {
  let testServer: TestServer
  let db: Database
  let token: string
  let uuid: string
  let drawn: (Sheet | Letters)[]

  beforeEach(async () => {
    drawn = []
    testServer = await openTestServer(engine, {
      pdf: async (sheet) => {
        drawn.push(sheet)
        return new TextEncoder().encode('%PDF-')
      },
    })
    db = testServer.db
    await practice(db, 'a')
    await practice(db, 'b')
    token = await testServer.signIn(await staff(db, 'a', 'staff@a.example'))
    uuid = await client(db, 'a', { last_name: 'Vos', street: 'Dorpsstraat', house_number: '1' })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const ask = (clientUuids: readonly string[], more: object = {}) =>
    testServer.call('POST', 'practice/a/letters', { token, body: { clientUuids, ...more } })
  /** The letters that were drawn last. */
  const letters = () => {
    const last = drawn.at(-1)
    return last && 'letters' in last ? last.letters : []
  }
  async function codeOf(clientId: string): Promise<string> {
    expect((await ask([clientId])).status).toBe(200)
    return letters()[0]!.code.value
  }
  const give = (code: string, email = 'vos@mail.example', address?: string) =>
    testServer.call('POST', 'letter', { body: { code, email }, ...(address && { address }) })
  const linkOf = async () => {
    const mail = (await testServer.mails()).findLast(({ kind }) => kind === 'letter')
    return /#confirm=(.+)$/.exec(mail?.link ?? '')?.[1] ?? ''
  }
  const confirm = (link: string) => testServer.call('POST', 'letter/confirmation', { headers: { authorization: link } })
  const rowOf = (clientId: string) =>
    db.selectFrom('client').selectAll().where('uuid', '=', clientId).executeTakeFirstOrThrow()
  const trail = async () => {
    const rows = await db.selectFrom('audit').select(['action', 'account_name']).orderBy('id').execute()
    return rows.map(({ action, account_name: by }) => `${action} ${by ?? ''}`.trim())
  }
  const isRefused = async (answer: Promise<Response>) => {
    const refusal = await answer
    expect([refusal.status, ((await refusal.json()) as { code: string }).code]).toEqual([422, 'letter-invalid'])
  }

  test('one registers by the code, an address and the mail to it, and chooses a password', async () => {
    const code = await codeOf(uuid)
    expect(letters()[0]).toMatchObject({
      to: ['Vos', 'Dorpsstraat 1'],
      url: `http://portal.test/auth/letter#${readLetterCode(code)}`,
    })
    const before = await rowOf(uuid)
    expect((await give(code.toLowerCase().replaceAll('-', ' '), 'Vos@Mail.Example')).status).toBe(204)
    // An address that was typed is no proof.
    expect(await rowOf(uuid)).toEqual(before)
    const confirmed = (await (await confirm(await linkOf())).json()) as ConfirmedLetter
    expect(confirmed).toMatchObject({ practiceName: 'Praktijk a', username: 'vos@mail.example' })
    expect(await rowOf(uuid)).toMatchObject({
      ...before,
      registered: 1,
      registered_at: testServer.now.toISOString(),
      activation: 'invited',
      invited_at: testServer.now.toISOString(),
      email: 'vos@mail.example',
      account_id: expect.any(String),
      search_text: expect.stringContaining('vos@mail.example'),
    })
    const counts = await db.selectFrom('client_count').selectAll().where('practice_id', '=', 'a').executeTakeFirst()
    expect(counts).toMatchObject({ registered: 1, unregistered: 0 })
    expect(await trail()).toEqual(['letters-made staff@a.example', 'read staff@a.example', 'registered'])
    const chosen = await testServer.call('POST', 'password/reset', {
      headers: { authorization: confirmed.token! },
      body: { newPassword: 'Welkom#2027' },
    })
    expect(chosen.status).toBe(204)
    // The one mail is all there is.
    expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['letter'])
  })

  test('who has a password keeps it', async () => {
    await account(db, 'vos@mail.example')
    await give(await codeOf(uuid))
    const confirmed = (await (await confirm(await linkOf())).json()) as ConfirmedLetter
    expect(confirmed).not.toHaveProperty('token')
    expect((await rowOf(uuid)).registered).toBe(1)
  })

  test('neither code nor link is good twice, nor stored', async () => {
    const code = await codeOf(uuid)
    const { code_hash: hash } = await db.selectFrom('letter').select('code_hash').executeTakeFirstOrThrow()
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    // A mistyped address is corrected by the same code, and the former link ends.
    await give(code, 'wrong@mail.example')
    const former = await linkOf()
    await give(code)
    await isRefused(confirm(former))
    const link = await linkOf()
    const { token_hash: linkHash } = await db.selectFrom('letter').select('token_hash').executeTakeFirstOrThrow()
    expect(linkHash).not.toContain(link)
    expect((await confirm(link)).status).toBe(200)
    await isRefused(confirm(link))
    await isRefused(give(code, 'other@mail.example'))
  })

  test('another letter ends the former one, and sixty days end each', async () => {
    const former = await codeOf(uuid)
    await give(former)
    const code = await codeOf(uuid)
    await isRefused(confirm(await linkOf()))
    await isRefused(give(former))
    testServer.now = new Date(testServer.now.getTime() + LETTER_DAYS * DAY_MS - 1)
    expect((await give(code)).status).toBe(204)
    testServer.now = new Date(testServer.now.getTime() + 1)
    await isRefused(give(code))
  })

  test('a link is good for three days', async () => {
    await give(await codeOf(uuid))
    const link = await linkOf()
    const end = testServer.now.getTime() + 3 * DAY_MS
    testServer.now = new Date(end)
    await isRefused(confirm(link))
    testServer.now = new Date(end - 1)
    expect((await confirm(link)).status).toBe(200)
  })

  test.each([
    ['locked', () => db.updateTable('client').set({ locked: 1 }).where('uuid', '=', uuid).execute()],
    ['of a locked practice', () => db.updateTable('practice').set({ locked: 1 }).where('id', '=', 'a').execute()],
    ['registered', () => db.updateTable('client').set({ registered: 1 }).where('uuid', '=', uuid).execute()],
    ['erased', () => eraseClient(db, testServer.ports.files, { clientId: uuid, now: testServer.now })],
  ])('who is %s meanwhile can neither give an address nor confirm it', async (_, change) => {
    const code = await codeOf(uuid)
    expect((await give(code)).status).toBe(204)
    const link = await linkOf()
    await change()
    await isRefused(give(code))
    await isRefused(confirm(link))
  })

  test('an erased client leaves no address that was given for it', async () => {
    await give(await codeOf(uuid))
    await eraseClient(db, testServer.ports.files, { clientId: uuid, now: testServer.now })
    expect(await db.selectFrom('account').select('username').execute()).toEqual([{ username: 'staff@a.example' }])
    expect(await db.selectFrom('letter').selectAll().execute()).toEqual([])
  })

  test('who is registered by staff and removed again has no letter any more', async () => {
    const code = await codeOf(uuid)
    await db.updateTable('client').set({ email: 'vos@mail.example' }).where('uuid', '=', uuid).execute()
    expect((await testServer.call('POST', `practice/a/clients?clientUuid=${uuid}`, { token })).status).toBe(201)
    expect((await testServer.call('DELETE', `clients/${uuid}`, { token })).status).toBe(204)
    await isRefused(give(code))
  })

  test('a client registers with the account of another client of the practice', async () => {
    const owner = await account(db, 'vos@mail.example')
    await client(db, 'a', { account_id: owner })
    await give(await codeOf(uuid))
    expect((await confirm(await linkOf())).status).toBe(200)
    expect(await rowOf(uuid)).toMatchObject({ registered: 1, account_id: owner })
  })

  test('two letters for one address each register their own client', async () => {
    const other = await client(db, 'a', { last_name: 'Bos' })
    await give(await codeOf(uuid))
    const former = await linkOf()
    await give(await codeOf(other))
    const latter = await linkOf()
    expect((await confirm(latter)).status).toBe(200)
    expect([(await rowOf(uuid)).registered, (await rowOf(other)).registered]).toEqual([0, 1])
    expect((await confirm(former)).status).toBe(200)
    expect((await rowOf(uuid)).account_id).toBe((await rowOf(other)).account_id)
  })

  test('only for clients of the practice without an address, not registered and not locked', async () => {
    const without = [
      await client(db, 'a', { last_name: 'Address', email: 'a@mail.example' }),
      await client(db, 'a', { last_name: 'Locked', locked: 1 }),
      await client(db, 'a', { last_name: 'Registered', account_id: await account(db, 'r@mail.example') }),
      await client(db, 'b', { last_name: 'Other' }),
      crypto.randomUUID(),
    ]
    expect((await ask(without)).status).toBe(409)
    const answer = await ask([uuid, ...without], { language: 'en' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(letters().map(({ to, title }) => [to[0], title])).toEqual([['Vos', 'Your animals online at Praktijk a']])
    expect(await db.selectFrom('letter').select('client_uuid').execute()).toEqual([{ client_uuid: uuid }])
  })

  test('guessing is bounded by the address of who guesses', async () => {
    const code = await codeOf(uuid)
    let tries = 0
    for (let status = 422; status === 422 && tries < 1000; tries += 1)
      status = (await give('2222-2222-2222', 'a@mail.example', '192.0.2.1')).status
    expect(tries).toBeLessThan(200)
    expect((await give(code, 'vos@mail.example', '192.0.2.1')).status).toBe(429)
    expect((await give(code, 'vos@mail.example', '192.0.2.2')).status).toBe(204)
  })

  test('mails for one letter are bounded', async () => {
    const code = await codeOf(uuid)
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) statuses.push((await give(code, `vos${index}@mail.example`)).status)
    expect(statuses[0]).toBe(204)
    expect(statuses.at(-1)).toBe(429)
  })

  test('files of an account are bounded, and not those of another', async () => {
    const statuses: number[] = []
    for (let index = 0; index <= 60; index += 1) statuses.push((await ask([uuid])).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
    token = await testServer.signIn(await staff(db, 'a', 'other@a.example'))
    expect((await ask([uuid])).status).toBe(200)
  })

  test('what has ended is deleted', async () => {
    await codeOf(uuid)
    const end = testServer.now.getTime() + LETTER_DAYS * DAY_MS
    for (const [at, left] of [
      [end - 1, 1],
      [end, 0],
    ] as const) {
      await deleteEndedLetters(testServer.ports, new Date(at))
      expect(await db.selectFrom('letter').select('client_uuid').execute()).toHaveLength(left)
    }
  })
})
