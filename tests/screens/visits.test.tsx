import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { appointment, form, formAnswer, formTask, invoice } from '#harness/builders.ts'
import { arrivesAt, closePortals, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { day, visit as visitForm } from './animals.ts'
import { inEnglish } from './owner.ts'
import { animalsOf, clientOf, remind } from './owner.tsx'
import { addRequest, takesRequests } from './practice-requests.ts'
import { accountOf, callAs, replies, savedFiles, setPractice, shows, showsHeading } from './steps.ts'

const START = '2037-11-26T09:20:00Z'
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

let [clientId, bella] = ['', '']

beforeEach(async () => {
  clientId = await clientOf('owner')
  for (const table of ['form_task', 'appointment', 'reminder', 'visit_form', 'invoice'] as const)
    await database()
      .deleteFrom(table as 'reminder')
      .where('client_uuid', '=', clientId)
      .execute()
  bella = (await animalsOf(clientId)).find(({ name }) => name === 'Bella')!.uuid
  await takesRequests()
})
afterEach(() => void vi.restoreAllMocks())

const book = (fields: Partial<Appointment> = {}) =>
  appointment(database(), clientId, {
    start: START,
    patientUuids: [bella],
    reason: 'Vaccinatie rabiës',
    place: 'Spreekkamer 2',
    veterinarian: 'drs. A. Bakker',
    ...fields,
  })
const open = (id: string) => openPortal(`/client/visits/${id}`, { as: 'owner' })
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const ask = async (appointmentId: string) => {
  const formId = await form(database(), 'de-waag')
  return await formTask(database(), clientId, formId, { patient_uuid: bella, appointment_uuid: appointmentId })
}
const complete = async (taskId: string) =>
  formAnswer(database(), { clientId, accountId: (await accountOf('owner')).id, taskId })
const questionsOf = (id: string) => `clients/${clientId}/appointments/${id}/questions`
const box = () => screen.findByRole('textbox', { name: /^Wat wilt u vragen/ })
const savedText = async () => {
  const rows = await database().selectFrom('visit_question').select('text').execute()
  return rows.map(({ text }) => text)
}

describe('a coming visit', () => {
  test('shows its time and place, and what is left to do until all forms are complete', async () => {
    const id = await book({ preparation: 'Nuchter komen' })
    const [first, second] = [await ask(id), await ask(id)]
    await complete(second)
    await ask(await book({ reason: 'Controle' }))
    const portal = await open(id)
    await showsHeading('Bella: Vaccinatie rabiës')
    expect(screen.getByText('donderdag 26 november 2037 om 10:20')).toBeVisible()
    expect(screen.getByText('20 minuten · Spreekkamer 2 · drs. A. Bakker · DAP De Waag')).toBeVisible()
    const toDo = await region('Wat u moet doen')
    expect(toDo.getByText('Nog 1 formulier in te vullen')).toBeVisible()
    expect(toDo.getByText('Nuchter komen')).toBeVisible()
    expect(toDo.getAllByRole('listitem')).toHaveLength(2)
    expect(toDo.getByText('Ingevuld')).toBeVisible()
    await portal.user.click(toDo.getByRole('link', { name: 'Invullen' }))
    await arrivesAt(portal, `/client/forms/${first}`)
    await portal.follow(/26 nov 2037.*Vaccinatie rabiës/)
    await arrivesAt(portal, `/client/visits/${id}`)
    closePortals()
    await complete(first)
    await open(id)
    await shows('U heeft alle formulieren ingevuld.')
  })

  test('says that the owner is ready if nothing has to be done, and states the day itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-26T09:00:00Z') })
    await open(await book({ start: '2026-11-26T15:00:00Z' }))
    await shows('U bent klaar voor dit bezoek.')
    expect(within(screen.getByRole('main')).getByText('Vandaag')).toBeVisible()
  })

  test('makes no claim about forms that cannot be loaded', async () => {
    injectFault(replies('get', 'clients/*/forms', {}, { status: 500 }))
    await open(await book())
    expect(await box()).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Wat u moet doen' })).toBeNull()
  })

  test('can be saved to a calendar, moved, cancelled and found on a map', async () => {
    const id = await book({ place: 'Dorpsstraat 12, 3511 AB Utrecht' })
    const files = savedFiles()
    const portal = await open(id)
    await portal.press('Zet in uw agenda')
    expect(files.map(({ name }) => name)).toEqual(['afspraak-bella-vaccinatie-rabies.ics'])
    for (const name of [/^Afspraak verzetten/, /^Afspraak afzeggen/])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', expect.stringContaining(`appointment=${id}`))
    const map = screen.getByRole('link', { name: 'Kaart' })
    expect(map).toHaveAttribute('rel', 'noreferrer')
    expect(map).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/search?query=Dorpsstraat%2012%2C%203511%20AB%20Utrecht',
    )
  })

  test('without an address of its own is at the address of the practice, also in the calendar', async () => {
    await setPractice({ address: 'Kade 1, 3512 AB Utrecht' })
    const id = await book()
    const files = savedFiles()
    const portal = await open(id)
    expect(await screen.findByText('Kade 1, 3512 AB Utrecht')).toBeVisible()
    const href = 'https://www.openstreetmap.org/search?query=Kade%201%2C%203512%20AB%20Utrecht'
    expect(screen.getByRole('link', { name: 'Kaart' })).toHaveAttribute('href', href)
    await portal.press('Zet in uw agenda')
    expect(await files[0]!.file.text()).toContain(String.raw`LOCATION:Spreekkamer 2\, Kade 1\, 3512 AB Utrecht`)
    closePortals()
    injectFault(replies('get', 'capabilities', ['appointments', 'visits']))
    await open(id)
    expect(await (await region('Praktisch')).findByRole('link', { name: '+31 30 555 01 23' })).toBeVisible()
    expect(screen.queryByText('Kade 1, 3512 AB Utrecht')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Kaart' })).toBeNull()
  })

  test('has no map without an address, and shows a waiting change in place of the links', async () => {
    await setPractice({ address: null })
    const id = await book()
    const request = await addRequest({ wish: 'MOVE', appointmentUuid: id }, { kind: 'APPOINTMENT' })
    const portal = await open(id)
    const practical = await region('Praktisch')
    expect(practical.getByText('Verzonden')).toBeVisible()
    expect(practical.queryByRole('link', { name: /^Afspraak afzeggen/ })).toBeNull()
    expect(practical.queryByRole('link', { name: 'Kaart' })).toBeNull()
    await portal.user.click(practical.getByRole('link', { name: 'Afspraak verzetten' }))
    await arrivesAt(portal, `/client/requests/${request}`)
  })

  test('lists what can be done at the same time, with a link to ask for it', async () => {
    const date = '2037-12-01'
    const uuid = await remind(clientId, { date, description: 'Ontworming', patientUuid: bella, patientName: 'Bella' })
    const id = await book()
    await open(id)
    const link = (await region('Kan ook bij dit bezoek')).getByRole('link', { name: /Ontworming$/ })
    const { searchParams } = new URL(String(link.getAttribute('href')), location.href)
    expect([searchParams.get('appointment'), searchParams.get('reminder')]).toEqual([id, uuid])
  })

  test('is shown in English', async () => {
    await inEnglish()
    await open(await book({ preparation: 'Nuchter komen' }))
    expect((await region('What you have to do')).getByText('Nuchter komen')).toBeVisible()
  })
})

