import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personas } from '#mocks/personas.ts'
import { addInvoice } from './invoices.tsx'
import { ownerId } from './owner.ts'
import { registered, rows, watchFor } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, openPortal } from '#harness/portal.tsx'

const view = ({ session }: TestPortal, clientId: string) => act(() => session.viewAs(clientId))
const toInvoices = ({ router }: TestPortal) => act(() => router.navigate({ to: '/client/invoices' }))

/** All invoices of a client bear this text. */
async function mark(clientId: string, description: string) {
  await database().deleteFrom('invoice').where('client_uuid', '=', clientId).execute()
  await addInvoice(clientId, { description, status: 'UNPAID', date: '2026-01-01' })
}

test('R-131, R-136 late answers about the client who was viewed before never show under the next one', async () => {
  const [one, two] = (await registered()).map(({ uuid }) => uuid) as [string, string]
  await mark(one, 'OF-CLIENT-1')
  await mark(two, 'OF-CLIENT-2')
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await view(portal, one)
  const slow = holdRequests(`clients/${one}/invoices`)
  void portal.router.navigate({ to: '/client/invoices' })
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(1))
  await act(() => portal.router.navigate({ to: '/admin/clients/registered' }))
  await waitFor(() => expect(rows()).toHaveLength(25))
  const ofOne = watchFor(/OF-CLIENT-1/)
  await view(portal, two)
  await toInvoices(portal)
  expect(await screen.findByText(/OF-CLIENT-2/)).toBeVisible()
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

  // The permitted twin: the first one again, and the invoices of no other.
  await act(() => portal.router.navigate({ to: '/admin/clients/registered' }))
  const ofTwo = watchFor(/OF-CLIENT-2/)
  await view(portal, one)
  await toInvoices(portal)
  expect(await screen.findByText(/OF-CLIENT-1/)).toBeVisible()
  expect(ofTwo.stop()).toEqual([])
})

test('an owner who changes the practice while invoices load sees those of the new one only', async () => {
  const [waag, linde] = [await ownerId('de-waag', personas.two), await ownerId('de-linde', personas.two)]
  await mark(waag, 'AT-DE-WAAG')
  await mark(linde, 'AT-DE-LINDE')
  const portal = await openPortal('/auth/select-clinic', { as: 'two' })
  await portal.user.click(screen.getByRole('button', { name: /De Waag/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  const slow = holdRequests(`clients/${waag}/invoices`)
  void portal.router.navigate({ to: '/client/invoices' })
  await waitFor(() => expect(slow.held.length).toBeGreaterThan(1))
  await act(() => portal.router.navigate({ to: '/auth/select-clinic' }))
  const ofTheOther = watchFor(/AT-DE-WAAG/)
  await portal.user.click(await screen.findByRole('button', { name: /De Linde/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  await toInvoices(portal)
  expect(await screen.findByText(/AT-DE-LINDE/)).toBeVisible()
  await slow.releaseAll()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(rows()).toHaveLength(1)
  expect(ofTheOther.stop()).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})
