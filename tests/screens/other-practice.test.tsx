import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personas } from '#mocks/personas.ts'
import { attachment, invoice, logbookEntry, patient, reminder, visitForm } from '#harness/builders.ts'
import { withoutAnimals } from './animals.ts'
import { settled, watchFor } from './faults.tsx'
import { ownerId } from './owner.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { arrivesAt, database, openPortal } from '#harness/portal.tsx'

/** Replaces the data of the client at a practice by records with this text. Returns the uuids of client and animal. */
async function mark(practiceId: string, text: string) {
  const db = database()
  const clientId = await ownerId(practiceId, personas.two)
  await withoutAnimals(clientId)
  await db.deleteFrom('invoice').where('client_uuid', '=', clientId).execute()
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

test.each([
  ['/client/portal/reminders', 'reminders'],
  ['/client/patients/$animal?show=thread', '*'],
  ['/client/invoices', 'invoices'],
  ['/client/attachments/lab-results', '*'],
])('%s shows only the new practice after a switch while the page loads', async (page, slowly) => {
  const waag = await mark('de-waag', 'AT-DE-WAAG')
  const linde = await mark('de-linde', 'AT-DE-LINDE')
  const addressFor = ({ animal }: typeof waag) => page.replace('$animal', animal)
  const portal = await openPortal('/client/portal/settings', { as: 'two' })
  await arrivesAt(portal, '/auth/select-clinic')
  await portal.press(/De Waag/)
  await arrivesAt(portal, '/client/portal/settings')
  await screen.findByRole('heading', { level: 1, name: 'Instellingen' })
  await settled()
  const slow = holdRequests(`clients/${waag.clientId}/${slowly}`)
  void portal.router.navigate({ href: addressFor(waag) })
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(0))
  await portal.goTo('/auth/select-clinic')
  const ofTheFormer = watchFor(/AT-DE-WAAG/)
  await portal.press(/De Linde/)
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.goTo(addressFor(linde))
  expect((await screen.findAllByText(/AT-DE-LINDE/)).length).toBeGreaterThan(0)
  await slow.releaseAll()
  await settled()
  expect(screen.getAllByText(/AT-DE-LINDE/).length).toBeGreaterThan(0)
  expect(ofTheFormer.stop()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
  expect(keys.filter(({ queryKey }) => queryKey.includes(waag.clientId))).toEqual([])
})
