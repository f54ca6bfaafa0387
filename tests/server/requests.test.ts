import { fillRequestSearch } from '#server/requests/fill-search.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import { MAX_WAITING_REQUESTS, REQUESTS_PER_DAY } from '#contract/request.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { PortalRequest, PracticeRequest } from '#contract/schemas/request.ts'
import { parseJson } from '#server/db/json.ts'
import { exportClient } from '#server/export/client.ts'
import { appointmentColumns } from '#server/import/appointment-columns.ts'
import {
  account,
  appointment,
  client,
  logbookEntry,
  patient,
  practice,
  reminder,
  request,
  requestSettings,
  staff,
  visitForm,
} from '#harness/builders.ts'
import { ANSWER, question, requestPractice } from '#harness/requests.ts'
import { type TestServer, eachTestServer, onEngines, outcomeOf, fieldErrorsOf } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const CLOSED = ['409 request-closed']
const [FIRST, SECOND] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

onEngines('requests to a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, clientId, memberId] = ['', '', '']
  beforeEach(async () => void ({ ownerId, clientId, memberId } = await requestPractice(testServer)))

  const callAs: TestServer['callAs'] = (...call) => testServer.callAs(...call)
  const readAs = <T>(by: string, path: string) => testServer.readAs<T>(by, path)
  const send = (body: object, by = ownerId, of = clientId) => callAs(by, 'POST', `clients/${of}/requests`, body)
  /** Sends a question and returns its uuid. */
  const sent = async (more: object = {}) => {
    const body = question(more)
    await testServer.ok(send(body))
    return body.uuid
  }
  const answer = (uuid: string, more: object = {}, by = memberId) =>
    callAs(by, 'POST', `practice/a/requests/${uuid}/answer`, { ...ANSWER, ...more })
  const markSeen = (uuid: string) => callAs(memberId, 'POST', `practice/a/requests/${uuid}/seen`)
  const withdraw = (uuid: string) => callAs(ownerId, 'POST', `clients/${clientId}/requests/${uuid}/withdrawal`)
  const own = (by = ownerId) => readAs<Page<PortalRequest>>(by, `clients/${clientId}/requests`)
  const newest = async () => (await own()).content[0]
  const shownToStaff = (uuid: string) => readAs<PracticeRequest>(memberId, `practice/a/requests/${uuid}`)
  const list = (query = '') => readAs<Page<PracticeRequest>>(memberId, `practice/a/requests${query}`)
  const uuidsOf = ({ content }: Page<{ uuid: string }>) => content.map(({ uuid }) => uuid)
  const counted = () => readAs<object>(memberId, 'practice/a/request-count')
  const statusesOf = async (replies: Promise<Response>[]) =>
    (await Promise.all(replies)).map(({ status }) => status).toSorted((a, b) => a - b)
  const actions = async () => {
    const accessLog = testServer.db.selectFrom('audit').select('action').where('action', '<>', 'read').orderBy('id')
    return (await accessLog.execute()).map(({ action }) => action)
  }
  /** Moves the client to another account, and returns that account. */
  const changeOwner = async () => {
    const next = await account(testServer.db, 'next@mail.example')
    await testServer.db.updateTable('client').set({ account_id: next }).where('uuid', '=', clientId).execute()
    return next
  }
  /** Creates a client of the same owner at practice `b`. */
  const clientAtB = async () => {
    await practice(testServer.db, 'b')
    await requestSettings(testServer.db, 'b')
    return await client(testServer.db, 'b', { account_id: ownerId })
  }
  const otherClient = async () =>
    await client(testServer.db, 'a', { account_id: await account(testServer.db, 'other@mail.example') })

  test('are shown to owner and staff as sent, seen and answered', async () => {
    const body = question()
    const created = await send(body)
    expect([created.status, await created.json()]).toEqual([
      201,
      {
        ...body,
        practiceId: 'a',
        clientUuid: clientId,
        state: 'sent',
        sentAt: '2026-06-15T10:00:00.000Z',
      },
    ])
    expect(await counted()).toEqual({ waiting: 1, since: '2026-06-15T10:00:00.000Z', unseen: 0 })

    testServer.advance(HOUR_MS)
    await markSeen(body.uuid)
    const seenAt = '2026-06-15T11:00:00.000Z'
    expect(await newest()).toMatchObject({ state: 'seen', seenAt })

    testServer.advance(HOUR_MS)
    expect(await testServer.ok(answer(body.uuid))).toMatchObject({
      clientName: 'Anna Bakker',
      number: 3,
      state: 'answered',
    })
    const closed = { state: 'answered', seenAt, closedAt: '2026-06-15T12:00:00.000Z' }
    expect(await newest()).toMatchObject({ ...closed, answer: { text: ANSWER.text, by: 'staff@a.example' } })
    expect(await counted()).toEqual({ waiting: 0, unseen: 0 })
    expect(await actions()).toEqual(['request-sent', 'request-answered'])
    expect(await exportClient(testServer.db, clientId, testServer.now)).toMatchObject({
      requests: [
        {
          uuid: body.uuid,
          sentBy: 'owner@mail.example',
          state: 'answered',
          text: 'Een vraag',
          answer: { text: ANSWER.text },
          photos: [],
        },
      ],
    })
  })

  test('are visible only under their own client, account and practice', async () => {
    const uuid = await sent()
    const atB = await clientAtB()
    await request(testServer.db, { clientId: atB, accountId: ownerId })
    const elsewhere = `clients/${atB}/requests/${uuid}`
    for (const [method, path] of [
      ['GET', elsewhere],
      ['POST', `${elsewhere}/withdrawal`],
    ] as const)
      expect(await outcomeOf(callAs(ownerId, method, path))).toBe('404 not-found')
    const stranger = await staff(testServer.db, 'b', 'staff@b.example')
    for (const [method, path] of [
      ['GET', `practice/b/requests/${uuid}`],
      ['POST', `practice/b/requests/${uuid}/answer`],
    ] as const)
      expect(await outcomeOf(callAs(stranger, method, path, method === 'POST' ? ANSWER : undefined))).toBe(
        '404 not-found',
      )
    expect(uuidsOf(await own())).toEqual([uuid])
    const next = await changeOwner()
    const path = `clients/${clientId}/requests/${uuid}`
    expect(await own(next)).toMatchObject({ content: [], page: { totalElements: 0 } })
    expect(await outcomeOf(callAs(next, 'GET', path))).toBe('404 not-found')
    expect(await outcomeOf(callAs(next, 'POST', `${path}/withdrawal`))).toBe('404 not-found')
    expect((await list()).content).toMatchObject([{ uuid, state: 'sent' }])
  })

  test('are idempotent by their uuid', async () => {
    const body = question()
    await send(body)
    const again = await send({ ...body, text: 'Iets anders' })
    expect([again.status, await again.json()]).toMatchObject([200, { text: 'Een vraag' }])
    expect(await outcomeOf(send(body, ownerId, await clientAtB()))).toBe('409 conflict')
    expect(await outcomeOf(send(body, await changeOwner()))).toBe('409 conflict')
    expect(await counted()).toMatchObject({ waiting: 1 })
  })

  test('are created once if sent three times concurrently', { tags: ['database'] }, async () => {
    const body = question()
    expect(await statusesOf([send(body), send(body), send(body)])).toEqual([200, 200, 201])
    expect((await own()).page.totalElements).toBe(1)
  })

  describe('with contents', () => {
    const wish = (name: string) => ({
      kind: 'APPOINTMENT',
      text: undefined,
      wish: name,
      suits: [{ day: 'MON', parts: ['MORNING'] }],
    })

    test.each([
      [{ kind: 'REPEAT_MEDICINE', products: [] }, '#/products required'],
      [{ kind: 'APPOINTMENT' }, '#/wish required'],
      [wish('BOOK'), '#/text required'],
      [wish('MOVE'), '#/appointmentUuid required'],
      [wish('CANCEL'), '#/appointmentUuid required'],
      [{ text: '  ' }, '#/text required'],
      [{ kind: 'DETAILS', text: 'Fout' }, '#/corrections required'],
    ])('%j are rejected: %s', async (more, problem) => {
      expect(await fieldErrorsOf(send(question(more)))).toEqual(['400 validation-failed', problem])
      expect(await counted()).toMatchObject({ waiting: 0 })
    })

    test.each([
      { kind: 'REPEAT_MEDICINE', text: undefined, products: [{ name: 'Metacam' }] },
      { ...wish('BOOK'), text: 'Kreupel' },
      { kind: 'DETAILS', text: undefined, corrections: [{ field: 'phone', present: '1', wanted: '2' }] },
    ])('%j are accepted', async (more) => {
      const expected = JSON.parse(JSON.stringify(more)) as object
      expect(await testServer.ok(send(question(more)))).toMatchObject(expected)
    })

    test('may refer only to records of this client and requests of this account', async () => {
      const { db } = testServer
      const namesOf = async (uuid: string) => {
        const patientUuid = await patient(db, uuid, 'Bella')
        const reminderUuid = await reminder(db, uuid)
        const visitFormUuid = await visitForm(db, uuid)
        const logbookEntryUuid = await logbookEntry(db, patientUuid)
        const products = [{ name: 'Metacam', visitFormUuid, logbookEntryUuid }]
        const formerUuid = await request(db, { clientId: uuid, accountId: ownerId })
        return question({ kind: 'REPEAT_MEDICINE', patientUuid, reminderUuid, products, formerUuid })
      }
      const former = await request(db, { clientId, accountId: await account(db, 'former@mail.example') })
      const unknown = (...fields: string[]) => [
        '400 validation-failed',
        ...fields.map((field) => `#/${field} unknownValue`),
      ]
      expect(await fieldErrorsOf(send(question({ formerUuid: former })))).toEqual(unknown('formerUuid'))
      expect(await testServer.ok(send(await namesOf(clientId)))).toMatchObject({ patientName: 'Bella' })
      const theirs = await otherClient()
      const products = ['products/0/visitFormUuid', 'products/0/logbookEntryUuid']
      expect(await fieldErrorsOf(send(await namesOf(theirs)))).toEqual(
        unknown('patientUuid', 'reminderUuid', 'formerUuid', ...products),
      )
      const book = { kind: 'APPOINTMENT', text: undefined }
      const reminderUuids = [await reminder(db, clientId), await reminder(db, theirs)]
      expect(await fieldErrorsOf(send(question({ ...book, wish: 'BOOK', reminderUuids })))).toEqual(
        unknown('reminderUuids/1'),
      )
      const move = question({ ...book, wish: 'MOVE', appointmentUuid: await appointment(db, theirs) })
      expect(await fieldErrorsOf(send(move))).toEqual(unknown('appointmentUuid'))
    })
  })

  test('are rejected for kinds that the practice does not accept', async () => {
    await testServer.db.deleteFrom('request_settings').execute()
    const rejected = await send(question())
    expect(await rejected.json()).toMatchObject({
      status: 409,
      code: 'request-not-taken',
      practice: { name: expect.any(String) },
    })
    await requestSettings(testServer.db, 'a', { kinds: ['QUESTION'] })
    await sent()
    const details = question({ kind: 'DETAILS', corrections: [{ field: 'city' }] })
    expect(await outcomeOf(send(details))).toBe('409 request-not-taken')
  })

  describe('within limits', () => {
    const sendMany = async (count: number) => {
      for (let left = count; left > 0; left -= 1)
        await request(testServer.db, { clientId, accountId: ownerId, sent_at: '2026-06-15T09:00:00.000Z' })
    }

    test('are limited per account in 24 hours', async () => {
      await sendMany(REQUESTS_PER_DAY)
      const rejected = await send(question())
      expect([await outcomeOf(rejected), rejected.headers.get('retry-after')]).toEqual(['429 rate-limited', '82800'])
      testServer.advance(23 * HOUR_MS)
      await sent()
    })

    test('are limited per account even if sent concurrently to two practices', { tags: ['database'] }, async () => {
      const second = await clientAtB()
      await sendMany(REQUESTS_PER_DAY - 1)
      const replies = [send(question()), send(question(), ownerId, second), send(question())]
      expect(await statusesOf(replies)).toEqual([201, 429, 429])
    })

    test('are limited in the number waiting at a practice', async () => {
      await sent()
      const waiting = (count: number) => testServer.db.updateTable('request_count').set({ count }).execute()
      await waiting(MAX_WAITING_REQUESTS)
      expect(await outcomeOf(send(question()))).toBe('429 rate-limited')
      await waiting(MAX_WAITING_REQUESTS - 1)
      await sent()
    })
  })

  describe('once closed', () => {
    test('preserve the first answer', async () => {
      const uuid = await sent()
      await answer(uuid)
      const state = async () => ({ closed: await newest(), actions: await actions() })
      const before = await state()
      const colleague = await staff(testServer.db, 'a', 'other@a.example')
      const late = await answer(uuid, { text: 'Nee.' }, colleague)
      expect(await late.json()).toMatchObject({
        status: 409,
        code: 'request-closed',
        closed: { state: 'answered', at: '2026-06-15T10:00:00.000Z', by: 'staff@a.example' },
      })
      expect(await testServer.ok(answer(uuid))).toMatchObject({ state: 'answered', answer: { text: ANSWER.text } })
      for (const other of [
        { text: 'Nee.' },
        { outcome: 'declined' },
        { appointment: { start: '2026-06-20T10:00:00.000Z' } },
      ])
        expect(await fieldErrorsOf(answer(uuid, other))).toEqual(CLOSED)
      expect(await fieldErrorsOf(withdraw(uuid))).toEqual(CLOSED)
      expect(await state()).toEqual(before)
    })

    test('are closed once by two concurrent answers and a withdrawal', { tags: ['database'] }, async () => {
      const uuid = await sent()
      const replies = [answer(uuid, { text: 'Ja.' }), withdraw(uuid), answer(uuid, { text: 'Nee.' })]
      expect(await statusesOf(replies)).toEqual([200, 409, 409])
      expect(await actions()).toHaveLength(2)
      expect(await counted()).toEqual({ waiting: 0, unseen: 0 })
      const counts = await testServer.db.selectFrom('request_count').select('count').execute()
      expect(counts.reduce((sum, { count }) => sum + Number(count), 0)).toBe(1)
    })

    test('by withdrawal remain visible to the owner', async () => {
      const uuid = await sent()
      await testServer.ok(withdraw(uuid))
      expect(await newest()).toMatchObject({ state: 'withdrawn' })
      expect(await fieldErrorsOf(answer(uuid))).toEqual(CLOSED)
      await markSeen(uuid)
      expect(await newest()).toMatchObject({ state: 'withdrawn' })
      expect(await actions()).toEqual(['request-sent', 'request-withdrawn'])
    })
  })

  describe('for appointments', () => {
    const start = '2026-06-20T11:00:00+02:00'
    const appointments = async () =>
      (await testServer.db.selectFrom('appointment').select(['data', 'request_uuid']).execute()).map((row) => ({
        ...parseJson(row.data),
        request: row.request_uuid,
      }))
    const sendWish = (wish: string, more: object) =>
      sent({ kind: 'APPOINTMENT', text: wish === 'BOOK' ? 'Prik' : undefined, wish, ...more })

    test('book an answered appointment for the requested patient and reminder', async () => {
      const patientUuid = await patient(testServer.db, clientId, 'Bella')
      const reminderUuid = await reminder(testServer.db, clientId, { patient_uuid: patientUuid })
      const uuid = await sendWish('BOOK', { patientUuid, reminderUuid })
      expect(await fieldErrorsOf(answer(uuid, { appointment: { start, durationMinutes: 0 } }))).toEqual([
        '400 validation-failed',
        '#/appointment/durationMinutes invalidNumber',
      ])
      expect(await fieldErrorsOf(answer(uuid, { appointment: { start }, outcome: 'declined' }))).toEqual([
        '400 validation-failed',
        '#/appointment unknownValue',
      ])
      const visit = { start, place: 'Kamer 1', reason: 'Vaccinatie' }
      await testServer.ok(answer(uuid, { appointment: visit }))
      const made = { ...visit, status: 'BOOKED', durationMinutes: 15, patientUuids: [patientUuid], reminderUuid }
      expect(await appointments()).toEqual([{ ...made, uuid: expect.any(String), request: uuid }])
      const { request: _, ...booked } = (await appointments())[0]!
      expect((await newest())?.answer).toMatchObject({ appointmentUuid: booked.uuid, appointment: booked })
      for (const other of [
        { ...visit, start: '2026-06-20T12:00:00+02:00' },
        { start, place: 'Kamer 2' },
      ])
        expect(await fieldErrorsOf(answer(uuid, { appointment: other }))).toEqual(CLOSED)
      await testServer.ok(answer(uuid, { appointment: visit }))
      expect(await appointments()).toHaveLength(1)
    })

    test('show the present state of the appointment until the patient has died', async () => {
      const { db } = testServer
      const patientUuid = await patient(db, clientId, 'Bella')
      const uuid = await sendWish('BOOK', { patientUuid })
      await answer(uuid, { appointment: { start, place: 'Kamer 1' } })
      const shown = async () => {
        const ofOwner = (await newest())?.answer?.appointment
        expect((await shownToStaff(uuid)).answer?.appointment).toEqual(ofOwner)
        return ofOwner
      }
      expect(await shown()).toMatchObject({ start, place: 'Kamer 1', status: 'BOOKED' })
      const [{ request: _, ...booked }] = (await appointments()) as [Appointment & { request: string }]
      const moved = { start: '2026-06-21T09:00:00+02:00', status: 'CANCELLED' } as const
      await db
        .updateTable('appointment')
        .set(appointmentColumns({ ...booked, ...moved }))
        .execute()
      expect(await shown()).toMatchObject(moved)
      const data = JSON.stringify({ uuid: patientUuid, name: 'Bella', deceasedDate: '2026-06-01' })
      await db.updateTable('patient').set({ data }).execute()
      expect(await shown()).toBeUndefined()
      await db.deleteFrom('appointment').execute()
      expect(await shown()).toBeUndefined()
    })

    describe('for several reminders', () => {
      const NAMES = ['Gebit', 'Ontworming', 'Vaccinatie']
      let patientUuid = ''
      let reminderUuids: string[] = []
      beforeEach(async () => {
        patientUuid = await patient(testServer.db, clientId, 'Bella')
        reminderUuids = []
        for (const description of ['Vaccinatie', 'Ontworming', 'Gebit']) {
          const uuid = crypto.randomUUID()
          const data = JSON.stringify({ uuid, date: '2026-06-01', active: true, description, patientUuid })
          reminderUuids.push(await reminder(testServer.db, clientId, { uuid, patient_uuid: patientUuid, data }))
        }
      })
      const wishFor = (more: object = {}) => ({ patientUuid, reminderUuids, text: undefined, ...more })
      const booked = async () => {
        const { content } = await readAs<Page<Reminder>>(ownerId, `clients/${clientId}/reminders?active=true`)
        return content.flatMap(({ bookedFor, description }) => (bookedFor ? description : [])).toSorted()
      }
      const visitOf = (columns: object) =>
        appointment(testServer.db, clientId, { patientUuids: [patientUuid], ...columns })

      test('include all reminders by name', async () => {
        const uuid = await sendWish('BOOK', wishFor({ reminderUuid: reminderUuids[0] }))
        const named = (one: PortalRequest | undefined) =>
          one?.reminders?.map(({ description }) => description).toSorted()
        expect([named(await newest()), named(await shownToStaff(uuid))]).toEqual([NAMES, NAMES])
        await testServer.ok(answer(uuid, { appointment: { start } }))
        expect(await booked()).toEqual(NAMES)
        expect(await appointments()).toMatchObject([
          { reason: 'Vaccinatie, Ontworming, Gebit', reminderUuid: reminderUuids[0] },
        ])
      })

      test('can be added to a booked visit once the practice has answered', async () => {
        const visit = await visitOf({ reason: 'Controle' })
        const uuid = await sendWish('BOOK', wishFor({ appointmentUuid: visit }))
        expect((await newest())?.appointment).toMatchObject({ uuid: visit, reason: 'Controle' })
        expect(await booked()).toEqual([])
        await testServer.ok(answer(uuid))
        expect(await booked()).toEqual(NAMES)
        const reason = 'Controle, Vaccinatie, Ontworming, Gebit'
        const added = { uuid: visit, reason, reminderUuids, status: 'BOOKED' }
        expect(await appointments()).toMatchObject([added])
        expect((await newest())?.answer?.appointment).toMatchObject(added)
      })

      test('are not added to a cancelled visit', async () => {
        const visit = await visitOf({ status: 'CANCELLED' })
        await answer(await sendWish('BOOK', wishFor({ appointmentUuid: visit })))
        await testServer.db.updateTable('appointment').set({ status: 'BOOKED' }).execute()
        const declined = await sendWish('BOOK', wishFor({ appointmentUuid: visit }))
        await testServer.ok(answer(declined, { outcome: 'declined' }))
        expect(await booked()).toEqual([])
      })
    })

    test('move the appointment to the time in the answer', async () => {
      const appointmentUuid = await appointment(testServer.db, clientId, { reason: 'Gebit', preparation: 'Nuchter' })
      const uuid = await sendWish('MOVE', { appointmentUuid })
      await testServer.ok(answer(uuid, { appointment: { start } }))
      const moved = { uuid: appointmentUuid, start, reason: 'Gebit', preparation: 'Nuchter', request: uuid }
      expect(await appointments()).toMatchObject([moved])
    })

    test.each([
      ['CANCEL', 'answered', { status: 'CANCELLED', request: expect.any(String) }],
      ['CANCEL', 'declined', { status: 'BOOKED', request: null }],
      ['MOVE', 'answered', { status: 'BOOKED', request: null }],
    ])('to %s, when %s without a new time, result in %o', async (wish, outcome, expected) => {
      const appointmentUuid = await appointment(testServer.db, clientId)
      const uuid = await sendWish(wish, { appointmentUuid })
      await testServer.ok(answer(uuid, { outcome }))
      expect(await appointments()).toMatchObject([{ uuid: appointmentUuid, ...expected }])
    })

    test('do not cancel an appointment that an import has moved to another client', async () => {
      const appointmentUuid = await appointment(testServer.db, clientId)
      const uuid = await sendWish('CANCEL', { appointmentUuid })
      const client_uuid = await client(testServer.db, 'a')
      await testServer.db.updateTable('appointment').set({ client_uuid }).execute()
      await testServer.ok(answer(uuid))
      expect(await appointments()).toMatchObject([{ uuid: appointmentUuid, status: 'BOOKED' }])
    })
  })

  describe('in the list of the practice', () => {
    test('are filtered by state, kind, patient, client and text, and sorted by date', async () => {
      const bella = await patient(testServer.db, clientId, 'Bella')
      await sent({ uuid: FIRST, patientUuid: bella, text: 'Crème?' })
      testServer.advance(HOUR_MS)
      await sent({ uuid: SECOND, kind: 'REPEAT_MEDICINE', products: [{ name: 'Metacam' }], text: undefined })
      await answer(FIRST)
      for (const [query, found] of [
        ['', [SECOND, FIRST]],
        ['sort=date,asc', [FIRST, SECOND]],
        ['state=waiting', [SECOND]],
        ['state=answered', [FIRST]],
        ['state=declined', []],
        ['kind=QUESTION', [FIRST]],
        ['kind=QUESTION&state=waiting', []],
        [`patient=${bella}`, [FIRST]],
        [`client=${clientId}`, [SECOND, FIRST]],
        [`client=${bella}`, []],
        ['q=creme', [FIRST]],
        ['q=METACAM', [SECOND]],
        ['q=bakker', [SECOND, FIRST]],
        ['q=bella', [FIRST]],
        ['q=%25', []],
        ['q=%E2%80%8B', []],
        ['q=metacam+bakker', [SECOND]],
        ['q=Bakker,+mevr.', [SECOND, FIRST]],
        ['q=metacam+bella', []],
      ] as const) {
        const page = await list(`?${query}`)
        expect([query, uuidsOf(page), page.page.totalElements]).toEqual([query, found, found.length])
      }
      expect((await list('?size=1&page=1')).page).toEqual({ number: 1, size: 1, totalPages: 2, totalElements: 2 })
    })

    test('are found by text of an older version once that text is folded again', async () => {
      const { db } = testServer
      await sent({ text: 'Herhaalrecept' })
      await db.updateTable('request').set({ search_text: "jan đorđević-o'neill\nbella\nherhaalrecept" }).execute()
      const totals = () =>
        Promise.all(['dordevic', 'oneill', 'herhaal'].map(async (q) => (await list(`?q=${q}`)).page.totalElements))
      expect(await totals()).toEqual([0, 0, 1])
      await fillRequestSearch({ db })
      expect(await totals()).toEqual([1, 1, 1])
    })

    test('are omitted while their client is removed', async () => {
      const { db } = testServer
      const admin = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      const sent_at = '2026-06-15T09:00:00.000Z'
      const other = await request(db, { clientId: await otherClient(), accountId: ownerId, sent_at })
      const uuid = await sent()
      expect(uuidsOf(await list('?size=1'))).toEqual([uuid])
      await callAs(memberId, 'DELETE', `clients/${clientId}`)
      expect(await outcomeOf(callAs(memberId, 'GET', `practice/a/requests/${uuid}`))).toBe('404 not-found')
      expect(await outcomeOf(answer(uuid))).toBe('404 not-found')
      expect(await list('?size=1')).toMatchObject({ content: [{ uuid: other }], page: { totalElements: 1 } })
      expect(await list('?q=vraag')).toMatchObject({ content: [], page: { totalElements: 0 } })
      expect(await counted()).toMatchObject({ waiting: 1 })
      const { id } = await db.selectFrom('removal').select('id').executeTakeFirstOrThrow()
      await testServer.ok(callAs(admin, 'POST', `practice/a/removals/${id}/undo`))
      expect(uuidsOf(await list())).toEqual([uuid, other])
      expect(uuidsOf(await own())).toEqual([uuid])
      await testServer.ok(callAs(admin, 'DELETE', 'practice/a/clients'))
      expect((await list()).page.totalElements).toBe(0)
      expect(await counted()).toEqual({ waiting: 0, unseen: 0 })
    })
  })

  test('have settings, of which clients see only the terms', async () => {
    const path = 'practice/a/request-settings'
    const settings = {
      kinds: ['QUESTION'],
      hours: 'Ma–vr 8–18',
      answerWithinDays: 1,
      seenWithinDays: 2,
      templates: ['Ligt morgen klaar.'],
      productsNotRepeated: ['Tramadol'],
      mailTo: 'balie@a.example',
    }
    const admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    const body = { ...settings, kinds: ['QUESTION', 'QUESTION'] }
    const answerTemplates = settings.templates.map((text) => ({ text }))
    const shown = { ...settings, answerTemplates, mailToConfirmed: false }
    expect(await testServer.ok(callAs(admin, 'PUT', path, body))).toEqual(shown)
    expect(await readAs(memberId, path)).toEqual(shown)
    const { kinds, hours, answerWithinDays, productsNotRepeated } = settings
    expect(await readAs(ownerId, path)).toEqual({ kinds, hours, answerWithinDays, productsNotRepeated })
    expect(await actions()).toEqual(['request-settings-changed'])
    const rejected = await fieldErrorsOf(callAs(admin, 'PUT', path, { ...body, mailTo: 'x' }))
    expect(rejected).toEqual(['400 validation-failed', '#/mailTo invalidEmail'])
  })
})
