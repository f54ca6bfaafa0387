import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachFolder } from '#harness/folders.ts'
import {
  type TestPortal,
  acceptImports,
  arrivesAt,
  closePortals,
  database,
  injectFault,
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

  test('keeps the edits of its mapping over a reload, until they are discarded or checked', async () => {
    let portal = await open()
    await upload(portal, CLIENTS)
    const address = portal.address()
    await portal.user.selectOptions(await fieldOf('Memo'), 'Plaats')
    const reopen = async () => {
      closePortals()
      portal = await open(address)
    }
    await reopen()
    expect(await fieldOf('Memo')).toHaveDisplayValue('Plaats')
    await portal.press('Weggooien')
    expect(await fieldOf('Memo')).toHaveDisplayValue('Niet laden')
    await portal.user.selectOptions(await fieldOf('Memo'), 'Plaats')
    await check(portal)
    await reopen()
    await shows('De controle is klaar. Er is nog niets veranderd.')
    await portal.press('Kolommen aanpassen')
    expect(await fieldOf('Memo')).toHaveDisplayValue('Plaats')
    expect(screen.queryByRole('button', { name: 'Weggooien' })).toBeNull()
  })

  test('is read again with the character set and delimiter that an admin chooses', async () => {
    const portal = await open()
    await upload(portal, 'Klantnr;Naam;Memo\n1;Zoë;a,b\n')
    const firstRows = () => screen.getByRole('region', { name: 'Eerste rijen van het bestand' })
    const select = (name: string, option: string) =>
      portal.user.selectOptions(screen.getByRole('combobox', { name }), option)
    await select('Tekenset', 'Windows-1252')
    await waitFor(() => expect(firstRows()).toHaveTextContent('ZoÃ«'))
    await select('Tekenset', 'UTF-16 (LE)')
    await shows(/^Zo kan het bestand niet worden gelezen/)
    expect(firstRows()).toHaveTextContent('ZoÃ«')
    await select('Tekenset', 'Automatisch')
    await waitFor(() => expect(firstRows()).toHaveTextContent('Zoë'))
    await select('Scheidingsteken', 'Komma ( , )')
    expect(await fieldOf('Klantnr;Naam;Memo')).toBeVisible()
    await select('Scheidingsteken', 'Puntkomma ( ; )')
    expect(await fieldOf('Naam')).toHaveDisplayValue('Achternaam')
    await check(portal)
    await portal.press('Nu laden')
    await shows('De gegevens zijn geladen.')
    expect(await lastNames()).toContain('Zoë')
  })

  test('needs a confirmation if much of it would be skipped, and is loaded with it', async () => {
    const portal = await open()
    const rows = Array.from({ length: 20 }, (_, at) => `${9000 + at};Rij ${at};;${at < 6 ? ';te veel' : ''}`)
    await upload(portal, ['Klantnr;Naam;E-mail;Memo', ...rows, ''].join('\n'))
    await check(portal)
    await portal.press('Nu laden')
    const asked = await dialog('klanten.csv toch laden?')
    expect(asked.getByRole('listitem')).toHaveTextContent('6 van de 20')
    await portal.confirm('Annuleren')
    await dialogCloses()
    expect(await lastNames()).not.toContain('Rij 19')
    await portal.press('Nu laden')
    await dialog('klanten.csv toch laden?')
    await portal.confirm('Toch laden')
    await shows('De gegevens zijn geladen.')
    expect(await lastNames()).toEqual(expect.arrayContaining(['Rij 6', 'Rij 19']))
  })

  test('whose upload is stopped or interrupted can be uploaded again', async () => {
    const portal = await open()
    const held = Promise.withResolvers<Response>()
    injectFault(http.post('*/csv-imports', () => held.promise, { once: true }))
    await choose(portal, CLIENTS)
    await portal.press('Uploaden stoppen')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Uploaden stoppen' })).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    held.resolve(HttpResponse.error())

    injectFault(http.post('*/csv-imports', () => HttpResponse.error(), { once: true }))
    await choose(portal, CLIENTS)
    await shows(/verbinding/)
    await upload(portal, CLIENTS)
    expect(await fieldOf('Naam')).toHaveDisplayValue('Achternaam')
  })

  test.each([
    ['is empty', '', /^klanten\.csv is leeg/],
    ['is too large', CLIENTS.repeat(20), /^klanten\.csv is te groot/],
    ['has one column', 'Naam\nBakker\n', /heeft geen rij met minstens twee kolomnamen/],
    ['has too many columns', Array.from({ length: 300 }, (_, at) => `K${at}`).join(';'), /heeft meer dan 200 kolommen/],
  ])('that %s is refused with the reason, and another one is accepted', async (_, content, reason) => {
    await acceptImports(({ settings, ...ports }) => {
      const limits = { ...settings.limits, importBytes: 1500 }
      return inProcessImports(folder.path, { ...ports, settings: { ...settings, limits } })
    })
    const portal = await open()
    await choose(portal, content)
    await shows(reason)
    await upload(portal, CLIENTS)
    expect(await fieldOf('Naam')).toHaveDisplayValue('Achternaam')
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
