import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Patient } from '#contract/schemas/patient.ts'
import { answers } from '#mocks/faults.ts'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'
import { animal, day, reminder, thisYear, withoutAnimals, yearsAgo } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'
import { main, replies, shows } from './steps.ts'

/** Gives the owner only these animals. Returns the uuids of the client and of the animals. */
async function owner(...animals: (Partial<Patient> & { name: string })[]): Promise<[string, string, ...string[]]> {
  const clientId = await ownerId()
  await withoutAnimals(clientId)
  const ids: string[] = []
  for (const each of animals) ids.push(await animal(clientId, each))
  return [clientId, ids[0] ?? '', ...ids.slice(1)]
}

const cards = (list: string) => within(screen.getByRole('list', { name: list })).getAllByRole('listitem')
const card = (name: string) => screen.getByRole('link', { name }).closest('li')!
const fact = (name: string) => screen.getByText(name, { selector: 'dt *' }).closest('dt')!.nextElementSibling
const facts = () =>
  screen.queryAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
const pageOf = (id: string) => `/client/patients/${id}`
const toList = () => openPortal('/client/patients', { as: 'owner' })
const toAnimal = async (id: string) => {
  const portal = await openPortal(pageOf(id), { as: 'owner' })
  await screen.findByRole('heading', { level: 1 })
  return portal
}

