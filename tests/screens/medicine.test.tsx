import type { Reminder } from '#contract/schemas/reminder.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { database, injectFault, openPortal } from '#harness/portal.tsx'

afterEach(() => vi.unstubAllGlobals())

const daysAgo = (days: number) => dayjs().subtract(days, 'day').format('YYYY-MM-DD')
const inWords = (date: string) =>
  new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'long', year: 'numeric' }).format(dayjs(date).toDate())

/** An animal of owner@, with a logbook of these entries alone. */
async function animalWith(name: string, entries: LogbookEntry[]): Promise<string> {
  const { uuid } = await database()
    .selectFrom('patient')
    .innerJoin('client', 'client.uuid', 'patient.client_uuid')
    .select('patient.uuid')
    .where('patient.name', '=', name)
    .where('client.email', '=', 'owner@mail.example')
    .executeTakeFirstOrThrow()
  await database().deleteFrom('logbook_entry').where('patient_uuid', '=', uuid).execute()
  for (const entry of entries) {
    const row = { uuid: crypto.randomUUID(), patient_uuid: uuid, date: entry.date, data: JSON.stringify(entry) }
    await database().insertInto('logbook_entry').values(row).execute()
  }
  return uuid
}

const RUNNING: LogbookEntry = {
  date: daysAgo(2),
  kind: 'TREATMENT',
  description: 'Behandeld',
  productName: 'Penivet',
  batchNumber: 'A1',
  withdrawalMeatDays: 10,
  withdrawalMilkDays: 0,
}
const OLD: LogbookEntry = {
  date: daysAgo(1200),
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

test('the medicines of a herd: what runs, a period of 0, and five years back', async () => {
  const herd = await animalWith('Ooien', [RUNNING, OLD, { date: daysAgo(1), kind: 'NOTE', description: 'Gebeld' }])
  const portal = await openPortal(`/client/patients/${herd}?show=medicines&startDate=${daysAgo(300)}`, { as: 'owner' })
  expect(await banner()).toHaveTextContent(`Vlees: niet leveren t/m ${inWords(daysAgo(-8))}. Penivet · 10 dagen`)
  expect(await banner()).not.toHaveTextContent('Melk')
  expect(products()).toEqual(['Penivet'])
  expect(screen.getByRole('cell', { name: /^0\sdagen$/ })).toBeVisible()
  await portal.user.click(screen.getByRole('radio', { name: '5 jaar' }))
  await waitFor(() => expect(products()).toEqual(['Penivet', 'Parasol']))
  expect(portal.address()).toContain('show=medicines')
})

test('a withdrawal period runs also when another period is looked at', async () => {
  const herd = await animalWith('Ooien', [RUNNING, OLD])
  const years = `startDate=${daysAgo(1300)}&endDate=${daysAgo(1000)}`
  await openPortal(`/client/patients/${herd}?show=medicines&${years}`, { as: 'owner' })
  expect(await banner()).toHaveTextContent(inWords(daysAgo(-8)))
  expect(products()).toEqual(['Parasol'])
})

const OWNER = 'Anneke van den BergBeukenlaan 12a, 3701 AB ZeistUBN 4711208'
const sheet = () => screen.getByRole('table').closest('section')

test('on paper stand the owner, the animal with its caretaker, and the practice', async () => {
  const horse = await animalWith('Fleur', [RUNNING])
  vi.stubGlobal('print', vi.fn())
  const portal = await openPortal(`/client/patients/${horse}?show=medicines&startDate=${daysAgo(30)}`, { as: 'owner' })
  await portal.user.click(await screen.findByRole('button', { name: 'Afdrukken' }))
  expect(window.print).toHaveBeenCalledOnce()
  for (const text of [OWNER, 'Fleur (Marieke van der Laan)Paard, KWPN', 'DAP De Waag']) {
    expect(sheet()).toHaveTextContent(text)
  }
})

test('also where staff view the client, it is the client who stands there', async () => {
  const horse = await animalWith('Fleur', [RUNNING])
  const { client_uuid: clientId } = await ownerOf(horse)
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await act(() => portal.session.viewAs(clientId))
  await screen.findByRole('region', { name: /^U bekijkt het portaal als/ })
  act(() => portal.router.history.push(`/client/patients/${horse}?show=medicines&startDate=${daysAgo(30)}`))
  await banner()
  expect(sheet()).toHaveTextContent(OWNER)
})

test('an animal without medicines has nothing to print', async () => {
  const cat = await animalWith('Simba', [{ date: daysAgo(1), kind: 'VISIT', description: 'Controle' }])
  await openPortal(`/client/patients/${cat}?show=medicines`, { as: 'owner' })
  expect(await screen.findByText('Geen medicijnen in deze periode')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Afdrukken' })).toBeNull()
})

const ownerOf = (patientId: string) =>
  database().selectFrom('patient').select('client_uuid').where('uuid', '=', patientId).executeTakeFirstOrThrow()

const vaccinations = () => screen.queryByRole('table', { name: 'Vaccinaties' })

async function remindersOf(patientId: string, reminders: Partial<Reminder>[]) {
  const { client_uuid } = await ownerOf(patientId)
  await database().deleteFrom('reminder').where('patient_uuid', '=', patientId).execute()
  for (const fields of reminders) {
    const reminder = { uuid: crypto.randomUUID(), active: true, type: 'VACCINATION', patientUuid: patientId, ...fields }
    await database()
      .insertInto('reminder')
      .values({
        uuid: reminder.uuid,
        client_uuid,
        patient_uuid: patientId,
        date: reminder.date!,
        active: reminder.active ? 1 : 0,
        data: JSON.stringify(reminder),
      })
      .execute()
  }
}

test('the card of a dog: its vaccinations of all years, from logbook and reminders, and nothing of another animal', async () => {
  const cat = await animalWith('Simba', [])
  await remindersOf(cat, [{ description: 'Kattenziekte', date: daysAgo(-100) }])
  const dog = await animalWith('Bella', [
    { date: daysAgo(1200), kind: 'VACCINATION', description: 'Rabiës', batchNumber: 'R77' },
  ])
  await remindersOf(dog, [
    { description: 'Vaccinatie: rabiës', date: daysAgo(100) },
    { description: 'Kennelhoest', date: daysAgo(-200) },
    { description: 'Kennelhoest', date: daysAgo(165), active: false, status: 'DONE' },
    { description: 'Ontworming', date: daysAgo(-20), type: 'DEWORMING' },
  ])
  await openPortal(`/client/patients/${dog}?show=card`, { as: 'owner' })
  const table = await screen.findByRole('table', { name: 'Vaccinaties' })
  const [, rabies, kennelCough, ...more] = within(table).getAllByRole('row')
  expect(rabies).toHaveTextContent(
    new RegExp(`Rabiës.*R77.*${inWords(daysAgo(1200))}.*${inWords(daysAgo(100))}.*Verlopen`),
  )
  expect(kennelCough).toHaveTextContent(
    new RegExp(`Kennelhoest.*${inWords(daysAgo(165))}.*${inWords(daysAgo(-200))}.*Geldig`),
  )
  expect(more).toEqual([])
  expect(screen.getByText('528 140 000 712 345')).toBeVisible()
  expect(screen.getByText(/Het is geen dierenpaspoort/)).toBeVisible()
})

test('the card waits for all that it needs: half of it would say that a vaccination is missing', async () => {
  const dog = await animalWith('Bella', [{ date: daysAgo(30), kind: 'VACCINATION', description: 'Rabiës' }])
  injectFault(answers('get', 'clients/*/patients/*/logbook', 503))
  const portal = await openPortal(`/client/patients/${dog}?show=card`, { as: 'owner' })
  expect(await screen.findByText('Dit kon niet worden geladen. Probeer het opnieuw.')).toBeVisible()
  expect(vaccinations()).toBeNull()
  portal.api.network.use(
    http.get('*/api/clients/:client/patients/:animal/logbook', ({ request }) => portal.api.fetch(request)),
  )
  await portal.user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await waitFor(() => expect(vaccinations()).toHaveTextContent('Rabiës'))
})

test('at a border rabies is first, and what was never given is said not to be, in all languages', async () => {
  const dog = await animalWith('Bella', [
    { date: daysAgo(400), kind: 'VACCINATION', description: 'Kennelhoest' },
    { date: daysAgo(100), kind: 'VACCINATION', description: 'Vaccinatie: rabiës' },
  ])
  await remindersOf(dog, [
    { description: 'Kennelhoest', date: daysAgo(35) },
    { description: 'Lepto', date: daysAgo(-14) },
    { description: 'Rabiës', date: daysAgo(-900) },
  ])
  await openPortal(`/client/patients/${dog}?show=border`, { as: 'owner' })
  await screen.findByText('Kennelhoest', { selector: 'h3' })
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Vaccinatie: rabiës', 'Kennelhoest', 'Lepto'])
  const never = within(screen.getByRole('heading', { level: 3, name: 'Lepto' }).closest('li')!)
  for (const [text, lang] of [
    ['Niet gegeven', 'nl'],
    ['Not given', 'en'],
    ['Nicht geimpft', 'de'],
    ['Non administré', 'fr'],
  ]) {
    expect(never.getByText(text!)).toHaveAttribute('lang', lang)
  }
  expect(never.queryByText('Valid until')).toBeNull()
  expect(screen.getAllByText('Not given')).toHaveLength(1)
})

test('at a border the card stands alone, in four languages whatever the portal is in, and leads back', async () => {
  const dog = await animalWith('Bella', [
    { date: '2025-03-09', kind: 'VACCINATION', description: 'Rabiës', productName: 'Nobivac', batchNumber: 'R77' },
  ])
  await remindersOf(dog, [{ description: 'Vaccinatie: rabiës', date: '2031-12-05' }])
  const portal = await openPortal(`/client/patients/${dog}?show=card`, { as: 'owner' })
  await portal.user.click(await screen.findByRole('link', { name: 'Tonen op reis' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Bella' })).toBeVisible()
  const main = screen.getByRole('main')
  await waitFor(() => expect(main).toHaveFocus())
  expect(screen.queryByRole('navigation', { name: /van Bella/ })).toBeNull()
  const rabies = within(screen.getByRole('heading', { level: 3, name: 'Rabiës' }).closest('li')!)
  for (const [text, lang] of [
    ['Tollwut', 'de'],
    ['Rage', 'fr'],
    ['Valid until', 'en'],
    ['Gültig bis', 'de'],
    ['Geldig t/m', 'nl'],
  ]) {
    expect(rabies.getByText(text!)).toHaveAttribute('lang', lang)
  }
  expect(rabies.getByText('09/03/2025')).toBeVisible()
  expect(rabies.getByText('05/12/2031')).toBeVisible()
  expect(rabies.getByText('Nobivac, R77')).toBeVisible()
  expect(within(main).getByText('Hund')).toHaveAttribute('lang', 'de')
  expect(within(main).getByText('528 140 000 712 345')).toBeVisible()
  expect(within(main).getByText('Dies ist kein Heimtierausweis.')).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Dierkaart' }))
  expect(await screen.findByRole('table', { name: 'Vaccinaties' })).toBeVisible()
})
