import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { arrivesAt, closePortals, database, openPortal } from '#harness/portal.tsx'
import { dialog, field, main, shows, sidebar } from './steps.ts'
import { PRACTICE, TEMPLATES, takesRequests } from './practice-requests.ts'

const PAGE = '/admin/requests/settings'
const saved = async () => {
  const { data } = await database()
    .selectFrom('request_settings')
    .select('data')
    .where('practice_id', '=', PRACTICE)
    .executeTakeFirstOrThrow()
  return JSON.parse(data) as unknown
}

beforeEach(() => takesRequests())

test('the request settings are saved by an admin, who can switch requests off', async () => {
  const portal = await openPortal(PAGE, { as: 'admin' })
  await portal.tick('Gegevens wijzigen')
  await portal.type('Openingstijden', 'Ma-vr 8-18 uur')
  await portal.type('E-mails over verzoeken naar', 'geen adres')
  await portal.type(/^Medicijnen/, 'Apoquel{Enter}{Enter} Metacam ')
  await portal.press('Opslaan')
  await waitFor(() => expect(field('E-mails over verzoeken naar')).toHaveAccessibleDescription(/geldig e-mailadres/))
  await portal.retype('E-mails over verzoeken naar', 'balie@dewaag.example')
  await portal.press('Opslaan')
  await shows('De instellingen zijn opgeslagen.')
  expect(await saved()).toMatchObject({
    kinds: ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION'],
    hours: 'Ma-vr 8-18 uur',
    mailTo: 'balie@dewaag.example',
    productsNotRepeated: ['Apoquel', 'Metacam'],
    seenWithinDays: 1,
    templates: TEMPLATES,
  })
  for (const name of ['Medicijn herhalen', 'Afspraak', 'Vraag']) await portal.tick(name)
  await portal.press('Opslaan')
  await waitFor(async () => expect(await saved()).toMatchObject({ kinds: [] }))
  await waitFor(() => expect(sidebar().queryByRole('link', { name: /^Verzoeken/ })).toBeNull())
})

test('the request settings have templates that can be added, ordered and removed', async () => {
  const portal = await openPortal(PAGE, { as: 'admin' })
  await portal.press('Standaardantwoord toevoegen')
  await waitFor(() => expect(field('Standaardantwoord 3')).toHaveFocus())
  await portal.user.keyboard('Kom langs.')
  await portal.press('Standaardantwoord 3 omhoog')
  expect(field('Standaardantwoord 2')).toHaveValue('Kom langs.')
  await portal.press('Standaardantwoord 1 verwijderen')
  expect(screen.getByRole('button', { name: 'Standaardantwoord toevoegen' })).toHaveFocus()
  await portal.press('Opslaan')
  await shows('De instellingen zijn opgeslagen.')
  expect(await saved()).toMatchObject({ templates: ['Kom langs.', TEMPLATES[1]] })
})

test('the request settings require confirmation before unsaved changes are discarded', async () => {
  const portal = await openPortal(PAGE, { as: 'admin' })
  await portal.type('Openingstijden', 'Nooit')
  await portal.follow('Alle verzoeken')
  await dialog('Verlaten zonder op te slaan?')
  await portal.confirm('Annuleren')
  expect(portal.address()).toBe(PAGE)
})

test('the request settings are linked from the list and the practice for admins only', async () => {
  const portal = await openPortal('/admin/requests', { as: 'admin' })
  expect(main().getByRole('link', { name: 'Instellingen' })).toHaveAttribute('href', PAGE)
  await portal.goTo('/admin/practice/clients')
  const part = within(await screen.findByRole('region', { name: 'Verzoeken' }))
  expect(part.getByRole('link', { name: 'Bekijken' })).toHaveAttribute('href', PAGE)
  closePortals()
  const other = await openPortal('/admin/requests', { as: 'staff' })
  expect(main().queryByRole('link', { name: 'Instellingen' })).toBeNull()
  await other.goTo(PAGE)
  await arrivesAt(other, '/not-authorised')
})
