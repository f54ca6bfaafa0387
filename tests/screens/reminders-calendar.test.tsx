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
import { savedFiles, shows } from './steps.ts'

let saved: ReturnType<typeof savedFiles>
beforeEach(() => void (saved = savedFiles()))
afterEach(() => void vi.restoreAllMocks())

async function theFile() {
  await waitFor(() => expect(saved).toHaveLength(1))
  const { name, file } = saved[0]!
  const calendar = new ICAL.Component(ICAL.parse(await file.text()))
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  return { name, type: file.type, events }
}

const saveAll = () => screen.findByRole('button', { name: 'Alles in uw agenda zetten' })

test('a reminder is saved as a calendar file, with today for an overdue reminder', async () => {
  const clientId = await clientOf('owner')
  await database().deleteFrom('reminder').where('client_uuid', '=', clientId).execute()
  await remind(clientId, { date: '2020-05-06', description: 'Ontworming', patientName: 'Bella' })
  await remind(clientId, {
    date: '2030-05-06',
    description: 'Vaccinatie: rabiës, hond; jaarlijks',
    patientName: 'Bella',
  })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  // The last block of the page.
  await screen.findByRole('heading', { name: 'Gevraagd door uw praktijk' })
  const { all } = watch(portal)
  await portal.press('Zet in uw agenda: Bella: Vaccinatie: rabiës, hond; jaarlijks')
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
  saved.length = 0
  await portal.press('Zet in uw agenda: Bella: Ontworming')
  // An overdue reminder is saved for today.
  expect((await theFile()).events[0]!.startDate.toString()).toBe(today())
})

test('all active reminders are saved as one calendar file, in the language of the portal', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await portal.choose('English')
  await portal.follow(/^Today/)
  await portal.press('Add all to your calendar')
  const { name, events } = await theFile()
  expect(name).toBe('reminders-dap-de-waag.ics')
  // The file has 20 reminders, one of them at its appointment, and two more appointments.
  expect(events).toHaveLength(22)
  await portal.choose('Not active')
  await shows(/are completed or expired/)
  expect(screen.queryByRole('button', { name: /calendar/ })).toBeNull()
})

test('all reminders of a longer list are saved once each', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 230; index++) {
    await remind(clientId, { date: `20${30 + (index % 60)}-01-01`, description: `Zorg ${index}` })
  }
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const { all } = watch(portal)
  const held = holdRequests('clients/:id/reminders', ({ searchParams }) => searchParams.get('size') === '200')
  await portal.user.click(await saveAll())
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

test('no calendar file is saved if a page of the list fails', async () => {
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

test('saving a longer list shows its progress, and is cancelled by leaving the page', async () => {
  const clientId = await clientOf('owner')
  for (let index = 0; index < 30; index++) await remind(clientId, { date: '2031-01-01' })
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  const slow = () => screen.queryByText(/Het duurt langer dan normaal/)
  const hold = () => holdRequests('clients/:id/reminders', ({ searchParams }) => searchParams.get('size') === '200')
  const held = hold()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await portal.user.click(await saveAll())
  await waitFor(() => expect(held.held.length).toBeGreaterThan(0))
  await act(() => vi.advanceTimersByTimeAsync(SLOW_MS))
  expect(slow()).toBeVisible()
  await held.releaseAll()
  await waitFor(() => expect(saved).toHaveLength(1))
  await waitFor(() => expect(slow()).toBeNull())
  portal.api.network.resetHandlers()
  await portal.router.options.context.queryClient.invalidateQueries({ refetchType: 'none' })
  const again = hold()
  await portal.user.click(await saveAll())
  await waitFor(() => expect(again.held.length).toBeGreaterThan(0))
  await portal.follow('Instellingen')
  expect(await screen.findByRole('heading', { name: 'Instellingen' })).toBeVisible()
  await again.releaseAll()
  expect(saved).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
