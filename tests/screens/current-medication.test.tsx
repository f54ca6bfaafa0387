import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { animal, day, entry, visit, withoutAnimals, inWords } from './animals.ts'
import { ownerId } from './owner.ts'
import { requestSettings } from '#harness/builders.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { setPractice } from './steps.ts'

let clientId: string
let bella: string

beforeEach(async () => {
  clientId = await ownerId()
  await withoutAnimals(clientId)
  await database().deleteFrom('request_settings').execute()
  bella = await animal(clientId, { name: 'Bella', species: 'DOG' })
})

const home = () => openPortal('/client/portal/reminders', { as: 'owner' })
const page = (of = bella) => openPortal(`/client/patients/${of}`, { as: 'owner' })
const rows = async (name = 'Nu geven') =>
  within(await screen.findByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
async function expectNothing() {
  await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull())
  expect(screen.queryByText('Nu geven')).toBeNull()
}
const recordCalls = (calls: readonly string[]) => calls.filter((call) => /being-given|logbook|visit-forms/.test(call))

/** Lets the practice take requests for medicines other than Orivet. */
async function takesRepeats() {
  await requestSettings(database(), 'de-waag', { kinds: ['REPEAT_MEDICINE'], productsNotRepeated: ['ORIVET'] })
}
/** Returns the pathname and the search parameters of each link to a request. */
const requestLinks = () =>
  screen
    .queryAllByRole('link', { name: /^Opnieuw aanvragen/ })
    .map((link) => new URL(link.getAttribute('href')!, 'http://portal.example'))
    .map(({ pathname, searchParams }) => ({ pathname, ...Object.fromEntries(searchParams) }))

/** Gives Bella a medicine with a last day, and a delivered one without. */
async function addTwoMedicines() {
  const form = await visit(clientId, bella, {
    date: day(-2),
    medication: [{ product: 'Gastrovet', dosage: '2x daags 1 tablet', days: 7 }],
  })
  await entry(bella, { date: day(-2), kind: 'DELIVERY', productName: 'gastrovet', quantity: 14, unit: 'tablet' })
  await entry(bella, { date: day(-9), kind: 'DELIVERY', productName: 'Orivet', dosage: '1 ml per 10 kg' })
  return form
}
const GASTROVET = `Gastrovet2 keer per dag 1 tabletTot en met ${inWords(day(4))}`
const ORIVET = `Orivet1 ml per 10 kgSinds ${inWords(day(-9))}; tot wanneer is niet bekend`

