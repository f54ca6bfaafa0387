import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personas } from '#mocks/personas.ts'
import { attachment, invoice, logbookEntry, patient, reminder, visitForm } from '#harness/builders.ts'
import { settled, watchFor } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, openPortal } from '#harness/portal.tsx'

/** All that somebody has at a practice bears this text; answers the client and the animal. */
async function mark(practiceId: string, text: string) {
  const db = database()
  const { uuid: clientId } = await db
    .selectFrom('client')
    .innerJoin('account', 'account.id', 'client.account_id')
    .select('client.uuid')
    .where('account.username', '=', personas.two)
    .where('client.practice_id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const animals = db.selectFrom('patient').select('uuid').where('client_uuid', '=', clientId)
  await db.deleteFrom('logbook_entry').where('patient_uuid', 'in', animals).execute()
  for (const table of ['reminder', 'visit_form', 'attachment', 'invoice', 'patient'] as const) {
    await db.deleteFrom(table).where('client_uuid', '=', clientId).execute()
  }
  const date = new Date().toISOString().slice(0, 10)
  const of = (fields: object) => {
    const uuid = crypto.randomUUID()
    return { uuid, date, data: JSON.stringify({ uuid, date, ...fields }) }
  }
  const animal = await patient(db, clientId, text)
  await logbookEntry(db, animal, of({ description: text }))
  await reminder(db, clientId, of({ active: true, description: text }))
  await visitForm(db, clientId, of({ reason: text }))
  await attachment(db, clientId, { ...of({ name: text }), type: 'lab-results' })
  await invoice(db, clientId, of({ status: 'PAID', totalInclVat: 1, description: text }))
  return { clientId, animal }
}

const goTo = ({ router }: TestPortal, address: string) => act(() => router.navigate({ href: address }))

test.each([
  ['/client/portal/reminders', 'reminders'],
  ['/client/patients', 'patients'],
  ['/client/patients/$animal', 'patients/*/logbook'],
  ['/client/patients/$animal?show=thread', '*'],
  ['/client/patients/$animal?show=card', '*'],
  ['/client/invoices', 'invoices'],
  ['/client/visit-forms', 'visit-forms'],
  ['/client/attachments/lab-results', '*'],
])('R-136 %s: who changes the practice while it loads sees what is of the new one only', async (page, slowly) => {
  const waag = await mark('de-waag', 'AT-DE-WAAG')
  const linde = await mark('de-linde', 'AT-DE-LINDE')
  const addressFor = ({ animal }: typeof waag) => page.replace('$animal', animal)
  const portal = await openPortal('/client/portal/settings', { as: 'two' })
  await arrivesAt(portal, '/auth/select-clinic')
  await portal.user.click(await screen.findByRole('button', { name: /De Waag/ }))
  // The page that was asked for.
  await arrivesAt(portal, '/client/portal/settings')
  await screen.findByRole('heading', { level: 1, name: 'Instellingen' })
  await settled()
  const slow = holdRequests(`clients/${waag.clientId}/${slowly}`)
  void portal.router.navigate({ href: addressFor(waag) })
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(0))
  await goTo(portal, '/auth/select-clinic')
  const ofTheFormer = watchFor(/AT-DE-WAAG/)
  await portal.user.click(await screen.findByRole('button', { name: /De Linde/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  await goTo(portal, addressFor(linde))
  expect((await screen.findAllByText(/AT-DE-LINDE/)).length).toBeGreaterThan(0)
  await slow.releaseAll()
  await settled()
  expect(screen.getAllByText(/AT-DE-LINDE/).length).toBeGreaterThan(0)
  expect(ofTheFormer.stop()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
  expect(keys.filter(({ queryKey }) => queryKey.includes(waag.clientId))).toEqual([])
})
