import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, injectFault, openPortal } from '#harness/portal.tsx'

const manyPages = (path: string) =>
  http.get(`*/api/${path}`, ({ request }) => {
    const { searchParams } = new URL(request.url)
    const size = Number(searchParams.get('size'))
    return HttpResponse.json({
      content: Array.from({ length: 3 }, (_, index) => ({
        uuid: `00000000-0000-4000-8000-00000000000${index}`,
        date: '2026-01-02',
        description: 'Vaccinatie',
        active: false,
        lastName: 'Jansen',
      })),
      page: { number: Number(searchParams.get('page')), size, totalPages: 9, totalElements: 9 * size },
    })
  })

const idle = ({ router }: TestPortal) => waitFor(() => expect(router.options.context.queryClient.isFetching()).toBe(0))

describe('a failed prefetch', () => {
  test.each([
    ['/client/invoices', 'clients/*/invoices', 'user'],
    // This state occurs after five minutes: the user leaves the cache before the client does.
    ['/client/invoices', 'clients/*/invoices', 'nothing'],
    ['/client/visit-forms', 'clients/*/visit-forms', 'user'],
    ['/client/portal/reminders?active=false', 'clients/*/reminders', 'user'],
    ['/client/attachments/lab-results', 'clients/*/lab-results', 'user'],
    ['/admin/clients/registered', 'practice/*/clients', 'user'],
    ['/admin/clients/unregistered', 'clients', 'user'],
    ['/admin/audit', 'practice/*/audit', 'user'],
  ])('raises no alert for a page link to %s (%s) with %s in the cache', async (address, path, cached) => {
    injectFault(manyPages(path))
    const portal = await openPortal(address, { as: address.startsWith('/admin') ? 'admin' : 'owner' })
    await screen.findByRole('link', { name: '9' })
    await idle(portal)
    const kept = ['capabilities', cached]
    portal.router.options.context.queryClient.removeQueries({
      type: 'inactive',
      predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])),
    })
    injectFault(answers('get', '*', 500))
    const before = portal.calls.length
    act(() => screen.getByRole('link', { name: '9' }).focus())
    await waitFor(() => expect(portal.calls.length).toBeGreaterThan(before))
    await idle(portal)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a list that fails to load', () => {
  /** Opens the page by a link and waits for the call of its list. */
  async function openSlowly(address: string, path: string) {
    const isOwner = address.startsWith('/client')
    const other = isOwner ? '/client/portal/settings' : '/admin/practice'
    const portal = await openPortal(other, { as: isOwner ? 'owner' : 'staff' })
    await idle(portal)
    const list = holdRequests(path, undefined, () => new Response(null, { status: 500 }))
    act(() => portal.router.history.push(address))
    await waitFor(() => expect(list.held.length).toBeGreaterThan(0))
    return { portal, list, other }
  }

  test.each([
    ['/client/invoices', 'clients/*/invoices'],
    ['/client/visit-forms', 'clients/*/visit-forms'],
    ['/client/portal/reminders?active=false', 'clients/*/reminders'],
    ['/client/attachments/lab-results', 'clients/*/lab-results'],
    ['/client/patients', 'clients/*/reminders'],
    ['/admin/clients/registered', 'practice/*/clients'],
    ['/admin/clients/unregistered', 'clients'],
  ])('raises no alert after the user has left %s', async (address, path) => {
    const { portal, list, other } = await openSlowly(address, path)
    act(() => portal.router.history.push(other))
    await act(() => portal.router.load())
    await list.releaseAll()
    await idle(portal)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('raises an alert on its own page', async () => {
    const { list } = await openSlowly('/client/invoices', 'clients/*/invoices')
    await list.releaseAll()
    expect(await screen.findByRole('alert')).toHaveTextContent('500')
  })
})
