import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { photoKey } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { client, importKey, request, requestPhoto } from '#harness/builders.ts'
import { checked } from '#harness/example-export.ts'
import { ANSWER, question, requestPractice } from '#harness/requests.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const KEY = 'dierenportaal_requests_of-the-tests'
const DECLINED = { outcome: 'declined', text: 'Komt u eerst langs.' }
const MAIL = 'request-answered owner@mail.example'
const UNAUTHENTICATED = '401 unauthenticated'

// The test clock is fixed at 15 June 2026, 10:00 UTC.
onEngines('a practice system', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, clientId, keyId] = ['', '', '']
  beforeEach(async () => {
    ;({ ownerId, clientId } = await requestPractice(testServer, ['a', 'b']))
    keyId = await importKey(testServer.db, 'a', { name: 'Balie', purpose: 'requests', hash: await sha256(KEY) })
  })

  const call = (method: string, path: string, body?: unknown, key = KEY) =>
    testServer.call(method, path, { headers: { authorization: `Bearer ${key}` }, body })
  const read = (after: number) =>
    testServer.ok<Page<PracticeRequest>>(call('GET', `practice/a/requests?after=${after}`))
  const shown = ({ content }: Page<PracticeRequest>) => content.map(({ uuid, number, state }) => [uuid, number, state])
  const sendRequest = async () => {
    const body = question()
    await testServer.ok(testServer.callAs(ownerId, 'POST', `clients/${clientId}/requests`, body))
    return body.uuid
  }
  const withdraw = (uuid: string) =>
    testServer.ok(testServer.callAs(ownerId, 'POST', `clients/${clientId}/requests/${uuid}/withdrawal`))
  const answer = (uuid: string, body: object = ANSWER) => call('POST', `practice/a/requests/${uuid}/answer`, body)
  const ofOwner = (uuid: string) => testServer.readAs<object>(ownerId, `clients/${clientId}/requests/${uuid}`)
  const mails = async () => {
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`)
  }
  const closings = () =>
    testServer.db
      .selectFrom('audit')
      .select(['action', 'account_id', 'details'])
      .where('action', 'in', ['request-answered', 'request-declined'])
      .orderBy('action')
      .execute()
  const closingsBy = (key: string) =>
    ['request-answered', 'request-declined'].map((action) => ({
      action,
      account_id: null,
      details: JSON.stringify({ key }),
    }))
  const requestToB = async () =>
    await request(testServer.db, {
      clientId: await client(testServer.db, 'b', { account_id: ownerId }),
      accountId: ownerId,
    })
  const lockPractice = (locked: 0 | 1) =>
    testServer.db.updateTable('practice').set({ locked }).where('id', '=', 'a').execute()

  describe('with a requests key', () => {
    test('reads the changes since a number in order', async () => {
      await requestToB()
      const [first, second] = [await sendRequest(), await sendRequest()]
      expect(shown(await read(0))).toEqual([
        [first, 1, 'sent'],
        [second, 2, 'sent'],
      ])
      await withdraw(first)
      const since = await read(2)
      expect(shown(since)).toEqual([[first, 3, 'withdrawn']])
      expect(since.content[0]).toMatchObject({ clientUuid: clientId, clientName: 'Anna Bakker', text: 'Een vraag' })
      expect(shown(await read(3))).toEqual([])
    })

    test('reads at most 200 changes per call, with the total', async () => {
      for (let number = 1; number <= 201; number += 1)
        await request(testServer.db, { clientId, accountId: ownerId, number })
      const { content, page } = await read(0)
      expect(content.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
      expect(page.totalElements).toBe(201)
      expect((await read(200)).content).toHaveLength(1)
    })

    test.each(['', '?after=', '?after=-1', '?after=x', '?after=1&after=2'])(
      'gets 400 for the query "%s"',
      async (query) => {
        expect((await call('GET', `practice/a/requests${query}`)).status).toBe(400)
      },
    )

    test('answers and declines requests in the name of the key', async () => {
      const [first, second] = [await sendRequest(), await sendRequest()]
      const answered = { state: 'answered', answer: { text: ANSWER.text } }
      expect(await testServer.ok(answer(first))).toMatchObject({ ...answered, number: 3 })
      expect(await ofOwner(first)).toMatchObject(answered)
      expect(await ofOwner(first)).not.toHaveProperty('answer.by')
      await testServer.ok(answer(second, DECLINED))
      expect(await testServer.ok(answer(first))).toMatchObject({ ...answered, number: 3 })
      expect(await mails()).toEqual([MAIL, MAIL])
      expect(await closings()).toEqual(closingsBy('Balie'))
    })

    test('gets the present state when answering a closed request', async () => {
      const [answered, withdrawn] = [await sendRequest(), await sendRequest()]
      await answer(answered)
      await withdraw(withdrawn)
      for (const [uuid, state] of [
        [answered, 'answered'],
        [withdrawn, 'withdrawn'],
      ] as const) {
        const rejected = (await answer(uuid, DECLINED)).json()
        expect(await rejected).toMatchObject({ status: 409, code: 'request-closed', closed: { state } })
      }
      expect(await mails()).toEqual([MAIL])
    })

    test('opens photos while the key is valid', async () => {
      const id = await requestPhoto(testServer.db, { clientId, accountId: ownerId }, await sendRequest())
      await testServer.ports.files.put(photoKey(id), new Uint8Array([1, 2, 3]))
      const url = (await read(0)).content[0]!.photos![0]!.url
      const open = async () => (await testServer.fetch(new Request(url))).status
      expect(await open()).toBe(200)
      await lockPractice(1)
      expect(await open()).toBe(404)
      await lockPractice(0)
      await testServer.db.deleteFrom('import_key').where('id', '=', keyId).execute()
      expect(await open()).toBe(404)
    })

    test('has no other access', async () => {
      const uuid = await sendRequest()
      for (const [method, path] of [
        ['GET', `practice/a/requests/${uuid}`],
        ['POST', `practice/a/requests/${uuid}/seen`],
        ['GET', 'practice/a/request-count'],
        ['GET', 'practice/a/request-settings'],
        ['PUT', 'practice/a/request-settings'],
        ['GET', 'practice/a/clients'],
        ['GET', `clients/${clientId}/requests`],
        ['GET', `clients/${clientId}`],
      ] as const)
        expect(await outcomeOf(call(method, path, method === 'GET' ? undefined : {}))).toBe(UNAUTHENTICATED)
      expect(await outcomeOf(call('PUT', 'practice/a/import?sequence=1', {}))).toBe('403 scope-missing')
      expect(await outcomeOf(call('GET', 'practice/a/imports/1'))).toBe('403 scope-missing')
    })

    test('is rejected with a wrong, expired or other key', async () => {
      const { db } = testServer
      const uuid = await sendRequest()
      const [ofB, ofImports] = ['dierenportaal_requests_of-b', 'dierenportaal_import_of-a']
      await importKey(db, 'b', { purpose: 'requests', hash: await sha256(ofB) })
      await importKey(db, 'a', { hash: await sha256(ofImports) })
      const expectBoth = async (outcome: string, key?: string) => {
        expect(await outcomeOf(call('GET', 'practice/a/requests?after=0', undefined, key))).toBe(outcome)
        expect(await outcomeOf(call('POST', `practice/a/requests/${uuid}/answer`, ANSWER, key))).toBe(outcome)
      }
      expect(await outcomeOf(answer(await requestToB()))).toBe('404 not-found')
      await expectBoth('404 not-found', ofB)
      await expectBoth('403 scope-missing', ofImports)
      for (const key of [`${KEY}x`, '']) await expectBoth(UNAUTHENTICATED, key)
      await lockPractice(1)
      await expectBoth('403 practice-locked')
      await lockPractice(0)
      await db.updateTable('import_key').set({ ends_at: testServer.now.toISOString() }).execute()
      await expectBoth(UNAUTHENTICATED)
      expect(await ofOwner(uuid)).toMatchObject({ state: 'sent' })
    })
  })

  describe('with an import of answers', () => {
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

    test('closes requests once, at the time in the record', async () => {
      const [first, second] = [await sendRequest(), await sendRequest()]
      const records = [
        { uuid: first.toUpperCase(), ...ANSWER, at: '2026-06-15T11:30:00+02:00' },
        { uuid: second, ...DECLINED, at: '2026-06-15T13:30:00+02:00' },
      ]
      expect(await load(...records)).toMatchObject(counts(2, 0))
      expect(await ofOwner(first)).toMatchObject({
        state: 'answered',
        closedAt: '2026-06-15T09:30:00.000Z',
        answer: { text: ANSWER.text },
      })
      expect(await ofOwner(second)).toMatchObject({ state: 'declined', closedAt: '2026-06-15T10:00:00.000Z' })
      expect(await load(...records)).toMatchObject(counts(0, 2))
      expect(await mails()).toEqual([MAIL, MAIL])
      expect(await closings()).toEqual(closingsBy('Nacht'))
    })

    test('does not change closed requests and requests of a removed client', async () => {
      const [answered, withdrawn, removed] = [await sendRequest(), await sendRequest(), await sendRequest()]
      await answer(answered)
      await withdraw(withdrawn)
      expect(await load({ uuid: answered, ...DECLINED }, { uuid: withdrawn, ...DECLINED })).toMatchObject(counts(0, 2))
      expect(await ofOwner(answered)).toMatchObject({ state: 'answered' })
      expect(await ofOwner(withdrawn)).toMatchObject({ state: 'withdrawn' })
      await testServer.db.updateTable('client').set({ registered: 0 }).execute()
      expect(await load({ uuid: removed, ...ANSWER })).toMatchObject(counts(0, 1))
      expect(await mails()).toEqual([MAIL])
    })

    test('gets a warning for unknown requests', async () => {
      const [uuid, others] = [await sendRequest(), await requestToB()]
      const unknown = '00000000-0000-4000-8000-0000000000ff'
      expect(await load(...[unknown, uuid, others].map((id) => ({ uuid: id, ...ANSWER })))).toMatchObject({
        ...counts(1, 0),
        warnings: { count: 2, first: [1, 3].map((line) => ({ line, field: 'uuid', code: 'unknown' })) },
      })
      const row = testServer.db.selectFrom('request').select('state').where('uuid', '=', others)
      expect(await row.executeTakeFirst()).toEqual({ state: 'sent' })
    })

    test('gets a warning for a record without an outcome or text', async () => {
      const uuid = await sendRequest()
      for (const [wrong, field] of [
        [{ outcome: 'withdrawn' }, 'outcome'],
        [{ text: ' ' }, 'text'],
      ] as const)
        expect(await load({ uuid, ...ANSWER, ...wrong })).toMatchObject({
          loaded: true,
          warnings: { first: [{ field }] },
        })
      expect(await load({ uuid, ...ANSWER, practiceId: 'b' })).toMatchObject({
        loaded: false,
        problems: { first: [{ field: 'practiceId' }] },
      })
      expect(await ofOwner(uuid)).toMatchObject({ state: 'sent' })
    })

    test('applies the last of several records about a request', async () => {
      const uuid = await sendRequest()
      const { warnings } = await load({ uuid, ...ANSWER, text: 'Nee.' }, { uuid, ...ANSWER, at: 'gisteren' })
      expect(warnings.first).toMatchObject([
        { line: 1, field: 'uuid', code: 'repeated' },
        { line: 2, field: 'at', code: 'invalidDateTime' },
      ])
      expect(await ofOwner(uuid)).toMatchObject({ state: 'answered', answer: { text: ANSWER.text } })
    })
  })
})
