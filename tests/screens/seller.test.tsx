import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Practice } from '#contract/schemas/practice.ts'
import { arrivesAt, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { callAs, field, setPractice, shows } from './steps.ts'

const PAGE = '/admin/practice/invoices'
const practiceNow = async () => (await (await callAs('staff', 'GET', 'practice/de-waag')).json()) as Practice

describe('details for invoices', () => {
  test('are saved, and list what electronic invoices still need', async () => {
    await setPractice({ seller: null })
    const portal = await openPortal(PAGE, { as: 'staff' })
    const aside = within(screen.getByRole('complementary', { name: 'Elektronische facturen' }))
    expect(aside.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Officiële naam',
      'Straat',
      'Postcode',
      'Plaats',
      'Land',
      'Btw-nummer',
    ])
    await portal.retype('Officiële naam', 'De Waag B.V.')
    await portal.retype('Straat', 'Waagplein')
    await portal.retype('Huisnummer', '1')
    await portal.retype('Postcode', '3511 AB')
    await portal.retype('Plaats', 'Utrecht')
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'Land' }), 'Nederland')
    await portal.retype('Btw-nummer', 'nl 1234.56.782 b90')
    await portal.retype('KvK-nummer', '12345678')
    expect(aside.getByText('Uw gegevens zijn compleet.')).toBeVisible()
    await portal.press('Opslaan')
    await shows('De gegevens voor facturen zijn opgeslagen.')
    expect((await practiceNow()).seller).toEqual({
      legalName: 'De Waag B.V.',
      street: 'Waagplein',
      houseNumber: '1',
      postalCode: '3511 AB',
      city: 'Utrecht',
      country: 'NL',
      vatNumber: 'NL123456782B90',
      companyNumber: '12345678',
    })
  })

  test('with invalid numbers are refused at their fields and not sent', async () => {
    const portal = await openPortal(PAGE, { as: 'staff' })
    await portal.retype('Btw-nummer', 'NL123456789B01')
    await portal.retype('KvK-nummer', '123')
    await portal.press('Opslaan')
    await waitFor(() => expect(field('Btw-nummer')).toHaveAccessibleDescription(/geen geldig btw-nummer/))
    expect(field('KvK-nummer')).toHaveAccessibleDescription(/acht cijfers\. Controleer/)
    expect(portal.calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  })

  test('are absent where the API lacks them', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    expect(screen.queryByRole('link', { name: 'Gegevens voor facturen' })).toBeNull()
    await portal.goTo(PAGE)
    await arrivesAt(portal, '/404')
  })
})