describe('the list of animals', () => {
  test('shows species, age, caretaker and the first due reminder of each animal', async () => {
    const caretaker = { firstName: 'Joost', callName: 'Joop', lastName: 'ter Horst' }
    const breed = { breed: 'Labrador', crossBreed: true }
    const [clientId, bobbie, mies = '', , tom = ''] = await owner(
      { name: 'Bobbie', species: 'DOG', ...breed, birthDate: yearsAgo(7), caretaker },
      { name: 'Mies', species: 'CAT', caretaker: { callName: 'An' } },
      { name: 'Rex' },
      { name: 'Tom' },
    )
    await reminder(clientId, bobbie, { description: 'Ontworming', date: day(40) })
    await reminder(clientId, bobbie, { description: 'Vaccinatie', date: day(6) })
    await reminder(clientId, bobbie, { description: 'Gedaan', date: day(-300), active: false })
    await reminder(clientId, mies, { description: 'Gebitscontrole', date: day(-14) })
    await reminder(clientId, tom, { description: '', date: day(6) })
    await reminder(clientId, null, { description: 'Van niemand', date: day(-99) })
    const portal = await toList()
    expect(await screen.findByRole('heading', { level: 1, name: 'Dieren' })).toBeVisible()
    expect(cards('Uw dieren')).toHaveLength(4)
    expect(card('Bobbie')).toHaveTextContent('Hond, Labrador (kruising)')
    expect(card('Bobbie')).toHaveTextContent('7 jaar. Verzorger: Joost ter Horst')
    await waitFor(() => expect(card('Bobbie')).toHaveTextContent(/Vaccinatie op \d+ \w+.*Over 6 dagen/))
    expect(card('Mies')).toHaveTextContent('Verzorger: An')
    expect(card('Mies')).toHaveTextContent(/Gebitscontrole14 dagen te laat/)
    expect(card('Tom')).toHaveTextContent(/Herinnering op \d+ \w+/)
    expect(card('Rex')).toHaveTextContent(/^ReRex$/)
    expect(within(card('Rex')).queryAllByRole('paragraph')).toEqual([])
    expect(screen.queryByText(/Van niemand|Ontworming|Gedaan/)).toBeNull()
    expect(portal.calls).toContain(`GET /api/clients/${clientId}/reminders?page=0&size=200&sort=date%2Casc&active=true`)
    expect(screen.queryByRole('heading', { name: 'Eerdere dieren' })).toBeNull()
    await portal.follow('Bobbie')
    await arrivesAt(portal, pageOf(bobbie))
    expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
  })

  test('counts a herd, and lists deceased and inactive animals separately', async () => {
    const [clientId, abby] = await owner(
      { name: 'Abby', birthDate: '2011-05-01', deceasedDate: '2024-05-03' },
      { name: 'Bas', deceasedDate: '2020-01-01' },
      { name: 'Cor', birthDate: yearsAgo(3), active: false },
      { name: 'Dot', birthDate: yearsAgo(3), active: true, deceasedDate: null },
      { name: 'Melkvee', kind: 'HERD', species: 'CATTLE', headCount: 84, birthDate: yearsAgo(3) },
    )
    await reminder(clientId, abby, { description: 'Nooit meer' })
    await toList()
    await screen.findByRole('heading', { level: 2, name: 'Eerdere dieren' })
    const texts = (list: string) => cards(list).map(({ textContent }) => textContent)
    expect(texts('Uw dieren')).toEqual([expect.stringMatching(/Dot.*3.jaar/), 'MelkveeRund84 dieren'])
    expect(texts('Eerdere dieren')).toEqual(['AbAbby2011–2024', 'BaBasOverleden in 2020', 'CoCor'])
    expect(screen.queryByText(/Nooit meer/)).toBeNull()
  })

  test('draws each species of farm animals, unless the animal has a photo', async () => {
    const SPECIES = ['HORSE', 'PONY', 'DONKEY', 'CATTLE', 'SHEEP', 'GOAT', 'PIG', 'POULTRY'] as const
    await owner(
      ...SPECIES.flatMap((species) => [
        { name: `Een ${species}`, species },
        { name: `Koppel ${species}`, species, kind: 'HERD' as const, headCount: 14 },
        { name: `Foto ${species}`, species, photoUrl: '/files/foto.jpg' },
      ]),
    )
    await toList()
    const tile = (name: string) =>
      screen.getByRole('heading', { name }).closest('li')!.querySelector('[aria-hidden="true"]')!
    for (const species of SPECIES) {
      expect(tile(`Een ${species}`).querySelectorAll('svg')).toHaveLength(1)
      expect(tile(`Koppel ${species}`).querySelectorAll('svg')).toHaveLength(2)
      const photo = screen
        .getByRole('heading', { name: `Foto ${species}` })
        .closest('li')!
        .querySelector('img')
      expect(photo).toHaveAttribute('src', `${location.origin}/files/foto.jpg`)
    }
    expect(screen.queryByText(/^(Ee|Ko)$/)).toBeNull()
  })

  test('states that there are no animals', async () => {
    await owner()
    await toList()
    await shows('Nog geen dieren')
    expect(screen.queryByRole('list', { name: 'Uw dieren' })).toBeNull()
  })

  test('is shown even if reminders cannot be loaded', async () => {
    injectFault(answers('get', 'clients/*/reminders', 500))
    await toList()
    expect(await screen.findByRole('link', { name: 'Bella' })).toBeVisible()
    expect(screen.queryByText(/dagen te laat/)).toBeNull()
  })
})

const YEAR = Number(thisYear())
const BOBBIE: Partial<Patient> & { name: string } = {
  name: 'Bobbie',
  species: 'DOG',
  breed: 'Labrador',
  sex: 'MALE',
  neutered: true,
  birthDate: `${YEAR - 8}-01-01`,
  weights: [
    { date: `${YEAR - 1}-02-27`, kg: 31.9 },
    { date: `${YEAR}-01-12`, kg: 31.4 },
  ],
  chipNumber: '528140000000123',
  passportNumber: 'NL-1',
  color: 'zwart',
  coat: 'kort',
  insurance: { company: 'Dierzeker', policyNumber: 'DZ-9' },
  caretaker: { callName: 'Joop', lastName: 'ter Horst' },
  alerts: 'Allergisch voor penicilline',
}

