import { screen, waitFor } from '@testing-library/react'
import ICAL from 'ical.js'
import { expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { answerOf, database, injectFault, openPortal } from '#harness/portal.tsx'
import { clientOf } from './owner.tsx'
import { shows, sidebar } from './steps.ts'

const SETTINGS = '/client/portal/settings'

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Adres van uw agenda' })

const statusOf = async (address: string) => (await answerOf(new Request(address))).status

test('an owner can create, replace and remove a calendar URL', async () => {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.press('Abonnement maken')
  const first = (await field()).value
  expect(await field()).toHaveFocus()
  await shows('Het adres van uw agenda is gemaakt.')
  const subscribe = screen.getByRole('link', { name: 'Toevoegen aan mijn agenda' })
  expect(subscribe).toHaveAttribute('href', first.replace(/^https?:/, 'webcal:'))
  const calendar = new ICAL.Component(ICAL.parse(await (await answerOf(new Request(first))).text()))
  const clientId = await clientOf('owner')
  const appointments = database().selectFrom('appointment').selectAll().where('client_uuid', '=', clientId)
  const kept = await appointments.where('status', '<>', 'CANCELLED').execute()
  const booked = new Set(kept.flatMap((one) => (one.status === 'BOOKED' ? one.reminder_uuid : [])))
  const active = database().selectFrom('reminder').select('uuid').where('client_uuid', '=', clientId)
  const due = (await active.where('active', '=', 1).execute()).filter(({ uuid }) => !booked.has(uuid))
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(due.length + kept.length)
  await portal.user.click(sidebar().getByRole('link', { name: /^Vandaag/ }))
  await portal.follow('Instellingen')
  expect(await field()).toHaveValue(first)

  await portal.press('Nieuw adres')
  await portal.confirm('Annuleren')
  expect(await field()).toHaveValue(first)
  await portal.press('Nieuw adres')
  await portal.confirm('Nieuw adres')
  await waitFor(async () => expect(await field()).not.toHaveValue(first))
  const second = (await field()).value
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])

  await portal.press('Stoppen')
  await portal.confirm('Stoppen')
  expect(await screen.findByRole('button', { name: 'Abonnement maken' })).toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await statusOf(second)).toBe(404)
})

test('the calendar URL can be copied, or is selected if the clipboard is denied', async () => {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.press('Abonnement maken')
  await field()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await portal.press('Adres kopiëren')
  expect(write).toHaveBeenCalledExactlyOnceWith((await field()).value)
  await shows('Het adres is gekopieerd.')
  write.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await portal.press('Adres kopiëren')
  await shows(/^Kopiëren lukte niet/)
  const { selectionStart, selectionEnd, value } = await field()
  expect([selectionStart, selectionEnd]).toEqual([0, value.length])
})

test('a calendar URL that cannot be loaded or created can be retried', async () => {
  injectFault(answers('get', 'clients/*/calendar', 500, 'internal', { once: true }))
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.press('Opnieuw proberen')
  injectFault(answers('post', 'clients/*/calendar', 500, 'internal', { once: true }))
  await portal.press('Abonnement maken')
  await shows(/De server gaf een fout \(500\)\./)
  await portal.press('Abonnement maken')
  expect(await field()).toBeVisible()
})

test('staff who view as a client neither see nor load the calendar URL', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.viewAs(await clientOf('owner'))
  await portal.follow('Instellingen')
  await shows(/Alleen de cliënt zelf kan een agenda abonneren/)
  expect(portal.calls.filter((call) => call.includes('/calendar'))).toEqual([])
})
