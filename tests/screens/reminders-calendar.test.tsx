import { act, screen, waitFor } from '@testing-library/react'
import ICAL from 'ical.js'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { today } from '#src/lib/dates.ts'
import { SLOW_MS } from '#src/lib/constants.ts'
import { watch } from './faults.tsx'
import { clientOf, remind } from './owner.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { database, injectFault, openPortal } from '#harness/portal.tsx'

/** What the browser was handed, by the name of the file. */
let saved: { name: string; file: Blob }[]

beforeEach(() => {
  saved = []
  let last: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    last = file as Blob
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: last })
  })
})
afterEach(() => void vi.restoreAllMocks())

async function theFile() {
  await waitFor(() => expect(saved).toHaveLength(1))
  const [{ name, file }] = saved as [(typeof saved)[0]]
  const calendar = new ICAL.Component(ICAL.parse(await file.text()))
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  return { name, type: file.type, events }
}

const saveAll = () => screen.findByRole('button', { name: 'Alles in uw agenda zetten' })

test('one reminder goes to the calendar, with who to call', async () => {
  const clientId = await clientOf('owner')
  await remind(clientId, {
    date: '2030-05-06',
    description: 'Vaccinatie: rabiës, hond; jaarlijks',
    patientName: 'Bella',
  })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const { all } = watch(portal)
  await portal.user.click(
    await screen.findByRole('button', { name: 'Zet in uw agenda: Bella: Vaccinatie: rabiës, hond; jaarlijks' }),
  )
  const { name, type, events } = await theFile()
  expect(name).toBe('herinnering-bella-vaccinatie-rabies-hond-jaarlijks.ics')
  expect(type).toBe('text/calendar;charset=utf-8')
  expect(events).toHaveLength(1)
  const [{ summary, description, startDate, endDate }] = events as [ICAL.Event]
  expect(summary).toBe('Bella: Vaccinatie: rabiës, hond; jaarlijks')
  expect(description).toBe('DAP De Waag\n+31 30 555 01 23')
  expect(startDate.toString()).toBe('2030-05-06')
  expect(endDate.toString()).toBe('2030-05-07')
  expect(all()).toEqual([])
})

test('what is late stands on today, where something can still be done', async () => {
  const clientId = await clientOf('owner')
  await database().deleteFrom('reminder').where('client_uuid', '=', clientId).execute()
  await remind(clientId, { date: '2020-05-06', description: 'Ontworming', patientName: 'Bella' })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await portal.user.click(await screen.findByRole('button', { name: 'Zet in uw agenda: Bella: Ontworming' }))
  const [event] = (await theFile()).events
  expect(event!.startDate.toString()).toBe(today())
})

test('all of them go, in the language that is spoken; what is done does not', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await portal.user.click(screen.getByRole('radio', { name: 'English' }))
  await portal.user.click(await screen.findByRole('link', { name: /^Reminders(?! by)/ }))
  await portal.user.click(await screen.findByRole('button', { name: 'Add all to your calendar' }))
  const { name, events } = await theFile()
  expect(name).toBe('reminders-dap-de-waag.ics')
  // Twenty reminders, of which one by its appointment, and two more of these.
  expect(events).toHaveLength(22)
  await portal.user.click(screen.getByRole('radio', { name: 'Not active' }))
  expect(await screen.findByText(/are done or expired/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /calendar/ })).toBeNull()
})

test('of a longer list all go as well, page after page, once each', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 230; index++) {
    await remind(clientId, { date: `20${30 + (index % 60)}-01-01`, description: `Zorg ${index}` })
  }
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const { all } = watch(portal)
  const held = holdRequests('clients/:id/reminders', ({ searchParams }) => searchParams.get('size') === '200')
  await portal.user.click(await saveAll())
  // That of the strip may be one of them.
  await waitFor(() => expect(held.held.length).toBeGreaterThan(0))
  expect(await saveAll()).toHaveAttribute('aria-busy', 'true')
  await portal.user.click(await saveAll())
  await held.releaseAll()
  const { events } = await theFile()
  expect(events).toHaveLength(252)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(252)
  expect(all().filter((call) => call.includes('page=1&size=200'))).toHaveLength(1)
  expect(await saveAll()).not.toHaveAttribute('aria-busy')
})

test('a longer list that takes long says so, until it is there', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 30; index++) await remind(clientId, { date: '2031-01-01' })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const held = holdRequests('clients/:id/reminders', ({ searchParams }) => searchParams.get('size') === '200')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await portal.user.click(await saveAll())
  await waitFor(() => expect(held.held.length).toBeGreaterThan(0))
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS))
  expect(screen.getByText(/Het duurt langer dan normaal/)).toBeVisible()
  await held.releaseAll()
  await waitFor(() => expect(saved).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText(/Het duurt langer dan normaal/)).toBeNull())
})

test('where a page of it fails there is one message and no half file', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 210; index++) await remind(clientId, { date: '2031-01-01' })
  injectFault(
    http.get('*/api/clients/*/reminders', ({ request }) => {
      const { searchParams } = new URL(request.url)
      return searchParams.get('size') === '200' && searchParams.get('page') === '1'
        ? HttpResponse.json({ status: 500 }, { status: 500 })
        : undefined
    }),
  )
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await portal.user.click(await saveAll())
  expect(await screen.findByRole('alert')).toHaveTextContent('500')
  expect(saved).toEqual([])
  expect(await saveAll()).not.toHaveAttribute('aria-busy')
})

test('who leaves gets no file any more', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 30; index++) await remind(clientId, { date: '2031-01-01' })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const held = holdRequests('clients/:id/reminders', ({ searchParams }) => searchParams.get('size') === '200')
  await portal.user.click(await saveAll())
  await waitFor(() => expect(held.held.length).toBeGreaterThan(0))
  await portal.user.click(screen.getByRole('link', { name: 'Instellingen' }))
  expect(await screen.findByRole('heading', { name: 'Instellingen' })).toBeVisible()
  await held.releaseAll()
  expect(saved).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})
