// @module-tag database
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import { concernsCurrent, isFormer } from '#contract/patient-state.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { dueReminders } from '#server/mail/reminders/due.ts'
import { account, appointment, client, patient, practice, reminder, requestSettings, staff } from '#harness/builders.ts'
import { type AnyRecord, checked } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'
import { loadExport } from '#server/import/load.ts'

/** A text that looks like fields of the record. */
const TRAP = '"deceasedDate":"2026-01-01", "active":false, "patientUuids":["x"] \ud83d'

const STATES: [what: string, state: Partial<Patient>][] = [
  ['nothing known', {}],
  ['active', { active: true }],
  ['no date of death', { deceasedDate: null }],
  ['an empty date of death', { deceasedDate: '' }],
  ['a note about death', { alerts: TRAP }],
  ['a herd', { kind: 'HERD', headCount: 40, active: true }],
  ['died', { deceasedDate: '2026-05-01' }],
  ['died today', { deceasedDate: '2026-06-15' }],
  ['died in the future, by mistake', { deceasedDate: '2062-05-01' }],
  ['died long ago', { deceasedDate: '1999-12-31' }],
  ['died and still active', { deceasedDate: '2026-05-01', active: true }],
  ['died and not active', { deceasedDate: '2026-05-01', active: false }],
  ['left', { active: false }],
  ['left, with a note', { active: false, alerts: TRAP }],
  ['a herd that was sold', { kind: 'HERD', headCount: 0, active: false }],
]

