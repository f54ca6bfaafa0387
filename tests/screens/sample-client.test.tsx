import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { main, replies, shows } from './steps.ts'

const VIEW = 'Bekijk als voorbeeldcliënt'
const PAGES = [
  ['/client/patients', 'Bella'],
  ['/client/herd', 'Ooien'],
  ['/client/invoices', '€'],
  ['/client/visit-forms', 'Simba'],
  ['/client/attachments/lab-results', 'Fleur'],
  ['/client/requests', 'Bella loopt weer gewoon'],
] as const

const banner = () => screen.findByRole('region', { name: 'Voorbeeld: verzonnen gegevens' })

async function openDashboard() {
  await database().updateTable('practice').set({ getting_started_closed_at: null }).execute()
  injectFault(replies('get', 'practice/*/follow-up', { gettingStarted: true }))
  const portal = await openPortal('/admin/dashboard', { as: 'admin' })
  await screen.findByRole('region', { name: 'Aan de slag' })
  return portal
}

test('the sample client is shown from the dashboard, with a banner on every page', async () => {
  const portal = await openDashboard()
  await portal.press(VIEW)
  await arrivesAt(portal, '/client/portal/reminders')
  for (const [path, text] of PAGES) {
    await portal.goTo(path)
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(text))
    await banner()
  }
  await portal.goTo('/client/patients')
  await portal.user.click(await main().findByRole('link', { name: /Bella/ }))
  await shows('Allergisch voor penicilline')

  await portal.user.click(within(await banner()).getByRole('button', { name: 'Terug naar beheer' }))
  await arrivesAt(portal, '/admin/dashboard')
  expect(screen.queryByRole('region', { name: 'Laatst bekeken' })).toBeNull()
  const rows = await database().selectFrom('client').select('uuid').where('uuid', '=', SAMPLE_CLIENT_ID).execute()
  expect(rows).toEqual([])
})

test('the sample client is absent on an API without it', async () => {
  withoutCapabilities()
  await openPortal('/admin/practice', { as: 'admin' })
  await screen.findByRole('button', { name: 'Opslaan' })
  expect(screen.queryByRole('button', { name: VIEW })).toBeNull()
})