describe('current medication on the first page', () => {
  test('lists the medicines of all animals by one call, ordered by their last day', async () => {
    await addTwoMedicines()
    const simba = await animal(clientId, { name: 'Simba', species: 'CAT' })
    await visit(clientId, simba, { date: day(0), medication: [{ product: 'Artrocam', days: 1 }] })
    const portal = await home()
    expect(await rows()).toEqual([
      'Simba: ArtrocamHoeveel is niet bekendVandaag voor het laatst',
      `Bella: ${GASTROVET}`,
      `Bella: ${ORIVET}`,
    ])
    expect(screen.getByRole('link', { name: /Artrocam/ })).toHaveAttribute('href', `/client/patients/${simba}`)
    expect(portal.calls.filter((call) => call.includes('being-given'))).toEqual([
      `GET /api/clients/${clientId}/being-given?day=${day(0)}`,
    ])
  })

  test('collapses medicines after the sixth', async () => {
    const medication = Array.from({ length: 8 }, (_, index) => ({ product: `Middel ${index}`, days: 3 }))
    await visit(clientId, bella, { date: day(0), medication })
    await home()
    expect(await screen.findByText('Nog 2 medicijnen')).toBeVisible()
    expect(screen.getByText(/Middel 5/)).toBeVisible()
    expect(screen.getByText(/Middel 6/)).not.toBeVisible()
  })

  test.each([
    ['nothing is given', async () => {}],
    [
      'the call fails',
      async () => (await addTwoMedicines(), injectFault(answers('get', 'clients/*/being-given', 500))),
    ],
  ])('is not shown if %s', async (_, prepare) => {
    await prepare()
    await home()
    await expectNothing()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

const PAGES = [
  ['first page', home],
  ['page of the animal', page],
] as const

test.each(PAGES)(
  'current medication from the response of an earlier day omits ended courses on the %s',
  async (_, open) => {
    const line = { patientUuid: bella, since: day(-9), mayRepeat: true }
    const medicines = [
      { ...line, product: 'Over', until: day(-1), listedUntil: day(-1) },
      { ...line, product: 'Nog', until: day(0), listedUntil: day(0) },
    ]
    injectFault(http.get('*/api/clients/*/being-given', () => HttpResponse.json(medicines)))
    await open()
    expect(await rows()).toEqual([expect.stringContaining('Nog')])
  },
)

describe('the link to repeat a medicine', () => {
  test.each(PAGES)('fills in the request on the %s, except for products that cannot be repeated', async (_, open) => {
    await takesRepeats()
    const form = await addTwoMedicines()
    await open()
    await screen.findByRole('link', { name: 'Opnieuw aanvragen: Gastrovet' })
    const { uuid: entryId } = await database()
      .selectFrom('logbook_entry')
      .select('uuid')
      .where('patient_uuid', '=', bella)
      .where('date', '=', day(-2))
      .executeTakeFirstOrThrow()
    const filled = { kind: 'REPEAT_MEDICINE', patient: bella, product: 'Gastrovet', visitForm: form, entry: entryId }
    expect(requestLinks()).toEqual([{ pathname: '/client/requests/new', ...filled }])
    expect((await rows())[1]).toContain('Opnieuw nodig? Bel uw praktijk')
  })

  test('is absent if the practice does not accept such requests', async () => {
    await addTwoMedicines()
    await home()
    expect(await rows()).toHaveLength(2)
    expect(requestLinks()).toEqual([])
  })
})

describe('current medication on the page of an animal', () => {
  test('lists the medicines of the animal, with a link to the visit', async () => {
    const form = await addTwoMedicines()
    const simba = await animal(clientId, { name: 'Simba', species: 'CAT' })
    await entry(simba, { date: day(0), kind: 'DELIVERY', productName: 'Van Simba' })
    await page()
    expect(await rows()).toEqual([GASTROVET, ORIVET])
    expect(screen.getByRole('link', { name: 'Gastrovet' })).toHaveAttribute('href', `/client/visit-forms?visit=${form}`)
    expect(screen.queryByRole('link', { name: 'Orivet' })).toBeNull()
  })

  test('is computed from the records if the API lacks the call', async () => {
    withoutCapabilities()
    await addTwoMedicines()
    await page()
    expect(await rows()).toEqual([GASTROVET, ORIVET])
  })

  test('is not shown if a part of the records fails to load', async () => {
    withoutCapabilities()
    await addTwoMedicines()
    injectFault(answers('get', 'clients/*/visit-forms', 500))
    const portal = await page()
    await waitFor(() => expect(portal.calls.join()).toContain('visit-forms'))
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
    await expectNothing()
  })

  test.each([{ deceasedDate: day(-1) }, { active: false }])(
    'is neither shown nor loaded for a former animal: %o',
    async (state) => {
      const old = await animal(clientId, { name: 'Oud', ...state })
      await visit(clientId, old, { date: day(-2), medication: [{ product: 'Gastrovet', days: 7 }] })
      const portal = await page(old)
      await expectNothing()
      expect(recordCalls(portal.calls).filter((call) => !call.includes('logbook'))).toEqual([])
    },
  )

  test('suggests a phone call for products that cannot be repeated', async () => {
    await setPractice({ phone: '030 555 01 02' })
    const medication = [{ product: 'Gastrovet', days: 7, mayRepeat: false }, { product: 'Orivet' }]
    await visit(clientId, bella, { date: day(-2), medication })
    await page()
    const [gastrovet, orivet] = await rows()
    expect(gastrovet).toContain('Opnieuw nodig? Bel uw praktijk: 030 555 01 02.')
    expect(orivet).not.toContain('Bel')
    const region = within(screen.getByRole('region', { name: 'Nu geven' }))
    expect(region.getByRole('link', { name: '030 555 01 02' })).toHaveAttribute('href', 'tel:0305550102')
  })

  test('is shown to staff who view as the owner, without links to requests', async () => {
    await addTwoMedicines()
    await takesRepeats()
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await portal.viewAs(clientId)
    await portal.goTo(`/client/patients/${bella}`)
    expect((await rows())[0]).toBe(GASTROVET)
    expect(requestLinks()).toEqual([])
  })
})
