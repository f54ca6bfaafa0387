import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { PracticeAppointment, PracticeAppointmentDetail } from '#contract/schemas/practice-appointment.ts'
import type { Visit } from '#contract/schemas/visit.ts'
import { account, appointment, client, patient, staff } from '#harness/builders.ts'
import { CONSENT, CONSENT_ANSWERS, SIGNED, formPractice, submission } from '#harness/forms.ts'
import { changeRows } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

// The test clock is fixed at 15 June 2026, 10:00 UTC: a Monday, 12:00 in the practices' time zone.
onEngines('appointments of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let at: Awaited<ReturnType<typeof formPractice>>
  beforeEach(async () => void (at = await formPractice(testServer)))

  const list = (search = '', by = at.memberId) =>
    testServer.readAs<Page<PracticeAppointment>>(by, `practice/a/appointments${search}`)
  const reasons = async (search = '') => (await list(search)).content.map(({ reason }) => reason)
  const one = (id = at.visit) =>
    testServer.readAs<PracticeAppointmentDetail>(at.memberId, `practice/a/appointments/${id}`)
  const add = (reason: string, start: string, more: object = {}) =>
    appointment(testServer.db, at.clientId, { reason, start, ...more })
  const readClients = async () => {
    const log = await testServer.db.selectFrom('audit').select('client_uuid').where('action', '=', 'read').execute()
    return log.map((entry) => entry.client_uuid)
  }

  describe('the list', () => {
    test('has seven local days from today, in the order of the start, whatever the state', async () => {
      await add('Gisteren', '2026-06-14T23:30:00+02:00')
      await add('Vanochtend', '2026-06-15T00:00:00+02:00', { status: 'DONE' })
      await add('Afgezegd', '2026-06-21T23:59:00+02:00', { status: 'CANCELLED' })
      await add('Later', '2026-06-22T00:00:00+02:00')
      expect(await reasons()).toEqual(['Vanochtend', 'Vaccinatie', 'Afgezegd'])
      expect(await reasons('?from=2026-06-22')).toEqual(['Later'])
      expect(await reasons('?from=2026-06-14&until=2026-06-14')).toEqual(['Gisteren'])
    })

    test('counts the local day on which the clocks change', async () => {
      await add('Nacht', '2026-10-25T23:30:00+01:00')
      await add('Maandag', '2026-10-26T00:00:00+01:00')
      expect(await reasons('?from=2026-10-25&until=2026-10-25')).toEqual(['Nacht'])
    })

    test('has client, distinct names of animals and pages', async () => {
      const namesake = await patient(testServer.db, at.clientId, 'Bella', undefined, { species: 'DOG' })
      const unknown = crypto.randomUUID()
      await add('Twee', '2026-06-20T10:00:00+02:00', { patientUuids: [namesake, unknown, at.bella] })
      const { content, page } = await list('?size=1&page=1')
      expect(page).toEqual({ number: 1, size: 1, totalPages: 2, totalElements: 2 })
      expect(content).toMatchObject([
        {
          reason: 'Twee',
          client: { uuid: at.clientId, name: 'Anna Bakker' },
          animals: [
            { uuid: namesake, name: 'Bella (hond)' },
            { uuid: at.bella, name: 'Bella (kat)' },
          ],
        },
      ])
    })

    test('leaves out other practices and clients without access to the portal', async () => {
      const elsewhere = await client(testServer.db, 'b', { account_id: at.ownerId })
      const unregistered = await client(testServer.db, 'a')
      for (const id of [elsewhere, unregistered])
        await appointment(testServer.db, id, { start: '2026-06-16T09:00:00+02:00' })
      expect(await reasons()).toEqual(['Vaccinatie'])
    })

    test('records no read, and one appointment a read of its client', async () => {
      await list()
      expect(await readClients()).toEqual([])
      await one()
      expect(await readClients()).toEqual([at.clientId])
    })

    test('rejects invalid days and a last day before the first', async () => {
      const get = (search: string) => at.member('GET', `practice/a/appointments?${search}`)
      expect(await outcomeOf(get('from=2026-02-30'))).toBe('400 invalid-parameter')
      expect(await outcomeOf(get('from=2026-06-15&until=2026-06-14'))).toBe('400 invalid-parameter')
      expect(await outcomeOf(get('from=2026-06-15&until=2026-06-15'))).toBe('200')
    })
  })

  describe('forms', () => {
    test('count as open, complete and withdrawn', async () => {
      const [consent] = [await at.ask(CONSENT), await at.ask(), await at.ask()]
      const counts = async () => {
        const { openForms, completeForms, withdrawnForms, forms } = await one()
        expect(forms).toHaveLength(3)
        return [openForms, completeForms, withdrawnForms]
      }
      expect(await counts()).toEqual([3, 0, 0])
      await testServer.ok(at.submit(consent, submission({ answers: CONSENT_ANSWERS, signature: SIGNED })))
      expect(await counts()).toEqual([2, 1, 0])
      await testServer.ok(at.withdraw(consent))
      expect(await counts()).toEqual([2, 0, 1])
    })

    test('of other appointments and without an appointment do not count', async () => {
      const other = await add('Later', '2026-06-20T12:00:00+02:00')
      await at.ask(undefined, {})
      await at.ask(undefined, { appointmentUuid: other })
      expect(await one()).toMatchObject({ openForms: 0, forms: [] })
      expect(await one(other)).toMatchObject({
        openForms: 1,
        forms: [{ state: 'asked', title: { nl: 'Vragenlijst' } }],
      })
    })

    test('select the appointments that are not ready, until they are over', async () => {
      const ready = await add('Klaar', '2026-06-19T09:00:00+02:00', { patientUuids: [at.bella] })
      await testServer.ok(at.submit(await at.ask(undefined, { appointmentUuid: ready, patientUuid: at.bella })))
      const consent = await at.ask(CONSENT)
      expect(await reasons('?ready=false')).toEqual(['Vaccinatie'])
      expect(await reasons('?ready=true')).toEqual(['Klaar'])
      await testServer.ok(at.submit(consent, submission({ answers: CONSENT_ANSWERS, signature: SIGNED })))
      expect(await reasons('?ready=false')).toEqual([])
      await testServer.ok(at.withdraw(consent))
      expect(await reasons('?ready=false')).toEqual(['Vaccinatie'])
      testServer.now = new Date('2026-06-20T08:00:00.000Z')
      expect(await reasons('?from=2026-06-19&ready=false')).toEqual([])
      expect(await reasons('?from=2026-06-19&ready=true')).toEqual(['Klaar', 'Vaccinatie'])
    })
  })

  test('have the questions of their owner, also of one who has left', async () => {
    expect(await one()).toMatchObject({ hasQuestions: false })
    expect(await one()).not.toHaveProperty('questions')
    const ask = (text: string, more: object = {}) =>
      testServer.ok<Visit>(
        at.owner('PUT', `clients/${at.clientId}/appointments/${at.visit}/questions`, { text, ...more }),
      )
    const { questions } = await ask('Mag Bella vooraf eten?')
    expect((await list()).content).toMatchObject([{ hasQuestions: true }])
    await changeRows(
      testServer.db,
      'client',
      { account_id: await account(testServer.db, 'nieuw@mail.example') },
      { uuid: at.clientId },
    )
    expect(await one()).toMatchObject({ hasQuestions: true, questions })
    await changeRows(testServer.db, 'client', { account_id: at.ownerId }, { uuid: at.clientId })
    await ask('', { changedAt: questions?.changedAt })
    expect(await one()).toMatchObject({ hasQuestions: false })
  })

  test('one appointment is found only in its own practice, and while its client is registered', async () => {
    const inB = await staff(testServer.db, 'b', 'b@b.example')
    const get = (by: string, practice: string, id = at.visit) =>
      outcomeOf(testServer.callAs(by, 'GET', `practice/${practice}/appointments/${id}`))
    expect(await get(inB, 'b')).toBe('404 not-found')
    expect(await get(at.memberId, 'a', at.visit.toUpperCase())).toBe('200')
    await testServer.db.updateTable('client').set({ registered: 0 }).where('uuid', '=', at.clientId).execute()
    expect(await get(at.memberId, 'a')).toBe('404 not-found')
  })
})
