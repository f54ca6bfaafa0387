import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownerId } from './owner.ts'
import { database, openPortal } from '#harness/portal.tsx'
import { setPractice } from './steps.ts'
import { plain } from './documents.tsx'

const open = () => openPortal('/client/portal/settings', { as: 'owner' })
const card = async () => (await screen.findByRole('heading', { name: 'Uw gegevens' })).parentElement!
const mailIn = (element: HTMLElement) => {
  const href = within(element).getByRole('link', { name: 'Dit klopt niet' }).getAttribute('href')!
  const { pathname, searchParams } = new URL(href)
  return { to: pathname, subject: searchParams.get('subject'), lines: searchParams.get('body')!.split('\r\n') }
}
const facts = (element: HTMLElement) =>
  Object.fromEntries(
    [...element.querySelector('dl')!.querySelectorAll('dt')].map((name) => [
      name.textContent,
      [...name.nextElementSibling!.children].map((line) => plain(line.textContent)).join(' | '),
    ]),
  )

test('the settings show the contact details of a client, with an e-mail to correct them', async () => {
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
  const { to, subject, lines } = mailIn(shown)
  expect([to, subject]).toEqual(['info@dewaag.example', 'Mijn gegevens (cliëntnummer 100001)'])
  expect(lines).toEqual([
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

test('missing details are shown as unknown, and a company above its contact person', async () => {
  const unknown = { street: null, house_number: null, postal_code: null, city: null, mobile: null, ubn: null }
  await database()
    .updateTable('client')
    .set({ ...unknown, company_name: 'Stal Zonneweide', client_number: null, phone: ' ' })
    .where('uuid', '=', await ownerId())
    .execute()
  await open()
  const shown = await card()
  expect(facts(shown)).toEqual({
    'Op naam van': 'Stal Zonneweide | Anneke van den Berg',
    Cliëntnummer: 'niet bekend',
    Adres: 'niet bekend',
    Telefoon: 'niet bekend',
    'E-mailadres': 'owner@mail.example',
  })
  expect(mailIn(shown).subject).toBe('Mijn gegevens')
})

test.each([
  [{ email: null }, 'Klopt dit niet? Bel +31 30 555 01 23'],
  [{ email: 'a@b?bcc=x@y' }, 'Klopt dit niet? Bel +31 30 555 01 23'],
  [{ email: null, phone: null }, null],
])('a practice with %j shows for corrections %j', async (columns, link) => {
  await setPractice(columns)
  await open()
  const links = within(await card()).queryAllByRole('link', { name: /klopt dit niet/i })
  expect(links.map(({ textContent }) => plain(textContent))).toEqual(link === null ? [] : [link])
})

test('staff who view as the client see the contact details of the client', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=Berg', { as: 'staff' })
  await portal.press('Bekijk als Anneke van den Berg')
  await screen.findByRole('heading', { level: 1, name: 'Vandaag' })
  await portal.follow('Instellingen')
  expect(facts(await card())).toMatchObject({ Cliëntnummer: '100001' })
})
