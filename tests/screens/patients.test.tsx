import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { animal, day, reminder, thisYear, withoutAnimals, yearsAgo } from './animals.ts'
import { inEnglish, ownerId } from './owner.ts'
import { arrivesAt, injectFault, openPortal } from '#harness/portal.tsx'

/** The owner, and no animals but those of the test. */
async function owner() {
  const clientId = await ownerId()
  await withoutAnimals(clientId)
  return clientId
}

const cards = (list: string) => within(screen.getByRole('list', { name: list })).getAllByRole('listitem')
const card = (name: string) => screen.getByRole('link', { name }).closest('li')!
const fact = (name: string) => screen.getByText(name, { selector: 'dt *' }).closest('dt')!.nextElementSibling
const facts = () => screen.queryAllByRole('term').map((term) => term.textContent)
const toAnimal = (id: string) => openPortal(`/client/patients/${id}`, { as: 'owner' })

describe('the animals', () => {
  test('each with what it is, how old, who takes care of it, and what is due first', async () => {
    const clientId = await owner()
    const bobbie = await animal(clientId, {
      name: 'Bobbie',
      species: 'DOG',
      breed: 'Labrador',
      crossBreed: true,
      birthDate: yearsAgo(7),
      caretaker: { firstName: 'Joost', callName: 'Joop', lastName: 'ter Horst' },
    })
    const mies = await animal(clientId, { name: 'Mies', species: 'CAT', caretaker: { callName: 'An' } })
    await animal(clientId, { name: 'Rex' })
    await reminder(clientId, bobbie, { description: 'Ontworming', date: day(40) })
    await reminder(clientId, bobbie, { description: 'Vaccinatie', date: day(6) })
    await reminder(clientId, bobbie, { description: 'Gedaan', date: day(-300), active: false })
    await reminder(clientId, mies, { description: 'Gebitscontrole', date: day(-14) })
    await reminder(clientId, null, { description: 'Van niemand', date: day(-99) })
    const portal = await openPortal('/client/patients', { as: 'owner' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Dieren' })).toBeVisible()
    expect(cards('Uw dieren')).toHaveLength(3)
    expect(card('Bobbie')).toHaveTextContent('Hond, Labrador (kruising)')
    expect(card('Bobbie')).toHaveTextContent('7 jaar. Verzorger: Joost ter Horst')
    await waitFor(() => expect(card('Bobbie')).toHaveTextContent(/Vaccinatie op \d+ \w+.*Over 6 dagen/))
    expect(card('Mies')).toHaveTextContent('Verzorger: An')
    expect(card('Mies')).toHaveTextContent(/Gebitscontrole14 dagen te laat/)
    // Nothing is known of it but its name: that, its initials, and no empty line.
    expect(card('Rex')).toHaveTextContent(/^ReRex$/)
    expect(within(card('Rex')).queryAllByRole('paragraph')).toEqual([])
    expect(screen.queryByText(/Van niemand|Ontworming|Gedaan/)).toBeNull()
    expect(portal.calls).toContain(`GET /api/clients/${clientId}/reminders?page=0&size=200&sort=date%2Casc&active=true`)
    expect(screen.queryByRole('heading', { name: 'Eerdere dieren' })).toBeNull()
    await portal.user.click(screen.getByRole('link', { name: 'Bobbie' }))
    await arrivesAt(portal, `/client/patients/${bobbie}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
  })

  test('those of earlier days apart, with their years and nothing to do', async () => {
    const clientId = await owner()
    const abby = await animal(clientId, { name: 'Abby', birthDate: '2011-05-01', deceasedDate: '2024-05-03' })
    await animal(clientId, { name: 'Bas', deceasedDate: '2020-01-01' })
    await animal(clientId, { name: 'Cor', birthDate: yearsAgo(3), active: false })
    await animal(clientId, { name: 'Dot', birthDate: yearsAgo(3), active: true, deceasedDate: null })
    await reminder(clientId, abby, { description: 'Nooit meer' })
    await openPortal('/client/patients', { as: 'owner' })
    await screen.findByRole('heading', { level: 2, name: 'Eerdere dieren' })
    expect(cards('Uw dieren').map((each) => each.textContent)).toEqual([expect.stringMatching(/Dot.*3.jaar/)])
    expect(cards('Eerdere dieren').map((each) => each.textContent)).toEqual([
      'AbAbby2011–2024',
      'BaBasOverleden in 2020',
      'CoCor',
    ])
    expect(screen.queryByText(/Nooit meer/)).toBeNull()
  })

  test('a herd is counted, and has no age', async () => {
    const clientId = await owner()
    await animal(clientId, { name: 'Melkvee', kind: 'HERD', species: 'CATTLE', headCount: 84, birthDate: yearsAgo(3) })
    await openPortal('/client/patients', { as: 'owner' })
    expect(await screen.findByText('84 dieren')).toBeVisible()
    expect(card('Melkvee')).toHaveTextContent(/^MelkveeRund84 dieren$/)
  })

  test.each(['HORSE', 'PONY', 'DONKEY', 'CATTLE', 'SHEEP', 'GOAT', 'PIG', 'POULTRY'] as const)(
    'a %s is drawn, a herd as a pair, and what has a photo is shown by it',
    async (species) => {
      const clientId = await owner()
      await animal(clientId, { name: 'Een', species })
      await animal(clientId, { name: 'Koppel', species, kind: 'HERD', headCount: 14 })
      await animal(clientId, { name: 'Foto', species, photoUrl: '/files/foto.jpg' })
      await openPortal('/client/patients', { as: 'owner' })
      const tile = async (name: string) =>
        (await screen.findByRole('heading', { name })).closest('li')!.querySelector('[aria-hidden="true"]')
      expect((await tile('Een'))!.querySelectorAll('svg')).toHaveLength(1)
      expect((await tile('Koppel'))!.querySelectorAll('svg')).toHaveLength(2)
      expect(screen.queryByText(/^(Ee|Ko)$/)).toBeNull()
      const photo = screen.getByRole('heading', { name: 'Foto' }).closest('li')!.querySelector('img')
      expect(photo).toHaveAttribute('src', `${location.origin}/files/foto.jpg`)
    },
  )

  test('who has no animals reads when there will be', async () => {
    await owner()
    await openPortal('/client/patients', { as: 'owner' })
    expect(await screen.findByText('Nog geen dieren')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Uw dieren' })).toBeNull()
  })

  test('what is due has a name where the API gives none', async () => {
    const clientId = await owner()
    const bobbie = await animal(clientId, { name: 'Bobbie' })
    await reminder(clientId, bobbie, { description: '', date: day(6) })
    await openPortal('/client/patients', { as: 'owner' })
    await waitFor(() => expect(card('Bobbie')).toHaveTextContent(/Herinnering op \d+ \w+/))
  })

  test('without their reminders they are there all the same', async () => {
    injectFault(answers('get', 'clients/*/reminders', 500))
    await openPortal('/client/patients', { as: 'owner' })
    expect(await screen.findByRole('link', { name: 'Bella' })).toBeVisible()
    expect(screen.queryByText(/dagen te laat/)).toBeNull()
  })
})

const BOBBIE = () => ({
  name: 'Bobbie',
  species: 'DOG' as const,
  breed: 'Labrador',
  sex: 'MALE' as const,
  neutered: true,
  birthDate: `${Number(thisYear()) - 8}-01-01`,
  weights: [
    { date: `${Number(thisYear()) - 1}-02-27`, kg: 31.9 },
    { date: `${thisYear()}-01-12`, kg: 31.4 },
  ],
  chipNumber: '528140000000123',
  passportNumber: 'NL-1',
  color: 'zwart',
  coat: 'kort',
  insurance: { company: 'Dierzeker', policyNumber: 'DZ-9' },
  caretaker: { callName: 'Joop', lastName: 'ter Horst' },
  alerts: 'Allergisch voor penicilline',
})

describe('one animal', () => {
  test('what is known of it, and what nobody may overlook', async () => {
    await toAnimal(await animal(await owner(), BOBBIE()))
    expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
    expect(screen.getByText('Hond, Labrador')).toBeVisible()
    expect(screen.getByText('Let op').closest('p')).toHaveTextContent('Let opAllergisch voor penicilline')
    const year = Number(thisYear())
    expect(fact('Geboren')).toHaveTextContent(`1 januari ${year - 8} (8 jaar)`)
    expect(fact('Geslacht')).toHaveTextContent('Reu, gecastreerd')
    expect(fact('Gewicht')).toHaveTextContent(`31,4 kg op 12 januari0,5 kg minder dan op 27 februari ${year - 1}`)
    expect(fact('Chipnummer')).toHaveTextContent('528 140 000 000 123')
    expect(fact('Verzekering')).toHaveTextContent('Dierzeker, polis DZ-9')
    expect(fact('Verzorger')).toHaveTextContent('Joop ter Horst')
    expect([fact('Paspoortnummer'), fact('Kleur'), fact('Vacht')].map((each) => each?.textContent)).toEqual([
      'NL-1',
      'zwart',
      'kort',
    ])
    expect(facts()).not.toContain('Voedselproducerend')
    const back = within(screen.getByRole('main')).getByRole('link', { name: 'Dieren' })
    expect(back).toHaveAttribute('href', '/client/patients')
  })

  test('in English', async () => {
    const id = await animal(await owner(), { ...BOBBIE(), sex: 'FEMALE', crossBreed: true, breed: '' })
    await inEnglish()
    await toAnimal(id)
    expect(await screen.findByText('Dog, mixed breed')).toBeVisible()
    const year = Number(thisYear())
    expect(fact('Born')).toHaveTextContent(`1 January ${year - 8} (8 years)`)
    expect(fact('Sex')).toHaveTextContent('Bitch, spayed')
    expect(fact('Weight')).toHaveTextContent(`31.4 kg on 12 January0.5 kg less than on 27 February ${year - 1}`)
    expect(fact('Insurance')).toHaveTextContent('Dierzeker, policy DZ-9')
    expect(screen.getByText('Please note')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Timeline' })).toBeVisible()
  })

  test.each([
    ['HORSE', 'MALE', true, 'Ruin', 'Gelding'],
    ['CATTLE', 'FEMALE', false, 'Koe', 'Cow'],
    ['RABBIT', 'FEMALE', true, 'Voedster, gesteriliseerd', 'Doe, spayed'],
    ['FERRET', 'MALE', false, 'Man', 'Male'],
  ] as const)('%s, %s, neutered %s: %s', async (species, sex, neutered, dutch, english) => {
    const id = await animal(await owner(), { name: 'Dier', species, sex, neutered })
    await inEnglish()
    const portal = await toAnimal(id)
    await screen.findByRole('heading', { level: 1 })
    expect(fact('Sex')).toHaveTextContent(new RegExp(`^${english}$`))
    await portal.user.click(screen.getByRole('button', { name: /English/ }))
    await portal.user.click(screen.getByRole('menuitemradio', { name: 'Nederlands' }))
    await screen.findByText('Geslacht')
    expect(fact('Geslacht')).toHaveTextContent(new RegExp(`^${dutch}$`))
  })

  test('a herd: how many, whether for food, and neither age nor sex', async () => {
    const id = await animal(await owner(), {
      name: 'Melkvee',
      kind: 'HERD',
      species: 'CATTLE',
      headCount: 84,
      birthDate: yearsAgo(3),
      sex: 'FEMALE',
      foodProducing: false,
    })
    await toAnimal(id)
    await screen.findByRole('heading', { level: 1 })
    expect(facts()).toEqual(['Aantal dieren', 'Voedselproducerend'])
    expect([fact('Aantal dieren'), fact('Voedselproducerend')].map((each) => each?.textContent)).toEqual(['84', 'Nee'])
  })

  test('one that died: when and how old, and no age that goes on', async () => {
    const id = await animal(await owner(), { name: 'Abby', birthDate: '2011-05-01', deceasedDate: '2024-05-03' })
    await toAnimal(id)
    expect(await screen.findByText('Overleden op 3 mei 2024, 13 jaar oud')).toBeVisible()
    expect(fact('Geboren')).toHaveTextContent(/^1 mei 2011$/)
  })

  test('what a small one weighs is said in grams as well', async () => {
    const id = await animal(await owner(), { name: 'Pip', species: 'BIRD', weightKg: 0.035, birthDate: day(-20) })
    await toAnimal(id)
    await screen.findByRole('heading', { level: 1 })
    expect(fact('Gewicht')).toHaveTextContent('0,035 kg (35 g)')
    expect(fact('Geboren')).toHaveTextContent('(2 weken)')
  })

  test('words that the portal does not know are shown as they came', async () => {
    const uuid = crypto.randomUUID()
    injectFault(
      http.get('*/api/clients/*/patients', () =>
        Response.json([{ uuid, name: 'Kuzco', species: 'LLAMA', sex: 'BOTH' }]),
      ),
    )
    await toAnimal(uuid)
    expect(await screen.findByText('LLAMA')).toBeVisible()
    expect(fact('Geslacht')).toHaveTextContent('BOTH')
  })

  test('an API that gives no more than the specification still gives a page', async () => {
    const uuid = crypto.randomUUID()
    injectFault(
      http.get('*/api/clients/*/patients', () => Response.json({ content: [{ uuid, name: 'Bobbie' }] })),
      http.get('*/api/clients/*/reminders', () =>
        Response.json({
          content: [{ uuid: 'r' }],
          page: { number: 0, size: 200, totalPages: 1, totalElements: 1 },
        }),
      ),
      http.get('*/api/clients/*/patients/*/logbook', () => Response.json([{ uuid: 'l' }, { kind: 'WEIGHING' }])),
    )
    await toAnimal(uuid)
    expect(await screen.findByRole('heading', { level: 1, name: 'Bobbie' })).toBeVisible()
    expect(facts()).toEqual([])
    expect(screen.getByText('Zonder datum')).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 3, name: 'Logboekregel' })).toHaveLength(2)
    expect(screen.getByText('WEIGHING')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Medicijnlogboek' })).toBeNull()
    expect(screen.queryByText(/Invalid|NaN|undefined|null/)).toBeNull()
  })

  test('what it weighed is a curve, told in words, and a table', async () => {
    const weights = [
      { date: '2026-03-01', kg: 31.4 },
      { date: '2024-01-12', kg: 28 },
      { date: '2025-01-12', kg: 31.9 },
    ]
    const portal = await toAnimal(await animal(await owner(), { name: 'Bobbie', weights }))
    const label = /^Gewicht van Bobbie, 3 metingen: van 28.kg op 12 januari 2024 tot 31,4.kg op 1 maart 2026$/
    const curve = await screen.findByRole('img', { name: label })
    // As far apart as their days: 366 of the 779.
    expect(curve.querySelector('polyline')).toHaveAttribute('points', '0,100 469.8,0 1000,12.8')
    await portal.user.click(screen.getByText('Alle 3 metingen'))
    const rows = within(screen.getByRole('table', { name: 'Gewichtsverloop' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DatumGewicht',
      '1 maart 202631,4\u{A0}kg',
      '12 januari 202531,9\u{A0}kg',
      '12 januari 202428\u{A0}kg',
    ])
  })

  test('one that was weighed once has no curve', async () => {
    await toAnimal(await animal(await owner(), { name: 'Bobbie', weights: [{ date: '2026-03-01', kg: 31.4 }] }))
    await screen.findByRole('heading', { level: 1, name: 'Bobbie' })
    expect(fact('Gewicht')).toHaveTextContent('31,4 kg')
    expect(screen.queryByRole('heading', { name: 'Gewichtsverloop' })).toBeNull()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('its photo, and its tile where that cannot be loaded or is no address', async () => {
    const clientId = await owner()
    const bobbie = await animal(clientId, { name: 'Bobbie', photoUrl: '/files/bobbie.jpg' })
    const rex = await animal(clientId, { name: 'Rex', photoUrl: 'javascript:alert(1)' })
    const portal = await toAnimal(bobbie)
    const photo = await screen.findByRole('img', { name: 'Foto van Bobbie' })
    expect(photo).toHaveAttribute('src', `${location.origin}/files/bobbie.jpg`)
    fireEvent.error(photo)
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByText('Bo')).toBeVisible()
    await act(() => portal.router.navigate({ to: '/client/patients/$patientId', params: { patientId: rex } }))
    expect(await screen.findByText('Re')).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('an unknown one is not found, and its logbook is not asked for', async () => {
    const portal = await toAnimal(crypto.randomUUID())
    expect(await screen.findByRole('heading', { level: 1, name: 'Dit dier is niet gevonden' })).toBeVisible()
    expect(portal.calls.filter((call) => call.includes('/logbook'))).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    await portal.user.click(screen.getByRole('link', { name: 'Naar uw dieren' }))
    await arrivesAt(portal, '/client/patients')
  })
})

test.each(['/client/patients', `/client/patients/${crypto.randomUUID()}?show=card`])(
  '%s without a session is refused, and no call is made',
  async (address) => {
    const portal = await openPortal(address)
    await arrivesAt(portal, '/not-authorised')
    expect(portal.calls).toEqual([])
  },
)

test('by the keyboard from the animals into one, through its views, and back', async () => {
  const clientId = await owner()
  await animal(clientId, { name: 'Bobbie', species: 'HORSE' })
  const portal = await openPortal('/client/patients', { as: 'owner' })
  const link = await screen.findByRole('link', { name: 'Bobbie' })
  screen.getByRole('main').focus()
  await portal.user.tab()
  expect(link).toHaveFocus()
  await portal.user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Bobbie' })
  const views = within(screen.getByRole('navigation', { name: 'Over Bobbie' })).getAllByRole('link')
  expect(views.map((view) => view.textContent)).toEqual(['Logboek', 'Medicijnlogboek', 'Dierkaart', 'Tijdlijn'])
  screen.getByRole('main').focus()
  for (let times = 0; times < 5; times++) await portal.user.tab()
  expect(screen.getByRole('link', { name: 'Dierkaart' })).toHaveFocus()
  await portal.user.keyboard('{Enter}')
  await waitFor(() => expect(portal.address()).toMatch(/\?show=card$/))
  expect(screen.getByRole('link', { name: 'Dierkaart' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Logboek' })).not.toHaveAttribute('aria-current')
  screen.getByRole('main').focus()
  await portal.user.tab()
  await portal.user.keyboard('{Enter}')
  await arrivesAt(portal, '/client/patients')
})
