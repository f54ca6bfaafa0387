import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Estimate, EstimateBody, PracticeEstimate, ShownEstimateSettings } from '#contract/schemas/estimate.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { followDueEstimates } from '#server/estimates/due.ts'
import { versionOf } from '#server/files/send.ts'
import { sha256 } from '#server/http/keys.ts'
import { loadExport } from '#server/import/load.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { ESTIMATE, client, importKey, patient, practice, staff, webhook } from '#harness/builders.ts'
import { checked } from '#harness/example-export.ts'
import { requestPractice } from '#harness/requests.ts'
import { changeRows } from '#harness/rows.ts'
import { eachTestServer, fieldErrorsOf, onEngines, outcomeOf } from '#harness/test-server.ts'

const KEY = 'dierenportaal_estimates_of-the-tests'
const DAY = 24 * 60 * 60_000
const UUID = '0b8c3c40-5b3c-4a53-9d80-0f4a7f7d1a01'
const ACCEPT = { outcome: 'accepted' } as const
const CHANGED = { ...ESTIMATE, lines: [{ description: 'Consult', amount: 42.36 }] }

// The test clock is fixed at Monday 15 June 2026, noon in Amsterdam.
onEngines('estimates', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, clientId, memberId] = ['', '', '']
  beforeEach(async () => {
    ;({ ownerId, clientId, memberId } = await requestPractice(testServer, ['a', 'b']))
    await changeRows(testServer.db, 'practice', { phone: '030 555 01 23' }, { id: 'a' })
    const scopes = 'estimates:read estimates:write'
    await importKey(testServer.db, 'a', { name: 'Balie', scopes, hash: await sha256(KEY) })
  })

  const bodyOf = (more: object = {}) => ({ clientUuid: clientId, ...ESTIMATE, ...more })
  const path = (uuid: string) => `practice/a/estimates/${uuid}`
  const put = (body: object = {}, uuid = UUID) => testServer.callAs(memberId, 'PUT', path(uuid), bodyOf(body))
  const byKey = (method: string, to: string, body?: unknown) =>
    testServer.call(method, to, { headers: { authorization: `Bearer ${KEY}` }, body })
  const putByKey = (body: Partial<EstimateBody> = {}) => byKey('PUT', path(UUID), bodyOf(body))
  const ofOwner = (uuid = UUID) => testServer.readAs<Estimate>(ownerId, `clients/${clientId}/estimates/${uuid}`)
  const answerTo = (body: object, uuid = UUID) =>
    testServer.callAs(ownerId, 'POST', `clients/${clientId}/estimates/${uuid}/answer`, body)
  const answer = async (more: object = ACCEPT, uuid = UUID) => {
    const { contentHash } = await ofOwner(uuid)
    return await answerTo({ contentHash, ...more }, uuid)
  }
  const after = async (number: number) =>
    (await testServer.ok<Page<PracticeEstimate>>(byKey('GET', `practice/a/estimates?after=${number}`))).content
  const load = (...records: object[]) =>
    loadExport(
      testServer.db,
      checked(records.map((record) => ({ record: 'estimate', clientUuid: clientId, ...record }))),
      {
        practiceId: 'a',
        now: testServer.now,
        key: 'Nacht',
      },
    )
  const exported = (more: object = {}) => load({ uuid: UUID, ...ESTIMATE, ...more })
  const mails = async () => {
    await deliverOutbox(testServer.ports)
    return (await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`)
  }
  const actions = async () =>
    (await testServer.rows('audit')).map(({ action }) => action).filter((action) => action.startsWith('estimate'))
  const fetchFile = async (by: string, query = '') => {
    const { url } = await testServer.readAs<{ url: string }>(by, `clients/${clientId}/estimates/${UUID}/file${query}`)
    return await testServer.fetch(new Request(url))
  }

  describe('written by staff', () => {
    test('reach the owner with a mail and the terms of the practice', async () => {
      expect((await put()).status).toBe(201)
      expect(await ofOwner()).toMatchObject({
        ...ESTIMATE,
        state: 'open',
        sentAt: testServer.now.toISOString(),
        terms: { emergency: 'Is er spoed? Bel ons dan direct.', phone: '030 555 01 23' },
      })
      expect(await mails()).toEqual(['estimate-sent owner@mail.example'])
      expect(await actions()).toEqual(['estimate-sent'])
    })

    test('stay unchanged, without a mail, if the same content is sent again', async () => {
      await put()
      const first = await ofOwner()
      expect((await put({ reason: ' Gebitsreiniging ', currency: 'EUR' })).status).toBe(200)
      expect(await ofOwner()).toMatchObject({ contentHash: first.contentHash })
      expect(await mails()).toHaveLength(1)
      expect((await after(0)).map(({ changeNumber }) => changeNumber)).toEqual([1])
    })

    test('name animals of their client only', async () => {
      const other = await patient(testServer.db, await client(testServer.db, 'a'), 'Max')
      const own = await patient(testServer.db, clientId, 'Bella')
      const [line] = ESTIMATE.lines
      expect(await fieldErrorsOf(put({ patientUuid: own, lines: [{ ...line, patientUuid: other }] }))).toEqual([
        '400 validation-failed',
        '#/lines/0/patientUuid unknownValue',
      ])
      await testServer.ok(put({ patientUuid: own.toUpperCase() }))
      expect(await ofOwner()).toMatchObject({ patientUuid: own, patientName: 'Bella' })
    })

    test.each([
      ['#/lines/0 invalidRange', { lines: [{ description: 'Consult', amount: 10, amountTo: 9.99 }] }],
      ['# invalidPeriod', { validUntil: '2026-05-31' }],
      ['#/lines required', { lines: [] }],
    ])('are refused with %s', async (error, body) => {
      expect(await fieldErrorsOf(put(body))).toEqual(['400 validation-failed', error])
    })

    test('conflict with a change that the writer has not read', async () => {
      await put()
      const { contentHash } = await ofOwner()
      await testServer.ok(put({ ...CHANGED, formerHash: contentHash }))
      expect(await outcomeOf(put({ formerHash: contentHash }))).toBe('409 conflict')
    })

    test('are withdrawn and reopened, each once', async () => {
      await put()
      const call = (method: string) => testServer.callAs(memberId, method, `${path(UUID)}/withdrawal`)
      for (const _ of [1, 2]) expect(await testServer.ok(call('POST'))).toMatchObject({ state: 'withdrawn' })
      expect(await outcomeOf(answer())).toBe('409 estimate-closed')
      for (const _ of [1, 2]) expect(await testServer.ok(call('DELETE'))).toMatchObject({ state: 'open' })
      expect(await actions()).toEqual(['estimate-sent', 'estimate-withdrawn', 'estimate-changed'])
    })

    test('are listed with the open ones first, on whatever page', async () => {
      const [declined, withdrawn] = [crypto.randomUUID(), crypto.randomUUID()]
      await testServer.ok(put({ date: '2026-06-01' }))
      await testServer.ok(put({ date: '2026-06-02' }, declined))
      await testServer.ok(answer({ outcome: 'declined' }, declined))
      await testServer.ok(put({ date: '2026-06-03' }, withdrawn))
      await testServer.ok(testServer.callAs(memberId, 'POST', `${path(withdrawn)}/withdrawal`))
      const page = async (number: number) =>
        (
          await testServer.readAs<Page<Estimate>>(ownerId, `clients/${clientId}/estimates?size=2&page=${number}`)
        ).content.map(({ uuid }) => uuid)
      expect([await page(0), await page(1)]).toEqual([[UUID, withdrawn], [declined]])
    })

    test('wait for an owner without a registration', async () => {
      const unregistered = await client(testServer.db, 'a')
      await testServer.ok(put({ clientUuid: unregistered }))
      expect(await mails()).toEqual([])
      expect(await testServer.readAs(memberId, path(UUID))).toMatchObject({ state: 'open', clientUuid: unregistered })
    })
  })

  describe('answered by the owner', () => {
    beforeEach(async () => void (await testServer.ok(put())))

    test('keep the answer with its PDF, for both sides', async () => {
      const answered = await testServer.ok<Estimate>(answer({ ...ACCEPT, text: ' Graag snel. ' }))
      expect(answered).toMatchObject({
        state: 'accepted',
        answer: { ...ACCEPT, by: 'Anna Bakker', text: 'Graag snel.', contentHash: answered.contentHash },
      })
      for (const by of [ownerId, memberId]) {
        const bytes = new Uint8Array(await (await fetchFile(by)).arrayBuffer())
        expect(await versionOf(bytes)).toBe(answered.answer?.fileHash)
      }
      expect(await testServer.rows('file')).toEqual([expect.objectContaining({ sha256: answered.answer?.fileHash })])
      expect(await mails()).toEqual(['estimate-sent owner@mail.example'])
      expect(await actions()).toEqual(['estimate-sent', 'estimate-accepted'])
    })

    test('are not answered by staff who view the portal as the client', async () => {
      const { contentHash } = await ofOwner()
      const to = `clients/${clientId}/estimates/${UUID}/answer`
      expect(await outcomeOf(testServer.callAs(memberId, 'POST', to, { ...ACCEPT, contentHash }))).toBe('403 forbidden')
      expect(await outcomeOf(answer())).toBe('200')
    })

    test('take the same answer again, and no other', async () => {
      for (const _ of [1, 2]) expect(await outcomeOf(answer())).toBe('200')
      const refused = await answer({ outcome: 'declined' })
      expect(await refused.json()).toMatchObject({
        code: 'estimate-closed',
        estimate: { state: 'accepted', by: 'Anna Bakker', at: testServer.now.toISOString() },
      } satisfies Partial<Problem>)
      expect(await testServer.rows('estimate_answer')).toHaveLength(1)
      expect(await testServer.rows('file')).toHaveLength(1)
    })

    test('take exactly one of two answers at once', async () => {
      const outcomes = await Promise.all([ACCEPT, { outcome: 'declined' }].map((each) => outcomeOf(answer(each))))
      expect(outcomes.toSorted()).toEqual(['200', '409 estimate-closed'])
      expect(await testServer.rows('estimate_answer')).toHaveLength(1)
    })

    test('never keep an answer to other content when it changes at once', async () => {
      // Read before the change, because an answer to the changed content is valid.
      const { contentHash } = await ofOwner()
      const [outcome] = await Promise.all([outcomeOf(answerTo({ ...ACCEPT, contentHash })), put(CHANGED)])
      expect(await ofOwner()).toMatchObject({ state: 'open' })
      const former = (await ofOwner()).formerAnswers ?? []
      expect(former).toHaveLength(outcome === '200' ? 1 : 0)
      expect(['200', '409 estimate-changed']).toContain(outcome)
    })

    test('are asked again when one cent changes, with the former answer and its PDF', async () => {
      const { contentHash } = await testServer.ok<Estimate>(answer())
      await testServer.ok(put(CHANGED))
      const asked = await ofOwner()
      expect(asked).toMatchObject({ state: 'open', formerAnswers: [{ ...ACCEPT, contentHash }] })
      expect(asked).not.toHaveProperty('answer')
      expect(await mails()).toContain('estimate-changed owner@mail.example')
      const former = await fetchFile(ownerId, `?contentHash=${contentHash}`)
      expect(await versionOf(new Uint8Array(await former.arrayBuffer()))).toBe(asked.formerAnswers?.[0]?.fileHash)
      expect((await fetchFile(ownerId, '?contentHash=none')).status).toBe(404)
      expect(await outcomeOf(answer({ ...ACCEPT, contentHash }))).toBe('409 estimate-changed')
      expect(await outcomeOf(answer({ outcome: 'declined' }))).toBe('200')
    })

    test('are erased with their files', async () => {
      await testServer.ok(answer())
      await eraseClient(testServer.db, testServer.ports.files, { clientId, now: testServer.now })
      for (const table of ['estimate', 'estimate_answer', 'file'] as const)
        expect(await testServer.rows(table)).toEqual([])
    })

    test('can be the subject of a question, which leaves them open', async () => {
      const ask = (estimateUuid: string) =>
        testServer.callAs(ownerId, 'POST', `clients/${clientId}/requests`, {
          uuid: crypto.randomUUID(),
          kind: 'QUESTION',
          text: 'Is narcose nodig?',
          estimateUuid,
        })
      expect(await testServer.ok(ask(UUID))).toMatchObject({ estimateUuid: UUID })
      expect(await fieldErrorsOf(ask(crypto.randomUUID()))).toContain('#/estimateUuid unknownValue')
      expect(await ofOwner()).toMatchObject({ state: 'open' })
    })
  })

  describe('of the practice system', () => {
    test('are written by key, idempotently, and refuse changes by staff', async () => {
      expect((await putByKey()).status).toBe(201)
      expect((await putByKey()).status).toBe(200)
      expect((await after(0)).map(({ changeNumber, fromSystem }) => [changeNumber, fromSystem])).toEqual([[1, true]])
      expect(await outcomeOf(put(CHANGED))).toBe('409 estimate-of-system')
      expect(await outcomeOf(byKey('POST', `${path(UUID)}/withdrawal`))).toBe('200')
      await testServer.ok(putByKey())
      expect(await after(1)).toMatchObject([{ state: 'withdrawn', changeNumber: 2 }])
    })

    test('show answers after a number, with an event', async () => {
      await webhook(testServer.db, testServer.ports, 'a')
      await putByKey()
      await testServer.ok(answer())
      expect(await after(1)).toMatchObject([
        { uuid: UUID, state: 'accepted', answer: ACCEPT, clientName: 'Anna Bakker' },
      ])
      const events = await testServer.rows('webhook_delivery')
      expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toEqual(
        ['estimate.sent', 'estimate.accepted'].map((type) => [type, { practiceId: 'a', clientId, estimateId: UUID }]),
      )
      expect((await testServer.rows('audit')).map(({ action, details }) => `${action} ${details ?? ''}`)).toContain(
        'estimate-sent {"key":"Balie"}',
      )
    })

    test('are found by the key of their practice only', async () => {
      await practice(testServer.db, 'c')
      const ofC = await client(testServer.db, 'c')
      expect(await outcomeOf(byKey('PUT', path(UUID), { ...bodyOf(), clientUuid: ofC }))).toBe('404 not-found')
      expect(await outcomeOf(byKey('GET', 'practice/b/estimates?after=0'))).toBe('404 not-found')
      expect(await outcomeOf(byKey('GET', 'practice/a/estimates'))).toBe('400 invalid-parameter')
    })

    test('keep an answer in an export of the same content, in any notation', async () => {
      await exported()
      await testServer.ok(answer())
      const [consult, cleaning] = ESTIMATE.lines
      await exported({
        lines: [
          { ...consult, amount: '€ 42,35' },
          { ...cleaning, amountTo: '310,50' },
        ],
        validUntil: '01-01-2999',
        reason: ' Gebitsreiniging',
      })
      expect(await ofOwner()).toMatchObject({ state: 'accepted' })
      await exported({ validUntil: '2998-12-31' })
      expect(await ofOwner()).toMatchObject({ state: 'open' })
      expect(await mails()).toEqual(['estimate-changed owner@mail.example'])
    })

    test('are withdrawn, removed and replaced by an export', async () => {
      await exported({ withdrawn: true })
      expect(await ofOwner()).toMatchObject({ state: 'withdrawn' })
      await exported()
      expect(await ofOwner()).toMatchObject({ state: 'withdrawn' })
      await exported({ withdrawn: false })
      await testServer.ok(answer())
      const next = crypto.randomUUID()
      await exported({ uuid: next, replaces: [UUID] })
      expect(await ofOwner(next)).toMatchObject({ state: 'accepted' })
      await load({ uuid: next, removed: true })
      expect(await testServer.rows('estimate_answer')).toEqual([])
    })

    test('keep their answer when another record replaces the animal', async () => {
      const bella = await patient(testServer.db, clientId, 'Bella')
      await exported({ patientUuid: bella })
      await testServer.ok(answer())
      const again = crypto.randomUUID()
      const animal = { record: 'patient', uuid: again, clientUuid: clientId, name: 'Bella', species: 'DOG' }
      await load({ ...animal, replaces: [bella] }, { uuid: UUID, ...ESTIMATE, patientUuid: again })
      expect(await ofOwner()).toMatchObject({ state: 'accepted', patientUuid: again })
    })

    test('are left out if a line or the end of a range is unreadable', async () => {
      const [line] = ESTIMATE.lines
      for (const lines of [[line, { description: 'Extra', amount: 'nog niet bekend' }], [{ ...line, amountTo: '?' }]]) {
        expect(await exported({ lines })).toMatchObject({ warnings: { count: 1 } })
      }
      expect(await testServer.rows('estimate')).toEqual([])
    })
  })

  describe('that end', () => {
    const runThreeServers = () =>
      Promise.all([1, 2, 3].map(() => followDueEstimates({ ...testServer.ports, db: testServer.db.withTables() })))
    const on = (day: string) => void (testServer.now = new Date(`${day}T10:00:00.000Z`))

    test('are reminded of once, to both sides', async () => {
      await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      await put({ validUntil: '2026-06-18' })
      await put({ validUntil: '2026-06-30' }, crypto.randomUUID())
      await runThreeServers()
      expect(await mails()).toHaveLength(2)
      for (const day of ['2026-06-16', '2026-06-17']) {
        on(day)
        await runThreeServers()
      }
      expect((await mails()).slice(2).toSorted()).toEqual([
        'estimate-ending owner@mail.example',
        'estimates-ending admin@a.example',
      ])
    })

    test('have lapsed the day after, once, unless answered', async () => {
      const answered = crypto.randomUUID()
      await put({ validUntil: '2026-06-15' })
      await put({ validUntil: '2026-06-15' }, answered)
      await testServer.ok(answer(ACCEPT, answered))
      testServer.now = new Date('2026-06-15T21:59:00.000Z')
      expect(await ofOwner()).toMatchObject({ state: 'open' })
      testServer.now = new Date(testServer.now.getTime() + 60_000)
      expect(await ofOwner()).toMatchObject({ state: 'lapsed' })
      await runThreeServers()
      await runThreeServers()
      expect((await actions()).filter((action) => action === 'estimate-lapsed')).toHaveLength(1)
      expect(await after(3)).toMatchObject([{ uuid: UUID, state: 'lapsed', changeNumber: 4 }])
      expect(await outcomeOf(answer())).toBe('409 estimate-closed')
      const lapsed = await testServer.readAs<Page<Estimate>>(ownerId, `clients/${clientId}/estimates?state=lapsed`)
      expect(lapsed.content.map(({ uuid }) => uuid)).toEqual([UUID])
      await put({ validUntil: '2026-07-01' })
      expect(await ofOwner()).toMatchObject({ state: 'open' })
    })

    test('are silent if they arrive after their end', async () => {
      await exported({ validUntil: '2026-06-14' })
      await followDueEstimates(testServer.ports)
      expect([await mails(), await actions()]).toEqual([[], []])
      testServer.now = new Date(testServer.now.getTime() + DAY)
      expect(await ofOwner()).toMatchObject({ state: 'lapsed' })
    })
  })

  test('show the sentences that an admin sets', async () => {
    const admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const settings = { emergency: ' Bel de spoedlijn. ', emergencyPhone: '030 555 99 99' }
    const set = await testServer.ok<ShownEstimateSettings>(
      testServer.callAs(admin, 'PUT', 'practice/a/estimate-settings', settings),
    )
    await put()
    expect((await ofOwner()).terms).toEqual(set.shown)
    expect(set.shown).toMatchObject({ emergency: 'Bel de spoedlijn.', phone: '030 555 99 99' })
    expect(set.shown.confirmation).toContain('bevestigen')
  })
})
