import type { Reminder } from '#contract/schemas/reminder.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { day, entry, reminder } from './animals.ts'
import { animalsOf, clientOf } from './owner.tsx'
import { shows } from './steps.ts'

afterEach(() => vi.unstubAllGlobals())

const inWords = (date: string) =>
  new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'long', year: 'numeric' }).format(dayjs(date).toDate())

/** Adds an animal of the owner with only these logbook entries. */
async function animalWith(name: string, entries: LogbookEntry[]): Promise<string> {
  const { uuid } = (await animalsOf(await clientOf('owner'))).find((each) => each.name === name)!
  await database().deleteFrom('logbook_entry').where('patient_uuid', '=', uuid).execute()
  for (const fields of entries) await entry(uuid, fields)
  return uuid
}

const RUNNING: LogbookEntry = {
  date: day(-2),
  kind: 'TREATMENT',
  description: 'Behandeld',
  productName: 'Penivet',
  batchNumber: 'A1',
  withdrawalMeatDays: 10,
  withdrawalMilkDays: 0,
}
const OLD: LogbookEntry = {
  date: day(-1200),
  description: 'Ontwormd',
  productName: 'Parasol',
  withdrawalMeatDays: 0,
}

const banner = () => screen.findByRole('region', { name: 'Er loopt een wachttijd' })
const products = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[1]!.textContent)

test('the medicine logbook shows running withdrawal periods and the last five years', async () => {
  const herd = await animalWith('Ooien', [RUNNING, OLD, { date: day(-1), kind: 'NOTE', description: 'Gebeld' }])
  const portal = await openPortal(`/client/patients/${herd}?show=medicines&startDate=${day(-300)}`, { as: 'owner' })
  expect(await banner()).toHaveTextContent(`vlees vrij vanaf ${inWords(day(9))}. Penivet · 10 dagen`)
  expect(await banner()).not.toHaveTextContent('Melk')
  expect(products()).toEqual(['Penivet'])
  expect(screen.getByRole('cell', { name: /^0\sdagen$/ })).toBeVisible()
  await portal.choose('5 jaar')
  await waitFor(() => expect(products()).toEqual(['Penivet', 'Parasol']))
  expect(portal.address()).toContain('show=medicines')
})

test('a running withdrawal period is shown whatever period is selected', async () => {
  const herd = await animalWith('Ooien', [RUNNING, OLD])
  const years = `startDate=${day(-1300)}&endDate=${day(-1000)}`
  await openPortal(`/client/patients/${herd}?show=medicines&${years}`, { as: 'owner' })
  expect(await banner()).toHaveTextContent(inWords(day(9)))
  expect(products()).toEqual(['Parasol'])
})

const OWNER = 'Anneke van den BergBeukenlaan 12a, 3701 AB ZeistUBN 4711208'
const sheet = () => screen.getByRole('table').closest('section')

test('the printed medicine logbook names the client, the animal, its caretaker and the practice', async () => {
  const horse = await animalWith('Fleur', [RUNNING])
  vi.stubGlobal('print', vi.fn())
  const portal = await openPortal(`/client/patients/${horse}?show=medicines&startDate=${day(-30)}`, { as: 'owner' })
  await portal.press('Afdrukken')
  expect(window.print).toHaveBeenCalledOnce()
  for (const text of [OWNER, 'Fleur (Marieke van der Laan)Paard, KWPN', 'DAP De Waag']) {
    expect(sheet()).toHaveTextContent(text)
  }
  closePortals()
  const viewing = await openPortal('/admin/clients/registered', { as: 'staff' })
  await viewing.viewAs(await clientOf('owner'))
  await viewing.goTo(`/client/patients/${horse}?show=medicines&startDate=${day(-30)}`)
  await banner()
  expect(sheet()).toHaveTextContent(OWNER)
})

test('a medicine logbook without medicines cannot be printed', async () => {
  const cat = await animalWith('Simba', [{ date: day(-1), kind: 'VISIT', description: 'Controle' }])
  await openPortal(`/client/patients/${cat}?show=medicines`, { as: 'owner' })
  await shows('Geen medicijnen in deze periode')
  expect(screen.queryByRole('button', { name: 'Afdrukken' })).toBeNull()
})

test('an empty medicine logbook offers the last five years', async () => {
  const cat = await animalWith('Simba', [
    { date: day(-800), kind: 'TREATMENT', description: 'Kuur', productName: 'Orivet' },
  ])
  const portal = await openPortal(`/client/patients/${cat}?show=medicines`, { as: 'owner' })
  await portal.press('Laatste 5 jaar tonen')
  await shows('Orivet')
})

const vaccinations = () => screen.queryByRole('table', { name: 'Vaccinaties' })

async function remindersOf(patientId: string, reminders: Partial<Reminder>[]) {
  await database().deleteFrom('reminder').where('patient_uuid', '=', patientId).execute()
  for (const fields of reminders) await reminder(await clientOf('owner'), patientId, { type: 'VACCINATION', ...fields })
}

