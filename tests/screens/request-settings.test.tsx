import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { PRACTICE, TEMPLATES, sidebar, takesRequests } from './practice-requests.ts'

const PAGE = '/admin/requests/settings'
const saved = async () => {
  const { data } = await database()
    .selectFrom('request_settings')
    .select('data')
    .where('practice_id', '=', PRACTICE)
    .executeTakeFirstOrThrow()
  return JSON.parse(data) as unknown
}
const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Opslaan' })

beforeEach(() => takesRequests())

test('an admin changes what clients may ask and how they are answered, and turns all of it off', async () => {
  const { user } = await openPortal(PAGE, { as: 'admin' })
  await user.click(screen.getByRole('checkbox', { name: 'Gegevens wijzigen' }))
  await user.type(field('Openingstijden'), 'Ma-vr 8-18 uur')
  await user.type(field('Mails over verzoeken naar'), 'geen adres')
  await user.type(field(/^Producten/), 'Apoquel{Enter}{Enter} Metacam ')
  await user.click(save())
  await waitFor(() => expect(field('Mails over verzoeken naar')).toHaveAccessibleDescription(/geldig e-mailadres/))
  await user.clear(field('Mails over verzoeken naar'))
  await user.type(field('Mails over verzoeken naar'), 'balie@dewaag.example')
  await user.click(save())
  expect(await screen.findByText('De instellingen zijn opgeslagen.')).toBeVisible()
  expect(await saved()).toMatchObject({
    kinds: ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION'],
    hours: 'Ma-vr 8-18 uur',
    mailTo: 'balie@dewaag.example',
    productsNotRepeated: ['Apoquel', 'Metacam'],
    seenWithinDays: 1,
    templates: TEMPLATES,
  })
  for (const name of ['Medicijn opnieuw', 'Afspraak', 'Vraag']) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(save())
  await waitFor(async () => expect(await saved()).toMatchObject({ kinds: [] }))
  await waitFor(() => expect(sidebar().queryByRole('link', { name: /^Verzoeken/ })).toBeNull())
})

test('texts are added, put in another order and removed', async () => {
  const { user } = await openPortal(PAGE, { as: 'admin' })
  await user.click(screen.getByRole('button', { name: 'Tekst toevoegen' }))
  await waitFor(() => expect(field('Tekst 3')).toHaveFocus())
  await user.keyboard('Kom langs.')
  await user.click(screen.getByRole('button', { name: 'Tekst 3 omhoog' }))
  expect(field('Tekst 2')).toHaveValue('Kom langs.')
  await user.click(screen.getByRole('button', { name: 'Tekst 1 verwijderen' }))
  expect(screen.getByRole('button', { name: 'Tekst toevoegen' })).toHaveFocus()
  await user.click(save())
  expect(await screen.findByText('De instellingen zijn opgeslagen.')).toBeVisible()
  expect(await saved()).toMatchObject({ templates: ['Kom langs.', TEMPLATES[1]] })
})

test('what is not saved is not lost by leaving', async () => {
  const portal = await openPortal(PAGE, { as: 'admin' })
  await portal.user.type(field('Openingstijden'), 'Nooit')
  await portal.user.click(screen.getByRole('link', { name: 'Alle verzoeken' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Weggaan zonder op te slaan?' }))
  await portal.user.click(asked.getByRole('button', { name: 'Annuleren' }))
  expect(portal.address()).toBe(PAGE)
})

test('admins find the settings from the list and from the practice', async () => {
  const portal = await openPortal('/admin/requests', { as: 'admin' })
  const main = () => within(screen.getByRole('main'))
  expect(main().getByRole('link', { name: 'Instellingen' })).toHaveAttribute('href', PAGE)
  await portal.router.navigate({ to: '/admin/practice' })
  const part = within(await screen.findByRole('region', { name: 'Verzoeken' }))
  expect(part.getByRole('link', { name: 'Instellingen' })).toHaveAttribute('href', PAGE)
})

test('staff who are no admins are not let in', async () => {
  const portal = await openPortal('/admin/requests', { as: 'staff' })
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Instellingen' })).toBeNull()
  await portal.router.navigate({ to: PAGE })
  await arrivesAt(portal, '/not-authorised')
})
