import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invoice } from '#harness/builders.ts'
import { arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { PASSWORD } from '#mocks/personas.ts'
import { PRACTICE } from './practice-requests.ts'

const PAGE = '/admin/retention'
const field = (name: string) => screen.getByRole('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })

test('an admin sets the years, sees what would go, and removes it by a proof', async () => {
  const db = database()
  const { uuid } = await db
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', PRACTICE)
    .executeTakeFirstOrThrow()
  const old = await invoice(db, uuid, { date: '2012-03-04' })
  const isThere = async () =>
    (await db.selectFrom('invoice').select('uuid').where('uuid', '=', old).execute()).length === 1
  const { user } = await openPortal(PAGE, { as: 'admin' })
  expect(screen.getByText(/U bewaart alles zonder einde/)).toBeVisible()
  await user.type(field('Facturen'), '6')
  await user.click(button('Opslaan'))
  await waitFor(() => expect(field('Facturen')).toHaveAccessibleDescription(/Zo kort bewaren mag niet/))
  await user.clear(field('Facturen'))
  await user.type(field('Facturen'), '7')
  await user.click(button('Opslaan'))
  expect(await screen.findByText('De bewaartermijnen zijn opgeslagen.')).toBeVisible()

  await user.click(await screen.findByRole('button', { name: 'Proef maken' }))
  const table = within(await screen.findByRole('table', { name: 'Wat er weg zou gaan' }))
  expect(table.getByRole('row', { name: 'Facturen 2012 1' })).toBeVisible()
  expect(await isThere()).toBe(true)
  await user.click(button('Definitief verwijderen'))
  const dialog = within(await screen.findByRole('dialog', { name: '1 gegeven definitief verwijderen?' }))
  expect(await dialog.findByText('Facturen: 1')).toBeVisible()
  const remove = () => user.click(dialog.getByRole('button', { name: 'Definitief verwijderen' }))
  await user.type(dialog.getByLabelText(/Huidig wachtwoord/, { selector: 'input' }), 'Welkom#2027')
  await remove()
  expect(await dialog.findByText(/Dit is niet uw huidige wachtwoord/)).toBeVisible()
  expect(await isThere()).toBe(true)
  await user.clear(dialog.getByLabelText(/Huidig wachtwoord/, { selector: 'input' }))
  await user.type(dialog.getByLabelText(/Huidig wachtwoord/, { selector: 'input' }), PASSWORD)
  await remove()
  expect(await screen.findByText('Verwijderd')).toBeVisible()
  expect(screen.getByText('1 gegeven is verwijderd.')).toBeVisible()
  expect(await isThere()).toBe(false)
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
