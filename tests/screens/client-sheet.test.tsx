import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { account, appointment, client, invoice, patient, request } from '#harness/builders.ts'
import { arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { watch } from './faults.tsx'
import { replies } from './steps.ts'

const sheet = (name: string) => screen.findByRole('dialog', { name })
const inSheet = async (name: string) => within(await sheet(name))
const closes = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
/** Opens the list and the details of Wim. */
async function openWim(as: 'staff' | 'admin' = 'staff') {
  const portal = await openPortal(LIST, { as })
  await portal.follow('Wim Zwaluw')
  return { portal, dialog: await inSheet('Wim Zwaluw') }
}
const clientOf = (uuid: string) =>
  database().selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()

/** Registers Wim with all details, and returns the uuid. */
async function registerWim() {
  const owner = await account(database(), 'wim@mail.example', { password_hash: null })
  const uuid = await client(database(), 'de-waag', {
    account_id: owner,
    last_name: 'Zwaluw',
    call_name: 'Wim',
    email: 'wim@mail.example',
    phone: '0341 123 456',
    mobile: '06-12345678',
    street: 'Dorpsstraat',
    house_number: '12a',
    postal_code: '3881 AB',
    city: 'Putten',
    client_number: '4711',
    activation: 'failed',
    mail_failure: '550 5.1.1',
    registered_at: '2026-01-02T09:00:00.000Z',
    invited_at: '2026-03-04T09:00:00.000Z',
  })
  await patient(database(), uuid, 'Bella')
  await patient(database(), uuid, 'Max')
  return uuid
}

const LIST = '/admin/clients/registered?lastName=zwaluw'

describe('the details panel of a client', () => {
  test('opens by the name in the list, with contact details and the state of the invitation', async () => {
    const uuid = await registerWim()
    const { portal, dialog } = await openWim()
    expect(portal.address()).toBe(`${LIST}&client=${uuid}`)
    expect(await dialog.findByRole('link', { name: '0341 123 456' })).toHaveAttribute('href', 'tel:0341123456')
    expect(dialog.getByRole('link', { name: '06-12345678' })).toHaveAttribute('href', 'tel:0612345678')
    expect(dialog.getByRole('link', { name: 'wim@mail.example' })).toHaveAttribute('href', 'mailto:wim@mail.example')
    for (const text of ['4711', 'Dorpsstraat 12a', '3881 AB Putten', 'E-mail kwam niet aan', 'nog niet'])
      expect(await dialog.findByText(text)).toBeVisible()
    expect(dialog.getByText('Het e-mailadres bestaat niet.')).toBeVisible()
    expect(dialog.getByText(/^4 mrt/)).toBeVisible()
  })

  test('has its own URL, and closes by its button, Escape and Back', async () => {
    const uuid = await registerWim()
    const portal = await openPortal(`${LIST}&client=${uuid}`, { as: 'staff' })
    await portal.press('Sluiten')
    await closes()
    expect(portal.address()).toBe(LIST)

    const name = screen.getByRole('link', { name: 'Wim Zwaluw' })
    const { all } = watch(portal)
    await portal.user.click(name)
    fireEvent(await sheet('Wim Zwaluw'), new Event('cancel', { cancelable: true }))
    await closes()
    expect(portal.address()).toBe(LIST)
    await portal.user.click(name)
    await sheet('Wim Zwaluw')
    portal.router.history.back()
    await closes()
    expect(all().filter((call) => /\/practice\/[^/]+\/clients/.test(call))).toEqual([])
    portal.router.history.forward()
    await sheet('Wim Zwaluw')
  })

  test('opens from the client palette, over any page', async () => {
    const uuid = await registerWim()
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    await portal.user.keyboard('{Control>}k{/Control}')
    await portal.user.type(await (await inSheet('Cliënt zoeken')).findByRole('combobox'), 'zwaluw')
    await screen.findByRole('option', { name: /^Zwaluw Wim/ })
    await portal.user.keyboard('{Enter}')
    expect(await (await inSheet('Wim Zwaluw')).findByRole('link', { name: '0341 123 456' })).toBeVisible()
    expect(portal.address()).toBe(`/admin/practice?client=${uuid}`)
  })

  test('links to viewing as the client, which returns to the panel', async () => {
    const uuid = await registerWim()
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.follow('Wim Zwaluw')
    await portal.press('Bekijk als')
    await arrivesAt(portal, '/client/portal/reminders')
    await portal.follow('Terug naar beheer')
    await sheet('Wim Zwaluw')
    expect(portal.address()).toBe(`${LIST}&client=${uuid}`)
  })

  test('can lock the client, which its message can undo', async () => {
    const uuid = await registerWim()
    const isLocked = async () => (await clientOf(uuid)).locked
    const { portal, dialog } = await openWim()
    await portal.press('Blokkeren')
    expect(await dialog.findByText('Wim Zwaluw is geblokkeerd.')).toBeVisible()
    expect(await dialog.findByText('Geblokkeerd')).toBeVisible()
    expect(await isLocked()).toBe(1)
    await portal.user.click(dialog.getByRole('button', { name: 'Ongedaan maken' }))
    expect(await dialog.findByText('Wim Zwaluw is gedeblokkeerd.')).toBeVisible()
    expect(await dialog.findByRole('button', { name: 'Blokkeren' })).toBeVisible()
    expect(await isLocked()).toBe(0)
  })

  test('can remove the client, which an admin can undo in the message', async () => {
    const uuid = await registerWim()
    const { portal, dialog } = await openWim('admin')
    await portal.press('Verwijderen')
    const question = await inSheet('Wim Zwaluw verwijderen uit het portaal?')
    expect(question.getByText(/7 dagen lang ongedaan maken/)).toBeVisible()
    await portal.user.click(question.getByRole('button', { name: 'Verwijderen' }))
    expect(await dialog.findByText('Niet geregistreerd')).toBeVisible()
    expect((await clientOf(uuid)).registered).toBe(0)
    await portal.user.click(dialog.getByRole('button', { name: 'Ongedaan maken' }))
    expect(await dialog.findByText(/^1 cliënt heeft weer toegang/)).toBeVisible()
    expect(await dialog.findByRole('button', { name: 'Bekijk als' })).toBeVisible()
    expect((await clientOf(uuid)).registered).toBe(1)
  })

  test('can register a client, which staff can undo once in the message', async () => {
    const uuid = await client(database(), 'de-waag', {
      last_name: 'Zwaluw',
      call_name: 'Mia',
      email: 'mia@mail.example',
    })
    const portal = await openPortal('/admin/clients/unregistered?lastName=zwaluw', { as: 'staff' })
    const isRegistered = async () => (await clientOf(uuid)).registered
    await portal.follow('Mia Zwaluw')
    const dialog = await inSheet('Mia Zwaluw')
    await portal.press('Registreren')
    const question = await inSheet('Mia Zwaluw registreren?')
    await portal.user.click(question.getByRole('button', { name: 'Registreren' }))
    expect(await dialog.findByText('Mia Zwaluw is geregistreerd en krijgt een e-mail.')).toBeVisible()
    expect(await dialog.findByRole('button', { name: 'Bekijk als' })).toBeVisible()
    await portal.user.click(dialog.getByRole('button', { name: 'Ongedaan maken' }))
    expect(await dialog.findByText('Mia Zwaluw is verwijderd uit het portaal.')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Ongedaan maken' })).toBeNull()
    expect(await isRegistered()).toBe(0)
  })

  test('shows the fields that the specification has', async () => {
    const uuid = await registerWim()
    withoutCapabilities()
    const wimOnly = { uuid, locked: false, lastName: 'Zwaluw', callName: 'Wim', phone: '0341 123 456' }
    injectFault(replies('get', `clients/${uuid}`, wimOnly))
    const portal = await openPortal(`${LIST}&client=${uuid}`, { as: 'staff' })
    const dialog = await inSheet('Wim Zwaluw')
    expect(await dialog.findByRole('link', { name: '0341 123 456' })).toBeVisible()
    for (const name of ['Uitnodiging', 'Laatst ingelogd', 'Dieren']) expect(dialog.queryByText(name)).toBeNull()
    await portal.press('Verwijderen')
    await sheet('Wim Zwaluw verwijderen uit het portaal?')
    expect(screen.queryByText(/ongedaan/)).toBeNull()
  })

  test('shows the data of the row if the rest fails to load, with a retry', async () => {
    const uuid = await registerWim()
    injectFault(answers('get', `clients/${uuid}`, 500))
    const { portal, dialog } = await openWim()
    expect(dialog.getByText('4711')).toBeVisible()
    expect(await dialog.findByText('Niet alles kon worden geladen. Probeer het opnieuw.')).toBeVisible()
    portal.api.network.resetHandlers()
    await portal.press('Opnieuw proberen')
    expect(await dialog.findByRole('link', { name: '0341 123 456' })).toBeVisible()
  })

  test('states that a client is unknown', async () => {
    await openPortal(`${LIST}&client=${crypto.randomUUID()}`, { as: 'staff' })
    const text = 'Deze cliënt is niet meer bekend bij uw praktijk. Controleer het in uw praktijksysteem.'
    expect(await (await inSheet('Cliënt')).findByText(text)).toBeVisible()
  })
})

test('the details panel of a client shows an unconfirmed e-mail address and can send its mail again', async () => {
  const uuid = await registerWim()
  const changed = await account(database(), 'nieuw@mail.example')
  const row = { client_uuid: uuid, account_id: changed, asked_at: '2026-03-05T09:00:00.000Z' }
  await database()
    .insertInto('address_change')
    .values({ ...row, token_hash: null, token_ends_at: null })
    .execute()
  await database().updateTable('client').set({ activation: 'activated' }).where('uuid', '=', uuid).execute()
  const portal = await openPortal(`/admin/clients/registered?client=${uuid}`, { as: 'staff' })
  const dialog = await inSheet('Wim Zwaluw')
  expect((await dialog.findByText('Nieuw e-mailadres')).closest('dt')?.nextElementSibling).toHaveTextContent(
    'nieuw@mail.example wacht op bevestiging sinds 5 mrt 2026. Tot dan geldt wim@mail.example.',
  )
  await portal.press('Opnieuw uitnodigen')
  await waitFor(() => expect(portal.calls).toContain(`POST /api/clients/${uuid}/invitation`))
})

describe('the details panel of a client for a telephone call', () => {
  test('shows the user name and the validity of the last link, and copies the name', async () => {
    const uuid = await registerWim()
    const link = { account_id: (await clientOf(uuid)).account_id!, practice_id: 'de-waag', is_offer: 0 } as const
    await database()
      .insertInto('invitation_link')
      .values([
        { ...link, way: 'mail', token_hash: 'x', expires_at: '2026-03-18T09:00:00.000Z' },
        { ...link, way: 'letter', token_hash: 'y', expires_at: '2026-03-02T09:00:00.000Z' },
      ])
      .execute()
    const { portal, dialog } = await openWim()
    const invitation = (await dialog.findByText('Uitnodiging')).closest('dt')!.nextElementSibling
    await waitFor(() => expect(invitation).toHaveTextContent('de link is verlopen op 18 mrt 2026'))
    expect(dialog.getByText('Logt hiermee in')).toBeVisible()
    await portal.press('wim@mail.example kopiëren')
    expect(await dialog.findByText('wim@mail.example is gekopieerd.')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('wim@mail.example')
  })

  test('lists the animals, those with an appointment first, the open amount and the waiting requests', async () => {
    const uuid = await registerWim()
    const rex = await patient(database(), uuid, 'Rex', undefined, { species: 'DOG', breed: 'Stabij' })
    await patient(database(), uuid, 'Wolf', undefined, { deceasedDate: '2025-01-01' })
    await appointment(database(), uuid, { patientUuids: [rex], start: '2099-07-01T09:00:00+02:00' })
    await invoice(database(), uuid, { status: 'UNPAID' })
    await request(database(), { clientId: uuid, accountId: (await clientOf(uuid)).account_id! })
    const { dialog } = await openWim()
    const animals = within(await dialog.findByRole('region', { name: '3 dieren' })).getAllByRole('listitem')
    expect(animals.map(({ textContent }) => textContent)).toEqual([
      'RexHond, StabijAfspraak wo 1 jul 2099, 09:00',
      'BeBella',
      'MaMax',
    ])
    expect(dialog.getByText(/^€.121,00 in 1 factuur$/)).toBeVisible()
    expect(dialog.getByRole('link', { name: '1 verzoek wacht op antwoord' })).toBeVisible()
    // Opening the details logs a read and does not view the portal as the client.
    const log = database().selectFrom('audit').select('action').where('client_uuid', '=', uuid)
    expect(await log.execute()).toEqual([{ action: 'read' }])
  })

  test('omits sections that fail to load', async () => {
    const uuid = await registerWim()
    injectFault(answers('get', `clients/${uuid}/invoices`, 500))
    const { dialog } = await openWim()
    expect(await dialog.findByRole('region', { name: '2 dieren' })).toBeVisible()
    expect(dialog.queryByText('Openstaand')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
