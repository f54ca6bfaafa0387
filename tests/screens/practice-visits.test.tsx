import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { appointment, form, formTask } from '#harness/builders.ts'
import { arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { addRow } from '#harness/rows.ts'
import { animalsOf, clientOf } from './owner.tsx'
import { accountOf, apiHasOnly, main, sidebar, shows, showsHeading } from './steps.ts'

const WEEK = '/admin/visits?from=2037-11-26'

let clientId: string
let bella: string

beforeEach(async () => {
  localStorage.setItem('portal-language', 'nl')
  await database().deleteFrom('appointment').execute()
  clientId = await clientOf('owner')
  bella = (await animalsOf(clientId)).find(({ name }) => name === 'Bella')!.uuid
})

const book = (fields: Partial<Appointment> = {}) =>
  appointment(database(), clientId, {
    // 10:20 in winter time.
    start: '2037-11-26T09:20:00Z',
    patientUuids: [bella],
    reason: 'Gebitsreiniging',
    preparation: 'Nuchter komen',
    ...fields,
  })
/** Asks for a form with an appointment, in a state. */
async function ask(appointmentId: string, state: 'asked' | 'complete' | 'withdrawn' = 'asked') {
  const formId = await form(database(), 'de-waag')
  return await formTask(database(), clientId, formId, { appointment_uuid: appointmentId, state })
}
const write = async (appointmentId: string, text: string) =>
  addRow(database(), 'visit_question', {
    appointment_uuid: appointmentId,
    practice_id: 'de-waag',
    client_uuid: clientId,
    account_id: (await accountOf('owner')).id,
    text,
    changed_at: '2037-11-20T09:00:00.000Z',
    number: 1,
  })
const rowsOf = async (day: string) => {
  const table = within(await screen.findByRole('region', { name: day })).getByRole('table')
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
}
const open = (address = WEEK) => openPortal(address, { as: 'staff' })

describe('the list of visits', () => {
  test('has time, animal, reason, client, forms and questions by day, and names the period', async () => {
    const visit = await book()
    await ask(visit)
    await ask(visit, 'complete')
    await write(visit, 'Mag Bella eten?')
    await ask(await book({ start: '2037-11-26T12:00:00Z', patientUuids: [], reason: 'Gesprek' }), 'withdrawn')
    await book({ start: '2037-12-02T09:00:00Z', reason: 'Controle', status: 'CANCELLED' })
    await book({ start: '2037-12-03T09:00:00Z' })
    await open()
    expect(await rowsOf('donderdag 26 november')).toEqual([
      ['10:20 Bella', 'Gebitsreiniging', expect.stringMatching(/Anneke/), '1 van 2 ingevuldVragen'],
      ['13:00 Geen dier bekend', 'Gesprek', expect.stringMatching(/Anneke/), 'Toestemming ingetrokken'],
    ])
    expect(await rowsOf('woensdag 2 december')).toEqual([
      ['10:00 Bella', 'Controle', expect.stringMatching(/Anneke/), 'Afgezegd'],
    ])
    expect(screen.getAllByRole('region')).toHaveLength(2)
    expect(screen.getByRole('main')).toHaveTextContent('26 november t/m 2 december 2037')
  })

  test('moves by week and by day, and keeps the filter', async () => {
    await book({ start: '2037-12-03T09:00:00Z' })
    const portal = await open(`${WEEK}&show=not-ready`)
    await portal.follow('Volgende week')
    await waitFor(() => expect(portal.address()).toBe('/admin/visits?from=2037-12-03&show=not-ready'))
    await shows('Alle formulieren zijn ingevuld')
    await portal.follow('Alle afspraken tonen')
    await rowsOf('donderdag 3 december')
    await portal.user.click(screen.getByRole('radio', { name: 'Dag' }))
    await portal.follow('Vorige dag')
    await waitFor(() => expect(portal.address()).toBe('/admin/visits?from=2037-12-02&period=day'))
    await shows('Geen afspraken in deze periode')
    await portal.follow('Vandaag')
    await waitFor(() => expect(portal.address()).toBe('/admin/visits?period=day'))
  })

  test('is filtered by forms that wait', async () => {
    await ask(await book())
    await ask(await book({ reason: 'Klaar' }), 'complete')
    const portal = await open()
    expect(await rowsOf('donderdag 26 november')).toHaveLength(2)
    await portal.user.click(screen.getByRole('radio', { name: 'Nog niet klaar' }))
    await waitFor(async () => expect(await rowsOf('donderdag 26 november')).toHaveLength(1))
    expect(main().queryByText('Klaar')).toBeNull()
  })
})

describe('the page of a visit', () => {
  test('shows questions and forms, leads to asking for a form, and back to the same list', async () => {
    const visit = await book()
    await write(visit, 'Mag Bella eten?\nEn drinken?')
    const task = await ask(visit, 'complete')
    const portal = await open(`${WEEK}&period=day`)
    await portal.follow('10:20 Bella')
    await showsHeading('Bella: Gebitsreiniging')
    expect(screen.getByRole('region', { name: 'Vragen van de cliënt' })).toHaveTextContent(
      'Mag Bella eten? En drinken?',
    )
    expect(main().getByText('Nuchter komen')).toBeVisible()
    const forms = within(screen.getByRole('region', { name: 'Formulieren' }))
    expect(forms.getByRole('link', { name: 'Vragenlijst' })).toHaveAttribute('href', `/admin/forms/${task}`)
    expect(forms.getByText('Ingevuld')).toBeVisible()
    await portal.user.click(main().getByRole('link', { name: 'Afspraken' }))
    await waitFor(() => expect(portal.address()).toBe(`${WEEK}&period=day`))
    await portal.follow('10:20 Bella')
    await portal.user.click(await main().findByRole('link', { name: 'Formulier vragen' }))
    expect(await screen.findByRole('combobox', { name: /^Afspraak/ })).toHaveValue(visit)
    expect(screen.getByRole('combobox', { name: /^Dier/ })).toHaveValue(bella)
  })

  test('opens the portal as the client', async () => {
    const portal = await open(`/admin/visits/${await book()}`)
    await portal.press('Bekijk als')
    await arrivesAt(portal, '/client/portal/reminders')
  })

  test('asks for no form after a cancelled appointment', async () => {
    await open(`/admin/visits/${await book({ status: 'CANCELLED' })}`)
    await shows('Afgezegd')
    await shows('Voor deze afspraak zijn geen formulieren gevraagd.')
    expect(main().queryByRole('link', { name: 'Formulier vragen' })).toBeNull()
  })

  test('says that an unknown appointment was not found', async () => {
    await open(`/admin/visits/${crypto.randomUUID()}`)
    await shows('Deze afspraak is niet gevonden')
  })

  test('is linked in the sheet of its client', async () => {
    const visit = await book()
    const portal = await open(`/admin/clients/registered?client=${clientId}`)
    await portal.user.click(await screen.findByRole('link', { name: /^Afspraak do 26 nov 2037/ }))
    await arrivesAt(portal, `/admin/visits/${visit}`)
  })
})

test('visits are absent on an API without them', async () => {
  await book()
  apiHasOnly('requests', 'appointments')
  const portal = await open()
  await arrivesAt(portal, '/404')
  await portal.goTo(`/admin/clients/registered?client=${clientId}`)
  await shows(/^Afspraak/)
  expect(screen.queryByRole('link', { name: /^Afspraak/ })).toBeNull()
  expect(sidebar().queryByRole('link', { name: 'Afspraken' })).toBeNull()
})
