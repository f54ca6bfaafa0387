import { beforeEach, expect, test } from 'vitest'
import type { ConfirmedLetter } from '#contract/schemas/letter.ts'
import { LETTER_DAYS, readLetterCode } from '#contract/letter.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { type EachTestServer, eachTestServer, onEngines, outcomeOf, recordingPdf } from '#harness/test-server.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { deleteEndedLetters } from '#server/postal-invitations/postal-invitations.ts'

const DAY_MS = 86_400_000
const VOS = 'vos@mail.example'
const INVALID = '422 letter-invalid'
const LIMITED = '429 rate-limited'

onEngines('postal invitations', (engine) => {
  const { drawn, pdf } = recordingPdf()
  const testServer = eachTestServer(engine, () => {
    drawn.length = 0
    return { pdf }
  })
  let [member, uuid] = ['', '']

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    await practice(db, 'b')
    member = await staff(db, 'a', 'staff@a.example')
    uuid = await client(db, 'a', { last_name: 'Vos', street: 'Dorpsstraat', house_number: '1' })
  })

  const requestLetters = (clientUuids: readonly string[], more: object = {}) =>
    testServer.callAs(member, 'POST', 'practice/a/letters', { clientUuids, ...more })
  const letters = () => {
    const last = drawn.at(-1)
    return last && 'letters' in last ? last.letters : []
  }
  async function codeOf(clientId = uuid): Promise<string> {
    expect(await outcomeOf(requestLetters([clientId]))).toBe('200')
    return letters()[0]!.code.value
  }
  const give = (code: string, email = VOS, address?: string) =>
    outcomeOf(testServer.call('POST', 'letter', { body: { code, email }, ...(address && { address }) }))
  const newestLink = async () => {
    const mail = (await testServer.mails()).findLast(({ kind }) => kind === 'letter')
    return /#confirm=(.+)$/.exec(mail?.link ?? '')?.[1] ?? ''
  }
  /** Requests a letter, enters an e-mail address with its code, and returns the link from the mail. */
  const linkFor = async (clientId?: string) => {
    await give(await codeOf(clientId))
    return await newestLink()
  }
  const respond = (authorization: string) =>
    testServer.call('POST', 'letter/confirmation', { headers: { authorization } })
  const confirm = (link: string) => outcomeOf(respond(link))
  const rowOf = async (id = uuid) => (await rowsOf(testServer.db, 'client', '*', { uuid: id }))[0]!
  const stored = () => rowsOf(testServer.db, 'letter')
  const erase = () => eraseClient(testServer.db, testServer.ports.files, { clientId: uuid, now: testServer.now })

  test('register a client once the mailed link is opened', async () => {
    const code = await codeOf()
    const url = `http://portal.test/auth/letter#${readLetterCode(code)}`
    expect(letters()[0]).toMatchObject({ to: ['Vos', 'Dorpsstraat 1'], url })
    const before = await rowOf()
    expect(await give(code.toLowerCase().replaceAll('-', ' '), 'Vos@Mail.Example')).toBe('204')
    // An entered address proves nothing until its mail is confirmed.
    expect(await rowOf()).toEqual(before)
    const confirmed = await testServer.ok<ConfirmedLetter>(respond(await newestLink()))
    expect(confirmed).toMatchObject({ practiceName: 'Praktijk a', username: VOS })
    expect(await rowOf()).toMatchObject({
      ...before,
      registered: 1,
      registered_at: testServer.now.toISOString(),
      activation: 'invited',
      invited_at: testServer.now.toISOString(),
      email: VOS,
      account_id: expect.any(String),
      search_text: expect.stringContaining(VOS),
    })
    const counts = await rowsOf(testServer.db, 'client_count', ['registered', 'unregistered'], { practice_id: 'a' })
    expect(counts).toEqual([{ registered: 1, unregistered: 0 }])
    const accessLog = await rowsOf(testServer.db, 'audit', ['id', 'action', 'account_name'])
    expect(accessLog.map((entry) => [entry.action, entry.account_name])).toEqual([
      ['letters-made', 'staff@a.example'],
      ['read', 'staff@a.example'],
      ['registered', null],
    ])
    const password = { headers: { authorization: confirmed.token! }, body: { newPassword: 'Welkom#2027' } }
    expect(await outcomeOf(testServer.call('POST', 'password/reset', password))).toBe('204')
    // No other mail is sent.
    expect((await testServer.mails()).map(({ kind }) => kind)).toEqual(['letter'])
  })

  test('do not change the existing password of an owner', async () => {
    await account(testServer.db, VOS)
    const confirmed = await testServer.ok<ConfirmedLetter>(respond(await linkFor()))
    expect(confirmed).not.toHaveProperty('token')
    expect((await rowOf()).registered).toBe(1)
  })

  test('contain a code and a link that work once and are stored as hashes', async () => {
    const code = await codeOf()
    expect((await stored())[0]!.code_hash).toMatch(/^[0-9a-f]{64}$/)
    // The same code can correct a mistyped address, which ends the former link.
    await give(code, 'wrong@mail.example')
    const former = await newestLink()
    await give(code)
    expect(await confirm(former)).toBe(INVALID)
    const link = await newestLink()
    expect((await stored())[0]!.token_hash).not.toContain(link)
    expect([await confirm(link), await confirm(link)]).toEqual(['200', INVALID])
    expect(await give(code, 'other@mail.example')).toBe(INVALID)
  })

  test('are invalidated by the next letter and after sixty days', async () => {
    const former = await codeOf()
    await give(former)
    const code = await codeOf()
    expect([await confirm(await newestLink()), await give(former)]).toEqual([INVALID, INVALID])
    testServer.advance(LETTER_DAYS * DAY_MS - 1)
    expect(await give(code)).toBe('204')
    testServer.advance(1)
    expect(await give(code)).toBe(INVALID)
    for (const [at, left] of [
      [-1, 1],
      [0, 0],
    ] as const) {
      await deleteEndedLetters(testServer.ports, new Date(testServer.now.getTime() + at))
      expect(await stored()).toHaveLength(left)
    }
  })

  test('have a confirmation link that is valid for three days', async () => {
    const link = await linkFor()
    testServer.advance(3 * DAY_MS)
    expect(await confirm(link)).toBe(INVALID)
    testServer.advance(-1)
    expect(await confirm(link)).toBe('200')
  })

  test.each<[name: string, change: (server: EachTestServer) => Promise<unknown>]>([
    ['the client is locked', ({ db }) => changeRows(db, 'client', { locked: 1 }, { uuid })],
    ['the practice is locked', ({ db }) => changeRows(db, 'practice', { locked: 1 }, { id: 'a' })],
    ['the client is registered', ({ db }) => changeRows(db, 'client', { registered: 1 }, { uuid })],
    ['the client is erased', erase],
  ])('are invalidated when %s', async (_, change) => {
    const code = await codeOf()
    expect(await give(code)).toBe('204')
    const link = await newestLink()
    await change(testServer)
    expect([await give(code), await confirm(link)]).toEqual([INVALID, INVALID])
  })

  test('leave no e-mail address behind once the client is erased', async () => {
    await linkFor()
    await erase()
    expect(await rowsOf(testServer.db, 'account', ['username'])).toEqual([{ username: 'staff@a.example' }])
    expect(await stored()).toEqual([])
  })

  test('are invalidated when staff register the client', async () => {
    const code = await codeOf()
    await changeRows(testServer.db, 'client', { email: VOS }, { uuid })
    await testServer.ok(testServer.callAs(member, 'POST', `practice/a/clients?clientUuid=${uuid}`))
    await testServer.ok(testServer.callAs(member, 'DELETE', `clients/${uuid}`))
    expect(await give(code)).toBe(INVALID)
  })

  test('register each client under one account if confirmed with one e-mail address', async () => {
    const owner = await account(testServer.db, VOS)
    await client(testServer.db, 'a', { account_id: owner })
    const other = await client(testServer.db, 'a', { last_name: 'Bos' })
    const [former, latter] = [await linkFor(), await linkFor(other)]
    expect(await confirm(latter)).toBe('200')
    expect([(await rowOf()).registered, (await rowOf(other)).registered]).toEqual([0, 1])
    expect(await confirm(former)).toBe('200')
    expect([(await rowOf()).account_id, (await rowOf(other)).account_id]).toEqual([owner, owner])
  })

  test('are created only for unregistered, unlocked clients without an e-mail address', async () => {
    const { db } = testServer
    const without = [
      await client(db, 'a', { last_name: 'Address', email: 'a@mail.example' }),
      await client(db, 'a', { last_name: 'Locked', locked: 1 }),
      await client(db, 'a', { last_name: 'Registered', account_id: await account(db, 'r@mail.example') }),
      await client(db, 'b', { last_name: 'Other' }),
      crypto.randomUUID(),
    ]
    expect(await outcomeOf(requestLetters(without))).toBe('409 conflict')
    const response = await requestLetters([uuid, ...without], { language: 'en' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(letters().map(({ to, title }) => [to[0], title])).toEqual([['Vos', 'Your animals online at Praktijk a']])
    expect(await stored()).toMatchObject([{ client_uuid: uuid }])
  })

  test('limit guesses of codes per IP address', async () => {
    const code = await codeOf()
    let tries = 0
    for (let outcome = INVALID; outcome === INVALID && tries < 1000; tries += 1)
      outcome = await give('2222-2222-2222', 'a@mail.example', '192.0.2.1')
    expect(tries).toBeLessThan(200)
    expect([await give(code, VOS, '192.0.2.1'), await give(code, VOS, '192.0.2.2')]).toEqual([LIMITED, '204'])
  })

  test('limit the mails per letter and the PDF files per account', async () => {
    const code = await codeOf()
    const mails: string[] = []
    for (let index = 0; index < 12; index += 1) mails.push(await give(code, `vos${index}@mail.example`))
    expect([mails[0], mails.at(-1)]).toEqual(['204', LIMITED])
    const sheets: string[] = []
    for (let index = 1; index <= 60; index += 1) sheets.push(await outcomeOf(requestLetters([uuid])))
    expect(sheets.slice(-2)).toEqual(['200', LIMITED])
    member = await staff(testServer.db, 'a', 'other@a.example')
    expect(await outcomeOf(requestLetters([uuid]))).toBe('200')
  })
})
