import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personas } from '#mocks/personas.ts'
import { addInvoice } from './invoices.tsx'
import { ownerId } from './owner.ts'
import { registered, rows, watchFor } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { shows } from './steps.ts'

/** Replaces the invoices of a client by one with this description. */
async function mark(clientId: string, description: string) {
  await database().deleteFrom('invoice').where('client_uuid', '=', clientId).execute()
  await addInvoice(clientId, { description, status: 'UNPAID', date: '2026-01-01' })
}

test('late invoices of the previously viewed client are never shown for the next client', async () => {
  const [one, two] = (await registered()).map(({ uuid }) => uuid) as [string, string]
  await mark(one, 'OF-CLIENT-1')
  await mark(two, 'OF-CLIENT-2')
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.viewAs(one)
  const slow = holdRequests(`clients/${one}/invoices`)
  void portal.router.navigate({ to: '/client/invoices' })
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(1))
  await portal.goTo('/admin/clients/registered')
  await waitFor(() => expect(rows()).toHaveLength(25))
  const ofOne = watchFor(/OF-CLIENT-1/)
  await portal.viewAs(two)
  await portal.goTo('/client/invoices')
  await shows(/OF-CLIENT-2/)
  await slow.releaseAll()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(rows()).toHaveLength(1)
  expect(ofOne.stop()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  const keys = portal.router.options.context.queryClient.getQueryCache().getAll()
  expect(keys.filter(({ queryKey }) => queryKey.includes(one))).toEqual([])
  const ofInvoices = keys.filter(({ queryKey }) => queryKey.includes('invoices'))
  expect(ofInvoices.map(({ queryKey }) => queryKey[1])).toEqual(ofInvoices.map(() => two))
  expect(ofInvoices.length).toBeGreaterThan(1)

  await portal.goTo('/admin/clients/registered')
  const ofTwo = watchFor(/OF-CLIENT-2/)
  await portal.viewAs(one)
  await portal.goTo('/client/invoices')
  await shows(/OF-CLIENT-1/)
  expect(ofTwo.stop()).toEqual([])
})

test('late invoices of one practice are never shown after switching to another', async () => {
  const [waag, linde] = [await ownerId('de-waag', personas.two), await ownerId('de-linde', personas.two)]
  await mark(waag, 'AT-DE-WAAG')
  await mark(linde, 'AT-DE-LINDE')
  const portal = await openPortal('/auth/select-clinic', { as: 'two' })
  await portal.user.click(screen.getByRole('button', { name: /De Waag/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  const slow = holdRequests(`clients/${waag}/invoices`)
  void portal.router.navigate({ to: '/client/invoices' })
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(1))
  await portal.goTo('/auth/select-clinic')
  const ofTheOther = watchFor(/AT-DE-WAAG/)
  await portal.user.click(await screen.findByRole('button', { name: /De Linde/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.goTo('/client/invoices')
  await shows(/AT-DE-LINDE/)
  await slow.releaseAll()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(rows()).toHaveLength(1)
  expect(ofTheOther.stop()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})
