import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import type { Persona } from '#mocks/personas.ts'
import { staffOffer } from '#harness/builders.ts'
import {
  type TestPortal,
  answerOf,
  arrivesAt,
  database,
  injectFault,
  openPortal,
  tokenOf,
  withoutCapabilities,
} from '#harness/portal.tsx'

const STAFF = '/admin/staff'
const PASSWORD = 'Welkom#2026'
const open = () => openPortal(STAFF, { as: 'admin' })
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const dialog = () => within(screen.getByRole('dialog'))
const sidebar = () => within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
/** Gives the password that a dialog asks for, and presses its button. */
async function prove({ user }: TestPortal, action: string, title?: RegExp) {
  const asked = within(await screen.findByRole('dialog', title && { name: title }))
  await user.type(await asked.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
  await user.click(asked.getByRole('button', { name: action }))
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function choose({ user }: TestPortal, name: string, action: string) {
  await user.click(within(row(name)).getByRole('button', { name: `Acties voor ${name}` }))
  await user.click(screen.getByRole('menuitem', { name: action }))
  if (!action.startsWith('Uitnodiging opnieuw')) await screen.findByRole('dialog')
}

/** Who is staff of De Waag, by the database. */
const staffOf = async (username: string) =>
  await database()
    .selectFrom('account')
    .select(['practice_id', 'staff_role', 'first_name'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

const ask = async (who: Persona, method: string, path: string, body?: unknown) =>
  await answerOf(
    new Request(`http://localhost:3000/api/${path}`, {
      method,
      headers: { authorization: await tokenOf(who), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )

const isInvited = (username: string) =>
  ask('admin', 'POST', 'practice/de-waag/staff', { username, role: 'CLINIC_USER' })
const declines = (who: Persona) => ask(who, 'DELETE', 'user/offers/de-waag')

describe('the staff of a practice', () => {
  test('are listed with what they may do', async () => {
    await open()
    expect(within(row('Tess Brouwer')).getByText('Beheerder')).toBeVisible()
    expect(within(row('Tess Brouwer')).getByText('admin@dewaag.example')).toBeVisible()
    expect(within(row('Femke de Wit')).getByText('Medewerker')).toBeVisible()
    expect(within(row('Joris Bakker')).getByText('Beheerder')).toBeVisible()
  })

  test('one is invited by mail, and once more', async () => {
    const portal = await open()
    await portal.user.click(screen.getByRole('button', { name: 'Uitnodigen' }))
    await portal.user.type(dialog().getByRole('textbox', { name: /^E-mailadres/ }), 'nieuw@dewaag.example')
    await portal.user.type(dialog().getByRole('textbox', { name: 'Voornaam' }), 'Noor')
    await portal.user.click(dialog().getByRole('radio', { name: 'Beheerder' }))
    await portal.user.click(dialog().getByRole('button', { name: 'Uitnodigen' }))
    const asked = await screen.findByRole('dialog', { name: 'Beheerder uitnodigen?' })
    await portal.user.click(await within(asked).findByRole('button', { name: 'Annuleren' }))
    // Nothing typed is lost.
    expect(dialog().getByRole('textbox', { name: 'Voornaam' })).toHaveValue('Noor')
    expect(dialog().queryByRole('alert')).toBeNull()
    await portal.user.click(dialog().getByRole('button', { name: 'Uitnodigen' }))
    await prove(portal, 'Uitnodigen', /^Beheerder uitnodigen/)
    expect(await screen.findByRole('status')).toHaveTextContent('De uitnodiging gaat naar nieuw@dewaag.example.')
    await isClosed()
    expect(within(row('Noor')).getByText('Uitgenodigd, nog niet geaccepteerd')).toBeVisible()
    // Nothing is theirs before they accept.
    expect(await staffOf('nieuw@dewaag.example')).toMatchObject({ practice_id: null, staff_role: null })
    await choose(portal, 'Noor', 'Uitnodiging opnieuw sturen')
    expect(
      await screen.findByText('Deze mail is het afgelopen uur al aangevraagd. Probeer het later opnieuw. (409)'),
    ).toBeVisible()
    expect(portal.calls.filter((call) => /^POST .*\/staff\/.*\/invitation$/.test(call))).toHaveLength(1)
  })

  test('who invites one is told where the practice has no mails left today', async () => {
    injectFault(http.get('*/api/practice/*/mail-budget', () => Response.json({ perDay: 500, left: 0, putOff: 1 })))
    const portal = await open()
    await portal.user.click(screen.getByRole('button', { name: 'Uitnodigen' }))
    await portal.user.type(dialog().getByRole('textbox', { name: /^E-mailadres/ }), 'nieuw@dewaag.example')
    await portal.user.click(dialog().getByRole('button', { name: 'Uitnodigen' }))
    expect(await screen.findByText(/1 mail wacht en gaat in de komende dagen vanzelf\.$/)).toBeVisible()
  })

  test('who works there already is told beside the address, and what was typed stays', async () => {
    const portal = await open()
    await portal.user.click(screen.getByRole('button', { name: 'Uitnodigen' }))
    const address = dialog().getByRole('textbox', { name: /^E-mailadres/ })
    await portal.user.type(address, 'staff@dewaag.example')
    await portal.user.click(dialog().getByRole('button', { name: 'Uitnodigen' }))
    expect(
      await dialog().findByText('Deze persoon werkt al bij de praktijk. Vul een ander e-mailadres in.'),
    ).toBeVisible()
    expect(address).toHaveFocus()
    expect(address).toHaveValue('staff@dewaag.example')
  })

  test.each(['geen adres', 'vet@gmail', 'vet@praktijk..example', 'vet@praktijk,example'])(
    'refuses %s at its field',
    async (typed) => {
      const portal = await open()
      await portal.user.click(screen.getByRole('button', { name: 'Uitnodigen' }))
      await portal.user.type(dialog().getByRole('textbox', { name: /^E-mailadres/ }), typed)
      await portal.user.click(dialog().getByRole('button', { name: 'Uitnodigen' }))
      expect(await dialog().findByText('Vul een geldig e-mailadres in.')).toBeVisible()
      expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    },
  )

  test('one who is invited gets another role, and the invitation is taken back', async () => {
    await isInvited('nieuw@dewaag.example')
    const portal = await open()
    const name = 'nieuw@dewaag.example'
    await choose(portal, name, 'Beheerder maken')
    await prove(portal, 'Beheerder maken')
    await isClosed()
    expect(await within(row(name)).findByText('Beheerder')).toBeVisible()
    expect(within(row(name)).getByText('Uitgenodigd, nog niet geaccepteerd')).toBeVisible()

    await choose(portal, name, 'Uitnodiging intrekken')
    expect(dialog().getByText(/kan de uitnodiging dan niet meer accepteren/)).toBeVisible()
    await portal.user.click(dialog().getByRole('button', { name: 'Uitnodiging intrekken' }))
    await isClosed()
    expect(within(row(name)).getByText('Geen toegang meer')).toBeVisible()
  })

  test('one loses access after a question, and is invited again', async () => {
    const portal = await open()
    await choose(portal, 'Femke de Wit', 'Toegang beëindigen')
    await portal.user.click(dialog().getByRole('button', { name: 'Annuleren' }))
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ staff_role: 'CLINIC_USER' })

    await choose(portal, 'Femke de Wit', 'Toegang beëindigen')
    await portal.user.click(dialog().getByRole('button', { name: 'Toegang beëindigen' }))
    await isClosed()
    expect(within(row('Femke de Wit')).getByText('Geen toegang meer')).toBeVisible()
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ practice_id: null, staff_role: null })

    await choose(portal, 'Femke de Wit', 'Opnieuw uitnodigen')
    await portal.user.click(dialog().getByRole('button', { name: 'Opnieuw uitnodigen' }))
    await isClosed()
    expect(within(row('Femke de Wit')).getByText('Medewerker')).toBeVisible()
    expect(within(row('Femke de Wit')).getByText('Uitgenodigd, nog niet geaccepteerd')).toBeVisible()
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ practice_id: null, staff_role: null })
  })

  test('who has declined is shown so, and can be invited again', async () => {
    await isInvited('owner@mail.example')
    await declines('owner')
    const portal = await open()
    expect(within(row('owner@mail.example')).getByText('Heeft geweigerd')).toBeVisible()
    await choose(portal, 'owner@mail.example', 'Opnieuw uitnodigen')
    await portal.user.click(dialog().getByRole('button', { name: 'Opnieuw uitnodigen' }))
    await isClosed()
    expect(within(row('owner@mail.example')).getByText('Uitgenodigd, nog niet geaccepteerd')).toBeVisible()
  })

  test('a role that an export offers is beside that of now', async () => {
    const { id } = await database()
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'staff@dewaag.example')
      .executeTakeFirstOrThrow()
    await staffOffer(database(), id, 'de-waag', 'CLINIC_ADMIN')
    await open()
    expect(within(row('Femke de Wit')).getByText('Medewerker')).toBeVisible()
    expect(within(row('Femke de Wit')).getByText('Rol beheerder aangeboden')).toBeVisible()
    expect(within(row('Joris Bakker')).queryByText(/aangeboden/)).toBeNull()
  })

  test('the last admin stays one, and the dialog says why', async () => {
    const portal = await open()
    await choose(portal, 'Joris Bakker', 'Medewerker maken')
    await prove(portal, 'Medewerker maken')
    await isClosed()
    await choose(portal, 'Tess Brouwer', 'Toegang beëindigen')
    expect(dialog().getByText(/^Dit bent u zelf\./)).toBeVisible()
    await prove(portal, 'Toegang beëindigen')
    expect(await dialog().findByText(/^Dit is de laatste beheerder/)).toBeVisible()
    expect(await staffOf('admin@dewaag.example')).toMatchObject({ staff_role: 'CLINIC_ADMIN' })
  })

  test('an admin who makes themselves a member of staff goes on as one', async () => {
    const portal = await open()
    await choose(portal, 'Tess Brouwer', 'Medewerker maken')
    await prove(portal, 'Medewerker maken')
    await arrivesAt(portal, '/admin/dashboard')
    expect(await screen.findByText('De toegang van Tess Brouwer is gewijzigd.')).toBeVisible()
    expect(sidebar().queryByRole('link', { name: 'Medewerkers' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an admin who ends their own access is out of the practice at once', async () => {
    const portal = await open()
    await choose(portal, 'Tess Brouwer', 'Toegang beëindigen')
    await prove(portal, 'Toegang beëindigen')
    await arrivesAt(portal, '/auth/no-clinic')
    expect(await screen.findByText('U bent nog niet gekoppeld')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an admin whom an export names is made one by a proof, and another is declined', async () => {
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
    await portal.user.click(part.getByRole('button', { name: 'vreemd@mail.example als beheerder afwijzen' }))
    await portal.user.click(dialog().getByRole('button', { name: 'Afwijzen' }))
    await isClosed()
    await portal.user.click(part.getByRole('button', { name: 'Femke de Wit beheerder maken' }))
    await prove(portal, 'Beheerder maken')
    await isClosed()
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ staff_role: 'CLINIC_ADMIN' })
    expect(screen.queryByRole('region', { name: 'Beheerders die een export noemt' })).toBeNull()
  })

  test('an API without proofs is asked without one', async () => {
    injectFault(http.get('*/api/capabilities', () => Response.json(['staff'])))
    injectFault(http.put('*/api/practice/*/staff/*', async ({ request }) => Response.json(await request.json())))
    const portal = await open()
    await choose(portal, 'Joris Bakker', 'Medewerker maken')
    await portal.user.click(dialog().getByRole('button', { name: 'Medewerker maken' }))
    await isClosed()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('are of no concern to who is no admin', async () => {
    await arrivesAt(await openPortal(STAFF, { as: 'staff' }), '/not-authorised')
    expect(screen.queryByRole('link', { name: 'Medewerkers' })).toBeNull()
  })

  test('are linked to for admins', async () => {
    await openPortal('/admin/practice', { as: 'admin' })
    expect(await screen.findByRole('link', { name: 'Medewerkers' })).toHaveAttribute('href', STAFF)
  })

  test('are not linked to where the API knows nothing of them', async () => {
    withoutCapabilities()
    await openPortal('/admin/practice', { as: 'admin' })
    expect(await screen.findByRole('link', { name: 'Praktijkgegevens' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Medewerkers' })).toBeNull()
  })
})

describe('the settings of staff', () => {
  const SETTINGS = '/admin/settings'
  const name = () => screen.findByRole('textbox', { name: 'Voornaam' })

  test('one’s own name is saved, and stands in the sidebar', async () => {
    const portal = await openPortal(SETTINGS, { as: 'staff' })
    await portal.user.clear(await name())
    await portal.user.type(await name(), 'Fenna')
    await portal.user.click(screen.getByRole('button', { name: 'Opslaan' }))
    expect(await screen.findByRole('status')).toHaveTextContent('Uw naam is opgeslagen.')
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ first_name: 'Fenna' })
    expect(await sidebar().findByText('Fenna de Wit')).toBeVisible()
  })

  test('saves a name without the invisible characters that were pasted with it', async () => {
    const portal = await openPortal(SETTINGS, { as: 'staff' })
    await portal.user.clear(await name())
    await portal.user.paste('\uFEFFFen\u200Bna\u00AD ')
    await portal.user.click(screen.getByRole('button', { name: 'Opslaan' }))
    expect(await screen.findByRole('status')).toHaveTextContent('Uw naam is opgeslagen.')
    expect(await staffOf('staff@dewaag.example')).toMatchObject({ first_name: 'Fenna' })
  })

  test('a name that could not be saved stays in its field', async () => {
    const portal = await openPortal(SETTINGS, { as: 'staff' })
    injectFault(answers('put', 'user', 500))
    await portal.user.type(await name(), 'x')
    await portal.user.click(screen.getByRole('button', { name: 'Opslaan' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await name()).toHaveValue('Femkex')
  })

  test('the password is changed as owners change theirs', async () => {
    const portal = await openPortal(SETTINGS, { as: 'staff' })
    await portal.user.type(screen.getByLabelText(/^Huidig wachtwoord/), 'Welkom#2026')
    await portal.user.type(screen.getByLabelText(/^Nieuw wachtwoord/), 'Ander#2026')
    await portal.user.type(screen.getByLabelText(/^Herhaal het nieuwe wachtwoord/), 'Ander#2026')
    await portal.user.click(screen.getByRole('button', { name: 'Wachtwoord wijzigen' }))
    expect(await screen.findByRole('status')).toHaveTextContent('Wachtwoord gewijzigd.')
  })

  test('another API is told no names, and the rest is there', async () => {
    withoutCapabilities()
    await openPortal(SETTINGS, { as: 'staff' })
    expect(screen.getByText('staff@dewaag.example')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Voornaam' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Praktijk' })).toBeNull()
  })
})

describe('who works at several practices', () => {
  test('chooses one, and sees its clients', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'group' })
    expect(await sidebar().findByText('DAP De Linde')).toBeVisible()
    await portal.user.click(sidebar().getByRole('link', { name: 'Andere praktijk' }))
    await arrivesAt(portal, '/admin/settings')
    await portal.user.click(await screen.findByRole('button', { name: /DAP De Waag/ }))
    await arrivesAt(portal, '/admin/dashboard')
    expect(await sidebar().findByText('DAP De Waag')).toBeVisible()
    await portal.user.click(sidebar().getByRole('link', { name: 'Cliënten' }))
    await waitFor(() => expect(portal.calls).toContainEqual(expect.stringContaining('/api/practice/de-waag/clients')))
  })

  test.each([
    ['is still there after a reload', 'de-waag', 'DAP De Waag'],
    ['is at the first one where that of before is theirs no more', 'de-hoef', 'DAP De Linde'],
  ])('%s', async (_, practiceId, name) => {
    const session = { userId: 'x', practiceId, roles: ['CLINIC_ADMIN'], language: 'nl' }
    sessionStorage.setItem('portal', JSON.stringify({ state: { session }, version: 0 }))
    await openPortal('/admin/clients/registered', { as: 'group' })
    expect(await sidebar().findByText(name)).toBeVisible()
  })

  test('who works at one practice is offered no other', async () => {
    await openPortal('/admin/settings', { as: 'admin' })
    expect(screen.queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Praktijk' })).toBeNull()
  })
})
