import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import { concernsCurrent, isFormer } from '#contract/patient.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { dueReminders } from '#server/mail/reminders/due.ts'
import { account, appointment, client, patient, practice, reminder, requestSettings, staff } from '#harness/builders.ts'
import { type AnyRecord, checked } from '#harness/example-export.ts'
import { question } from '#harness/requests.ts'
import { eachTestServer, onEngines, fieldErrorsOf } from '#harness/test-server.ts'
import { loadExport } from '#server/import/load.ts'

/** A free text that resembles fields of a record. */
const TRAP = '"deceasedDate":"2026-01-01", "active":false, "patientUuids":["x"] \ud83d'

const STATES: Partial<Patient>[] = [
  {},
  { active: true },
  { deceasedDate: null },
  { deceasedDate: '' },
  { alerts: TRAP },
  { kind: 'HERD', headCount: 40, active: true },
  { deceasedDate: '2026-05-01' },
  { deceasedDate: '2026-06-15' },
  { deceasedDate: '2062-05-01' },
  { deceasedDate: '1999-12-31' },
  { deceasedDate: '2026-05-01', active: true },
  { deceasedDate: '2026-05-01', active: false },
  { active: false },
  { active: false, alerts: TRAP },
  { kind: 'HERD', headCount: 0, active: false },
]

