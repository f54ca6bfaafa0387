import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { addDays } from '#contract/dates.ts'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { staffOffer } from '#harness/builders.ts'
import { today } from '#src/lib/dates.ts'
import {
  type TestPortal,
  arrivesAt,
  closePortals,
  database,
  injectFault,
  openPortal,
  withoutCapabilities,
} from '#harness/portal.tsx'
import { accountOf, apiHasOnly, callAs, dialog, dialogCloses, prove, replies, shows, sidebar } from './steps.ts'

const STAFF = '/admin/staff'
const NEW = 'nieuw@dewaag.example'
const INVITED = 'Uitgenodigd, nog niet geaccepteerd'
const open = () => openPortal(STAFF, { as: 'admin' })
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
const invites = async (portal: TestPortal, username: string) => {
  if (!screen.queryByRole('dialog')) await portal.press('Uitnodigen')
  await portal.retype(/^E-mailadres/, username)
  await portal.confirm('Uitnodigen')
}

async function choose({ user }: TestPortal, name: string, action: string) {
  await user.click(row(name).getByRole('button', { name: `Acties voor ${name}` }))
  await user.click(screen.getByRole('menuitem', { name: action }))
}
const staffOf = (username: string) =>
  database()
    .selectFrom('account')
    .select(['practice_id', 'staff_role'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
const NONE = { practice_id: null, staff_role: null }

const isInvited = (username: string) =>
  callAs('admin', 'POST', 'practice/de-waag/staff', { username, role: 'CLINIC_USER' })

describe('staff of a practice', () => {
  test('are listed with their role, and so is a person named by an export', async () => {
    await staffOffer(database(), (await accountOf('staff')).id, 'de-waag', 'CLINIC_ADMIN')
    await open()
    expect(row('Tess Brouwer').getByText('Beheerder')).toBeVisible()
    expect(row('Tess Brouwer').getByText('admin@dewaag.example')).toBeVisible()
    expect(row('Femke de Wit').getByText('Medewerker')).toBeVisible()
    expect(row('Femke de Wit').getByText('Rol beheerder aangeboden')).toBeVisible()
    expect(row('Joris Bakker').getByText('Beheerder')).toBeVisible()
    expect(row('Joris Bakker').queryByText(/aangeboden/)).toBeNull()
  })

  test('are listed with the day of their last sign-in, if the API has it', async () => {
    const yesterday = { last_sign_in_day: addDays(today(), -1) }
    await database().updateTable('account').set(yesterday).where('username', '=', 'staff@dewaag.example').execute()
    await open()
    expect(screen.getByRole('row', { name: /Tess Brouwer.*Laatst ingelogd: vandaag/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /Femke de Wit.*Laatst ingelogd: gisteren/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /Joris Bakker.*Nog niet ingelogd/ })).toBeVisible()
    closePortals()
    apiHasOnly('staff')
    await open()
    expect(row('Joris Bakker').getByText('Geen tweede factor')).toBeVisible()
    expect(screen.queryByText(/ingelogd/)).toBeNull()
  })

  test('are invited by mail, at most once an hour, and admins only with the password', async () => {
    const portal = await open()
    await portal.press('Uitnodigen')
    await portal.type('Voornaam', 'Noor')
    await portal.choose('Beheerder')
    await invites(portal, NEW)
    await dialog('Beheerder uitnodigen?')
    await portal.confirm('Annuleren')
    expect((await dialog()).getByRole('textbox', { name: 'Voornaam' })).toHaveValue('Noor')
    expect((await dialog()).queryByRole('alert')).toBeNull()
    await portal.confirm('Uitnodigen')
    await dialog(/^Beheerder uitnodigen/)
    await prove(portal, 'Uitnodigen')
    expect(await screen.findByRole('status')).toHaveTextContent(`De uitnodiging gaat naar ${NEW}.`)
    await dialogCloses()
    expect(row('Noor').getByText(INVITED)).toBeVisible()
    expect(await staffOf(NEW)).toEqual(NONE)
    await choose(portal, 'Noor', 'Uitnodiging opnieuw sturen')
    await shows('Deze e-mail is het afgelopen uur al aangevraagd. Probeer het later opnieuw. (409)')
    expect(portal.calls.filter((call) => /^POST .*\/staff\/.*\/invitation$/.test(call))).toHaveLength(1)
  })

  test('are invited on a later day if the practice has reached its daily limit of mails', async () => {
    injectFault(replies('get', 'practice/*/mail-budget', { perDay: 500, left: 0, putOff: 1 }))
    await invites(await open(), NEW)
    await shows(/1 e-mail wacht en gaat in de komende dagen vanzelf\.$/)
  })

  test('cannot be invited by an invalid e-mail address, nor twice', async () => {
    const portal = await open()
    await invites(portal, 'vet@gmail')
    await shows('Vul een geldig e-mailadres in.')
    expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    await invites(portal, 'staff@dewaag.example')
    await shows('Deze persoon werkt al bij de praktijk. Vul een ander e-mailadres in.')
    const field = (await dialog()).getByRole('textbox', { name: /^E-mailadres/ })
    expect(field).toHaveFocus()
    expect(field).toHaveValue('staff@dewaag.example')
  })

  test('can get another role while invited, until the invitation is revoked', async () => {
    await isInvited(NEW)
    const portal = await open()
    await choose(portal, NEW, 'Beheerder maken')
    await prove(portal, 'Beheerder maken')
    await dialogCloses()
    expect(await row(NEW).findByText('Beheerder')).toBeVisible()
    expect(row(NEW).getByText(INVITED)).toBeVisible()
    await choose(portal, NEW, 'Uitnodiging intrekken')
    await shows(/kan de uitnodiging dan niet meer accepteren/)
    await portal.confirm('Uitnodiging intrekken')
    await dialogCloses()
    expect(row(NEW).getByText('Geen toegang meer')).toBeVisible()
  })

  test('lose access after a confirmation, and can be invited again', async () => {
    const portal = await open()
    await choose(portal, 'Femke de Wit', 'Toegang beëindigen')
    await portal.confirm('Annuleren')
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ staff_role: 'CLINIC_USER' })
    await choose(portal, 'Femke de Wit', 'Toegang beëindigen')
    await portal.confirm('Toegang beëindigen')
    await dialogCloses()
    expect(row('Femke de Wit').getByText('Geen toegang meer')).toBeVisible()
    expect(await staffOf('staff@dewaag.example')).toEqual(NONE)
    await choose(portal, 'Femke de Wit', 'Opnieuw uitnodigen')
    await portal.confirm('Opnieuw uitnodigen')
    await dialogCloses()
    expect(row('Femke de Wit').getByText('Medewerker')).toBeVisible()
    expect(row('Femke de Wit').getByText(INVITED)).toBeVisible()
    expect(await staffOf('staff@dewaag.example')).toEqual(NONE)
  })

  test('can be invited again after they declined', async () => {
    await isInvited('owner@mail.example')
    await callAs('owner', 'DELETE', 'user/offers/de-waag')
    const portal = await open()
    expect(row('owner@mail.example').getByText('Heeft geweigerd')).toBeVisible()
    await choose(portal, 'owner@mail.example', 'Opnieuw uitnodigen')
    await portal.confirm('Opnieuw uitnodigen')
    await dialogCloses()
    expect(row('owner@mail.example').getByText(INVITED)).toBeVisible()
  })

  test('always include an admin', async () => {
    const portal = await open()
    await choose(portal, 'Joris Bakker', 'Medewerker maken')
    await prove(portal, 'Medewerker maken')
    await dialogCloses()
    await choose(portal, 'Tess Brouwer', 'Toegang beëindigen')
    await shows(/^Dit bent u zelf\./)
    await prove(portal, 'Toegang beëindigen')
    await shows(/^Dit is de laatste beheerder/)
    expect(await staffOf('admin@dewaag.example')).toMatchObject({ staff_role: 'CLINIC_ADMIN' })
  })

  test.each([
    ['Medewerker maken', '/admin/dashboard', 'De toegang van Tess Brouwer is gewijzigd.'],
    ['Toegang beëindigen', '/auth/no-clinic', 'U bent nog niet gekoppeld'],
  ])('can change their own access: %s', async (action, address, text) => {
    const portal = await open()
    await choose(portal, 'Tess Brouwer', action)
    await prove(portal, action)
    await arrivesAt(portal, address)
    await shows(text)
    expect(screen.queryByRole('link', { name: 'Medewerkers' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('named as admins by an export are accepted with the password, or declined', async () => {
    const named = { practice_id: 'de-waag', key_name: 'Nacht', proposed_at: '2026-06-01T10:00:00.000Z' }
    await database()
      .insertInto('staff_proposal')
      .values([
        { ...named, id: 'one', username: 'staff@dewaag.example', first_name: 'Femke', last_name: 'de Wit' },
        { ...named, id: 'two', username: 'vreemd@mail.example', first_name: null, last_name: null },
      ])
      .execute()
    const portal = await open()
    const part = within(await screen.findByRole('region', { name: 'Beheerders die een export noemt' }))
    expect(part.getByText('Femke de Wit').closest('li')).toHaveTextContent(
      /staff@dewaag\.example · sleutel Nacht, 1 juni 2026/,
    )
    await portal.press('vreemd@mail.example als beheerder afwijzen')
    await portal.confirm('Afwijzen')
    await dialogCloses()
    await portal.press('Femke de Wit beheerder maken')
    await prove(portal, 'Beheerder maken')
    await dialogCloses()
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ staff_role: 'CLINIC_ADMIN' })
    expect(screen.queryByRole('region', { name: 'Beheerders die een export noemt' })).toBeNull()
  })

  test('are changed without a password if the API requires none', async () => {
    apiHasOnly('staff')
    injectFault(http.put('*/api/practice/*/staff/*', async ({ request }) => Response.json(await request.json())))
    const portal = await open()
    await choose(portal, 'Joris Bakker', 'Medewerker maken')
    await portal.confirm('Medewerker maken')
    await dialogCloses()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([true, false])('have a link for admins if the API has staff: %s', async (hasStaff) => {
    if (!hasStaff) withoutCapabilities()
    await openPortal('/admin/practice', { as: 'admin' })
    expect(await screen.findByRole('link', { name: 'Praktijkgegevens' })).toBeVisible()
    const links = screen.queryAllByRole('link', { name: 'Medewerkers' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(hasStaff ? [STAFF] : [])
  })

  test('are not shown to other staff', async () => {
    await arrivesAt(await openPortal(STAFF, { as: 'staff' }), '/not-authorised')
    expect(screen.queryByRole('link', { name: 'Medewerkers' })).toBeNull()
  })
})

describe('the settings of staff', () => {
  const SETTINGS = '/admin/settings'
  const name = () => screen.findByRole('textbox', { name: 'Voornaam' })

  test('save the user’s own name, without invisible characters', async () => {
    const portal = await openPortal(SETTINGS, { as: 'staff' })
    await portal.user.clear(await name())
    await portal.user.paste('\uFEFFFen\u200Bna\u00AD ')
    await portal.press('Opslaan')
    expect(await screen.findByRole('status')).toHaveTextContent('Uw naam is opgeslagen.')
    expect((await accountOf('staff')).first_name).toBe('Fenna')
    expect(await sidebar().findByText('Fenna de Wit')).toBeVisible()
  })

  test('keep a name that could not be saved in its field', async () => {
    const portal = await openPortal(SETTINGS, { as: 'staff' })
    injectFault(answers('put', 'user', 500))
    await portal.type('Voornaam', 'x')
    await portal.press('Opslaan')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await name()).toHaveValue('Femkex')
  })

  test('omit the name and the practice if there is nothing to change', async () => {
    withoutCapabilities()
    await openPortal(SETTINGS, { as: 'staff' })
    expect(screen.getByText('staff@dewaag.example')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Voornaam' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Praktijk' })).toBeNull()
  })
})

describe('staff of several practices', () => {
  test('choose one practice, and see its clients', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'group' })
    expect(await sidebar().findByText('DAP De Linde')).toBeVisible()
    await portal.follow('Andere praktijk')
    await arrivesAt(portal, '/admin/settings')
    await portal.press(/DAP De Waag/)
    await arrivesAt(portal, '/admin/dashboard')
    expect(await sidebar().findByText('DAP De Waag')).toBeVisible()
    await portal.user.click(sidebar().getByRole('link', { name: 'Cliënten' }))
    await waitFor(() => expect(portal.calls).toContainEqual(expect.stringContaining('/api/practice/de-waag/clients')))
  })

  test.each([
    ['the chosen practice', 'de-waag', 'DAP De Waag'],
    ['their first practice if they lost access to the selected practice', 'de-hoef', 'DAP De Linde'],
  ])('see %s after a reload', async (_, practiceId, name) => {
    const session = { userId: 'x', practiceId, roles: ['CLINIC_ADMIN'], language: 'nl' }
    sessionStorage.setItem('portal', JSON.stringify({ state: { session }, version: 0 }))
    await openPortal('/admin/clients/registered', { as: 'group' })
    expect(await sidebar().findByText(name)).toBeVisible()
  })

  test('are the only staff who can switch the practice', async () => {
    await openPortal('/admin/settings', { as: 'admin' })
    expect(screen.queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Praktijk' })).toBeNull()
  })
})
