import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { http } from 'msw'
import { answers, hangs } from '#mocks/faults.ts'
import { answerOf, arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'
import { settled } from './faults.tsx'

// Some APIs return a practice to staff only. Clients then read it from their list of practices.

const ADDRESSES = ['/client/portal/reminders', '/accessibility']

describe.each([403, 404])('a practice for which the API returns %i', (status) => {
  test.each(ADDRESSES)('is read from the list of practices for an owner: %s', async (address) => {
    injectFault(answers('get', 'practice/*', status, status === 403 ? 'forbidden' : 'not-found'))
    await openPortal(address, { as: 'owner' })
    await settled()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
    if (address === '/accessibility') return
    const sidebar = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
    expect(sidebar.getByText('DAP De Waag')).toBeVisible()
  })

  test('is an error for staff', async () => {
    injectFault(answers('get', 'practice/de-waag', status))
    await openPortal('/admin/practice', { as: 'staff' })
    expect(await screen.findByRole('alert')).toHaveTextContent(`De server gaf een fout (${status}).`)
  })
})

describe.each([
  ['fails', 500, 'internal'],
  ['fails because the client is locked', 403, 'practice-locked'],
  ['returns 401', 401, 'unauthenticated'],
])('a call for the practice that %s', (_, status, code) => {
  test('has no effect for an owner', async () => {
    injectFault(answers('get', 'practice/*', status, code))
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await settled()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
    expect(portal.router.state.location.pathname).toBe('/client/portal/reminders')
  })
})

test('a pending call for the practice delays no page of an owner', async () => {
  injectFault(hangs('get', 'practice/*'))
  await openPortal('/client/portal/reminders', { as: 'owner' })
  await settled()
  expect(screen.getByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible()
  expect(within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByText('DAP De Waag')).toBeVisible()
})

test('the loaded practice replaces the entry of the list', async () => {
  injectFault(
    http.get('*/api/user/practices', async ({ request }) => {
      const practices = (await (await answerOf(request)).json()) as { id: string; name: string }[]
      return Response.json(practices.map(({ id }) => ({ id, name: 'De naam van de lijst' })))
    }),
  )
  await openPortal('/client/portal/reminders', { as: 'owner' })
  const sidebar = within(await screen.findByRole('navigation', { name: 'Hoofdmenu' }))
  expect(await sidebar.findByText('DAP De Waag')).toBeVisible()
  expect(screen.queryByText('De naam van de lijst')).toBeNull()
})

test('a call for the practice that returns 401 ends the session of staff', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(answers('get', 'practice/*/clients', 401, 'unauthenticated'))
  await portal.router.navigate({ to: '/admin/clients/registered' })
  await arrivesAt(portal, '/auth/login')
})