describe('the questions for the vet', () => {
  test('are saved, changed and removed', async () => {
    const portal = await open(await book())
    await portal.user.type(await box(), 'Mag hij vis?')
    expect(screen.getByText('Nog niet opgeslagen')).toBeVisible()
    await portal.press('Vragen opslaan')
    await shows('Uw vragen zijn opgeslagen.')
    await shows(/^Opgeslagen op/)
    expect(await savedText()).toEqual(['Mag hij vis?'])
    await portal.user.type(await box(), ' En kip?')
    await portal.press('Vragen opslaan')
    await waitFor(async () => expect(await savedText()).toEqual(['Mag hij vis? En kip?']))
    await portal.user.clear(await box())
    await portal.press('Vragen opslaan')
    await shows('Uw vragen zijn verwijderd.')
    expect((await savedText()).join('')).toBe('')
  })

  test('that another tab saved meanwhile are shown first, and replaced only by a further press', async () => {
    const id = await book()
    const portal = await open(id)
    await portal.user.type(await box(), 'Mijn tekst')
    await callAs('owner', 'PUT', questionsOf(id), { text: 'Tekst van elders' })
    await portal.press('Vragen opslaan')
    await shows(/^Uw vragen zijn intussen op een andere plek gewijzigd/)
    expect(screen.getByText('Tekst van elders')).toBeVisible()
    expect(await box()).toHaveValue('Mijn tekst')
    expect(await savedText()).toEqual(['Tekst van elders'])
    closePortals()
    const next = await open(id)
    expect(await box()).toHaveValue('Mijn tekst')
    expect(screen.getByText('Tekst van elders')).toBeVisible()
    await next.press('Vragen opslaan')
    await shows('Uw vragen zijn opgeslagen.')
    expect(await savedText()).toEqual(['Mijn tekst'])
    expect(screen.queryByText('Tekst van elders')).toBeNull()
    expect(await box()).toHaveValue('Mijn tekst')
  })

  test('stay in the field when they are not saved: without a connection, or after the beginning', async () => {
    const id = await book()
    const portal = await open(id)
    await portal.user.type(await box(), 'Mag hij vis?')
    injectFault(http.put('*/questions', () => HttpResponse.error(), { once: true }))
    await portal.press('Vragen opslaan')
    expect(await screen.findByRole('alert')).toBeVisible()
    await database().updateTable('appointment').set({ status: 'CANCELLED' }).where('uuid', '=', id).execute()
    injectFault(replies('put', questionsOf(id), { code: 'questions-closed' }, { status: 409, once: true }))
    await portal.press('Vragen opslaan')
    await shows(/^Uw tekst is niet opgeslagen, want dit kan alleen tot de afspraak begint/)
    expect(await box()).toHaveValue('Mag hij vis?')
  })

  test('are text for staff who view as the client, who complete no forms either', async () => {
    const id = await book()
    await ask(id)
    await callAs('owner', 'PUT', questionsOf(id), { text: 'Mag hij vis?' })
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    await portal.viewAs(clientId)
    await portal.goTo(`/client/visits/${id}`)
    expect((await region('Vragen aan de dierenarts')).getByText('Mag hij vis?')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /^Wat wilt u vragen/ })).toBeNull()
    await shows('In te vullen')
    expect(screen.queryByRole('link', { name: 'Invullen' })).toBeNull()
  })
})

