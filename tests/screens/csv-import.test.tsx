import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachFolder } from '#harness/folders.ts'
import {
  type TestPortal,
  acceptImports,
  arrivesAt,
  closePortals,
  database,
  openPortal,
  withoutCapabilities,
} from '#harness/portal.tsx'
import { inProcessImports } from '#harness/in-process-imports.ts'
import { apiHasOnly, dialog, dialogCloses, shows } from './steps.ts'

const PAGE = '/admin/practice/import'
const CLIENTS = 'Klantnr;Naam;E-mail;Memo\n901;Zonneveld;zon@mail.example;x\n902;Duinker;geen-adres;\n'
const ANIMALS = 'Diernr;Klantnr;Diernaam;Soort\nD1;901;Simba;eenhoorn\n'
const folder = eachFolder()

beforeEach(() => acceptImports((ports) => inProcessImports(folder.path, ports)))

const open = (address = PAGE) => openPortal(address, { as: 'admin' })

async function choose({ user }: TestPortal, content: BlobPart, name = 'klanten.csv') {
  await screen.findByRole('button', { name: 'Bestand kiezen' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File([content], name, { type: 'text/csv' }))
}

async function upload(portal: TestPortal, content: string, name?: string) {
  await choose(portal, content, name)
  await screen.findByRole('heading', { name: 'Kolommen controleren' })
}

async function check(portal: TestPortal) {
  await portal.press('Controleren')
  await screen.findByRole('heading', { name: 'Uitkomst' })
}

const fieldOf = (column: string) => screen.findByRole('combobox', { name: `Veld voor de kolom ${column}` })
const preview = () => within(screen.getByRole('complementary', { name: 'Zo wordt uw bestand gelezen' }))
const lastNames = async () => {
  const rows = await database().selectFrom('client').select('last_name').execute()
  return rows.map(({ last_name: name }) => name)
}

describe('a CSV file', () => {
  test('is uploaded, checked, loaded after a reload, and leads to the next kind', async () => {
    let portal = await open()
    await upload(portal, CLIENTS)
    expect(await fieldOf('Naam')).toHaveDisplayValue('Achternaam')
    expect(preview().getByText('zon@mail.example')).toBeVisible()
    await portal.press('Volgende rij')
    expect(preview().getByText('Duinker')).toBeVisible()
    await check(portal)
    const problem = within(screen.getByRole('region', { name: 'Problemen' })).getByRole('listitem')
    expect(problem).toHaveTextContent(/Regel 3E-mail: geen-adres is geen e-mailadres/)
    expect(await lastNames()).not.toContain('Zonneveld')

    const address = portal.address()
    closePortals()
    portal = await open(address)
    await portal.press('Nu laden')
    await shows('De gegevens zijn geladen.')
    expect(await lastNames()).toEqual(expect.arrayContaining(['Zonneveld', 'Duinker']))
    await portal.follow('Volgende: Dieren')
    await shows('Nu aan de beurt: Dieren')
  })

  test('cannot be checked before all required fields have a column', async () => {
    const portal = await open()
    await upload(portal, CLIENTS)
    await portal.user.selectOptions(await fieldOf('Naam'), 'Niet laden')
    await shows('Kies nog een kolom voor: Achternaam, Voornaam, Roepnaam of Bedrijfsnaam.')
    expect(screen.getByRole('button', { name: 'Controleren' })).toBeDisabled()
    await portal.user.selectOptions(await fieldOf('Memo'), 'Bedrijfsnaam')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Controleren' })).toBeEnabled())
  })

  test('is read with the meaning that an admin gives to a word', async () => {
    const portal = await open()
    await upload(portal, CLIENTS)
    await check(portal)
    await portal.press('Nu laden')
    await shows('De gegevens zijn geladen.')
    await portal.goTo(PAGE)
    await upload(portal, ANIMALS, 'dieren.csv')
    await waitFor(() => expect(preview().getByText(/is een onbekend woord/)).toBeVisible())
    await portal.user.click(screen.getByText('1 woord met zijn betekenis'))
    const meaning = screen.getByRole('combobox', { name: 'Betekenis van eenhoorn in de kolom Soort' })
    await portal.user.selectOptions(meaning, 'Paard')
    await waitFor(() => expect(preview().getByText('Paard')).toBeVisible())
    expect(preview().queryByText(/is een onbekend woord/)).toBeNull()
  })

  test('is refused if it is an Excel file, with the way to save it as CSV', async () => {
    const portal = await open()
    await choose(portal, new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), 'lijst.xlsx')
    await shows(/^lijst\.xlsx is een Excel-bestand\. Open het in Excel, kies Bestand, Opslaan als/)
    expect(portal.address()).toBe(PAGE)
  })

  test('is removed from the list, and its address then says so', async () => {
    const portal = await open()
    await upload(portal, CLIENTS)
    const address = portal.address()
    await portal.goTo(PAGE)
    const earlier = await screen.findByRole('region', { name: 'Eerdere bestanden' })
    expect(await within(earlier).findByRole('listitem')).toHaveTextContent(/^klanten\.csvCliënten · Geüpload op/)
    await portal.press('klanten.csv verwijderen')
    await dialog('klanten.csv verwijderen?')
    await portal.confirm('Bestand verwijderen')
    await dialogCloses()
    await shows('Er is nog geen bestand geüpload.')
    await portal.goTo(address)
    await shows('Dit bestand is verwijderd')
  })
})

test('the page for CSV files is absent on an API without the capability', async () => {
  withoutCapabilities()
  const portal = await open()
  await arrivesAt(portal, '/404')
})

test.each([
  ['csv-import', 'Gegevens laden uit een bestand', 'Koppeling met uw praktijksysteem'],
  ['import-feed', 'Koppeling met uw praktijksysteem', 'Gegevens laden uit een bestand'],
])('the tab for data shows only the section of the capability %s', async (capability, shown, absent) => {
  apiHasOnly(capability)
  await open('/admin/practice/data')
  expect(await screen.findByRole('region', { name: shown })).toBeVisible()
  expect(screen.queryByRole('region', { name: absent })).toBeNull()
})

test('the page for CSV files is closed to members of staff', async () => {
  const portal = await openPortal(PAGE, { as: 'staff' })
  await waitFor(() => expect(portal.address()).not.toBe(PAGE))
  expect(screen.queryByText('Bestand kiezen')).toBeNull()
})
