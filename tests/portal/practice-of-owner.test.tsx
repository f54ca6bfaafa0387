import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { injectFault, openPortal } from '#testing/portal.tsx'
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

test.each([
  [500, 'internal'],
  [403, 'practice-locked'],
])('a failure of another kind is told to an owner as well: %i, %s', async (status, code) => {
  injectFault(answers('get', 'practice/*', status, code))
  await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('alert')).toHaveTextContent(`De server gaf een fout (${status}).`)
})