describe('a past visit', () => {
  const REPORT = {
    advice: 'Twee weken rust',
    medication: [
      { product: 'Artrocam', days: 7 },
      { product: 'Zalf', mayRepeat: false },
    ],
    followUpDate: day(20),
  }
  const past = async () => {
    const id = await book({ start: inHours(-48), status: 'DONE' })
    const report = await visitForm(clientId, bella, { ...REPORT, date: day(-2), appointmentUuid: id })
    await database().updateTable('visit_form').set({ appointment_uuid: id }).where('uuid', '=', report).execute()
    await invoice(database(), clientId, { date: day(-2), appointment_uuid: id, status: 'UNPAID' })
    return { id, report }
  }

  test('shows advice, medicines, report and invoice, and asks for the check-up until it is booked', async () => {
    const { id, report } = await past()
    const portal = await open(id)
    await shows('Geweest')
    const texts = ['Twee weken rust', 'Artrocam', 'Hele verslag bekijken', 'Openstaand']
    const places = texts.map((text) => within(screen.getByRole('main')).getByText(text))
    for (const [index, place] of places.slice(1).entries())
      expect(places[index]!.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /^Opnieuw aanvragen/ })).toHaveLength(1)
    expect(screen.getByRole('button', { name: /^Afspraak maken: Bella: Controle/ })).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    await portal.follow('Hele verslag bekijken')
    await arrivesAt(portal, '/client/visit-forms')
    expect(portal.address()).toContain(report)
    await portal.follow('Naar de afspraak')
    await arrivesAt(portal, `/client/visits/${id}`)
    closePortals()
    const next = await book({ reason: 'Controle' })
    await open(id)
    expect(await screen.findByRole('link', { name: /^Afgesproken op/ })).toHaveAttribute(
      'href',
      `/client/visits/${next}`,
    )
    expect(screen.queryByRole('button', { name: /^Afspraak maken/ })).toBeNull()
  })

  test('without a report says so, and shows the questions as they were sent', async () => {
    const id = await book()
    await callAs('owner', 'PUT', questionsOf(id), { text: 'Mag hij vis?' })
    const data = JSON.stringify({
      uuid: id,
      start: inHours(-48),
      durationMinutes: 20,
      patientUuids: [bella],
      reason: 'Controle',
      status: 'DONE',
    })
    await database()
      .updateTable('appointment')
      .set({ data, start: inHours(-48), status: 'DONE' })
      .where('uuid', '=', id)
      .execute()
    await open(id)
    await shows(/^Uw praktijk heeft nog geen verslag/)
    expect((await region('Vragen aan de dierenarts')).getByText('Mag hij vis?')).toBeVisible()
  })
})

