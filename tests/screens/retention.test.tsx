import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invoice } from '#harness/builders.ts'
import { arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { PASSWORD } from '#mocks/personas.ts'
import { PRACTICE } from './practice-requests.ts'

const PAGE = '/admin/retention'
const field = (name: string) => screen.getByRole('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })

async function oldInvoice() {
  const db = database()
  const { uuid } = await db
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', PRACTICE)
    .executeTakeFirstOrThrow()
  await invoice(db, uuid, { date: '2012-03-04' })
}
const policy = async () =>
  await database().selectFrom('retention').select(['years', 'starts_on']).where('kind', '=', 'invoice').execute()

test('an admin counts what the years would remove, and switches the removal on by a proof', async () => {
  await oldInvoice()
  const { user } = await openPortal(PAGE, { as: 'admin' })
  expect(screen.getByText('U bewaart alles zonder einde.')).toBeVisible()
  await user.type(field('Facturen'), '6')
  await user.click(button('Opslaan'))
  await waitFor(() => expect(field('Facturen')).toHaveAccessibleDescription(/Zo kort bewaren mag niet/))
  await user.clear(field('Facturen'))
  await user.type(field('Facturen'), '7')
  await user.click(button('Opslaan'))
  expect(await screen.findByText('De bewaartermijnen zijn opgeslagen.')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Tellen wat er verdwijnt' }))
  const table = within(await screen.findByRole('table', { name: 'Wat er verdwijnt' }))
  expect(table.getByRole('row', { name: 'Facturen 2012 1' })).toBeVisible()

  await user.click(screen.getByRole('checkbox', { name: 'Verwijder elke nacht wat ouder is' }))
  await user.click(button('Opslaan'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dit definitief laten verwijderen?' }))
  expect(await dialog.findByText('Facturen: 1')).toBeVisible()
  const password = () => dialog.getByLabelText(/Huidig wachtwoord/, { selector: 'input' })
  await user.type(password(), 'Welkom#2027')
  await user.click(dialog.getByRole('button', { name: 'Opslaan' }))
  expect(await dialog.findByText(/Dit is niet uw huidige wachtwoord/)).toBeVisible()
  expect(await policy()).toEqual([{ years: 7, starts_on: null }])
  await user.clear(password())
  await user.type(password(), PASSWORD)
  await user.click(dialog.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText(/De volgende keer is in de nacht van/)).toBeVisible()
  expect(await policy()).toEqual([{ years: 7, starts_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }])
})

test('keeps what was typed when the proof is cancelled', async () => {
  const { user } = await openPortal(PAGE, { as: 'admin' })
  await user.type(field('Herinneringen'), '2')
  await user.click(screen.getByRole('checkbox', { name: 'Verwijder elke nacht wat ouder is' }))
  await user.click(button('Opslaan'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Annuleren' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field('Herinneringen')).toHaveValue('2')
  expect(await policy()).toEqual([])
})

test('shows that a jump of the clock stops the removal, until an admin confirms it', async () => {
  const at = '2026-06-15T10:00:00.000Z'
  const stopped = { id: 1, seen_at: at, steady_since: at, stopped_at: at }
  await database().insertInto('purge_clock').values(stopped).execute()
  const { user } = await openPortal(PAGE, { as: 'admin' })
  const notice = within(screen.getByRole('region', { name: 'Verwijderen is gestopt' }))
  await user.click(notice.getByRole('button', { name: 'De klok klopt' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Verwijderen is gestopt' })).toBeNull())
})

test('lists what was removed', async () => {
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

test('admins find it from the practice', async () => {
  await openPortal('/admin/practice', { as: 'admin' })
  const panel = within(await screen.findByRole('region', { name: 'Bewaartermijnen' }))
  expect(panel.getByRole('link', { name: 'Instellingen' })).toHaveAttribute('href', PAGE)
})

test('staff who are no admins are not let in', async () => {
  const portal = await openPortal('/admin/practice', { as: 'staff' })
  expect(screen.queryByRole('region', { name: 'Bewaartermijnen' })).toBeNull()
  await portal.router.navigate({ to: PAGE })
  await arrivesAt(portal, '/not-authorised')
})
