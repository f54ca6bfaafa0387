import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { injectFault, openPortal } from '#harness/portal.tsx'

// What is not there, or does not come, takes nothing else with it.

const GONE = '00000000-0000-4000-8000-000000000000'

test.each([
  [`/client/visit-forms?visit=${GONE}`, 'Dit bezoek is niet gevonden'],
  [`/client/patients/${GONE}`, 'Dit dier is niet gevonden'],
])('%s is said under a heading', async (address, title) => {
  await openPortal(address, { as: 'owner' })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

test.each([400, 500])(
  'where the reminder that is due first fails (%i), the list stands all the same, and nobody is told',
  async (status) => {
    injectFault(
      http.get('*/api/clients/*/reminders', ({ request }) => {
        const { searchParams } = new URL(request.url)
        return searchParams.get('size') === '1' && searchParams.get('sort') === 'date,asc'
          ? HttpResponse.json({ status }, { status })
          : undefined
      }),
    )
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('no byte of nought is sent in a search', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=%00Ja%00n%00', { as: 'staff' })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(portal.calls.join('\n')).toContain('q=Jan'))
  expect(portal.calls.filter((call) => call.includes('%00'))).toEqual([])
})
