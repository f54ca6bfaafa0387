import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { http } from 'msw'
import { answers, hangs } from '#mocks/faults.ts'
import { answerOf, arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'
import { settled } from './faults.tsx'

// Some APIs give a practice to its staff only. An owner knows it from the list of the own practices.

const ADDRESSES = ['/client/portal/reminders', '/client/portal/settings', '/client/visit-forms', '/accessibility']

describe.each([403, 404])('a practice that is refused by %i', (status) => {
  test.each(ADDRESSES)('to an owner is that of the own practices: %s', async (address) => {
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

  test('to a member of staff is told, for nothing stands in for it', async () => {
    injectFault(answers('get', 'practice/de-waag', status))
    await openPortal('/admin/practice', { as: 'staff' })
    expect(await screen.findByRole('alert')).toHaveTextContent(`De server gaf een fout (${status}).`)
  })
})

describe.each([
  ['fails', 500, 'internal'],
  ['is refused for a lock', 403, 'practice-locked'],
  ['ends by a 401', 401, 'unauthenticated'],
])('a call beside the list that %s', (_, status, code) => {
  test('changes nothing for an owner, whose session goes on', async () => {
    injectFault(answers('get', 'practice/*', status, code))
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await settled()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
    expect(portal.router.state.location.pathname).toBe('/client/portal/reminders')
  })
})

test('one that hangs is waited for by no page of an owner, and by no indicator', async () => {
  injectFault(hangs('get', 'practice/*'))
  await openPortal('/client/portal/reminders', { as: 'owner' })
  await settled()
  expect(screen.getByRole('heading', { level: 1, name: 'Herinneringen' })).toBeVisible()
  expect(within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByText('DAP De Waag')).toBeVisible()
})

test('what it tells beyond the list is taken when it comes', async () => {
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

test('a 401 to a member of staff is the end of the session', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(answers('get', 'practice/*', 401, 'unauthenticated'))
  await portal.router.navigate({ to: '/admin/practice' })
  await arrivesAt(portal, '/auth/login')
})
