import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { account, client, patient } from '#harness/builders.ts'
import { arrivesAt, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { watch } from './faults.tsx'

const sheet = (name: RegExp | string) => screen.findByRole('dialog', { name })
const inSheet = async (name: RegExp | string) => within(await sheet(name))

/** A registered client of De Waag of whom much is known. */
async function wim() {
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

describe('the sheet of a client', () => {
  test('is opened by the name in a row and tells how to reach the client, what is known, and what became of the invitation', async () => {
    const uuid = await wim()
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.user.click(screen.getByRole('link', { name: 'Wim Zwaluw' }))
    const dialog = await inSheet('Wim Zwaluw')
    expect(portal.address()).toBe(`${LIST}&client=${uuid}`)
    expect(await dialog.findByRole('link', { name: '0341 123 456' })).toHaveAttribute('href', 'tel:0341123456')
    expect(dialog.getByRole('link', { name: '06-12345678' })).toHaveAttribute('href', 'tel:0612345678')
    expect(dialog.getByRole('link', { name: 'wim@mail.example' })).toHaveAttribute('href', 'mailto:wim@mail.example')
    for (const text of ['4711', 'Dorpsstraat 12a', '3881 AB Putten', 'Bella en Max', 'Mail kwam niet aan', 'nog niet'])
      expect(await dialog.findByText(text)).toBeVisible()
    expect(dialog.getByText('Het e-mailadres bestaat niet.')).toBeVisible()
    expect(dialog.getByText(/^4 mrt/)).toBeVisible()
    // The sheet reads the client, and does not view the portal as it.
    const log = database().selectFrom('audit').select('action').where('client_uuid', '=', uuid)
    expect(await log.execute()).toEqual([{ action: 'read' }])
  })

  test('has an address: it is there after a reload, and goes by Back, by the button, by Escape', async () => {
    const uuid = await wim()
    const portal = await openPortal(`${LIST}&client=${uuid}`, { as: 'staff' })
    await portal.user.click((await inSheet('Wim Zwaluw')).getByRole('button', { name: 'Sluiten' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(portal.address()).toBe(LIST)

    const name = screen.getByRole('link', { name: 'Wim Zwaluw' })
    const { all } = watch(portal)
    await portal.user.click(name)
    fireEvent(await sheet('Wim Zwaluw'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(portal.address()).toBe(LIST)
    await portal.user.click(name)
    await sheet('Wim Zwaluw')
    portal.router.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The list itself was not asked for again.
    expect(all().filter((call) => /\/practice\/[^/]+\/clients/.test(call))).toEqual([])
    portal.router.history.forward()
    await sheet('Wim Zwaluw')
  })

  test('is opened by what the palette has found, over whatever page there is', async () => {
    const uuid = await wim()
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    await portal.user.keyboard('{Control>}k{/Control}')
    await portal.user.type(await (await inSheet('Cliënt zoeken')).findByRole('combobox'), 'zwaluw')
    await screen.findByRole('option', { name: /^Zwaluw Wim/ })
    await portal.user.keyboard('{Enter}')
    expect(await (await inSheet('Wim Zwaluw')).findByRole('link', { name: '0341 123 456' })).toBeVisible()
    expect(portal.address()).toBe(`/admin/practice?client=${uuid}`)
  })

  test('views as the client, and comes back to the sheet', async () => {
    const uuid = await wim()
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.user.click(screen.getByRole('link', { name: 'Wim Zwaluw' }))
    await portal.user.click((await inSheet('Wim Zwaluw')).getByRole('button', { name: 'Bekijk als' }))
    await arrivesAt(portal, '/client/portal/reminders')
    await portal.user.click(screen.getByRole('link', { name: 'Terug naar beheer' }))
    await sheet('Wim Zwaluw')
    expect(portal.address()).toBe(`${LIST}&client=${uuid}`)
  })

  test('blocks, and the message takes it back', async () => {
    const uuid = await wim()
    const portal = await openPortal(LIST, { as: 'staff' })
    const isLocked = async () =>
      (await database().selectFrom('client').select('locked').where('uuid', '=', uuid).executeTakeFirstOrThrow()).locked
    await portal.user.click(screen.getByRole('link', { name: 'Wim Zwaluw' }))
    const dialog = await inSheet('Wim Zwaluw')
    await portal.user.click(dialog.getByRole('button', { name: 'Blokkeren' }))
    expect(await dialog.findByText('Wim Zwaluw is geblokkeerd.')).toBeVisible()
    expect(await dialog.findByText('Geblokkeerd')).toBeVisible()
    expect(await isLocked()).toBe(1)
    await portal.user.click(dialog.getByRole('button', { name: 'Ongedaan maken' }))
    expect(await dialog.findByText('Wim Zwaluw is gedeblokkeerd.')).toBeVisible()
    expect(await dialog.findByRole('button', { name: 'Blokkeren' })).toBeVisible()
    expect(await isLocked()).toBe(0)
  })

  test('removes, which the question says can be undone, and an admin undoes it from the message', async () => {
    const uuid = await wim()
    const portal = await openPortal(LIST, { as: 'admin' })
    const row = () =>
      database()
        .selectFrom('client')
        .select(['registered', 'last_opened_at'])
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow()
    await portal.user.click(screen.getByRole('link', { name: 'Wim Zwaluw' }))
    const dialog = await inSheet('Wim Zwaluw')
    await portal.user.click(dialog.getByRole('button', { name: 'Verwijderen' }))
    const question = await inSheet('Wim Zwaluw verwijderen uit het portaal?')
    expect(question.getByText(/7 dagen lang ongedaan maken/)).toBeVisible()
    await portal.user.click(question.getByRole('button', { name: 'Verwijderen' }))
    expect(await dialog.findByText('Niet geregistreerd')).toBeVisible()
    expect((await row()).registered).toBe(0)
    await portal.user.click(dialog.getByRole('button', { name: 'Ongedaan maken' }))
    expect(await dialog.findByText(/^1 cliënt heeft weer toegang/)).toBeVisible()
    expect(await dialog.findByRole('button', { name: 'Bekijk als' })).toBeVisible()
    expect((await row()).registered).toBe(1)
  })

  test('registers who is not on the portal, and the message takes it back; staff who are no admin are offered no more', async () => {
    const uuid = await client(database(), 'de-waag', {
      last_name: 'Zwaluw',
      call_name: 'Mia',
      email: 'mia@mail.example',
    })
    const portal = await openPortal('/admin/clients/unregistered?lastName=zwaluw', { as: 'staff' })
    const isRegistered = async () =>
      (await database().selectFrom('client').select('registered').where('uuid', '=', uuid).executeTakeFirstOrThrow())
        .registered
    await portal.user.click(screen.getByRole('link', { name: 'Mia Zwaluw' }))
    const dialog = await inSheet('Mia Zwaluw')
    await portal.user.click(await dialog.findByRole('button', { name: 'Registreren' }))
    const question = await inSheet('Mia Zwaluw registreren?')
    await portal.user.click(question.getByRole('button', { name: 'Registreren' }))
    expect(await dialog.findByText('Mia Zwaluw is geregistreerd en krijgt een e-mail.')).toBeVisible()
    expect(await dialog.findByRole('button', { name: 'Bekijk als' })).toBeVisible()
    await portal.user.click(dialog.getByRole('button', { name: 'Ongedaan maken' }))
    expect(await dialog.findByText('Mia Zwaluw is verwijderd uit het portaal.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ongedaan maken' })).toBeNull()
    expect(await isRegistered()).toBe(0)
  })

  test('of an API with nothing beyond the specification has what that tells', async () => {
    const uuid = await wim()
    withoutCapabilities()
    injectFault(
      http.get(`*/api/clients/${uuid}`, () =>
        Response.json({ uuid, locked: false, lastName: 'Zwaluw', callName: 'Wim', phone: '0341 123 456' }),
      ),
    )
    const portal = await openPortal(`${LIST}&client=${uuid}`, { as: 'staff' })
    const dialog = await inSheet('Wim Zwaluw')
    expect(await dialog.findByRole('link', { name: '0341 123 456' })).toBeVisible()
    for (const name of ['Uitnodiging', 'Laatst ingelogd', 'Dieren']) expect(dialog.queryByText(name)).toBeNull()
    await portal.user.click(dialog.getByRole('button', { name: 'Verwijderen' }))
    await sheet('Wim Zwaluw verwijderen uit het portaal?')
    expect(screen.queryByText(/ongedaan/)).toBeNull()
  })

  test('shows what the row knows where the rest cannot be had, and that it is not all', async () => {
    const uuid = await wim()
    injectFault(answers('get', `clients/${uuid}`, 500))
    const portal = await openPortal(LIST, { as: 'staff' })
    await portal.user.click(screen.getByRole('link', { name: 'Wim Zwaluw' }))
    const dialog = await inSheet('Wim Zwaluw')
    expect(dialog.getByText('4711')).toBeVisible()
    expect(await dialog.findByText('Niet alles kon worden opgehaald. Probeer het opnieuw.')).toBeVisible()
    portal.api.network.resetHandlers()
    await portal.user.click(dialog.getByRole('button', { name: 'Opnieuw proberen' }))
    expect(await dialog.findByRole('link', { name: '0341 123 456' })).toBeVisible()
  })

  test('of a client who is not there says so', async () => {
    await openPortal(`${LIST}&client=${crypto.randomUUID()}`, { as: 'staff' })
    expect(
      await (
        await inSheet('Cliënt')
      ).findByText('Deze cliënt is niet meer bekend bij uw praktijk. Controleer het in uw praktijksysteem.'),
    ).toBeVisible()
  })
})

test('a new address that waits for its confirmation is in the sheet, with the button to mail it again', async () => {
  const uuid = await wim()
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
  await portal.user.click(dialog.getByRole('button', { name: 'Opnieuw uitnodigen' }))
  await waitFor(() => expect(portal.calls).toContain(`POST /api/clients/${uuid}/invitation`))
})