// The test clock is fixed at 15 June 2026.
onEngines('the state of a patient (current, deceased or inactive)', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, clientId, staffId] = ['', '', '']
  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a', { reminder_mails: 1 })
    await requestSettings(db, 'a')
    ownerId = await account(db, 'jan@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId, email: 'jan@mail.example' })
    staffId = await staff(db, 'a', 'staff@a.example')
  })

  const read = <T>(path: string) => testServer.readAs<Page<T>>(ownerId, `clients/${clientId}/${path}`)
  const ids = async (path: string) => {
    const { content, page } = await read<Reminder | Appointment>(path)
    expect(page.totalElements).toBe(content.length)
    return content.map(({ uuid }) => uuid).toSorted()
  }
  const addPatient = (name: string, state: Partial<Patient> = {}, of = clientId) =>
    patient(testServer.db, of, name, undefined, state)
  const addReminder = (animal: string | null, fields: Partial<Reminder> = {}) => {
    const record = { uuid: crypto.randomUUID(), date: '2026-06-10', active: true, description: TRAP, ...fields }
    const { uuid, date, active } = record
    const data = JSON.stringify({ ...record, ...(animal && { patientUuid: animal }) })
    return reminder(testServer.db, clientId, { uuid, date, active: active ? 1 : 0, patient_uuid: animal, data })
  }
  const addVisit = (patientUuids: string[], more: Partial<Appointment> = {}) =>
    appointment(testServer.db, clientId, { patientUuids, ...more })
  const change = (uuid: string, columns: { data?: string; client_uuid?: string }) =>
    testServer.db.updateTable('patient').set(columns).where('uuid', '=', uuid).execute()
  const setState = (uuid: string, state: Partial<Patient>) =>
    change(uuid, { data: JSON.stringify({ uuid, name: 'Bella', ...state }) })
  const die = (uuid: string) => setState(uuid, { deceasedDate: '2026-06-14' })
  const calendar = async () => {
    const made = testServer.callAs(ownerId, 'POST', `clients/${clientId}/calendar`)
    const { url } = await testServer.ok<{ url: string }>(made)
    return async () => await (await testServer.fetch(new Request(url))).text()
  }

  test('filters reminders and appointments in SQL as the contract does', async () => {
    const other = await client(testServer.db, 'a')
    const animals = new Map<string, boolean>()
    for (const state of STATES) {
      animals.set(await addPatient('Bella', state), !isFormer(state))
      animals.set(await addPatient('Bella', state, other), false)
    }
    const isCurrent = (uuid: string) => animals.get(uuid) ?? false
    const expected = { reminders: new Set<string>(), appointments: new Set<string>() }
    const all = [...animals.keys()]
    for (const [index, animal] of [null, ...all].entries()) {
      const uuid = await addReminder(animal)
      if (concernsCurrent([animal ?? undefined], isCurrent)) expected.reminders.add(uuid)
      // Appointments are for no, one or several patients.
      const named = animal ? [animal, ...all.slice(index, index + (index % 4))] : []
      const visit = await addVisit(named, { reason: TRAP })
      if (concernsCurrent(named, isCurrent)) expected.appointments.add(visit)
    }
    expect(expected.reminders.size).toBe(7)
    for (const list of ['reminders', 'appointments'] as const) {
      const active = await ids(`${list}?size=200&active=true`)
      expect(active).toEqual([...expected[list]].toSorted())
      const rest = await ids(`${list}?size=200&active=false`)
      expect([...active, ...rest].toSorted()).toEqual(await ids(`${list}?size=200`))
    }
    const { content } = await read<Reminder>('reminders?size=200')
    for (const { uuid, active } of content) expect(active).toBe(expected.reminders.has(uuid))
  })

  test('affects the totals of reminder pages', async () => {
    const [alive, dead] = [await addPatient('Levend'), await addPatient('Overleden', { deceasedDate: '2026-01-01' })]
    for (const animal of [alive, dead, dead, alive, dead]) await addReminder(animal)
    await addReminder(alive, { active: false })
    const page = async (query: string) => (await read<Reminder>(`reminders?${query}`)).page
    expect(await page('active=true&size=1')).toMatchObject({ totalElements: 2, totalPages: 2 })
    expect(await page('active=false&size=1&page=1')).toMatchObject({ totalElements: 4, totalPages: 4 })
    expect(await page('size=1')).toMatchObject({ totalElements: 6 })
    expect(await ids(`reminders?active=true&patientId=${dead}`)).toEqual([])
    expect(await ids(`reminders?active=true&patientId=${alive}`)).toHaveLength(2)
  })

  test('takes effect immediately in mails, calendar and lists', async () => {
    const bella = await addPatient('Bella')
    const [due, visit] = [await addReminder(bella), await addVisit([bella])]
    const text = await calendar()
    const state = async () => [
      await ids('reminders?active=true'),
      await ids('appointments?active=true'),
      Array.from((await text()).matchAll(/UID:([^@]+)@/g), ([, uid = '']) => uid).toSorted(),
      (await dueReminders(testServer.db, testServer.now).select('uuid').execute()).length,
    ]
    const current = [[due], [visit], [due, visit].toSorted(), 1]
    const former = [[], [], [], 0]
    expect(await state()).toEqual(current)
    await die(bella)
    expect(await state()).toEqual(former)
    await setState(bella, { active: true })
    expect(await state()).toEqual(current)
    await change(bella, { client_uuid: await client(testServer.db, 'a') })
    expect(await state()).toEqual(former)
  })

  test('shows an appointment of several patients while one is alive', async () => {
    const [bella, simba] = [await addPatient('Bella'), await addPatient('Simba')]
    const visit = await addVisit([bella, simba], { reason: 'Controle' })
    const text = await calendar()
    const state = async () => [/SUMMARY:(.*)\r/.exec(await text())?.[1], await ids('appointments?active=true')]
    expect(await state()).toEqual([String.raw`Bella\, Simba: Controle`, [visit]])
    await die(bella)
    expect(await state()).toEqual(['Simba: Controle', [visit]])
    await die(simba)
    expect(await state()).toEqual([undefined, []])
  })

  test('does not hide an appointment of a patient that is not imported yet', async () => {
    const visit = await addVisit([crypto.randomUUID()])
    expect(await ids('appointments?active=true')).toEqual([visit])
  })

  test('excludes former patients from the patient count of a client', async () => {
    await addPatient('Bella')
    for (const state of STATES.filter((one) => isFormer(one))) await addPatient('Simba', state)
    const shown = { patientCount: 1, patientNames: ['Bella'] }
    expect(await testServer.readAs(staffId, `clients/${clientId}`)).toMatchObject(shown)
  })

  test("prevents an appointment of a dead patient from booking another patient's reminder", async () => {
    const [bella, simba] = [await addPatient('Bella'), await addPatient('Simba')]
    await addVisit([bella], { reminderUuid: await addReminder(simba) })
    const booked = async () => (await read<Reminder>('reminders?active=true')).content.map(({ bookedFor }) => bookedFor)
    expect(await booked()).toEqual([expect.any(String)])
    await die(bella)
    expect(await booked()).toEqual([undefined])
  })

  test('allows imports that move the patient before its reminder', async () => {
    const other = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'piet@mail.example') })
    const load = async (...records: AnyRecord[]) => {
      const { problems } = await loadExport(testServer.db, checked(records), { practiceId: null, now: testServer.now })
      expect(problems).toMatchObject({ count: 0 })
    }
    const animal = { record: 'patient', uuid: crypto.randomUUID(), name: 'Verhuisd' }
    const uuid = crypto.randomUUID()
    const due = { date: '2026-06-20', active: true, description: 'Vaccinatie', patientUuid: animal.uuid }
    const to = (clientUuid: string, record: object) => ({ ...record, clientUuid, practiceId: 'a' })
    const dueOf = (of: string) => to(of, { record: 'reminder', uuid, ...due })
    await load(to(clientId, animal), dueOf(clientId))
    expect(await ids('reminders?active=true')).toEqual([uuid])
    await load(to(other, animal))
    expect([await ids('reminders?active=true'), await ids('reminders')]).toEqual([[], [uuid]])
    await load(dueOf(other))
    expect(await ids('reminders')).toEqual([])
    const moved = { content: [{ uuid, active: true }] }
    expect(await testServer.readAs(staffId, `clients/${other}/reminders?active=true`)).toMatchObject(moved)
  })

  describe('in requests', () => {
    const send = (request: object) =>
      testServer.callAs(ownerId, 'POST', `clients/${clientId}/requests`, question(request))
    const BOOK = { kind: 'APPOINTMENT', wish: 'BOOK' }

    test.each([
      ['refuses', BOOK],
      ['refuses', { kind: 'REPEAT_MEDICINE', products: [{ name: 'Penivet' }] }],
      ['accepts', { kind: 'QUESTION' }],
    ])('%s %j for a dead patient', async (verb, request) => {
      const patientUuid = await addPatient('Bella')
      expect((await send({ ...request, patientUuid })).status).toBe(201)
      await die(patientUuid)
      const response = await send({ ...request, patientUuid })
      if (verb === 'accepts') expect(response.status).toBe(201)
      else expect(await fieldErrorsOf(response)).toEqual(['400 validation-failed', '#/patientUuid unknownValue'])
    })

    test('omits a patient that died after the request from the appointment', async () => {
      const patientUuid = await addPatient('Bella')
      const { uuid } = await testServer.ok<{ uuid: string }>(send({ ...BOOK, patientUuid }))
      await die(patientUuid)
      const body = { outcome: 'answered', text: 'Tot dan.', appointment: { start: '2026-07-01T09:00:00+02:00' } }
      await testServer.ok(testServer.callAs(staffId, 'POST', `practice/a/requests/${uuid}/answer`, body))
      expect((await read<Appointment>('appointments?active=true')).content).toMatchObject([{ patientUuids: [] }])
    })
  })
})