test('a cancelled visit says so, and offers another appointment', async () => {
  await open(await book({ status: 'CANCELLED', preparation: 'Nuchter komen' }))
  await shows(/^Deze afspraak is afgezegd/)
  expect(screen.getByRole('link', { name: 'Nieuwe afspraak maken' })).toHaveAttribute(
    'href',
    expect.stringContaining(`patient=${bella}`),
  )
  expect(screen.queryByText('Nuchter komen')).toBeNull()
  expect(screen.queryByRole('link', { name: /^Afspraak verzetten/ })).toBeNull()
})

test('a visit of another client is not found, like an unknown one', async () => {
  const { uuid } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('uuid', '!=', clientId)
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()
  const ofOther = await appointment(database(), uuid, { start: START })
  for (const id of [ofOther, crypto.randomUUID()]) {
    await open(id)
    await showsHeading('Afspraak niet gevonden')
    closePortals()
  }
})

describe('the links to a visit', () => {
  test('are on the first page, the list of visits, the page of the animal and an answered request', async () => {
    const id = await book()
    const request = await addRequest(
      {},
      { kind: 'APPOINTMENT', state: 'answered', closed_at: inHours(-1), answer: { appointmentUuid: id } },
    )
    const pages = [
      '/client/portal/reminders',
      '/client/visit-forms',
      `/client/patients/${bella}`,
      `/client/requests/${request}`,
    ]
    for (const page of pages) {
      await openPortal(page, { as: 'owner' })
      const name = page === pages[3] ? 'Vaccinatie rabiës' : /^donderdag 26 november 2037/
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/client/visits/${id}`)
      closePortals()
    }
  })

  test('are absent on an API without visits', async () => {
    const id = await book()
    injectFault(replies('get', 'capabilities', ['appointments']))
    await openPortal('/client/portal/reminders', { as: 'owner' })
    expect(await screen.findByText('donderdag 26 november 2037 om 10:20')).toBeVisible()
    expect(screen.queryByRole('link', { name: /26 november 2037/ })).toBeNull()
    closePortals()
    withoutCapabilities()
    await arrivesAt(await open(id), '/404')
  })
})
