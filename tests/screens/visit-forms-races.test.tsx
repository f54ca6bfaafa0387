import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settled, watchFor } from './faults.tsx'
import { hasAttachments, hasVisits, ownerAndAnimals } from './documents.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, database, openPortal } from '#harness/portal.tsx'

/** Two clients of De Waag whose papers say whose they are. */
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

const view = (portal: TestPortal, clientId: string) => act(() => portal.session.viewAs(clientId))
const leave = (portal: TestPortal) => act(() => portal.router.navigate({ to: '/admin/clients/registered' }))
/** Goes there without waiting for it. */
const goTo = (portal: TestPortal, to: '/client/visit-forms' | '/client/attachments') =>
  act(async () => void portal.router.navigate({ to }))

test.each([
  ['/client/visit-forms', 'visit-forms', 'VISIT-OF'],
  ['/client/attachments', '*', 'FILE-OF'],
] as const)(
  '%s: late answers about the client who was viewed before never show under the next',
  async (to, list, text) => {
    const [one, two] = await twoClients()
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await view(portal, one)
    const slow = holdRequests(`clients/${one}/${list}`, ({ searchParams }) => searchParams.has('page'))
    await goTo(portal, to)
    await waitFor(() => expect(slow.held).not.toHaveLength(0))
    await leave(portal)
    const ofOne = watchFor(new RegExp(`${text}-1`))
    await view(portal, two)
    await goTo(portal, to)
    // The list leads on to its first one, which is drawn anew.
    await waitFor(() => expect(screen.getByText(`${text}-2`)).toBeVisible())
    await slow.releaseAll()
    await settled()
    expect(ofOne.stop()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
    expect(keys.filter(({ queryKey }) => queryKey.includes(one))).toEqual([])

    // The permitted twin: the first one again.
    await leave(portal)
    await view(portal, one)
    await goTo(portal, to)
    // One address leads on to the first of its kind, which is drawn anew.
    await waitFor(() => expect(screen.getByText(`${text}-1`)).toBeVisible())
  },
)

test('a link to a visit of another client of the practice finds nothing under this one', async () => {
  const [one, two] = await twoClients()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await view(portal, two)
  const ofOne = watchFor(/VISIT-OF-1/)
  await act(() => portal.router.navigate({ to: '/client/visit-forms', search: { page: 1, visit: VISIT(0) } }))
  expect(await screen.findByText('Dit bezoek is niet gevonden')).toBeVisible()
  expect(ofOne.stop()).toEqual([])
  // The permitted twin.
  await leave(portal)
  await view(portal, one)
  await act(() => portal.router.navigate({ to: '/client/visit-forms', search: { page: 1, visit: VISIT(0) } }))
  expect(await screen.findByRole('heading', { name: 'VISIT-OF-1' })).toBeVisible()
})

test('answers that arrive the other way round: the animal that was chosen last', async () => {
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
