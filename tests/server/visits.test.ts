import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { AppointmentQuestions, Visit } from '#contract/schemas/visit.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { aboutClient } from '#server/export/client.ts'
import { sha256 } from '#server/http/keys.ts'
import { appointmentColumns } from '#server/import/appointment-columns.ts'
import { loadExport } from '#server/import/load.ts'
import {
  APPOINTMENT,
  account,
  appointment,
  client,
  importKey,
  invoice,
  patient,
  practice,
  staff,
  visitForm,
  webhook,
} from '#harness/builders.ts'
import { checked } from '#harness/example-export.ts'
import { changeRows } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const KEY = 'dierenportaal_appointments_of-the-tests'
const TEXT = 'Mag Bella vooraf eten?\nEn drinken?'

// The test clock is fixed at 15 June 2026, 10:00 UTC. The appointment is on 20 June.
onEngines('visits', (engine) => {
  const testServer = eachTestServer(engine)
  let [clientId, ownerId, bella, visitId] = ['', '', '', '']

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    ownerId = await account(db, 'jan@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId, client_number: '77' })
    bella = await patient(db, clientId, 'Bella')
    visitId = await appointment(db, clientId, { start: '2026-06-20T09:00:00+02:00', patientUuids: [bella] })
  })

  const path = (id = visitId) => `clients/${clientId}/appointments/${id}`
  const visit = (id = visitId) => testServer.readAs<Visit>(ownerId, path(id))
  const set = (body: object, id = visitId) => testServer.callAs(ownerId, 'PUT', `${path(id)}/questions`, body)
  const move = (fields: Partial<Appointment>) => {
    const columns = appointmentColumns({ ...APPOINTMENT, uuid: visitId, ...fields })
    return changeRows(testServer.db, 'appointment', columns, { uuid: visitId })
  }

  test('have the fields of the appointment, also of one that is over or cancelled', async () => {
    const over = await appointment(testServer.db, clientId, { start: '2026-06-01T09:00:00Z', preparation: 'Nuchter' })
    const cancelled = await appointment(testServer.db, clientId, { status: 'CANCELLED' })
    expect(await visit(over)).toMatchObject({ uuid: over, preparation: 'Nuchter', visitForms: [], invoices: [] })
    expect(await visit(cancelled)).toMatchObject({ uuid: cancelled, status: 'CANCELLED' })
    expect(await visit(cancelled.toUpperCase())).toMatchObject({ uuid: cancelled })
  })

  test('have the visit forms and invoices that state them, or that are of their animals and day', async () => {
    const { db } = testServer
    const date = '2026-06-20'
    const miep = await patient(db, clientId, 'Miep')
    const lineOf = (patientUuid: string) =>
      ({ line_count: 1, lines: JSON.stringify([{ description: 'Consult', amount: 121, patientUuid }]) }) as const
    const forms = [
      await visitForm(db, clientId, { date: '2026-06-22', appointment_uuid: visitId, patient_uuid: miep }),
      await visitForm(db, clientId, { date, patient_uuid: bella }),
    ]
    await visitForm(db, clientId, { date, patient_uuid: miep })
    await visitForm(db, clientId, { date: '2026-06-21', patient_uuid: bella })
    const invoices = [await invoice(db, clientId, { date, ...lineOf(bella) }), await invoice(db, clientId, { date })]
    await invoice(db, clientId, { date, ...lineOf(miep) })
    const shown = await visit()
    expect(shown.visitForms.map(({ uuid }) => uuid)).toEqual(forms)
    expect(shown.visitForms[0]?.url).toContain('/files/')
    expect(shown.invoices.map(({ uuid }) => uuid)).toEqual(invoices.toSorted().toReversed())
    expect(shown.invoices.find(({ uuid }) => uuid === invoices[0])).toMatchObject({ lineCount: 1 })
  })

  describe('with questions', () => {
    test('show these to their account, and staff who view the portal as the client', async () => {
      const saved = await testServer.ok<Visit>(set({ text: `  ${TEXT}\n` }))
      expect(saved.questions).toEqual({ text: TEXT, changedAt: '2026-06-15T10:00:00.000Z' })
      expect((await visit()).questions).toEqual(saved.questions)
      const memberId = await staff(testServer.db, 'a', 'balie@a.example')
      expect((await testServer.readAs<Visit>(memberId, path())).questions).toEqual(saved.questions)
      const otherId = await account(testServer.db, 'piet@mail.example')
      await changeRows(testServer.db, 'client', { account_id: otherId }, { uuid: clientId })
      expect(await testServer.readAs<Visit>(otherId, path())).not.toHaveProperty('questions')
    })

    test('lose these with an empty text', async () => {
      const { questions } = await testServer.ok<Visit>(set({ text: TEXT }))
      expect(await testServer.ok(set({ text: ' ', changedAt: questions?.changedAt }))).not.toHaveProperty('questions')
    })

    test('accept a change only of the questions that the sender has read', async () => {
      const { questions } = await testServer.ok<Visit>(set({ text: TEXT }))
      const other = await set({ text: 'Hoe lang duurt het?' })
      expect(await other.json()).toMatchObject({ code: 'questions-changed', questions })
      expect((await visit()).questions).toEqual(questions)
      const { changedAt } = questions!
      const changed = await testServer.ok<Visit>(set({ text: 'Hoe lang duurt het?', changedAt }))
      expect(Date.parse(changed.questions!.changedAt)).toBeGreaterThan(Date.parse(changedAt))
      expect(await outcomeOf(set({ text: TEXT, changedAt }))).toBe('409 questions-changed')
    })

    test('accept a repeated call whose first response was lost', async () => {
      await testServer.ok(set({ text: TEXT }))
      await move({ start: '2026-06-15T10:00:00.000Z' })
      expect((await testServer.ok<Visit>(set({ text: TEXT }))).questions?.text).toBe(TEXT)
      expect(await testServer.rows('audit')).toHaveLength(1)
    })

    test.each([
      ['an hour before they begin', '2026-06-15T11:00:00.000Z', 'BOOKED', '200'],
      ['once they begin', '2026-06-15T10:00:00.000Z', 'BOOKED', '409 questions-closed'],
      ['if they were cancelled', '2026-06-20T07:00:00.000Z', 'CANCELLED', '409 questions-closed'],
      ['if they are done', '2026-06-20T07:00:00.000Z', 'DONE', '409 questions-closed'],
    ] as const)('answer a change %s', async (_, start, status, expected) => {
      await move({ start, status })
      expect(await outcomeOf(set({ text: TEXT }))).toBe(expected)
    })

    test('keep one of two texts that arrive at once, and return it to the other sender', async () => {
      const texts = [TEXT, 'Hoe lang duurt het?']
      const responses = await Promise.all(texts.map((text) => set({ text })))
      expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
      const refused = responses.find(({ status }) => status === 409)
      const kept = texts[responses.findIndex(({ status }) => status === 200)]
      expect(await refused?.json()).toMatchObject({ code: 'questions-changed', questions: { text: kept } })
      expect((await visit()).questions?.text).toBe(kept)
    })

    test.each([
      ['cancels', { status: 'CANCELLED' }],
      ['moves into the past', { start: '2026-06-15T09:00:00.000Z' }],
      ['removes', { removed: true }],
    ] as const)('are saved or closed if an export %s the appointment at the same time', async (_, change) => {
      const line = { record: 'appointment', clientUuid: clientId, ...APPOINTMENT, uuid: visitId, ...change }
      const [outcome] = await Promise.all([
        outcomeOf(set({ text: TEXT })),
        loadExport(testServer.db, checked([line]), { practiceId: 'a', now: testServer.now, confirmed: true }),
      ])
      expect(['200', '404 not-found', '409 questions-closed']).toContain(outcome)
      const rows = await testServer.rows('visit_question')
      expect(rows).toHaveLength(outcome === '200' && !('removed' in change) ? 1 : 0)
    })

    test('are in the data of their owner, and not of another account', async () => {
      await testServer.ok(set({ text: TEXT }))
      const row = await testServer.db.selectFrom('client').selectAll().executeTakeFirstOrThrow()
      const questions = async (accountId: string) =>
        (await aboutClient(testServer.db, row, { now: testServer.now, accountId })).visitQuestions
      expect(await questions(ownerId)).toEqual([
        { appointmentUuid: visitId, text: TEXT, changedAt: '2026-06-15T10:00:00.000Z' },
      ])
      expect(await questions('other')).toEqual([])
    })
  })

  describe('by key', () => {
    const byKey = (query: string) =>
      testServer.call('GET', `practice/a/appointment-questions${query}`, {
        headers: { authorization: `Bearer ${KEY}` },
      })
    const read = async (after: number) =>
      (await testServer.ok<Page<AppointmentQuestions>>(byKey(`?after=${after}`))).content

    test('have their questions in the order of the changes, also the removed ones', async () => {
      await importKey(testServer.db, 'a', { name: 'Balie', scopes: 'appointments:read', hash: await sha256(KEY) })
      const other = await appointment(testServer.db, clientId, { start: '2026-06-25T09:00:00Z' })
      const { questions } = await testServer.ok<Visit>(set({ text: TEXT }))
      await testServer.ok(set({ text: 'Hoe lang duurt het?' }, other))
      const first = { appointmentUuid: visitId, clientUuid: clientId, clientNumber: '77', number: 1, text: TEXT }
      expect(await read(0)).toMatchObject([first, { appointmentUuid: other, number: 2 }])
      await testServer.ok(set({ text: '', changedAt: questions?.changedAt }))
      expect(await read(2)).toMatchObject([{ ...first, number: 3, text: '' }])
      const reads = (await testServer.rows('audit')).filter(({ action }) => action === 'read')
      expect(reads).toMatchObject([{ client_uuid: clientId }])
    })

    test('need the scope, and the parameter after', async () => {
      await importKey(testServer.db, 'a', { scopes: 'clients:read', hash: await sha256(KEY) })
      expect(await outcomeOf(byKey('?after=0'))).toBe('403 scope-missing')
      await changeRows(testServer.db, 'import_key', { scopes: 'appointments:read' })
      expect(await outcomeOf(byKey('?after=0'))).toBe('200')
      expect(await outcomeOf(byKey(''))).toBe('400 invalid-parameter')
    })
  })

  test('queue an event without content when their questions change', async () => {
    await webhook(testServer.db, undefined, 'a')
    await testServer.ok(set({ text: TEXT }))
    const events = await testServer.db.selectFrom('webhook_delivery').select(['type', 'data']).execute()
    expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toEqual([
      ['appointment.questions_changed', { practiceId: 'a', clientId, appointmentId: visitId }],
    ])
  })

  test('are erased with their client', async () => {
    await testServer.ok(set({ text: TEXT }))
    await eraseClient(testServer.db, testServer.ports.files, { clientId, now: testServer.now })
    expect(await testServer.rows('visit_question')).toEqual([])
  })
})
