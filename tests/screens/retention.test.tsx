import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invoice } from '#harness/builders.ts'
import { arrivesAt, closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { answers } from '#mocks/faults.ts'
import { dialog, field, prove, shows } from './steps.ts'
import { ownerId } from './owner.ts'
import { PRACTICE } from './practice-requests.ts'

const PAGE = '/admin/practice/retention'

const policy = async () =>
  await database().selectFrom('retention').select(['years', 'starts_on']).where('kind', '=', 'invoice').execute()

test('the retention policy shows what it would remove, and requires the password to be switched on', async () => {
  await invoice(database(), await ownerId(), { date: '2012-03-04' })
  const portal = await openPortal(PAGE, { as: 'admin' })
  expect(screen.getByText('U bewaart alles onbeperkt.')).toBeVisible()
  await portal.type('Facturen', '6')
  await portal.press('Opslaan')
  await waitFor(() => expect(field('Facturen')).toHaveAccessibleDescription(/Zo kort bewaren mag niet/))
  await portal.retype('Facturen', '7')
  await portal.press('Opslaan')
  await shows('De bewaartermijnen zijn opgeslagen.')
  await portal.press('Voorbeeld maken')
  const table = within(await screen.findByRole('table', { name: 'Wat er verdwijnt' }))
  expect(table.getByRole('row', { name: 'Facturen 2012 1' })).toBeVisible()

  await portal.tick('Oudere gegevens elke nacht verwijderen')
  await portal.press('Opslaan')
  await dialog('Dit definitief laten verwijderen?')
  await shows('Facturen: 1')
  await prove(portal, 'Opslaan', 'Welkom#2027')
  await shows(/Dit is niet uw huidige wachtwoord/)
  expect(await policy()).toEqual([{ years: 7, starts_on: null }])
  await prove(portal, 'Opslaan')
  await shows(/De volgende keer is in de nacht van/)
  expect(await policy()).toEqual([{ years: 7, starts_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }])
})

test('the retention policy keeps the typed periods if the password dialog is cancelled', async () => {
  const portal = await openPortal(PAGE, { as: 'admin' })
  await portal.type('Herinneringen', '2')
  await portal.tick('Oudere gegevens elke nacht verwijderen')
  await portal.press('Opslaan')
  await portal.confirm('Annuleren')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field('Herinneringen')).toHaveValue('2')
  expect(await policy()).toEqual([])
})

test('the retention policy stops after a jump of the clock, until an admin confirms the time', async () => {
  const at = '2026-06-15T10:00:00.000Z'
  const stopped = { id: 1, seen_at: at, steady_since: at, stopped_at: at }
  await database().insertInto('purge_clock').values(stopped).execute()
  const portal = await openPortal(PAGE, { as: 'admin' })
  expect(screen.getByRole('region', { name: 'Verwijderen is gestopt' })).toBeVisible()
  await portal.press('De klok klopt')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Verwijderen is gestopt' })).toBeNull())
})

test('the retention policy lists the removed records', async () => {
  const entry = { practice_id: PRACTICE, at: '2026-06-16T01:00:00.000Z', action: 'retention-removed' as const }
  const details = JSON.stringify({ kind: 'invoice', count: 12 })
  await database()
    .insertInto('audit')
    .values({ ...entry, details })
    .execute()
  await openPortal(PAGE, { as: 'admin' })
  const list = within(screen.getByRole('region', { name: 'Verwijderd' }))
  expect(list.getByRole('listitem')).toHaveTextContent('Facturen12 gegevens16 juni 2026')
})

test('the former URL of the retention policy redirects admins only', async () => {
  await arrivesAt(await openPortal('/admin/retention', { as: 'admin' }), PAGE)
  closePortals()
  await arrivesAt(await openPortal('/admin/retention', { as: 'staff' }), '/not-authorised')
})

test('a tab of the practice that fails to load leaves the page its only title', async () => {
  injectFault(answers('get', '*/retention', 500))
  await openPortal(PAGE, { as: 'admin' })
  expect(await screen.findByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'Praktijkgegevens',
  ])
})