// The clock of the tests is at 15 June 2026.
onEngines('the state of an animal', (engine) => {
  let testServer: TestServer
  let clientId: string
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a', { reminder_mails: 1 })
    await requestSettings(testServer.db, 'a')
    const id = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', { account_id: id, email: 'jan@mail.example' })
    token = await testServer.signIn(id)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const read = async <T>(path: string) => {
    const answer = await testServer.call('GET', `clients/${clientId}/${path}`, { token })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Page<T>
  }
  const ids = async (path: string) => {
    const { content, page } = await read<Reminder | Appointment>(path)
    expect(page.totalElements).toBe(content.length)
    return content.map(({ uuid }) => uuid).toSorted()
  }
  const about = (animal: string | null, fields: Partial<Reminder> = {}) => {
    const record = { uuid: crypto.randomUUID(), date: '2026-06-10', active: true, description: TRAP, ...fields }
    const { uuid, date, active } = record
    const data = JSON.stringify({ ...record, ...(animal && { patientUuid: animal }) })
    return reminder(testServer.db, clientId, { uuid, date, active: active ? 1 : 0, patient_uuid: animal, data })
  }
  const change = (uuid: string, columns: { data?: string; client_uuid?: string }) =>
    testServer.db.updateTable('patient').set(columns).where('uuid', '=', uuid).execute()
  const die = (uuid: string) =>
    change(uuid, { data: JSON.stringify({ uuid, name: 'Bella', deceasedDate: '2026-06-14' }) })
  const feed = async () => {
    const answer = await testServer.call('POST', `clients/${clientId}/calendar`, { token })
    const { url } = (await answer.json()) as { url: string }
    return async () => {
      const text = await (await testServer.fetch(new Request(url))).text()
      return Array.from(text.matchAll(/UID:([^@]+)@/g), ([, uid = '']) => uid).toSorted()
    }
  }

  test('decides alike in SQL and in the contract which reminders and appointments are to be done', async () => {
    const other = await client(testServer.db, 'a')
    const animals = new Map<string, boolean>()
    for (const [, state] of STATES) {
      animals.set(await patient(testServer.db, clientId, 'Bella', undefined, state), !isFormer(state))
      animals.set(await patient(testServer.db, other, 'Bella', undefined, state), false)
    }
    const isCurrent = (uuid: string) => animals.get(uuid) ?? false
    const expected = { reminders: new Set<string>(), appointments: new Set<string>() }
    const all = [...animals.keys()]
    for (const [index, animal] of [null, ...all].entries()) {
      const uuid = await about(animal)
      if (concernsCurrent([animal ?? undefined], isCurrent)) expected.reminders.add(uuid)
      // Of none, of one, and of several animals.
      const named = animal ? [animal, ...all.slice(index, index + (index % 4))] : []
      const visit = await appointment(testServer.db, clientId, { patientUuids: named, reason: TRAP })
      if (concernsCurrent(named, isCurrent)) expected.appointments.add(visit)
    }
    expect(expected.reminders.size).toBe(7)
    for (const list of ['reminders', 'appointments'] as const) {
      const [every, active, rest] = await Promise.all([
        ids(`${list}?size=200`),
        ids(`${list}?size=200&active=true`),
        ids(`${list}?size=200&active=false`),
      ])
      expect(active).toEqual([...expected[list]].toSorted())
      // No record is in neither list, or in both.
      expect([...active, ...rest].toSorted()).toEqual(every)
    }
    const { content } = await read<Reminder>('reminders?size=200')
    for (const { uuid, active } of content) expect(active).toBe(expected.reminders.has(uuid))
  })

  test('counts reminders by the call of the specification, also page by page', async () => {
    const alive = await patient(testServer.db, clientId, 'Levend')
    const dead = await patient(testServer.db, clientId, 'Overleden', undefined, { deceasedDate: '2026-01-01' })
    for (const animal of [alive, dead, dead, alive, dead]) await about(animal)
    await about(alive, { active: false })
    const page = async (query: string) => (await read<Reminder>(`reminders?${query}`)).page
    expect(await page('active=true&size=1')).toMatchObject({ totalElements: 2, totalPages: 2 })
    expect(await page('active=false&size=1&page=1')).toMatchObject({ totalElements: 4, totalPages: 4 })
    expect(await page('size=1')).toMatchObject({ totalElements: 6 })
    expect(await ids(`reminders?active=true&patientId=${dead}`)).toEqual([])
    expect(await ids(`reminders?active=true&patientId=${alive}`)).toHaveLength(2)
  })

  test('takes effect in mails, calendar and lists at once, and is undone by a correction', async () => {
    const bella = await patient(testServer.db, clientId, 'Bella')
    const due = await about(bella)
    const visit = await appointment(testServer.db, clientId, { patientUuids: [bella] })
    const events = await feed()
    const mailed = () => dueReminders(testServer.db, testServer.now).select('uuid').execute()
    const alive = [[due], [visit], [due, visit].toSorted(), 1]
    const state = async () => [
      await ids('reminders?active=true'),
      await ids('appointments?active=true'),
      await events(),
      (await mailed()).length,
    ]
    expect(await state()).toEqual(alive)
    await die(bella)
    expect(await state()).toEqual([[], [], [], 0])
    await change(bella, { data: JSON.stringify({ uuid: bella, name: 'Bella', active: true }) })
    expect(await state()).toEqual(alive)
    await change(bella, { client_uuid: await client(testServer.db, 'a') })
    expect(await state()).toEqual([[], [], [], 0])
  })

  test('does not hide an appointment of several animals, and names only those that are alive', async () => {
    const bella = await patient(testServer.db, clientId, 'Bella')
    const simba = await patient(testServer.db, clientId, 'Simba')
    const visit = await appointment(testServer.db, clientId, { patientUuids: [bella, simba], reason: 'Controle' })
    const answer = await testServer.call('POST', `clients/${clientId}/calendar`, { token })
    const { url } = (await answer.json()) as { url: string }
    const summary = async () => /SUMMARY:(.*)\r/.exec(await (await testServer.fetch(new Request(url))).text())?.[1]
    expect(await summary()).toBe(String.raw`Bella\, Simba: Controle`)
    await die(bella)
    expect(await summary()).toBe('Simba: Controle')
    expect(await ids('appointments?active=true')).toEqual([visit])
    await die(simba)
    expect(await summary()).toBeUndefined()
    expect(await ids('appointments?active=true')).toEqual([])
  })

  test('counts and names only current animals of a client', async () => {
    await patient(testServer.db, clientId, 'Bella')
    for (const [, state] of STATES.filter(([, one]) => isFormer(one)))
      await patient(testServer.db, clientId, 'Simba', undefined, state)
    const admin = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
    const answer = await testServer.call('GET', `clients/${clientId}`, { token: admin })
    expect(await answer.json()).toMatchObject({ patientCount: 1, patientNames: ['Bella'] })
  })

  test('keeps an appointment of an animal that is not loaded yet', async () => {
    const visit = await appointment(testServer.db, clientId, { patientUuids: [crypto.randomUUID()] })
    expect(await ids('appointments?active=true')).toEqual([visit])
  })

  test('does not let the appointment of a dead animal book the reminder of another', async () => {
    const bella = await patient(testServer.db, clientId, 'Bella')
    const simba = await patient(testServer.db, clientId, 'Simba')
    const due = await about(simba)
    await appointment(testServer.db, clientId, { patientUuids: [bella], reminderUuid: due })
    const booked = async () => (await read<Reminder>('reminders?active=true')).content.map(({ bookedFor }) => bookedFor)
    expect(await booked()).toEqual([expect.any(String)])
    await die(bella)
    expect(await booked()).toEqual([undefined])
  })

  test('follows an export that moves an animal, and a later one that moves its reminder', async () => {
    const other = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'piet@mail.example') })
    const load = async (...records: AnyRecord[]) => {
      const { problems } = await loadExport(testServer.db, checked(records), { practiceId: null, now: testServer.now })
      expect(problems).toMatchObject({ count: 0 })
    }
    const animal = { record: 'patient', uuid: crypto.randomUUID(), name: 'Verhuisd' }
    const due = {
      record: 'reminder',
      uuid: crypto.randomUUID(),
      date: '2026-06-20',
      active: true,
      description: 'Vaccinatie',
      patientUuid: animal.uuid,
    }
    const of = (clientUuid: string) => ({ clientUuid, practiceId: 'a' })
    await load({ ...animal, ...of(clientId) }, { ...due, ...of(clientId) })
    expect(await ids('reminders?active=true')).toEqual([due.uuid])
    await load({ ...animal, ...of(other) })
    expect(await ids('reminders?active=true')).toEqual([])
    expect(await ids('reminders')).toEqual([due.uuid])
    await load({ ...due, ...of(other) })
    expect(await ids('reminders')).toEqual([])
    const admin = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
    const moved = await testServer.call('GET', `clients/${other}/reminders?active=true`, { token: admin })
    expect(await moved.json()).toMatchObject({ content: [{ uuid: due.uuid, active: true }] })
  })

  describe('in requests', () => {
    const send = (request: object) =>
      testServer.call('POST', `clients/${clientId}/requests`, {
        token,
        body: { uuid: crypto.randomUUID(), text: 'Graag', ...request },
      })

    test.each([
      [400, { kind: 'APPOINTMENT', wish: 'BOOK' }],
      [400, { kind: 'REPEAT_MEDICINE', products: [{ name: 'Penivet' }] }],
      [201, { kind: 'QUESTION' }],
    ])('returns %i for a dead animal in %j', async (status, request) => {
      const bella = await patient(testServer.db, clientId, 'Bella')
      expect((await send({ ...request, patientUuid: bella })).status).toBe(201)
      await die(bella)
      const answer = await send({ ...request, patientUuid: bella })
      expect(answer.status).toBe(status)
      if (status === 400)
        expect(await answer.json()).toMatchObject({ errors: [{ pointer: '#/patientUuid', code: 'unknownValue' }] })
    })

    test('an answer with an appointment stays visible when the animal has died meanwhile', async () => {
      const bella = await patient(testServer.db, clientId, 'Bella')
      const uuid = crypto.randomUUID()
      await send({ uuid, kind: 'APPOINTMENT', wish: 'BOOK', patientUuid: bella })
      await die(bella)
      const admin = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
      const body = { outcome: 'answered', text: 'Tot dan.', appointment: { start: '2026-07-01T09:00:00+02:00' } }
      const answer = await testServer.call('POST', `practice/a/requests/${uuid}/answer`, { token: admin, body })
      expect(answer.status).toBe(200)
      expect((await read<Appointment>('appointments?active=true')).content).toMatchObject([{ patientUuids: [] }])
    })
  })
})
