import { screen, waitFor, within } from '@testing-library/react'
import ICAL from 'ical.js'
import { expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { answerOf, database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const SETTINGS = '/client/portal/settings'

const button = (name: string) => screen.getByRole('button', { name })
const make = () => screen.findByRole('button', { name: 'Abonnement maken' })
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Adres van uw agenda' })
const confirm = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

async function statusOf(address: string) {
  return (await answerOf(new Request(address))).status
}

test('an owner makes an address, which brings the reminders, gets a new one, and ends it', async () => {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.user.click(await make())
  const first = (await field()).value
  expect(await field()).toHaveFocus()
  expect(await screen.findByText('Het adres van uw agenda is gemaakt.')).toBeVisible()
  const subscribe = screen.getByRole('link', { name: 'Toevoegen aan mijn agenda' })
  expect(subscribe).toHaveAttribute('href', first.replace(/^https?:/, 'webcal:'))
  const answer = await answerOf(new Request(first))
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
  const { uuid } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('email', '=', 'owner@mail.example')
    .executeTakeFirstOrThrow()
  const active = await database()
    .selectFrom('reminder')
    .select('uuid')
    .where('client_uuid', '=', uuid)
    .where('active', '=', 1)
    .execute()
  const kept = await database()
    .selectFrom('appointment')
    .select(['reminder_uuid as reminder', 'status'])
    .where('client_uuid', '=', uuid)
    .where('status', '<>', 'CANCELLED')
    .execute()
  const isBooked = ({ uuid: reminder }: { uuid: string }) =>
    kept.some((appointment) => appointment.status === 'BOOKED' && appointment.reminder === reminder)
  const due = active.filter((reminder) => !isBooked(reminder))
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(due.length + kept.length)

  await portal.user.click(button('Nieuw adres'))
  await portal.user.click(confirm('Annuleren'))
  expect(await field()).toHaveValue(first)
  await portal.user.click(button('Nieuw adres'))
  await portal.user.click(confirm('Nieuw adres'))
  await waitFor(async () => expect(await field()).not.toHaveValue(first))
  const second = (await field()).value
  expect(await statusOf(first)).toBe(404)
  expect(await statusOf(second)).toBe(200)

  await portal.user.click(button('Stoppen'))
  await portal.user.click(confirm('Stoppen'))
  expect(await make()).toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await statusOf(second)).toBe(404)
})

test('who has an address finds it again', async () => {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.user.click(await make())
  const made = (await field()).value
  await portal.user.click(
    within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByRole('link', { name: /^Herinneringen/ }),
  )
  await portal.user.click(await screen.findByRole('link', { name: 'Instellingen' }))
  expect(await field()).toHaveValue(made)
})

test('the address is copied, and selected where the clipboard is refused', async () => {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.user.click(await make())
  await field()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await portal.user.click(button('Adres kopiëren'))
  expect(write).toHaveBeenCalledExactlyOnceWith((await field()).value)
  expect(await screen.findByText('Het adres is gekopieerd.')).toBeVisible()
  write.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await portal.user.click(button('Adres kopiëren'))
  expect(await screen.findByText(/^Kopiëren lukte niet/)).toBeVisible()
  const { selectionStart, selectionEnd, value } = await field()
  expect([selectionStart, selectionEnd]).toEqual([0, value.length])
})

test('one that cannot be made is told, and can be tried again; one that cannot be had as well', async () => {
  injectFault(answers('get', 'clients/*/calendar', 500, 'internal', { once: true }))
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.user.click(await screen.findByRole('button', { name: 'Opnieuw proberen' }))
  injectFault(answers('post', 'clients/*/calendar', 500, 'internal', { once: true }))
  await portal.user.click(await make())
  expect(await screen.findByText('De server gaf een fout (500).', { exact: false })).toBeVisible()
  await portal.user.click(await make())
  expect(await field()).toBeVisible()
})

test('staff who view as a client have none, and ask for none', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const { uuid } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('practice_id', '=', 'de-waag')
    .where('registered', '=', 1)
    .executeTakeFirstOrThrow()
  await portal.session.viewAs(uuid)
  await portal.user.click(await screen.findByRole('link', { name: 'Instellingen' }))
  expect(await screen.findByText(/Alleen de cliënt zelf kan een agenda abonneren/)).toBeVisible()
  expect(portal.calls.filter((call) => call.includes('/calendar'))).toEqual([])
})

test('an API that does not know it shows nothing of it', async () => {
  withoutCapabilities()
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  expect(screen.getByRole('heading', { name: 'Wachtwoord' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Agenda' })).toBeNull()
  expect(portal.calls.filter((call) => call.includes('/calendar'))).toEqual([])
})
