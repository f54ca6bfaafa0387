import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { appointment } from '#harness/builders.ts'
import { database, openPortal } from '#harness/portal.tsx'
import { shows } from './steps.ts'
import { takesRequests } from './practice-requests.ts'
import { animalsOf, clientOf, remind } from './owner.tsx'

const HOME = '/client/portal/reminders'
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const dayIn = (days: number) => inDays(days).slice(0, 10)

let clientId: string
let bella: string
let simba: string

beforeEach(async () => {
  clientId = await clientOf('owner')
  for (const table of ['appointment', 'reminder'] as const)
    await database().deleteFrom(table).where('client_uuid', '=', clientId).execute()
  const animals = await animalsOf(clientId)
  bella = animals.find(({ name }) => name === 'Bella')!.uuid
  simba = animals.find(({ name }) => name === 'Simba')!.uuid
})

const book = (fields: Partial<Appointment> = {}) =>
  appointment(database(), clientId, {
    // 10:20 in winter time.
    start: '2037-11-26T09:20:00Z',
    patientUuids: [bella],
    reason: 'Vaccinatie rabiës',
    place: 'Spreekkamer 2',
    veterinarian: 'drs. A. Bakker',
    preparation: 'Nuchter komen',
    ...fields,
  })
const theBlock = async () => within(await screen.findByRole('region', { name: 'Uw afspraak' }))
const textsOf = async () => (await theBlock()).getAllByRole('listitem').map(({ textContent }) => textContent)

test('the first page shows the next appointment with its instructions, and collapses later appointments', async () => {
  await book({ start: '2037-12-01T08:00:00+01:00', patientUuids: [bella, simba], reason: 'Controle' })
  await book()
  await book({ start: '2037-11-20T09:20:00Z', status: 'CANCELLED' })
  await book({ start: inDays(-3), status: 'DONE' })
  await openPortal(HOME, { as: 'owner' })
  const [next, other, ...none] = await textsOf()
  expect(next).toContain(
    'donderdag 26 november 2037 om 10:20Bella: Vaccinatie rabiës20 minuten · Spreekkamer 2 · drs. A. BakkerVooraf: Nuchter komen',
  )
  expect(other).toContain('dinsdag 1 december 2037 om 08:00Bella en Simba: Controle')
  expect(none).toEqual([])
  expect((await theBlock()).getByText('Nog 1 afspraak').closest('details')).not.toHaveAttribute('open')
})

test('the next appointment of an animal lists what can be done there, with a link to ask for it', async () => {
  await takesRequests({})
  const of = (patientUuid: string) => ({ patientUuid, patientName: 'Bella' })
  const uuid = await remind(clientId, { date: '2037-12-09', description: 'Ontworming', ...of(bella) })
  await remind(clientId, { date: '2038-01-09', description: 'Gebit', ...of(bella) })
  await remind(clientId, { date: '2037-11-09', description: 'Nagels', ...of(simba) })
  const id = await book()
  await book({ start: '2037-12-01T08:00:00+01:00' })
  await openPortal(HOME, { as: 'owner' })
  const link = (await theBlock()).getByRole('link', { name: 'Kan ook bij dit bezoek: Ontworming' })
  const { searchParams } = new URL(String(link.getAttribute('href')), location.href)
  expect([searchParams.get('appointment'), searchParams.get('reminder')]).toEqual([id, uuid])
  expect(screen.getAllByText(/^Kan ook bij dit bezoek/)).toHaveLength(1)
})

test('the page of an animal shows only its own appointments', async () => {
  await book({ start: '2037-11-20T09:20:00Z', patientUuids: [simba], reason: 'Controle' })
  await book()
  const { goTo } = await openPortal(`/client/patients/${bella}`, { as: 'owner' })
  const texts = await textsOf()
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain(
    'donderdag 26 november 2037 om 10:20Vaccinatie rabiës20 minuten · Spreekkamer 2 · drs. A. BakkerVooraf: Nuchter komen',
  )
  const fleur = (await animalsOf(clientId)).find(({ name }) => name === 'Fleur')!
  await goTo(`/client/patients/${fleur.uuid}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Fleur' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Uw afspraak' })).toBeNull()
})

test.each(['BOOKED', 'CANCELLED'] as const)(
  'an overdue reminder with a %s appointment is planned if that is booked, and overdue if cancelled',
  async (status) => {
    const uuid = await remind(clientId, { date: dayIn(-12), patientUuid: bella, patientName: 'Bella' })
    await book({ reminderUuid: uuid, status })
    await openPortal(HOME, { as: 'owner' })
    const asks = () => screen.queryByRole('button', { name: /^Afspraak maken: Bella: Zorg/ })
    if (status === 'BOOKED') {
      expect(await screen.findByRole('region', { name: 'Herinneringen' })).toHaveTextContent(
        'Afspraak op do 26 nov 2037, 10:20',
      )
      expect(screen.queryByText(/dagen te laat/)).toBeNull()
      expect(asks()).toBeNull()
    } else {
      await shows(/is 12 dagen te laat/)
      expect(asks()).toBeVisible()
      expect(screen.queryByRole('region', { name: 'Uw afspraak' })).toBeNull()
    }
  },
)

test.each<[string, Parameters<typeof takesRequests>[0], (string | null)[]]>([
  ['can be rescheduled or cancelled if the practice accepts such requests', {}, ['MOVE', 'CANCEL']],
  ['cannot be rescheduled or cancelled if the practice does not accept such requests', { kinds: ['QUESTION'] }, []],
])('an appointment %s', async (_, settings, wishes) => {
  await takesRequests(settings)
  const id = await book()
  await openPortal(HOME, { as: 'owner' })
  expect((await screen.findAllByRole('link', { name: 'Verzoeken' }))[0]).toBeVisible()
  const links = (await theBlock()).queryAllByRole('link', { name: /^Afspraak (verzetten|afzeggen): Bella: Vaccinatie/ })
  const searches = links.map((link) => new URL(String(link.getAttribute('href')), location.href).searchParams)
  expect(searches.map((search) => search.get('wish'))).toEqual(wishes)
  for (const search of searches) expect([search.get('kind'), search.get('appointment')]).toEqual(['APPOINTMENT', id])
})

test('staff who view as the client see the appointment', async () => {
  await book()
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.viewAs(clientId)
  expect((await textsOf())[0]).toContain('donderdag 26 november 2037 om 10:20')
})
