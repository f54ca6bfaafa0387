import { fillRequestSearch } from '#server/requests/fill-search.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import {
  type AppointmentWish,
  type DetailField,
  MOST_WAITING_REQUESTS,
  REQUESTS_PER_DAY,
  type PartOfDay,
  type Weekday,
} from '#contract/request.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { PortalRequest, PracticeRequest, RequestAnswer } from '#contract/schemas/request.ts'
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
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('requests', (engine) => {
  let testServer: TestServer
  let ownerId: string
  let clientId: string
  let memberId: string
  let owner: string
  let member: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    const { db } = testServer
    await practice(db, 'a')
    await requestSettings(db, 'a')
    ownerId = await account(db, 'owner@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId, last_name: 'Bakker', first_name: 'Anna' })
    memberId = await staff(db, 'a', 'staff@a.example')
    await moveTo(testServer.now.toISOString())
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  /** With new sessions: a token is good for a while. */
  const moveTo = async (now: string) => {
    testServer.now = new Date(now)
    owner = await testServer.signIn(ownerId)
    member = await testServer.signIn(memberId)
  }
  const asked = (more: object = {}) => ({ uuid: crypto.randomUUID(), kind: 'QUESTION', text: 'Een vraag', ...more })
  const send = (body: object, token = owner, of = clientId) =>
    testServer.call('POST', `clients/${of}/requests`, { token, body })
  const answer = (uuid: string, token = member, text = 'Ligt morgen klaar.') => {
    const body: RequestAnswer = { outcome: 'answered', text }
    return testServer.call('POST', `practice/a/requests/${uuid}/answer`, { token, body })
  }
  /** The client gets one; answers its session. */
  const anotherOwner = async () => {
    const next = await account(testServer.db, 'next@mail.example')
    await testServer.db.updateTable('client').set({ account_id: next }).where('uuid', '=', clientId).execute()
    return await testServer.signIn(next)
  }
  /** Another client of the owner. */
  const ofPracticeB = async () => {
    await practice(testServer.db, 'b')
    await requestSettings(testServer.db, 'b')
    return await client(testServer.db, 'b', { account_id: ownerId })
  }
  const withdraw = (uuid: string) =>
    testServer.call('POST', `clients/${clientId}/requests/${uuid}/withdrawal`, { token: owner })
  const own = async (token = owner) =>
    (await (await testServer.call('GET', `clients/${clientId}/requests`, { token })).json()) as Page<PortalRequest>
  const list = async (query = '') =>
    (await (
      await testServer.call('GET', `practice/a/requests${query}`, { token: member })
    ).json()) as Page<PracticeRequest>
  const uuidsOf = ({ content }: Page<{ uuid: string }>) => content.map(({ uuid }) => uuid)
  const counted = async () =>
    (await (await testServer.call('GET', 'practice/a/request-count', { token: member })).json()) as object
  const refusal = async (reply: Response) => {
    const { code, errors } = (await reply.json()) as Problem
    return [reply.status, code, ...(errors ?? []).map((error) => `${error.pointer} ${error.code}`)]
  }
  const statusesOf = (replies: Response[]) => replies.map(({ status }) => status).sort((a, b) => a - b)
  const actions = async () =>
    (
      await testServer.db.selectFrom('audit').select('action').where('action', '<>', 'read').orderBy('id').execute()
    ).map(({ action }) => action)

  test('a question is sent, seen and answered, and both sides see it', async () => {
    const body = asked()
    const sent = await send(body)
    expect(sent.status).toBe(201)
    expect(await sent.json()).toEqual({
      uuid: body.uuid,
      practiceId: 'a',
      clientUuid: clientId,
      kind: 'QUESTION',
      state: 'sent',
      text: 'Een vraag',
      sentAt: '2026-06-15T10:00:00.000Z',
    })
    expect(await counted()).toEqual({ waiting: 1, since: '2026-06-15T10:00:00.000Z', unseen: 0 })

    await moveTo('2026-06-15T11:00:00.000Z')
    await testServer.call('POST', `practice/a/requests/${body.uuid}/seen`, { token: member })
    expect((await own()).content[0]).toMatchObject({ state: 'seen', seenAt: '2026-06-15T11:00:00.000Z' })

    await moveTo('2026-06-15T12:00:00.000Z')
    const answered = await answer(body.uuid)
    expect(answered.status).toBe(200)
    expect(await answered.json()).toMatchObject({ clientName: 'Anna Bakker', number: 3, state: 'answered' })
    expect((await own()).content[0]).toMatchObject({
      state: 'answered',
      seenAt: '2026-06-15T11:00:00.000Z',
      closedAt: '2026-06-15T12:00:00.000Z',
      answer: { text: 'Ligt morgen klaar.', by: 'staff@a.example' },
    })
    expect(await counted()).toEqual({ waiting: 0, unseen: 0 })
    expect(await actions()).toEqual(['request-sent', 'request-answered'])
  })

  test('is of the account that sent it: another owner of the client neither sees nor withdraws it', async () => {
    const body = asked()
    await send(body)
    const token = await anotherOwner()
    expect(await own(token)).toMatchObject({ content: [], page: { totalElements: 0 } })
    const path = `clients/${clientId}/requests/${body.uuid}`
    expect(await refusal(await testServer.call('GET', path, { token }))).toEqual([404, 'not-found'])
    expect(await refusal(await testServer.call('POST', `${path}/withdrawal`, { token }))).toEqual([404, 'not-found'])
    expect((await list()).content).toMatchObject([{ uuid: body.uuid, state: 'sent' }])
  })

  test('is of the client that it was sent for, though the account has another', async () => {
    const body = asked()
    await send(body)
    const path = `clients/${await ofPracticeB()}/requests/${body.uuid}`
    expect(await refusal(await testServer.call('GET', path, { token: owner }))).toEqual([404, 'not-found'])
    const withdrawal = await testServer.call('POST', `${path}/withdrawal`, { token: owner })
    expect(await refusal(withdrawal)).toEqual([404, 'not-found'])
    expect((await own()).content).toMatchObject([{ uuid: body.uuid, state: 'sent' }])
  })

  test('is neither seen nor answered by staff of another practice', async () => {
    const body = asked()
    await send(body)
    await practice(testServer.db, 'b')
    const token = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
    const path = `practice/b/requests/${body.uuid}`
    const answered = await testServer.call('POST', `${path}/answer`, {
      token,
      body: { outcome: 'answered', text: 'Ja' },
    })
    expect(await refusal(answered)).toEqual([404, 'not-found'])
    expect(await refusal(await testServer.call('POST', `${path}/seen`, { token }))).toEqual([404, 'not-found'])
    expect(await refusal(await testServer.call('GET', path, { token }))).toEqual([404, 'not-found'])
    const page = await testServer.call('GET', 'practice/b/requests', { token })
    expect(await page.json()).toMatchObject({ content: [], page: { totalElements: 0 } })
    expect((await own()).content).toMatchObject([{ uuid: body.uuid, state: 'sent' }])
  })

  describe('sending twice', () => {
    test('is one request, and the uuid of another is a conflict', async () => {
      const body = asked()
      await send(body)
      const again = await send({ ...body, text: 'Iets anders' })
      expect(again.status).toBe(200)
      expect(await again.json()).toMatchObject({ text: 'Een vraag' })
      expect(await refusal(await send(body, owner, await ofPracticeB()))).toEqual([409, 'conflict'])
      expect(await refusal(await send(body, await anotherOwner()))).toEqual([409, 'conflict'])
      expect(await counted()).toMatchObject({ waiting: 1 })
    })

    test('at once is one request', { tags: ['database'] }, async () => {
      const body = asked()
      const replies = await Promise.all([send(body), send(body), send(body)])
      expect(statusesOf(replies)).toEqual([200, 200, 201])
      expect((await own()).page.totalElements).toBe(1)
    })
  })

  describe('what a request holds', () => {
    const suits: { day: Weekday; parts: PartOfDay[] }[] = [{ day: 'MON', parts: ['MORNING'] }]
    const wish = (of: AppointmentWish) => ({ kind: 'APPOINTMENT', text: undefined, wish: of, suits })
    const field: DetailField = 'phone'

    test.each([
      [{ kind: 'REPEAT_MEDICINE', products: [] }, '#/products required'],
      [{ kind: 'APPOINTMENT' }, '#/wish required'],
      [wish('BOOK'), '#/text required'],
      [wish('MOVE'), '#/appointmentUuid required'],
      [wish('CANCEL'), '#/appointmentUuid required'],
      [{ text: '  ' }, '#/text required'],
      [{ kind: 'DETAILS', text: 'Fout' }, '#/corrections required'],
    ])('%j is refused: %s', async (more, problem) => {
      expect(await refusal(await send(asked(more)))).toEqual([400, 'validation-failed', problem])
      expect(await counted()).toMatchObject({ waiting: 0 })
    })

    test.each([
      { kind: 'REPEAT_MEDICINE', text: undefined, products: [{ name: 'Metacam' }] },
      { ...wish('BOOK'), text: 'Kreupel' },
      { kind: 'DETAILS', text: undefined, corrections: [{ field, present: '1', wanted: '2' }] },
    ])('%j is taken', async (more) => {
      const reply = await send(asked(more))
      expect(reply.status).toBe(201)
      expect(await reply.json()).toMatchObject(JSON.parse(JSON.stringify(more)) as object)
    })

    test('what it names is of this client', async () => {
      const { db } = testServer
      const namesOf = async (uuid: string) => {
        const patientUuid = await patient(db, uuid, 'Bella')
        const reminderUuid = await reminder(db, uuid)
        const visitFormUuid = await visitForm(db, uuid)
        const logbookEntryUuid = await logbookEntry(db, patientUuid)
        const products = [{ name: 'Metacam', visitFormUuid, logbookEntryUuid }]
        const formerUuid = await request(db, { clientId: uuid, accountId: ownerId })
        return asked({ kind: 'REPEAT_MEDICINE', patientUuid, reminderUuid, products, formerUuid })
      }
      const former = await request(db, { clientId, accountId: await account(db, 'former@mail.example') })
      expect(await refusal(await send(asked({ formerUuid: former })))).toEqual([
        400,
        'validation-failed',
        '#/formerUuid unknownValue',
      ])
      const mine = await send(await namesOf(clientId))
      expect(mine.status).toBe(201)
      expect(await mine.json()).toMatchObject({ patientName: 'Bella' })
      const other = await client(db, 'a', { account_id: await account(db, 'other@mail.example') })
      expect(await refusal(await send(await namesOf(other)))).toEqual([
        400,
        'validation-failed',
        '#/patientUuid unknownValue',
        '#/reminderUuid unknownValue',
        '#/formerUuid unknownValue',
        '#/products/0/visitFormUuid unknownValue',
        '#/products/0/logbookEntryUuid unknownValue',
      ])
    })
  })

  test('a kind that the practice does not take is refused, and none is taken until it is switched on', async () => {
    await testServer.db.deleteFrom('request_settings').execute()
    expect(await (await send(asked())).json()).toMatchObject({
      status: 409,
      code: 'request-not-taken',
      practice: { name: expect.any(String) },
    })
    await requestSettings(testServer.db, 'a', { kinds: ['QUESTION'] })
    expect((await send(asked())).status).toBe(201)
    expect(await refusal(await send(asked({ kind: 'DETAILS', corrections: [{ field: 'city' }] })))).toEqual([
      409,
      'request-not-taken',
    ])
  })

  describe('the most of an account in a day', () => {
    const sendMany = async (count: number, at: string) => {
      for (let left = count; left > 0; left -= 1)
        await request(testServer.db, { clientId, accountId: ownerId, sent_at: at })
    }

    test('is counted back from now', async () => {
      await sendMany(REQUESTS_PER_DAY, '2026-06-15T09:00:00.000Z')
      const refused = await send(asked())
      expect(await refusal(refused)).toEqual([429, 'rate-limited'])
      expect(refused.headers.get('retry-after')).toBe(String(23 * 3600))
      await moveTo('2026-06-16T09:00:00.000Z')
      expect((await send(asked())).status).toBe(201)
    })

    test('holds for what is sent at once, also for clients of two practices', { tags: ['database'] }, async () => {
      const second = await ofPracticeB()
      await sendMany(REQUESTS_PER_DAY - 1, '2026-06-15T09:00:00.000Z')
      const replies = await Promise.all([send(asked()), send(asked(), owner, second), send(asked())])
      expect(statusesOf(replies)).toEqual([201, 429, 429])
    })
  })

  test('a practice that has as many waiting as it can have gets no more until one has ended', async () => {
    await send(asked())
    const waiting = (count: number) => testServer.db.updateTable('request_count').set({ count }).execute()
    await waiting(MOST_WAITING_REQUESTS)
    expect(await refusal(await send(asked()))).toEqual([429, 'rate-limited'])
    await waiting(MOST_WAITING_REQUESTS - 1)
    expect((await send(asked())).status).toBe(201)
  })

  describe('the end', () => {
    test('of two answers the first is the one, and the other is told who was first', async () => {
      const { uuid } = asked()
      await send(asked({ uuid }))
      await answer(uuid)
      const other = await testServer.signIn(await staff(testServer.db, 'a', 'other@a.example'))
      const late = await answer(uuid, other, 'Nee.')
      expect(late.status).toBe(409)
      expect(await late.json()).toMatchObject({
        code: 'request-closed',
        closed: { state: 'answered', at: '2026-06-15T10:00:00.000Z', by: 'staff@a.example' },
      })
      expect((await own()).content[0]?.answer?.text).toBe('Ligt morgen klaar.')
      expect(await refusal(await withdraw(uuid))).toEqual([409, 'request-closed'])
    })

    test('the same answer by the same person is accepted again and changes nothing; any other is refused', async () => {
      const { uuid } = asked()
      await send(asked({ uuid }))
      await answer(uuid)
      const before = { closed: (await own()).content[0], actions: await actions() }
      const again = await answer(uuid)
      expect(again.status).toBe(200)
      expect(await again.json()).toMatchObject({ state: 'answered', answer: { text: 'Ligt morgen klaar.' } })
      expect({ closed: (await own()).content[0], actions: await actions() }).toEqual(before)
      const start = '2026-06-20T10:00:00.000Z'
      const declined = { outcome: 'declined', text: 'Ligt morgen klaar.' }
      const post = (body: object) =>
        testServer.call('POST', `practice/a/requests/${uuid}/answer`, { token: member, body })
      expect(await refusal(await answer(uuid, member, 'Nee.'))).toEqual([409, 'request-closed'])
      expect(await refusal(await post(declined))).toEqual([409, 'request-closed'])
      expect(await refusal(await post({ ...declined, outcome: 'answered', appointment: { start } }))).toEqual([
        409,
        'request-closed',
      ])
    })

    test('at once there is one end, of answers and a withdrawal', { tags: ['database'] }, async () => {
      const { uuid } = asked()
      await send(asked({ uuid }))
      const replies = await Promise.all([answer(uuid, member, 'Ja.'), withdraw(uuid), answer(uuid, member, 'Nee.')])
      expect(statusesOf(replies)).toEqual([200, 409, 409])
      expect(await actions()).toHaveLength(2)
      expect(await counted()).toEqual({ waiting: 0, unseen: 0 })
      const { counts } = await testServer.db
        .selectFrom('request_count')
        .select((row) => row.fn.sum<number>('count').as('counts'))
        .executeTakeFirstOrThrow()
      expect(Number(counts)).toBe(1)
    })

    test('what is withdrawn is not answered, and stays with its owner', async () => {
      const { uuid } = asked()
      await send(asked({ uuid }))
      expect((await withdraw(uuid)).status).toBe(200)
      expect((await own()).content[0]?.state).toBe('withdrawn')
      expect(await refusal(await answer(uuid))).toEqual([409, 'request-closed'])
      // Opening it says nothing any more.
      await testServer.call('POST', `practice/a/requests/${uuid}/seen`, { token: member })
      expect((await own()).content[0]?.state).toBe('withdrawn')
      expect(await actions()).toEqual(['request-sent', 'request-withdrawn'])
    })
  })

  describe('an appointment', () => {
    const start = '2026-06-20T11:00:00+02:00'
    const answerBy = (uuid: string, appointment: RequestAnswer['appointment'], outcome = 'answered') =>
      testServer.call('POST', `practice/a/requests/${uuid}/answer`, {
        token: member,
        body: { outcome, text: 'Tot dan.', appointment },
      })
    const kept = async () =>
      (await testServer.db.selectFrom('appointment').select(['data', 'request_uuid']).execute()).map((row) => ({
        ...parseJson(row.data),
        request: row.request_uuid,
      }))

    test('is made by the answer, for the animal and the reminder of the request', async () => {
      const { db } = testServer
      const patientUuid = await patient(db, clientId, 'Bella')
      const reminderUuid = await reminder(db, clientId, { patient_uuid: patientUuid })
      const { uuid } = asked()
      await send(asked({ uuid, kind: 'APPOINTMENT', wish: 'BOOK', patientUuid, reminderUuid, text: 'Prik' }))
      expect(await refusal(await answerBy(uuid, { start, durationMinutes: 0 }))).toEqual([
        400,
        'validation-failed',
        '#/appointment/durationMinutes invalidNumber',
      ])
      expect(await refusal(await answerBy(uuid, { start }, 'declined'))).toEqual([
        400,
        'validation-failed',
        '#/appointment unknownValue',
      ])
      expect((await answerBy(uuid, { start, place: 'Kamer 1', reason: 'Vaccinatie' })).status).toBe(200)
      const made = { start, place: 'Kamer 1', reason: 'Vaccinatie', status: 'BOOKED', durationMinutes: 15 }
      expect(await kept()).toEqual([
        { ...made, uuid: expect.any(String), patientUuids: [patientUuid], reminderUuid, request: uuid },
      ])
      const { request: _, ...booked } = (await kept())[0]!
      expect((await own()).content[0]?.answer).toMatchObject({ appointmentUuid: booked.uuid, appointment: booked })
      const later = '2026-06-20T12:00:00+02:00'
      expect(await refusal(await answerBy(uuid, { start: later }))).toEqual([409, 'request-closed'])
      expect(await refusal(await answerBy(uuid, { start, place: 'Kamer 2' }))).toEqual([409, 'request-closed'])
      expect((await answerBy(uuid, { start, place: 'Kamer 1', reason: 'Vaccinatie' })).status).toBe(200)
      expect(await kept()).toHaveLength(1)
    })

    test('is on the answer as it is now, for owner and staff, until its animal has died', async () => {
      const { db } = testServer
      const patientUuid = await patient(db, clientId, 'Bella')
      const { uuid } = asked()
      await send(asked({ uuid, kind: 'APPOINTMENT', wish: 'BOOK', patientUuid, text: 'Prik' }))
      await answerBy(uuid, { start, place: 'Kamer 1' })
      const shown = async () => {
        const response = await testServer.call('GET', `practice/a/requests/${uuid}`, { token: member })
        const { answer: forStaff } = (await response.json()) as PortalRequest
        const forOwner = (await own()).content[0]?.answer
        expect(forOwner?.appointment).toEqual(forStaff?.appointment)
        return forOwner?.appointment
      }
      expect(await shown()).toMatchObject({ start, place: 'Kamer 1', status: 'BOOKED' })
      const [{ request: _, ...booked }] = (await kept()) as [Appointment & { request: string }]
      const columns = appointmentColumns({ ...booked, start: '2026-06-21T09:00:00+02:00', status: 'CANCELLED' })
      await db.updateTable('appointment').set(columns).execute()
      expect(await shown()).toMatchObject({ start: '2026-06-21T09:00:00+02:00', status: 'CANCELLED' })
      const data = JSON.stringify({ uuid: patientUuid, name: 'Bella', deceasedDate: '2026-06-01' })
      await db.updateTable('patient').set({ data }).execute()
      expect(await shown()).toBeUndefined()
      await db.deleteFrom('appointment').execute()
      expect(await shown()).toBeUndefined()
    })

    describe('of several reminders', () => {
      let patientUuid: string
      let reminderUuids: string[]

      beforeEach(async () => {
        const { db } = testServer
        patientUuid = await patient(db, clientId, 'Bella')
        reminderUuids = []
        for (const description of ['Vaccinatie', 'Ontworming', 'Gebit']) {
          const uuid = crypto.randomUUID()
          const record = { uuid, date: '2026-06-01', active: true, description, patientUuid }
          await reminder(db, clientId, { uuid, patient_uuid: patientUuid, data: JSON.stringify(record) })
          reminderUuids.push(uuid)
        }
      })
      const book = (more: object = {}) =>
        asked({ kind: 'APPOINTMENT', wish: 'BOOK', patientUuid, reminderUuids, text: undefined, ...more })
      const booked = async () => {
        const response = await testServer.call('GET', `clients/${clientId}/reminders?active=true`, { token: owner })
        const { content } = (await response.json()) as Page<Reminder>
        return content
          .filter(({ bookedFor }) => bookedFor)
          .map(({ description }) => description)
          .toSorted()
      }

      test('books all of them, and names them to both sides', async () => {
        const request = book({ reminderUuid: reminderUuids[0] })
        expect((await send(request)).status).toBe(201)
        const names = ['Gebit', 'Ontworming', 'Vaccinatie']
        const named = (one: PortalRequest | undefined) =>
          one?.reminders?.map(({ description }) => description).toSorted()
        expect(named((await own()).content[0])).toEqual(names)
        const response = await testServer.call('GET', `practice/a/requests/${request.uuid}`, { token: member })
        expect(named((await response.json()) as PortalRequest)).toEqual(names)
        expect((await answerBy(request.uuid, { start })).status).toBe(200)
        expect(await booked()).toEqual(names)
        expect(await kept()).toMatchObject([
          { reason: 'Vaccinatie, Ontworming, Gebit', reminderUuid: reminderUuids[0] },
        ])
      })

      test('can be done at a visit that is booked, once the practice has answered', async () => {
        const visit = await appointment(testServer.db, clientId, { patientUuids: [patientUuid], reason: 'Controle' })
        const request = book({ appointmentUuid: visit })
        expect((await send(request)).status).toBe(201)
        expect((await own()).content[0]?.appointment).toMatchObject({ uuid: visit, reason: 'Controle' })
        expect(await booked()).toEqual([])
        expect((await answer(request.uuid)).status).toBe(200)
        expect(await booked()).toEqual(['Gebit', 'Ontworming', 'Vaccinatie'])
        const added = {
          uuid: visit,
          reason: 'Controle, Vaccinatie, Ontworming, Gebit',
          reminderUuids,
          status: 'BOOKED',
        }
        expect(await kept()).toMatchObject([added])
        expect((await own()).content[0]?.answer?.appointment).toMatchObject(added)
      })

      test('stays undone at a visit where the practice declines, or that is cancelled', async () => {
        const visit = await appointment(testServer.db, clientId, { patientUuids: [patientUuid], status: 'CANCELLED' })
        const cancelled = book({ appointmentUuid: visit })
        await send(cancelled)
        await answer(cancelled.uuid)
        await testServer.db.updateTable('appointment').set({ status: 'BOOKED' }).execute()
        const declined = book({ appointmentUuid: visit })
        await send(declined)
        expect((await answerBy(declined.uuid, undefined, 'declined')).status).toBe(200)
        expect(await booked()).toEqual([])
      })

      test('is refused with one of another client, and with too many', async () => {
        const { db } = testServer
        const other = await reminder(db, await client(db, 'a'))
        expect(await refusal(await send(book({ reminderUuids: [...reminderUuids, other] })))).toEqual([
          400,
          'validation-failed',
          '#/reminderUuids/3 unknownValue',
        ])
        const many = Array.from({ length: 51 }, () => crypto.randomUUID())
        expect((await send(book({ reminderUuids: many }))).status).toBe(400)
      })
    })

    test('that is to be moved is one of the client, and takes the new time', async () => {
      const { db } = testServer
      const mine = await appointment(db, clientId, { reason: 'Gebit', preparation: 'Nuchter' })
      const other = await appointment(db, await client(db, 'a', { account_id: await account(db, 'o@mail.example') }))
      const move = (appointmentUuid: string, uuid: string) =>
        send(asked({ uuid, kind: 'APPOINTMENT', wish: 'MOVE', appointmentUuid, text: undefined }))
      const { uuid } = asked()
      expect(await refusal(await move(other, uuid))).toEqual([
        400,
        'validation-failed',
        '#/appointmentUuid unknownValue',
      ])
      expect((await move(mine, uuid)).status).toBe(201)
      expect((await answerBy(uuid, { start })).status).toBe(200)
      expect((await kept()).filter((found) => found.uuid === mine)).toMatchObject([
        { start, reason: 'Gebit', preparation: 'Nuchter', request: uuid },
      ])
    })

    test.each([
      ['answered', 'CANCELLED'],
      ['declined', 'BOOKED'],
    ])('that is to be cancelled is so once that is %s', async (outcome, status) => {
      const appointmentUuid = await appointment(testServer.db, clientId)
      const { uuid } = asked()
      await send(asked({ uuid, kind: 'APPOINTMENT', wish: 'CANCEL', appointmentUuid, text: undefined }))
      expect((await answerBy(uuid, undefined, outcome)).status).toBe(200)
      expect(await kept()).toMatchObject([{ uuid: appointmentUuid, status }])
    })

    test('that is to be moved stays by an answer in words', async () => {
      const appointmentUuid = await appointment(testServer.db, clientId)
      const { uuid } = asked()
      await send(asked({ uuid, kind: 'APPOINTMENT', wish: 'MOVE', appointmentUuid, text: undefined }))
      expect((await answer(uuid)).status).toBe(200)
      expect(await kept()).toMatchObject([{ uuid: appointmentUuid, status: 'BOOKED' }])
    })

    test('that an export has given to another client meanwhile is not cancelled', async () => {
      const appointmentUuid = await appointment(testServer.db, clientId)
      const { uuid } = asked()
      await send(asked({ uuid, kind: 'APPOINTMENT', wish: 'CANCEL', appointmentUuid, text: undefined }))
      const client_uuid = await client(testServer.db, 'a')
      await testServer.db.updateTable('appointment').set({ client_uuid }).execute()
      expect((await answer(uuid)).status).toBe(200)
      expect(await kept()).toMatchObject([{ uuid: appointmentUuid, status: 'BOOKED' }])
    })
  })

  test('the export of a client has its requests, with answers and photos', async () => {
    const body = asked()
    await send(body)
    await answer(body.uuid)
    expect(await exportClient(testServer.db, clientId, testServer.now)).toMatchObject({
      requests: [
        {
          uuid: body.uuid,
          sentBy: 'owner@mail.example',
          state: 'answered',
          text: 'Een vraag',
          answer: { text: 'Ligt morgen klaar.' },
          photos: [],
        },
      ],
    })
  })

  describe('the list of the practice', () => {
    test('is filtered by state, kind, animal and text, and sorted by when they were sent', async () => {
      const { db } = testServer
      const bella = await patient(db, clientId, 'Bella')
      await send(asked({ uuid: '00000000-0000-4000-8000-000000000001', patientUuid: bella, text: 'Crème?' }))
      await moveTo('2026-06-15T11:00:00.000Z')
      const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
      await send(asked({ uuid: second, kind: 'REPEAT_MEDICINE', products: [{ name: 'Metacam' }], text: undefined }))
      await answer(first)
      expect(uuidsOf(await list())).toEqual([second, first])
      expect(uuidsOf(await list('?sort=date,asc'))).toEqual([first, second])
      for (const [query, found] of [
        ['state=waiting', [second]],
        ['state=answered', [first]],
        ['state=declined', []],
        ['kind=QUESTION', [first]],
        ['kind=QUESTION&state=waiting', []],
        [`patient=${bella}`, [first]],
        [`client=${clientId}`, [second, first]],
        [`client=${bella}`, []],
        ['q=creme', [first]],
        ['q=METACAM', [second]],
        ['q=bakker', [second, first]],
        ['q=bella', [first]],
        ['q=%25', []],
        ['q=%E2%80%8B', []],
        ['q=metacam+bakker', [second]],
        ['q=Bakker,+mevr.', [second, first]],
        ['q=metacam+bella', []],
      ] as const) {
        const { content, page } = await list(`?${query}`)
        expect([query, content.map(({ uuid }) => uuid), page.totalElements]).toEqual([query, found, found.length])
      }
      expect((await list('?size=1&page=1')).page).toEqual({ number: 1, size: 1, totalPages: 2, totalElements: 2 })
    })

    test('is found by text that a server of before has folded, once that is folded again', async () => {
      const { db } = testServer
      await send(asked({ text: 'Herhaalrecept' }))
      await db.updateTable('request').set({ search_text: "jan đorđević-o'neill\nbella\nherhaalrecept" }).execute()
      const totals = async () => {
        const pages = await Promise.all(['dordevic', 'oneill', 'herhaal'].map((q) => list(`?q=${q}`)))
        return pages.map(({ page }) => page.totalElements)
      }
      expect(await totals()).toEqual([0, 0, 1])
      await fillRequestSearch({ db })
      expect(await totals()).toEqual([1, 1, 1])
    })

    test('has none of a client that was removed, until that is undone', async () => {
      const { db } = testServer
      const admin = await testServer.signIn(await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
      const { uuid } = asked()
      await send(asked({ uuid }))
      await testServer.call('DELETE', `clients/${clientId}`, { token: member })
      const one = await testServer.call('GET', `practice/a/requests/${uuid}`, { token: member })
      expect(await refusal(one)).toEqual([404, 'not-found'])
      expect(await list()).toMatchObject({ content: [], page: { totalElements: 0 } })
      expect(await list('?q=vraag')).toMatchObject({ content: [], page: { totalElements: 0 } })
      expect(await counted()).toEqual({ waiting: 0, unseen: 0 })
      expect(await refusal(await answer(uuid))).toEqual([404, 'not-found'])
      const { id } = await db.selectFrom('removal').select('id').executeTakeFirstOrThrow()
      await testServer.call('POST', `practice/a/removals/${id}/undo`, { token: admin })
      expect(await list()).toMatchObject({ content: [{ uuid }], page: { totalElements: 1 } })
      expect(uuidsOf(await own(await testServer.signIn(ownerId)))).toEqual([uuid])

      await testServer.call('DELETE', 'practice/a/clients', { token: admin })
      expect((await list()).page.totalElements).toBe(0)
      expect(await counted()).toEqual({ waiting: 0, unseen: 0 })
    })

    test('pages are of those that are not of a removed client', async () => {
      const { db } = testServer
      const other = await client(db, 'a', { account_id: await account(db, 'other@mail.example') })
      const uuid = await request(db, { clientId: other, accountId: ownerId, sent_at: '2026-06-15T09:00:00.000Z' })
      await send(asked())
      await testServer.call('DELETE', `clients/${clientId}`, { token: member })
      expect(uuidsOf(await list('?size=1'))).toEqual([uuid])
    })

    test('a request is unseen too long by working days', async () => {
      await moveTo('2026-06-12T10:00:00.000Z')
      await send(asked())
      for (const [now, unseen] of [
        // A Sunday, and the Monday behind it.
        ['2026-06-14T12:00:00.000Z', 0],
        ['2026-06-15T09:59:00.000Z', 0],
        ['2026-06-15T10:01:00.000Z', 1],
      ] as const) {
        await moveTo(now)
        expect(await counted()).toMatchObject({ waiting: 1, unseen })
      }
    })
  })

  describe('settings', () => {
    const SETTINGS = {
      kinds: ['QUESTION'],
      hours: 'Ma–vr 8–18',
      answerWithinDays: 1,
      seenWithinDays: 2,
      templates: ['Ligt morgen klaar.'],
      productsNotRepeated: ['Tramadol'],
      mailTo: 'balie@a.example',
    }

    test('clients are told the terms only', async () => {
      const admin = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
      const body = { ...SETTINGS, kinds: ['QUESTION', 'QUESTION'] }
      const put = await testServer.call('PUT', 'practice/a/request-settings', { token: admin, body })
      const shown = { ...SETTINGS, mailToConfirmed: false }
      expect(await put.json()).toEqual(shown)
      const read = async (token: string) =>
        await (await testServer.call('GET', 'practice/a/request-settings', { token })).json()
      expect(await read(member)).toEqual(shown)
      const { kinds, hours, answerWithinDays, productsNotRepeated } = SETTINGS
      expect(await read(owner)).toEqual({ kinds, hours, answerWithinDays, productsNotRepeated })
      expect(await actions()).toEqual(['request-settings-changed'])
      expect(
        await refusal(
          await testServer.call('PUT', 'practice/a/request-settings', { token: admin, body: { ...body, mailTo: 'x' } }),
        ),
      ).toEqual([400, 'validation-failed', '#/mailTo invalidEmail'])
    })
  })
})
