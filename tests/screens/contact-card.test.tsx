import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settled } from './faults.tsx'
import { ownerId } from './owner.ts'
import { plain } from './invoices.tsx'
import { database, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const open = () => openPortal('/client/portal/settings', { as: 'owner' })
const card = async () => {
  const heading = await screen.findByRole('heading', { name: 'Uw gegevens' })
  return heading.parentElement!
}
const facts = (element: HTMLElement) =>
  Object.fromEntries(
    [...element.querySelector('dl')!.querySelectorAll('dt')].map((name) => [
      name.textContent,
      [...name.nextElementSibling!.children].map((line) => plain(line.textContent)).join(' | '),
    ]),
  )
const ownerHas = async (columns: object) =>
  database()
    .updateTable('client')
    .set(columns)
    .where('uuid', '=', await ownerId())
    .execute()
const practiceHas = (columns: object) =>
  database().updateTable('practice').set(columns).where('id', '=', 'de-waag').execute()

test('what the practice knows of a client, and a mail that says what of it is wrong', async () => {
  await open()
  const shown = await card()
  expect(facts(shown)).toEqual({
    'Op naam van': 'Anneke van den Berg',
    Cliëntnummer: '100001',
    Adres: 'Beukenlaan 12a | 3701 AB Zeist',
    Telefoon: '030 555 12 34 | 06 12345678',
    'E-mailadres': 'owner@mail.example',
    UBN: '4711208',
  })
  const mail = new URL(within(shown).getByRole('link', { name: 'Dit klopt niet' }).getAttribute('href')!)
  expect(mail.pathname).toBe('info@dewaag.example')
  expect(mail.searchParams.get('subject')).toBe('Mijn gegevens (cliëntnummer 100001)')
  expect(mail.searchParams.get('body')!.split('\r\n')).toEqual([
    'Beste DAP De Waag,',
    '',
    'In het portaal staan deze gegevens van mij:',
    'Op naam van: Anneke van den Berg',
    'Cliëntnummer: 100001',
    'Adres: Beukenlaan 12a, 3701 AB Zeist',
    'Telefoon: 030 555 12 34, 06 12345678',
    'E-mailadres: owner@mail.example',
    'UBN: 4711208',
    '',
    'Wat niet klopt, en hoe het moet zijn:',
    '',
    'Met vriendelijke groet,',
    'Anneke van den Berg',
  ])
})

test('what is not known is said, and a company stands before its person', async () => {
  await ownerHas({
    company_name: 'Stal Zonneweide',
    client_number: null,
    street: null,
    house_number: null,
    postal_code: null,
    city: null,
    phone: ' ',
    mobile: null,
    ubn: null,
  })
  await open()
  const shown = await card()
  expect(facts(shown)).toEqual({
    'Op naam van': 'Stal Zonneweide | Anneke van den Berg',
    Cliëntnummer: 'niet bekend',
    Adres: 'niet bekend',
    Telefoon: 'niet bekend',
    'E-mailadres': 'owner@mail.example',
  })
  const mail = new URL(within(shown).getByRole('link', { name: 'Dit klopt niet' }).getAttribute('href')!)
  expect(mail.searchParams.get('subject')).toBe('Mijn gegevens')
})

test.each([
  [{ email: null }, 'Klopt dit niet? Bel +31 30 555 01 23'],
  [{ email: 'a@b?bcc=x@y' }, 'Klopt dit niet? Bel +31 30 555 01 23'],
  [{ email: null, phone: null }, null],
])('a practice that has %j', async (columns, link) => {
  await practiceHas(columns)
  await open()
  const links = within(await card()).queryAllByRole('link')
  expect(links.map(({ textContent }) => plain(textContent))).toEqual(link === null ? [] : [link])
})

test('staff see it as the client does', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=Berg', { as: 'staff' })
  await portal.user.click(await screen.findByRole('button', { name: 'Bekijk als Anneke van den Berg' }))
  await screen.findByRole('heading', { level: 1, name: 'Herinneringen' })
  await portal.user.click(await screen.findByRole('link', { name: 'Instellingen' }))
  expect(facts(await card())).toMatchObject({ Cliëntnummer: '100001' })
})

test('is not shown where the API is another', async () => {
  withoutCapabilities()
  await open()
  await settled()
  expect(screen.getByRole('heading', { name: 'Uw gegevens' })).toBeVisible()
  expect(screen.queryByText(/^Zo staat u bij/)).toBeNull()
})
