import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { answers } from '#mocks/faults.ts'
import { client, staff, logEntries } from '#harness/builders.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const SEEN = { name: 'Wie heeft dit gezien' }
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** A client of De Waag, opened by a colleague yesterday, and by the practice's own system half a year ago. */
async function seenClient(db: Database = database()) {
  const uuid = await client(db, 'de-waag', { last_name: 'Zwaluw', street: 'Dorpsstraat', city: 'Putten' })
  const sam = await staff(db, 'de-waag', 'sam@dewaag.example')
  await noted(uuid, sam)
  return uuid
}

async function noted(uuid: string, accountId: string) {
  const read = (ago: number) =>
    ({
      client_uuid: uuid,
      practice_id: 'de-waag',
      action: 'read',
      day: day(ago),
      at: `${day(ago)}T10:00:00.000Z`,
    }) as const
  await logEntries(database(), [
    { ...read(1), account_id: accountId },
    { ...read(180), details: JSON.stringify({ key: 'Balie' }) },
  ])
}

const sheetOf = async (uuid: string, as: 'admin' | 'staff') => {
  const portal = await openPortal(`/admin/clients/unregistered?lastName=zwaluw&client=${uuid}`, { as })
  return { portal, sheet: within(await screen.findByRole('dialog', { name: 'Zwaluw' })) }
}

describe('who has seen a client', () => {
  test('is told to an admin on the sheet, by name, in a period', async () => {
    const { portal, sheet } = await sheetOf(await seenClient(), 'admin')
    const button = await sheet.findByRole('button', SEEN)
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await portal.user.click(button)
    expect(await sheet.findByText('sam@dewaag.example')).toBeVisible()
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(sheet.getByText('Medewerker van de praktijk · Geopend')).toBeVisible()
    expect(sheet.queryByText('Balie')).toBeNull()
    await portal.user.selectOptions(sheet.getByRole('combobox', { name: 'Periode' }), 'Laatste 365 dagen')
    expect(await sheet.findByText('Balie')).toBeVisible()
    expect(sheet.getByText('Systeem van de praktijk · Geopend')).toBeVisible()
    await portal.user.click(button)
    expect(sheet.queryByText('Balie')).toBeNull()
  })

  test('is not offered to other staff', async () => {
    const uuid = await seenClient()
    const { sheet } = await sheetOf(uuid, 'staff')
    expect(await sheet.findByText('Adres')).toBeVisible()
    expect(sheet.queryByRole('button', SEEN)).toBeNull()
  })

  test('nor to an admin where the API does not tell', async () => {
    withoutCapabilities()
    const { sheet } = await sheetOf(await seenClient(), 'admin')
    expect(await sheet.findByText('Adres')).toBeVisible()
    expect(sheet.queryByRole('button', SEEN)).toBeNull()
  })

  test('says so where it cannot be had, and tries again', async () => {
    const uuid = await client(database(), 'de-waag', { last_name: 'Zwaluw', street: 'Dorpsstraat', city: 'Putten' })
    const { portal, sheet } = await sheetOf(uuid, 'admin')
    injectFault(answers('get', `clients/${uuid}/seen`, 500, 'internal', { once: true }))
    await portal.user.click(await sheet.findByRole('button', SEEN))
    expect(await sheet.findByText(/^Dit kon niet worden opgehaald/)).toBeVisible()
    await portal.user.click(sheet.getByRole('button', { name: 'Opnieuw proberen' }))
    // Who looks at the sheet has opened the client.
    expect(await sheet.findByText('Beheerder van de praktijk · Geopend')).toBeVisible()
  })

  const ownClient = () =>
    database()
      .selectFrom('client')
      .innerJoin('account', 'account.id', 'client.account_id')
      .select('client.uuid')
      .where('username', '=', 'owner@mail.example')
      .executeTakeFirstOrThrow()

  test('says so to the owner where nobody has', async () => {
    const { uuid } = await ownClient()
    await database().deleteFrom('audit').where('client_uuid', '=', uuid).execute()
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    await portal.user.click(await screen.findByRole('button', { name: 'Wie mijn gegevens heeft gezien' }))
    expect(await screen.findByText(/^In deze periode heeft niemand/)).toBeVisible()
  })

  test('is told to the owner without names', async () => {
    const owned = await ownClient()
    await noted(owned.uuid, await staff(database(), 'de-waag', 'sam@dewaag.example'))
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    await portal.user.click(await screen.findByRole('button', { name: 'Wie mijn gegevens heeft gezien' }))
    expect((await screen.findAllByText('Medewerker van de praktijk'))[0]).toBeVisible()
    expect(document.body).not.toHaveTextContent('sam@dewaag')
  })
})
