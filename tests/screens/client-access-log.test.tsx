import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { client, staff, logEntries } from '#harness/builders.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { renew } from './faults.tsx'
import { ownerId } from './owner.ts'
import { shows } from './steps.ts'

const SEEN = { name: 'Wie deze gegevens heeft gezien' }
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** Adds a client of De Waag whom a colleague opened yesterday, and the practice system half a year ago. */
async function seenClient() {
  const db = database()
  const uuid = await client(db, 'de-waag', { last_name: 'Zwaluw', street: 'Dorpsstraat', city: 'Putten' })
  const sam = await staff(db, 'de-waag', 'sam@dewaag.example')
  await logReads(uuid, sam)
  return uuid
}

async function logReads(uuid: string, accountId: string) {
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

describe('the access log of a client', () => {
  test('shows names to an admin, for a selected period', async () => {
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

  test.each(['other staff', 'users of an API without the capability'])('is not offered to %s', async (who) => {
    if (who === 'users of an API without the capability') withoutCapabilities()
    const { sheet } = await sheetOf(await seenClient(), who === 'other staff' ? 'staff' : 'admin')
    expect(await sheet.findByText('Adres')).toBeVisible()
    expect(sheet.queryByRole('button', SEEN)).toBeNull()
  })

  test('can be loaded again after an error', async () => {
    const uuid = await seenClient()
    const { portal, sheet } = await sheetOf(uuid, 'admin')
    injectFault(answers('get', `clients/${uuid}/seen`, 500, 'internal', { once: true }))
    await portal.user.click(await sheet.findByRole('button', SEEN))
    expect(await sheet.findByText(/^Deze lijst kon niet worden geladen/)).toBeVisible()
    await portal.user.click(sheet.getByRole('button', { name: 'Opnieuw proberen' }))
    expect(await sheet.findByText('Beheerder van de praktijk · Geopend')).toBeVisible()
  })

  test('is shown to the client without names, or as empty', async () => {
    const uuid = await ownerId()
    await database().deleteFrom('audit').where('client_uuid', '=', uuid).execute()
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    await portal.press('Wie mijn gegevens heeft gezien')
    await shows(/^In deze periode heeft niemand/)
    await logReads(uuid, await staff(database(), 'de-waag', 'sam@dewaag.example'))
    await renew(portal)
    expect((await screen.findAllByText('Medewerker van de praktijk'))[0]).toBeVisible()
    expect(document.body).not.toHaveTextContent('sam@dewaag')
  })
})
