import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settled, watchFor } from './faults.tsx'
import { hasAttachments, hasVisits, ownerAndAnimals } from './documents.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, database, openPortal } from '#harness/portal.tsx'

/** Adds two clients of De Waag with a visit and an attachment named after the client. */
async function twoClients() {
  const clients = await database()
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', 'de-waag')
    .where('registered', '=', 1)
    .orderBy('sort_name')
    .limit(2)
    .execute()
  for (const [index, { uuid }] of clients.entries()) {
    await hasVisits(uuid, { uuid: VISIT(index), reason: `VISIT-OF-${index + 1}` })
    await hasAttachments(uuid, { type: 'attachments', name: `FILE-OF-${index + 1}` })
  }
  return clients.map(({ uuid }) => uuid) as [string, string]
}
const VISIT = (index: number) => `5d3c0000-0000-4000-8000-00000000000${index}`

const LIST = '/admin/clients/registered'
/** Starts the navigation without waiting for the page. */
const goTo = (portal: TestPortal, to: '/client/visit-forms' | '/client/attachments') =>
  act(async () => void portal.router.navigate({ to }))

test.each([
  ['/client/visit-forms', 'visit-forms', 'VISIT-OF'],
  ['/client/attachments', '*', 'FILE-OF'],
] as const)('%s shows no late response about the previously viewed client', async (to, list, text) => {
  const [one, two] = await twoClients()
  const portal = await openPortal(LIST, { as: 'staff' })
  await portal.viewAs(one)
  const slow = holdRequests(`clients/${one}/${list}`, ({ searchParams }) => searchParams.has('page'))
  await goTo(portal, to)
  await waitFor(() => expect(slow.held).not.toHaveLength(0))
  await portal.goTo(LIST)
  const ofOne = watchFor(new RegExp(`${text}-1`))
  await portal.viewAs(two)
  await goTo(portal, to)
  await waitFor(() => expect(screen.getByText(`${text}-2`)).toBeVisible())
  await slow.releaseAll()
  await settled()
  expect(ofOne.stop()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
  expect(keys.filter(({ queryKey }) => queryKey.includes(one))).toEqual([])
})

test('a visit of another client of the practice is not found for the viewed client', async () => {
  const [one, two] = await twoClients()
  const portal = await openPortal(LIST, { as: 'staff' })
  await portal.viewAs(two)
  const ofOne = watchFor(/VISIT-OF-1/)
  await portal.goTo(`/client/visit-forms?visit=${VISIT(0)}`)
  expect(await screen.findByText('Dit bezoek is niet gevonden')).toBeVisible()
  expect(ofOne.stop()).toEqual([])
  await portal.goTo(LIST)
  await portal.viewAs(one)
  await portal.goTo(`/client/visit-forms?visit=${VISIT(0)}`)
  expect(await screen.findByRole('heading', { name: 'VISIT-OF-1' })).toBeVisible()
})

test('the filter shows the last selected animal if an earlier response arrives later', async () => {
  const { clientId, animal } = await ownerAndAnimals()
  await hasVisits(
    clientId,
    { reason: 'OF-BELLA', patientUuid: animal('Bella') },
    { reason: 'OF-SIMBA', patientUuid: animal('Simba') },
  )
  const portal = await openPortal('/client/visit-forms', { as: 'owner' })
  const slow = holdRequests('clients/*/visit-forms', ({ searchParams }) => searchParams.has('patientId'))
  const box = () => screen.getByRole('combobox', { name: 'Dier' })
  await portal.user.selectOptions(box(), 'Bella')
  await slow.count(1)
  await portal.user.selectOptions(box(), 'Simba')
  await slow.count(2)
  await slow.release(1)
  await waitFor(() => expect(screen.queryByText('OF-BELLA')).toBeNull())
  const ofBella = watchFor(/OF-BELLA/)
  await slow.release(0)
  await settled()
  expect(screen.getByText('OF-SIMBA')).toBeVisible()
  expect(ofBella.stop()).toEqual([])
  expect(box()).toHaveValue(animal('Simba'))
})
