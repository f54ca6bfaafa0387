import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { patient, visitForm } from '#harness/builders.ts'
import { database, openPortal } from '#harness/portal.tsx'
import { clientOf, remind } from './owner.tsx'

const TODAY = new Date().toISOString().slice(0, 10)

let cats: string[]

/** Gives the owner two cats called Minoes. */
beforeEach(async () => {
  const clientId = await clientOf('owner')
  const db = database()
  await db.deleteFrom('reminder').where('client_uuid', '=', clientId).execute()
  cats = []
  for (const birthDate of ['2015-04-01', '2021-04-01'])
    cats.push(await patient(db, clientId, 'Minoes', undefined, { species: 'CAT', birthDate, active: true }))
  for (const patientUuid of cats) {
    await remind(clientId, { date: '2026-01-10', patientUuid, patientName: 'Minoes' })
    const uuid = crypto.randomUUID()
    const data = { uuid, date: TODAY, reason: 'Controle', patientUuid, patientName: 'Minoes' }
    await visitForm(db, clientId, { uuid, date: TODAY, patient_uuid: patientUuid, data: JSON.stringify(data) })
  }
})

const OLDER = /Minoes \(2015\)/
const YOUNGER = /Minoes \(2021\)/

test.each([
  ['the list of animals', '/client/patients'],
  ['the reminders', '/client/portal/reminders'],
  ['the visits', '/client/visit-forms'],
])('animals with the same name are distinguished in %s', async (_, address) => {
  await openPortal(address, { as: 'owner' })
  const main = within(screen.getByRole('main'))
  expect((await main.findAllByText(OLDER)).length).toBeGreaterThan(0)
  expect((await main.findAllByText(YOUNGER)).length).toBeGreaterThan(0)
  expect(main.queryByText(/Minoes(?! \()/)).toBeNull()
})

test.each([
  ['the filter of visits', '/client/visit-forms', 'Dier'],
  ['a new request', '/client/requests/new?kind=QUESTION', /dier/i],
])('animals with the same name are distinguished in %s', async (_, address, label) => {
  await openPortal(address, { as: 'owner' })
  const select = await screen.findByLabelText(label, { selector: 'select' })
  expect(within(select).getByRole('option', { name: 'Minoes (2015)' })).toBeInTheDocument()
  expect(within(select).getByRole('option', { name: 'Minoes (2021)' })).toBeInTheDocument()
})

test('an animal with a unique name has no suffix', async () => {
  await database().deleteFrom('patient').where('uuid', '=', cats[1]!).execute()
  await openPortal('/client/patients', { as: 'owner' })
  expect(await screen.findByText('Minoes')).toBeVisible()
})