describe('the page of an animal', () => {
  test('shows the known facts and the alerts', async () => {
    const [, id] = await owner(BOBBIE)
    await toAnimal(id)
    expect(screen.getByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
    expect(screen.getByText('Hond, Labrador · 8 jaar')).toBeVisible()
    expect(screen.getByText('Let op').closest('p')).toHaveTextContent('Let opAllergisch voor penicilline')
    expect(fact('Geboren')).toHaveTextContent(`1 januari ${YEAR - 8} (8 jaar)`)
    expect(fact('Geslacht')).toHaveTextContent('Reu, gecastreerd')
    expect(fact('Gewicht')).toHaveTextContent(`31,4 kg op 12 januari0,5 kg minder dan op 27 februari ${YEAR - 1}`)
    expect(fact('Chipnummer')).toHaveTextContent('528 140 000 000 123')
    expect(fact('Verzekering')).toHaveTextContent('Dierzeker, polis DZ-9')
    expect(fact('Verzorger')).toHaveTextContent('Joop ter Horst')
    expect(facts()).toEqual(expect.arrayContaining(['Paspoortnummer: NL-1', 'Kleur: zwart', 'Vacht: kort']))
    expect(screen.queryByText('Voedselproducerend')).toBeNull()
    expect(main().getByRole('link', { name: 'Dieren' })).toHaveAttribute('href', '/client/patients')
  })

  test('is shown in English, with the word for the sex of each species', async () => {
    const WORDS = [
      ['HORSE', 'MALE', true, 'Ruin', 'Gelding'],
      ['CATTLE', 'FEMALE', false, 'Koe', 'Cow'],
      ['RABBIT', 'FEMALE', true, 'Voedster, gesteriliseerd', 'Doe, spayed'],
      ['FERRET', 'MALE', false, 'Man', 'Male'],
    ] as const
    const bitch = { ...BOBBIE, sex: 'FEMALE', crossBreed: true, breed: '' } as const
    const others = WORDS.map(([species, sex, neutered]) => ({ name: species, species, sex, neutered }))
    const [, id, ...ids] = await owner(bitch, ...others)
    await inEnglish()
    const portal = await toAnimal(id)
    expect(screen.getByText('Dog, mixed breed · 8 years')).toBeVisible()
    expect(fact('Born')).toHaveTextContent(`1 January ${YEAR - 8} (8 years)`)
    expect(fact('Sex')).toHaveTextContent('Bitch, spayed')
    expect(fact('Weight')).toHaveTextContent(`31.4 kg on 12 January0.5 kg less than on 27 February ${YEAR - 1}`)
    expect(fact('Insurance')).toHaveTextContent('Dierzeker, policy DZ-9')
    expect(screen.getByText('Please note')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Timeline' })).toBeVisible()
    const have = async (label: string, column: 3 | 4) => {
      for (const [index, row] of WORDS.entries()) {
        await portal.goTo(pageOf(ids[index]!))
        await screen.findByRole('heading', { level: 1, name: row[0] })
        expect(fact(label)?.textContent).toBe(row[column])
      }
    }
    await have('Sex', 4)
    await portal.press(/English/)
    await portal.user.click(screen.getByRole('menuitemradio', { name: 'Nederlands' }))
    await screen.findByText('Geslacht')
    await have('Geslacht', 3)
  })

  test('shows the number of animals in a herd, the age at death, and small weights in grams', async () => {
    const herd = { kind: 'HERD', species: 'CATTLE', headCount: 84, sex: 'FEMALE', foodProducing: false } as const
    const [, melkvee, abby = '', pip = ''] = await owner(
      { name: 'Melkvee', birthDate: yearsAgo(3), ...herd },
      { name: 'Abby', birthDate: '2011-05-01', deceasedDate: '2024-05-03' },
      { name: 'Pip', species: 'BIRD', weightKg: 0.035, birthDate: day(-20) },
    )
    const portal = await toAnimal(melkvee)
    expect(facts()).toEqual(['Aantal dieren: 84', 'Voedselproducerend: Nee'])
    await portal.goTo(pageOf(abby))
    await shows('Overleden op 3 mei 2024, 13 jaar oud')
    expect(fact('Geboren')).toHaveTextContent(/^1 mei 2011$/)
    await portal.goTo(pageOf(pip))
    await screen.findByRole('heading', { level: 1, name: 'Pip' })
    expect(fact('Gewicht')).toHaveTextContent('0,035 kg (35 g)')
    expect(fact('Geboren')).toHaveTextContent('(2 weken)')
  })

  test('shows unknown codes unchanged', async () => {
    const uuid = crypto.randomUUID()
    injectFault(replies('get', 'clients/*/patients', [{ uuid, name: 'Kuzco', species: 'LLAMA', sex: 'BOTH' }]))
    await toAnimal(uuid)
    await shows('LLAMA')
    expect(fact('Geslacht')).toHaveTextContent('BOTH')
  })

  test('draws several weights as a curve with a table, and a single weight as text', async () => {
    const weights = [
      { date: '2026-03-01', kg: 31.4 },
      { date: '2024-01-12', kg: 28 },
      { date: '2025-01-12', kg: 31.9 },
    ]
    const [, bobbie, rex = ''] = await owner({ name: 'Bobbie', weights }, { name: 'Rex', weights: weights.slice(0, 1) })
    const portal = await toAnimal(bobbie)
    const label = /^Gewicht van Bobbie, 3 metingen: van 28.kg op 12 januari 2024 tot 31,4.kg op 1 maart 2026$/
    // Horizontal positions follow the dates: the second weight is from day 366 of 779.
    const points = '0,100 469.8,0 1000,12.8'
    expect(screen.getByRole('img', { name: label }).querySelector('polyline')).toHaveAttribute('points', points)
    await portal.user.click(screen.getByText('Alle 3 metingen'))
    const rows = within(screen.getByRole('table', { name: 'Gewichtsverloop' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DatumGewicht',
      '1 maart 202631,4\u{A0}kg',
      '12 januari 202531,9\u{A0}kg',
      '12 januari 202428\u{A0}kg',
    ])
    await portal.goTo(pageOf(rex))
    await screen.findByRole('heading', { level: 1, name: 'Rex' })
    expect(fact('Gewicht')).toHaveTextContent('31,4 kg')
    expect(screen.queryByRole('heading', { name: 'Gewichtsverloop' })).toBeNull()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('shows the photo, or else the initials', async () => {
    const [, bobbie, rex = ''] = await owner(
      { name: 'Bobbie', photoUrl: '/files/bobbie.jpg' },
      { name: 'Rex', photoUrl: 'javascript:alert(1)' },
    )
    const portal = await toAnimal(bobbie)
    const photo = screen.getByRole('img', { name: 'Foto van Bobbie' })
    expect(photo).toHaveAttribute('src', `${location.origin}/files/bobbie.jpg`)
    fireEvent.error(photo)
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByText('Bo')).toBeVisible()
    await portal.goTo(pageOf(rex))
    await shows('Re')
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('is not found for an unknown animal, and its logbook is not requested', async () => {
    const portal = await toAnimal(crypto.randomUUID())
    expect(screen.getByRole('heading', { level: 1, name: 'Dit dier is niet gevonden' })).toBeVisible()
    expect(portal.calls.filter((call) => call.includes('/logbook'))).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    await portal.follow('Naar uw dieren')
    await arrivesAt(portal, '/client/patients')
  })
})

test('pages of animals can be opened, switched and left with the keyboard', async () => {
  await owner({ name: 'Bobbie', species: 'HORSE' })
  const portal = await toList()
  const tabFromMain = async (times: number) => {
    screen.getByRole('main').focus()
    for (let time = 0; time < times; time++) await portal.user.tab()
  }
  await tabFromMain(2)
  expect(screen.getByRole('link', { name: 'Bobbie' })).toHaveFocus()
  await portal.user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Bobbie' })
  const views = within(screen.getByRole('navigation', { name: 'Over Bobbie' })).getAllByRole('link')
  expect(views.map((view) => view.textContent)).toEqual(['Logboek', 'Medicijnlogboek', 'Dierkaart', 'Tijdlijn'])
  await tabFromMain(7)
  expect(screen.getByRole('link', { name: 'Dierkaart' })).toHaveFocus()
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(portal.address()).toMatch(/\?show=card$/))
  expect(screen.getByRole('link', { name: 'Dierkaart' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Logboek' })).not.toHaveAttribute('aria-current')
  await tabFromMain(1)
  await portal.user.keyboard('{Enter}')
  await arrivesAt(portal, '/client/patients')
})
