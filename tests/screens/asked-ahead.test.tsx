import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { injectFault, openPortal } from '#harness/portal.tsx'

// Prefetches, and calls of pages that were left, fail silently.

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

describe('loading ahead', () => {
  test.each([
    ['/client/invoices', 'clients/*/invoices', 'user'],
    // Who the client is, is known for five minutes.
    ['/client/invoices', 'clients/*/invoices', 'nothing'],
    ['/client/visit-forms', 'clients/*/visit-forms', 'user'],
    ['/client/portal/reminders?active=false', 'clients/*/reminders', 'user'],
    ['/client/attachments/lab-results', 'clients/*/lab-results', 'user'],
    ['/admin/clients/registered', 'practice/*/clients', 'user'],
    ['/admin/clients/unregistered', 'clients', 'user'],
    ['/admin/audit', 'practice/*/audit', 'user'],
  ])('by a page link of %s says nothing where %s fails and %s is known', async (address, path, known) => {
    injectFault(manyPages(path))
    const portal = await openPortal(address, { as: address.startsWith('/admin') ? 'admin' : 'owner' })
    const { queryClient } = portal.router.options.context
    await screen.findByRole('link', { name: '9' })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    // So that whatever else the link needs is asked for.
    const kept = ['capabilities', known]
    queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => !kept.includes(String(queryKey[0])) })
    injectFault(http.get('*/api/*', () => HttpResponse.json({}, { status: 500 })))
    const before = portal.calls.length
    act(() => screen.getByRole('link', { name: '9' }).focus())
    await waitFor(() => expect(portal.calls.length).toBeGreaterThan(before))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('but the page that was asked for says it', async () => {
    injectFault(answers('get', 'clients/*/invoices', 500))
    await openPortal('/client/invoices', { as: 'owner' })
    expect(await screen.findByRole('alert')).toHaveTextContent('500')
  })
})

describe('a page that was left before its list came', () => {
  test.each([
    ['/client/invoices', 'clients/*/invoices'],
    ['/client/visit-forms', 'clients/*/visit-forms'],
    ['/client/portal/reminders?active=false', 'clients/*/reminders'],
    ['/client/attachments/lab-results', 'clients/*/lab-results'],
    ['/client/patients', 'clients/*/reminders'],
    ['/admin/clients/registered', 'practice/*/clients'],
    ['/admin/clients/unregistered', 'clients'],
  ])('%s says nothing on the next page', async (address, path) => {
    const isOwner = address.startsWith('/client')
    const portal = await openPortal(isOwner ? '/client/portal/settings' : '/admin/practice', {
      as: isOwner ? 'owner' : 'staff',
    })
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
    const list = holdRequests(path, undefined, () => HttpResponse.json({}, { status: 500 }))
    act(() => portal.router.history.push(address))
    await waitFor(() => expect(list.held.length).toBeGreaterThan(0))
    act(() => portal.router.history.push(isOwner ? '/client/portal/settings' : '/admin/practice'))
    await act(() => portal.router.load())
    await list.releaseAll()
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('but the one that stays says it', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    const list = holdRequests('clients/*/invoices', undefined, () => HttpResponse.json({}, { status: 500 }))
    act(() => portal.router.history.push('/client/invoices'))
    await waitFor(() => expect(list.held.length).toBeGreaterThan(0))
    await list.releaseAll()
    expect(await screen.findByRole('alert')).toHaveTextContent('500')
  })
})
