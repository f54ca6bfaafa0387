import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rows } from './faults.tsx'
import { database, openPortal } from '#harness/portal.tsx'

const toggle = () => screen.findByRole('button', { name: 'E-mailadressen tonen' })

test.each(['registered', 'unregistered'])(
  'the list of %s clients shows number and city, and e-mail addresses on request',
  async (list) => {
    await database()
      .updateTable('client')
      .set({ client_number: '4711', city: 'Urk', email: 'jan@mail.example' })
      .where('practice_id', '=', 'de-waag')
      .execute()
    const portal = await openPortal(`/admin/clients/${list}`, { as: 'staff' })
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Achternaam',
      'Roepnaam en bedrijf',
      'Nummer',
      'Plaats',
      'Status',
      'Acties',
    ])
    const cells = () => within(rows()[0]!).getAllByRole('cell')
    expect([cells()[2]!.textContent, cells()[3]!.textContent]).toEqual(['4711', 'Urk'])
    expect(screen.queryByText('jan@mail.example')).toBeNull()

    expect(await toggle()).toHaveAttribute('aria-pressed', 'false')
    await portal.user.click(await toggle())
    expect(screen.getAllByText('jan@mail.example')).toHaveLength(25)
    await portal.press('Selecteren')
    await screen.findByRole('checkbox', { name: 'Deze pagina' })
    expect(screen.getAllByText('jan@mail.example')).toHaveLength(25)
    await portal.press('Klaar')
    await portal.user.click(await toggle())
    expect(screen.queryByText('jan@mail.example')).toBeNull()
  },
)

test('showing e-mail addresses is remembered on the device for both lists', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.user.click(await toggle())
  await portal.follow(/^Niet geregistreerd/)
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered'))
  await waitFor(async () => expect(await toggle()).toHaveAttribute('aria-pressed', 'true'))
  expect(screen.getAllByText(/@.*mail\.example$/).length).toBeGreaterThan(10)
})
