import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { photoKey } from '#server/files/keys.ts'
import { sha256 } from '#server/http/keys.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { account, client, importKey, practice, request, requestSettings, staff } from '#harness/builders.ts'
import { checked } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const KEY = 'dierenportaal_requests_of-the-tests'
const ENDED = ['request-answered', 'request-declined'] as const
const UNKNOWN = '00000000-0000-4000-8000-0000000000ff'

// The clock of the tests stands at 15 June 2026, 10:00 UTC.
onEngines('the own system of a practice', (engine) => {
  let testServer: TestServer
  let ownerId: string
  let clientId: string
  let keyId: string
  let owner: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    const { db } = testServer
    for (const id of ['a', 'b']) {
      await practice(db, id)
      await requestSettings(db, id)
    }
    ownerId = await account(db, 'owner@mail.example')
    owner = await testServer.signIn(ownerId)
    clientId = await client(db, 'a', { account_id: ownerId, last_name: 'Bakker' })
    keyId = await importKey(db, 'a', { name: 'Balie', purpose: 'requests', hash: await sha256(KEY) })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = (method: string, path: string, body?: unknown, key = KEY) =>
    testServer.call(method, path, {
      headers: { authorization: `Bearer ${key}` },
      ...(body !== undefined && { body }),
    })
  const codeOf = async (answer: Response) =>
    answer.status < 400 ? answer.status : `${answer.status} ${((await answer.json()) as Problem).code}`
  const read = async (after: number) => {
    const answer = await call('GET', `practice/a/requests?after=${after}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as Page<PracticeRequest>
  }
  const shown = ({ content }: Page<PracticeRequest>) => content.map(({ uuid, number, state }) => [uuid, number, state])
  async function ask(text = 'Een vraag') {
    const uuid = crypto.randomUUID()
    const body = { uuid, kind: 'QUESTION', text }
    expect((await testServer.call('POST', `clients/${clientId}/requests`, { token: owner, body })).status).toBe(201)
    return uuid
  }
  const withdraw = (uuid: string) =>
    testServer.call('POST', `clients/${clientId}/requests/${uuid}/withdrawal`, { token: owner })
  const ANSWER = { outcome: 'answered', text: 'Ligt morgen klaar.' }
  const answer = (uuid: string, body: object = ANSWER) => call('POST', `practice/a/requests/${uuid}/answer`, body)
  const ofOwner = async (uuid: string) =>
    await (await testServer.call('GET', `clients/${clientId}/requests/${uuid}`, { token: owner })).json()
  const mails = async () => {
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`)
  }
  const TOLD = 'request-answered owner@mail.example'

  describe('by a key', () => {
    test('reads what has changed since a number, in the order of the numbers, withdrawals too', async () => {
      const [first, second] = [await ask(), await ask()]
      expect(shown(await read(0))).toEqual([
        [first, 1, 'sent'],
        [second, 2, 'sent'],
      ])
      await withdraw(first)
      const since = await read(2)
      expect(shown(since)).toEqual([[first, 3, 'withdrawn']])
      expect(since.content[0]).toMatchObject({ clientUuid: clientId, clientName: 'Bakker', text: 'Een vraag' })
      expect(shown(await read(3))).toEqual([])
    })

    test('at most 200 at once, and how many there are', async () => {
      for (let number = 1; number <= 201; number += 1)
        await request(testServer.db, { clientId, accountId: ownerId, number })
      const { content, page } = await read(0)
      expect(content.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
      expect(page.totalElements).toBe(201)
      expect((await read(200)).content).toHaveLength(1)
    })

    test.each(['', '?after=', '?after=-1', '?after=x', '?after=1&after=2'])('not by %s', async (query) => {
      expect((await call('GET', `practice/a/requests${query}`)).status).toBe(400)
    })

    test('answers and declines, without a name, by an entry in the trail that has the key, and a mail', async () => {
      const [first, second] = [await ask(), await ask()]
      const answered = await answer(first)
      expect(answered.status).toBe(200)
      expect(await answered.json()).toMatchObject({ state: 'answered', answer: { text: ANSWER.text }, number: 3 })
      expect(await ofOwner(first)).toMatchObject({ state: 'answered', answer: { text: ANSWER.text } })
      expect(await ofOwner(first)).not.toHaveProperty('answer.by')
      expect(await codeOf(await answer(second, { outcome: 'declined', text: 'Komt u eerst langs.' }))).toBe(200)
      expect(await mails()).toEqual([TOLD, TOLD])
      const trail = testServer.db.selectFrom('audit').select(['action', 'account_id', 'details'])
      expect(await trail.where('action', 'in', ENDED).orderBy('id').execute()).toEqual([
        { action: 'request-answered', account_id: null, details: '{"key":"Balie"}' },
        { action: 'request-declined', account_id: null, details: '{"key":"Balie"}' },
      ])
    })

    test('once: another answer says what it has become', async () => {
      const [answered, withdrawn] = [await ask(), await ask()]
      await answer(answered)
      await withdraw(withdrawn)
      for (const [uuid, state] of [
        [answered, 'answered'],
        [withdrawn, 'withdrawn'],
      ] as const) {
        const again = await answer(uuid, { outcome: 'declined', text: 'Nee' })
        expect(again.status).toBe(409)
        expect(await again.json()).toMatchObject({ code: 'request-closed', closed: { state } })
      }
      expect(await mails()).toEqual([TOLD])
    })

    test('a photo, as long as there is the key', async () => {
      const uuid = await ask()
      const id = crypto.randomUUID()
      await testServer.db
        .insertInto('request_photo')
        .values({
          id,
          client_uuid: clientId,
          account_id: ownerId,
          request_uuid: uuid,
          position: 0,
          type: 'image/png',
          bytes: 3,
          created_at: testServer.now.toISOString(),
        })
        .execute()
      await testServer.ports.files.put(photoKey(id), new Uint8Array([1, 2, 3]))
      const url = (await read(0)).content[0]!.photos![0]!.url
      const open = async () => (await testServer.fetch(new Request(url))).status
      expect(await open()).toBe(200)
      await testServer.db.updateTable('practice').set({ locked: 1 }).where('id', '=', 'a').execute()
      expect(await open()).toBe(404)
      await testServer.db.updateTable('practice').set({ locked: 0 }).where('id', '=', 'a').execute()
      await testServer.db.deleteFrom('import_key').where('id', '=', keyId).execute()
      expect(await open()).toBe(404)
    })

    test('can do nothing else', async () => {
      const uuid = await ask()
      for (const [method, path] of [
        ['GET', `practice/a/requests/${uuid}`],
        ['POST', `practice/a/requests/${uuid}/seen`],
        ['GET', 'practice/a/request-count'],
        ['GET', 'practice/a/request-settings'],
        ['PUT', 'practice/a/request-settings'],
        ['GET', 'practice/a/clients'],
        ['GET', `clients/${clientId}/requests`],
        ['GET', `clients/${clientId}`],
        ['PUT', 'practice/a/import?sequence=1'],
        ['GET', 'practice/a/imports/1'],
      ] as const)
        expect(await codeOf(await call(method, path, method === 'GET' ? undefined : {}))).toBe('401 unauthenticated')
    })

    test('not by one for exports, of another practice, that has ended or is none, nor where the practice is locked', async () => {
      const { db } = testServer
      const uuid = await ask()
      const other = 'dierenportaal_requests_of-b'
      await importKey(db, 'b', { purpose: 'requests', hash: await sha256(other) })
      const ofExports = 'dierenportaal_import_of-a'
      await importKey(db, 'a', { hash: await sha256(ofExports) })
      const both = async (key?: string) => [
        await codeOf(await call('GET', 'practice/a/requests?after=0', undefined, key)),
        await codeOf(await call('POST', `practice/a/requests/${uuid}/answer`, ANSWER, key)),
      ]
      expect(await both(other)).toEqual(['404 not-found', '404 not-found'])
      for (const key of [ofExports, `${KEY}x`, ''])
        expect(await both(key)).toEqual(['401 unauthenticated', '401 unauthenticated'])
      await db.updateTable('practice').set({ locked: 1 }).where('id', '=', 'a').execute()
      expect(await both()).toEqual(['403 practice-locked', '403 practice-locked'])
      await db.updateTable('practice').set({ locked: 0 }).where('id', '=', 'a').execute()
      await db.updateTable('import_key').set({ ends_at: testServer.now.toISOString() }).execute()
      expect(await both()).toEqual(['401 unauthenticated', '401 unauthenticated'])
      expect(await ofOwner(uuid)).toMatchObject({ state: 'sent' })
    })

    test('neither reads nor answers what another practice was asked', async () => {
      const { db } = testServer
      const elsewhere = await client(db, 'b', { account_id: ownerId })
      const uuid = await request(db, { clientId: elsewhere, accountId: ownerId })
      expect(shown(await read(0))).toEqual([])
      expect(await codeOf(await answer(uuid))).toBe('404 not-found')
    })

    test('staff read and answer at the same addresses', async () => {
      const uuid = await ask()
      const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
      const list = (await (
        await testServer.call('GET', 'practice/a/requests', { token })
      ).json()) as Page<PracticeRequest>
      expect(shown(list)).toEqual([[uuid, 1, 'sent']])
      await testServer.call('POST', `practice/a/requests/${uuid}/answer`, { token, body: ANSWER })
      expect(await ofOwner(uuid)).toMatchObject({ answer: { by: 'staff@a.example' } })
    })
  })

  describe('by an export', () => {
    const load = (...records: object[]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an export may hold is what is tested
      loadExport(testServer.db, checked(records.map((record) => ({ record: 'requestAnswer', ...record }))), {
        practiceId: 'a',
        now: testServer.now,
        key: 'Nacht',
      })
    const counts = (updated: number, unchanged: number) => ({
      loaded: true,
      changes: { requestAnswer: { added: 0, updated, unchanged } },
    })

    test('what was answered there ends here, once, with a mail to the owner', async () => {
      const [first, second] = [await ask(), await ask()]
      const records = [
        { uuid: first.toUpperCase(), ...ANSWER, at: '2026-06-15T11:30:00+02:00' },
        // Of a clock that is fast.
        { uuid: second, outcome: 'declined', text: 'Komt u eerst langs.', at: '2026-06-15T13:30:00+02:00' },
      ]
      expect(await load(...records)).toMatchObject(counts(2, 0))
      expect(await ofOwner(first)).toMatchObject({
        state: 'answered',
        closedAt: '2026-06-15T09:30:00.000Z',
        answer: { text: ANSWER.text },
      })
      expect(await ofOwner(second)).toMatchObject({ state: 'declined', closedAt: '2026-06-15T10:00:00.000Z' })
      expect(await load(...records)).toMatchObject(counts(0, 2))
      expect(await mails()).toEqual([TOLD, TOLD])
      const trail = testServer.db.selectFrom('audit').select(['action', 'details']).where('action', 'in', ENDED)
      expect(await trail.orderBy('action').execute()).toMatchObject([
        { action: 'request-answered', details: '{"key":"Nacht"}' },
        { action: 'request-declined', details: '{"key":"Nacht"}' },
      ])
    })

    test('what has ended here, or is a removed client’s, stays as it is', async () => {
      const [answered, withdrawn, removed] = [await ask(), await ask(), await ask()]
      await answer(answered)
      await withdraw(withdrawn)
      const records = [answered, withdrawn].map((uuid) => ({ uuid, outcome: 'declined', text: 'Nee' }))
      expect(await load(...records)).toMatchObject(counts(0, 2))
      expect(await ofOwner(answered)).toMatchObject({ state: 'answered' })
      expect(await ofOwner(withdrawn)).toMatchObject({ state: 'withdrawn' })
      await testServer.db.updateTable('client').set({ registered: 0 }).execute()
      expect(await load({ uuid: removed, ...ANSWER })).toMatchObject(counts(0, 1))
      expect(await mails()).toEqual([TOLD])
    })

    test('an answer to what is not there is left out with a warning, and the others are loaded', async () => {
      const { db } = testServer
      const uuid = await ask()
      const elsewhere = await client(db, 'b', { account_id: ownerId })
      const others = await request(db, { clientId: elsewhere, accountId: ownerId })
      const report = await load({ uuid: UNKNOWN, ...ANSWER }, { uuid, ...ANSWER }, { uuid: others, ...ANSWER })
      expect(report).toMatchObject({
        ...counts(1, 0),
        warnings: {
          count: 2,
          first: [
            { line: 1, field: 'uuid', code: 'unknown' },
            { line: 3, field: 'uuid', code: 'unknown' },
          ],
        },
      })
      const row = db.selectFrom('request').select('state').where('uuid', '=', others)
      expect(await row.executeTakeFirst()).toEqual({ state: 'sent' })
    })

    test('leaves out a line without an outcome or a text, and refuses one of another practice', async () => {
      const uuid = await ask()
      for (const [wrong, field] of [
        [{ outcome: 'withdrawn' }, 'outcome'],
        [{ text: ' ' }, 'text'],
      ] as const) {
        const { loaded, warnings } = await load({ uuid, ...ANSWER, ...wrong })
        expect([loaded, warnings.first[0]?.field]).toEqual([true, field])
      }
      const { loaded, problems } = await load({ uuid, ...ANSWER, practiceId: 'b' })
      expect([loaded, problems.first[0]?.field]).toEqual([false, 'practiceId'])
      expect(await ofOwner(uuid)).toMatchObject({ state: 'sent' })
    })

    test('takes the last of several lines about one request, whenever it says that was', async () => {
      const uuid = await ask()
      const { warnings } = await load({ uuid, ...ANSWER, text: 'Nee.' }, { uuid, ...ANSWER, at: 'gisteren' })
      expect(warnings.first).toMatchObject([
        { line: 1, field: 'uuid', code: 'repeated' },
        { line: 2, field: 'at', code: 'invalidDateTime' },
      ])
      expect(await ofOwner(uuid)).toMatchObject({ state: ANSWER.outcome, answer: { text: ANSWER.text } })
    })
  })
})
