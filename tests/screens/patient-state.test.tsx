import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { shows } from './steps.ts'
import { injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { animal, day, reminder, visit, withoutAnimals } from './animals.ts'
import { clientOf } from './owner.tsx'

const ANIMALS = [
  { uuid: 'p', name: 'Mies' },
  { uuid: 'q', name: 'Bo', deceasedDate: day(-30) },
  { uuid: 'r', name: 'Kees', active: false },
  { uuid: 's', name: 'Droppie', deceasedDate: '2062-01-01' },
]

const main = () => within(screen.getByRole('main'))
const dueLines = () =>
  main()
    .queryAllByText(/is \d+ dagen te laat/)
    .map((line) => line.textContent)

/** Simulates an API without the capability, which sends active reminders of deceased and inactive animals too. */
function foreignApi(patients: () => Response) {
  const rows = ['p', 'Q', 'r', 's', 'moved', undefined].map((patientUuid, index) => ({
    uuid: `reminder-${index}`,
    date: day(-5),
    active: true,
    description: 'Enting',
    ...(patientUuid && { patientUuid, patientName: `Dier ${patientUuid}` }),
  }))
  const page = { number: 0, size: 25, totalPages: 1, totalElements: rows.length }
  injectFault(
    http.get('*/api/clients/*/reminders', () => HttpResponse.json({ content: rows, page })),
    http.get('*/api/clients/*/patients', patients),
  )
  withoutCapabilities()
}

describe('an API without the capability patient-state', () => {
  test('shows reminders of current animals and of none, and the total of the API in the menu', async () => {
    foreignApi(() => HttpResponse.json(ANIMALS))
    await openPortal('/client/portal/reminders?active=true', { as: 'owner' })
    expect(await within(await screen.findByRole('main')).findByText('2 te laat')).toBeVisible()
    expect(dueLines()).toEqual(['Dier p: enting is 5 dagen te laat', 'Enting is 5 dagen te laat'])
    const menu = within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
    expect(await menu.findByRole('link', { name: /Vandaag.*6.*actieve herinneringen/ })).toBeVisible()
  })

  test.each([
    ['is missing', () => new HttpResponse(null, { status: 404 })],
    ['fails', () => new HttpResponse(null, { status: 500 })],
    ['is empty', () => HttpResponse.json([])],
    ['is no list', () => HttpResponse.json({ content: 5 })],
  ])('shows all reminders if the list of animals %s', async (_, patients) => {
    foreignApi(patients)
    await openPortal('/client/portal/reminders?active=true', { as: 'owner' })
    expect(await within(await screen.findByRole('main')).findByText('6 te laat')).toBeVisible()
  })

  test('shows no reminders on the page of a deceased animal', async () => {
    foreignApi(() => HttpResponse.json(ANIMALS))
    await openPortal('/client/patients/q', { as: 'owner' })
    expect(await screen.findByRole('heading', { name: 'Bo' })).toBeVisible()
    expect(screen.queryByText(/te laat/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Afspraak/ })).toBeNull()
  })
})

describe('a deceased animal', () => {
  test('has its open reminder among the reminders that are not active, as expired', async () => {
    const clientId = await clientOf('owner')
    await withoutAnimals(clientId)
    const bo = await animal(clientId, { name: 'Bo', deceasedDate: day(-30) })
    await reminder(clientId, bo, { date: day(-5), description: 'Enting', status: 'SENT', patientName: 'Bo' })
    const portal = await openPortal('/client/portal/reminders?active=true', { as: 'owner' })
    await shows(/zodra uw dier weer zorg nodig heeft/)
    await portal.user.click(await screen.findByRole('radio', { name: 'Niet actief' }))
    const row = await screen.findByText('Enting')
    expect(within(row.closest('li')!).getByText('Vervallen')).toBeVisible()
  })

  test('offers no repeat medicines and no check-up on a former visit', async () => {
    const clientId = await clientOf('owner')
    await withoutAnimals(clientId)
    const visitOf = async (deceasedDate: string | null) =>
      visit(clientId, await animal(clientId, { name: 'Bo', deceasedDate }), {
        followUpDate: day(20),
        medication: [{ product: 'Penivet', dosage: '1 dd' }],
      })
    const [alive, dead] = [await visitOf(null), await visitOf(day(-3))]
    const portal = await openPortal(`/client/visit-forms?visit=${alive}`, { as: 'owner' })
    expect(await screen.findByRole('link', { name: /Penivet/ })).toBeVisible()
    expect(screen.getByText(/^Controle op/)).toBeVisible()
    await portal.router.navigate({ to: '/client/visit-forms', search: { visit: dead } })
    expect(await screen.findByText('Penivet')).toBeVisible()
    expect(screen.queryByRole('link', { name: /Penivet/ })).toBeNull()
    expect(screen.queryByText(/^Controle op/)).toBeNull()
  })

  test('cannot be selected in a request, not even by an older link', async () => {
    const clientId = await clientOf('owner')
    await withoutAnimals(clientId)
    await animal(clientId, { name: 'Mies' })
    const bo = await animal(clientId, { name: 'Bo', deceasedDate: day(-3) })
    await openPortal(`/client/requests/new?kind=APPOINTMENT&patient=${bo}`, { as: 'owner' })
    const choice = await screen.findByRole('combobox', { name: /dier/i })
    expect(within(choice).queryByRole('option', { name: /Bo/ })).toBeNull()
    expect(choice).toHaveValue('')
  })
})