test('the animal card lists vaccinations of all years for this animal', async () => {
  const cat = await animalWith('Simba', [])
  await remindersOf(cat, [{ description: 'Kattenziekte', date: day(100) }])
  const dog = await animalWith('Bella', [
    { date: day(-1200), kind: 'VACCINATION', description: 'Rabiës', batchNumber: 'R77' },
  ])
  await remindersOf(dog, [
    { description: 'Vaccinatie: rabiës', date: day(-100) },
    { description: 'Kennelhoest', date: day(200) },
    { description: 'Kennelhoest', date: day(-165), active: false, status: 'DONE' },
    { description: 'Ontworming', date: day(20), type: 'DEWORMING' },
  ])
  await openPortal(`/client/patients/${dog}?show=card`, { as: 'owner' })
  const table = await screen.findByRole('table', { name: 'Vaccinaties' })
  const [, rabies, kennelCough, ...more] = within(table).getAllByRole('row')
  expect(rabies).toHaveTextContent(new RegExp(`Rabiës.*R77.*${inWords(day(-1200))}.*${inWords(day(-100))}.*Verlopen`))
  expect(kennelCough).toHaveTextContent(new RegExp(`Kennelhoest.*${inWords(day(-165))}.*${inWords(day(200))}.*Geldig`))
  expect(more).toEqual([])
  expect(screen.getByText('528 140 000 712 345')).toBeVisible()
  expect(screen.getByText(/Het is geen dierenpaspoort/)).toBeVisible()
})

test('the animal card is shown only once all its lists have loaded', async () => {
  const dog = await animalWith('Bella', [{ date: day(-30), kind: 'VACCINATION', description: 'Rabiës' }])
  injectFault(answers('get', 'clients/*/patients/*/logbook', 503))
  const portal = await openPortal(`/client/patients/${dog}?show=card`, { as: 'owner' })
  await shows('Dit kon niet worden geladen. Probeer het opnieuw.')
  expect(vaccinations()).toBeNull()
  portal.api.network.use(
    http.get('*/api/clients/:client/patients/:animal/logbook', ({ request }) => portal.api.fetch(request)),
  )
  await portal.press('Opnieuw proberen')
  await waitFor(() => expect(vaccinations()).toHaveTextContent('Rabiës'))
})

test('the travel card lists vaccinations in four languages, rabies first', async () => {
  const rabid = { description: 'Rabiës', productName: 'Nobivac', batchNumber: 'R77' }
  const dog = await animalWith('Bella', [
    { date: '2025-03-10', kind: 'VACCINATION', description: 'Kennelhoest' },
    { date: '2025-03-09', kind: 'VACCINATION', ...rabid },
  ])
  await remindersOf(dog, [
    { description: 'Kennelhoest', date: day(-35) },
    { description: 'Lepto', date: day(14) },
    { description: 'Vaccinatie: rabiës', date: '2031-12-05' },
  ])
  const portal = await openPortal(`/client/patients/${dog}?show=card`, { as: 'owner' })
  await portal.follow('Tonen op reis')
  expect(await screen.findByRole('heading', { level: 1, name: 'Bella' })).toBeVisible()
  const main = screen.getByRole('dialog', { name: 'Bella' })
  expect(
    within(main)
      .getAllByRole('term')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Chip'), expect.stringMatching(/^Gegeven/)])
  expect(screen.queryByRole('navigation', { name: /van Bella/ })).toBeNull()
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Rabiës', 'Kennelhoest', 'Lepto'])
  const item = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('li')!)
  const LANGUAGES: Record<string, [string, string][]> = {
    Rabiës: [
      ['Tollwut', 'de'],
      ['Rage', 'fr'],
      ['Valid until', 'en'],
      ['Gültig bis', 'de'],
      ['Geldig t/m', 'nl'],
    ],
    Lepto: [
      ['Niet gegeven', 'nl'],
      ['Not given', 'en'],
      ['Nicht geimpft', 'de'],
      ['Non administré', 'fr'],
    ],
  }
  for (const [name, words] of Object.entries(LANGUAGES))
    for (const [text, lang] of words) expect(item(name).getByText(text)).toHaveAttribute('lang', lang)
  for (const text of ['09/03/2025', '05/12/2031', 'Nobivac, R77']) expect(item('Rabiës').getByText(text)).toBeVisible()
  expect(item('Lepto').queryByText('Valid until')).toBeNull()
  expect(screen.getAllByText('Not given')).toHaveLength(1)
  expect(within(main).getByText('Hund')).toHaveAttribute('lang', 'de')
  expect(within(main).getByText('528 140 000 712 345')).toBeVisible()
  expect(within(main).getByText('Dies ist kein Heimtierausweis.')).toBeVisible()
  await portal.follow('Dierkaart')
  expect(await screen.findByRole('table', { name: 'Vaccinaties' })).toBeVisible()
})
