import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { AppointmentQuestions, Visit } from '#contract/schemas/visit.ts'
import { sha256 } from '#server/http/keys.ts'
import { account, appointment, client, importKey, invoice, patient, practice, visitForm } from '#harness/builders.ts'
import { staff, webhook } from '#harness/builders.ts'
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
  const move = (columns: object) => changeRows(testServer.db, 'appointment', columns, { uuid: visitId })

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
  })
})
