import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PriceList } from '#contract/schemas/price-list.ts'
import { closePortals, database, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { callAs, dialog, shows } from './steps.ts'

const PRICES = '/prices/de-waag'
const section = (name: string) => screen.findByRole('region', { name })

beforeEach(() => localStorage.setItem('portal-language', 'nl'))

describe('the public page of prices', () => {
  test('shows prices by category with an index, without a session and by one call', async () => {
    const portal = await openPortal(PRICES)
    expect(await screen.findByRole('heading', { level: 1, name: 'Prijzen van DAP De Waag' })).toBeVisible()
    const lead = screen.getByText(/gelden per/).closest('p')
    expect(lead).toHaveTextContent(/per 1 januari \d{4}\. Alle prijzen zijn inclusief btw\./)
    const operations = within(await section('Operaties')).getByRole('row', { name: /^Sterilisatie teef tot 20 kg/ })
    expect(operations).toHaveTextContent(/vanaf €\s365,00/)
    expect(within(await section('Vaccinaties')).getByRole('row', { name: /^Kennelhoest/ })).not.toHaveTextContent(
      'vanaf',
    )
    const index = within(screen.getByRole('navigation', { name: 'Categorieën' })).getByRole('link', { name: 'Gebit' })
    expect(index).toHaveAttribute('href', `${PRICES}#${(await section('Gebit')).id}`)
    expect(document.title).toBe('Prijzen · DAP De Waag')
    expect(portal.calls).toEqual(['GET /api/prices/de-waag'])
  })

  test('finds prices by words of their category, description and note', async () => {
    const portal = await openPortal(PRICES)
    const search = async (text: string) => {
      const field = await screen.findByRole('searchbox', { name: 'Zoek in de prijzen' })
      await portal.user.clear(field)
      await portal.user.type(field, `${text}{Enter}`)
    }
    await search('GEBIT kat')
    expect(await screen.findByRole('status', { name: '' })).toHaveTextContent('1 prijs gevonden voor ‘GEBIT kat’')
    expect(screen.getAllByRole('rowheader')).toHaveLength(1)
    await search('olifant')
    await portal.press('Alle prijzen tonen')
    expect(await section('Consulten')).toBeVisible()
  })

  test('says that a practice has no price list yet', async () => {
    await openPortal('/prices/de-linde')
    expect(await screen.findByText(/heeft nog geen prijslijst gepubliceerd/)).toBeVisible()
    expect(screen.getByRole('link', { name: '+31 30 555 01 23' })).toBeVisible()
  })

  test.each(['de-hoef', 'nowhere'])(
    'says of %s, which is locked or unknown, that there is no price list',
    async (id) => {
      await openPortal(`/prices/${id}`)
      expect(await screen.findByRole('heading', { level: 1, name: 'Geen prijslijst gevonden' })).toBeVisible()
    },
  )

  test('is linked from the contact dialog of an owner', async () => {
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await portal.press('Contact')
    const link = await (await dialog('Contact')).findByRole('link', { name: 'Prijzen van de praktijk' })
    expect(link).toHaveAttribute('href', PRICES)
    await portal.user.click(link)
    expect(await section('Consulten')).toBeVisible()
  })

  test('is not linked on an API without prices', async () => {
    withoutCapabilities()
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await portal.press('Contact')
    const contact = await dialog('Contact')
    expect(await contact.findByRole('link', { name: '+31 30 555 01 23' })).toBeVisible()
    expect(contact.queryByRole('link', { name: 'Prijzen van de praktijk' })).toBeNull()
  })
})

describe('the price list of the staff', () => {
  const row = (name: string, number: number) =>
    screen.findByRole<HTMLInputElement>('combobox', { name: `${name}, regel ${number}` })
  const text = (name: string, number: number) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: `${name}, regel ${number}` })

  test('is typed with the keyboard, checked and published, and has a history', async () => {
    const portal = await openPortal('/admin/practice/prices', { as: 'staff' })
    expect(await row('Categorie', 1)).toHaveValue('Consulten')
    expect(screen.getByRole('textbox', { name: 'Link naar de prijzen' })).toHaveValue(
      'http://localhost:3000/prices/de-waag',
    )
    await portal.user.type(text('Prijs', 1), '{Enter}')
    await waitFor(() => expect(text('Omschrijving', 2)).toHaveFocus())
    await portal.user.keyboard('Kijkconsult{Alt>}{ArrowUp}{/Alt}')
    expect(text('Omschrijving', 1)).toHaveValue('Kijkconsult')
    await portal.press('Publiceren')
    expect(await screen.findByText(/^1 regel is niet volledig/)).toBeVisible()
    await waitFor(() => expect(text('Prijs', 1)).toHaveFocus())
    await portal.user.keyboard('12,5')
    await portal.press('Publiceren')
    expect(await screen.findByText(/^41 prijzen/)).toBeVisible()
    expect(screen.queryByText('Uw wijzigingen zijn nog niet gepubliceerd.')).toBeNull()
    const [list] = await database().selectFrom('price_list').selectAll().orderBy('version', 'desc').limit(1).execute()
    expect(JSON.parse(list!.items)[0]).toEqual({ category: 'Consulten', description: 'Kijkconsult', price: 12.5 })
  })

  test.each([
    ['the open page', false],
    ['a reloaded page', true],
  ])('asks on %s before it replaces a list that was published meanwhile', async (_, isReloaded) => {
    const published = async () => {
      const response = await callAs('admin', 'GET', 'practice/de-waag/price-list')
      return ((await response.json()) as PriceList).items.map(({ description }) => description)
    }
    const open = () => openPortal('/admin/practice/prices', { as: 'staff' })
    let portal = await open()
    await portal.retype('Omschrijving, regel 1', 'Van mij')
    const theirs = { category: 'Consulten', description: 'Van een ander', price: 9 }
    await callAs('admin', 'PUT', 'practice/de-waag/price-list', { validFrom: '2026-01-01', items: [theirs] })
    if (isReloaded) {
      closePortals()
      portal = await open()
      await row('Categorie', 1)
    }
    await portal.press('Publiceren')
    const conflict = await screen.findByText(/^Iemand anders heeft intussen een andere prijslijst gepubliceerd/)
    expect(conflict.parentElement).toHaveFocus()
    expect(text('Omschrijving', 1)).toHaveValue('Van mij')
    expect(await published()).toEqual(['Van een ander'])
    await portal.press('Publiceren')
    await shows('De prijslijst is gepubliceerd.')
    expect(await published()).toContain('Van mij')
    expect(screen.queryByText('Uw wijzigingen zijn nog niet gepubliceerd.')).toBeNull()
  })

  test('keeps a draft, and has a preview and the former versions', async () => {
    const portal = await openPortal('/admin/practice/prices', { as: 'staff' })
    await portal.user.type(await row('Categorie', 1), '!')
    expect(await screen.findByText('Uw wijzigingen zijn nog niet gepubliceerd.')).toBeVisible()
    await portal.press('Voorbeeld')
    expect((await dialog('Voorbeeld')).getByRole('region', { name: 'Consulten!' })).toBeVisible()
    await portal.user.keyboard('{Escape}')
    await portal.press('Weggooien')
    expect(await row('Categorie', 1)).toHaveValue('Consulten')
    const history = await section('Eerdere versies')
    const [, former] = await within(history).findAllByRole('button', { name: 'Bekijken' })
    await portal.user.click(former!)
    expect(await (await dialog(/^Prijzen per/)).findByRole('region', { name: 'Operaties' })).toBeVisible()
  })
})
