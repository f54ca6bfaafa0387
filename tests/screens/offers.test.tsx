import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/user.ts'
import { answers, losesAnswer } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { staffOffer } from '#harness/builders.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import {
  answerOf,
  arrivesAt,
  database,
  injectFault,
  openPortal,
  tokenOf,
  withoutCapabilities,
} from '#harness/portal.tsx'
import { clientOf } from './owner.tsx'

const DASHBOARD = '/admin/dashboard'
const REMINDERS = '/client/portal/reminders?active=true'
const sidebar = () => within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))
const shownSidebar = async () => within(await screen.findByRole('navigation', { name: 'Hoofdmenu' }))
const offer = () => screen.findByRole('region', { name: /nodigt u uit als|biedt u een andere rol aan/ })
const noOffer = () => expect(screen.queryByRole('button', { name: 'Accepteren' })).toBeNull()
const pressed = async (name: string) => within(await offer()).getByRole('button', { name })

/** The admin of De Linde invites somebody who has an account. */
async function isOffered(persona: Persona, role: StaffRole = 'CLINIC_USER') {
  const answer = await answerOf(
    new Request('http://localhost:3000/api/practice/de-linde/staff', {
      method: 'POST',
      headers: { authorization: await tokenOf('group'), 'content-type': 'application/json' },
      body: JSON.stringify({ username: personas[persona], role, proof: { currentPassword: PASSWORD } }),
    }),
  )
  expect(answer.status).toBe(201)
}

/** An export says that a member of staff of De Waag is an admin. */
async function isOfferedAnotherRole() {
  const { id } = await database()
    .selectFrom('account')
    .select('id')
    .where('username', '=', personas.staff)
    .executeTakeFirstOrThrow()
  await staffOffer(database(), id, 'de-waag', 'CLINIC_ADMIN')
}

async function offersOf(persona: Persona) {
  const headers = { authorization: await tokenOf(persona) }
  return (await answerOf(new Request('http://localhost:3000/api/user/offers', { headers }))).json()
}

async function takesBack(persona: Persona) {
  const headers = { authorization: await tokenOf('group'), 'content-type': 'application/json' }
  const at = 'http://localhost:3000/api/practice/de-linde/staff'
  const staff = (await (await answerOf(new Request(at, { headers }))).json()) as { id: string; username: string }[]
  const { id } = staff.find(({ username }) => username === personas[persona])!
  const body = JSON.stringify({ role: 'CLINIC_USER', active: false })
  await answerOf(new Request(`${at}/${id}`, { method: 'PUT', headers, body }))
}

describe('an offer to work at a practice', () => {
  test('is on the dashboard of who works elsewhere; accepted, the practice is one of theirs', async () => {
    await isOffered('staff')
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    expect(await offer()).toHaveAccessibleName('DAP De Linde nodigt u uit als medewerker')
    expect(await offer()).toHaveTextContent('U krijgt dan toegang tot de cliënten van deze praktijk.')
    expect(sidebar().queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
    await portal.user.click(await pressed('Accepteren'))
    expect(await screen.findByText(/^Geaccepteerd\. U werkt nu ook bij DAP De Linde/)).toBeVisible()
    noOffer()
    expect(portal.address()).toBe(DASHBOARD)
    expect(screen.getByRole('main')).toHaveFocus()
    expect(sidebar().getByRole('link', { name: 'Andere praktijk' })).toBeVisible()
    expect(sidebar().getByText('DAP De Waag')).toBeVisible()
  })

  test('makes staff of an owner, who arrives at the practice', async () => {
    await isOffered('owner', 'CLINIC_ADMIN')
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    expect(await offer()).toHaveAccessibleName('DAP De Linde nodigt u uit als beheerder')
    expect(await offer()).toHaveTextContent('en beheert ook de medewerkers')
    await portal.user.click(await pressed('Accepteren'))
    await arrivesAt(portal, DASHBOARD)
    expect(await screen.findByText('Geaccepteerd. U werkt nu bij DAP De Linde.')).toBeVisible()
    expect(await (await shownSidebar()).findByText('DAP De Linde')).toBeVisible()
    expect(sidebar().getByRole('link', { name: 'Medewerkers' })).toBeVisible()
  })

  test('is said to who has nothing else, in the place of that no practice is linked', async () => {
    await isOffered('none')
    const portal = await openPortal(REMINDERS, { as: 'none' })
    await arrivesAt(portal, '/auth/no-clinic')
    expect(await screen.findByRole('heading', { name: 'U heeft een uitnodiging' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'U bent nog niet gekoppeld' })).toBeNull()
    await portal.user.click(await pressed('Accepteren'))
    await arrivesAt(portal, DASHBOARD)
    expect(await (await shownSidebar()).findByText('DAP De Linde')).toBeVisible()
  })

  test('declined by who has nothing else leaves that no practice is linked', async () => {
    await isOffered('none')
    const portal = await openPortal('/auth/no-clinic', { as: 'none' })
    await portal.user.click(await pressed('Weigeren'))
    await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Weigeren' }))
    expect(await screen.findByRole('heading', { name: 'U bent nog niet gekoppeld' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Geweigerd. DAP De Linde kan dat zien.')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('stands above the choice of a client of two practices', async () => {
    await isOffered('two')
    await openPortal('/auth/select-clinic', { as: 'two' })
    expect(await offer()).toBeVisible()
    expect(screen.getByRole('button', { name: /DAP De Waag/ })).toBeVisible()
  })

  test.each([
    ['/admin/settings', 'staff'],
    ['/client/portal/settings', 'owner'],
  ] as const)('has its place at %s', async (address, as) => {
    await isOffered(as)
    await openPortal(address, { as })
    expect(await screen.findByRole('heading', { name: 'Uitnodigingen' })).toBeVisible()
    expect(await offer()).toBeVisible()
  })

  test('is declined after a question, and the practice sees it', async () => {
    await isOffered('staff')
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await portal.user.click(await pressed('Weigeren'))
    const dialog = () => within(screen.getByRole('dialog', { name: 'Uitnodiging van DAP De Linde weigeren?' }))
    await portal.user.click(dialog().getByRole('button', { name: 'Annuleren' }))
    expect(await offersOf('staff')).toHaveLength(1)

    await portal.user.click(await pressed('Weigeren'))
    await portal.user.click(dialog().getByRole('button', { name: 'Weigeren' }))
    expect(await screen.findByText('Geweigerd. DAP De Linde kan dat zien.')).toBeVisible()
    noOffer()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(await offersOf('staff')).toEqual([])
    expect(portal.address()).toBe(DASHBOARD)
  })

  test('that could not be accepted says so beside the button, and can be accepted again', async () => {
    await isOffered('staff')
    injectFault(answers('post', 'user/offers/de-linde', 503, 'unavailable', { once: true }))
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await portal.user.click(await pressed('Accepteren'))
    expect(await within(await offer()).findByRole('alert')).toHaveTextContent('Het portaal is even niet bereikbaar')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await portal.user.click(await pressed('Accepteren'))
    expect(await screen.findByText(/^Geaccepteerd/)).toBeVisible()
  })

  test('that could not be declined says so in the dialog', async () => {
    await isOffered('staff')
    injectFault(answers('delete', 'user/offers/de-linde', 503, 'unavailable', { once: true }))
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await portal.user.click(await pressed('Weigeren'))
    const dialog = within(screen.getByRole('dialog'))
    await portal.user.click(dialog.getByRole('button', { name: 'Weigeren' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Het portaal is even niet bereikbaar')
    await portal.user.click(dialog.getByRole('button', { name: 'Weigeren' }))
    expect(await screen.findByText(/^Geweigerd/)).toBeVisible()
  })

  test('whose acceptance was not heard of leads on all the same', async () => {
    await isOffered('owner')
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    injectFault(losesAnswer('post', 'user/offers/de-linde', portal.api))
    await portal.user.click(await pressed('Accepteren'))
    expect(await within(await offer()).findByRole('alert')).toHaveTextContent('Er ging iets mis')
    await portal.user.click(await pressed('Accepteren'))
    await arrivesAt(portal, DASHBOARD)
  })

  test.each(['Accepteren', 'Weigeren'])('that was taken back meanwhile is gone at %s', async (button) => {
    await isOffered('staff')
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await offer()
    await takesBack('staff')
    await portal.user.click(await pressed(button))
    if (button === 'Weigeren')
      await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: button }))
    expect(await screen.findByText(/^Deze uitnodiging is er niet meer/)).toBeVisible()
    noOffer()
    expect(sidebar().queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
  })

  test('says of a second factor what comes after it, and so it comes', async () => {
    await isOffered('owner')
    await database().updateTable('practice').set({ second_factor: 1 }).where('id', '=', 'de-linde').execute()
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    expect(await offer()).toHaveTextContent('Deze praktijk vraagt om een tweede factor.')
    await portal.user.click(await pressed('Accepteren'))
    await arrivesAt(portal, '/auth/login')
    expect(await screen.findByText('Geaccepteerd. Log opnieuw in, en stel een tweede factor in.')).toBeVisible()
  })

  test('does not speak of a second factor where none is asked for', async () => {
    await isOffered('owner')
    await openPortal(REMINDERS, { as: 'owner' })
    expect(await offer()).not.toHaveTextContent('tweede factor')
  })
})

describe('another role at one’s own practice', () => {
  test('is accepted, and the pages of that role are there', async () => {
    await isOfferedAnotherRole()
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    expect(await offer()).toHaveAccessibleName('DAP De Waag biedt u een andere rol aan: beheerder')
    expect(await offer()).toHaveTextContent('U blijft medewerker zolang u niet accepteert.')
    expect(sidebar().queryByRole('link', { name: 'Medewerkers' })).toBeNull()
    await portal.user.click(await pressed('Accepteren'))
    expect(await screen.findByText('Geaccepteerd. U bent nu beheerder bij DAP De Waag.')).toBeVisible()
    expect(sidebar().getByRole('link', { name: 'Medewerkers' })).toBeVisible()
  })

  test('is declined, and all stays as it was', async () => {
    await isOfferedAnotherRole()
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await portal.user.click(await pressed('Weigeren'))
    const dialog = within(screen.getByRole('dialog', { name: 'Andere rol bij DAP De Waag weigeren?' }))
    await portal.user.click(dialog.getByRole('button', { name: 'Weigeren' }))
    expect(await screen.findByText(/^Geweigerd/)).toBeVisible()
    noOffer()
    expect(sidebar().queryByRole('link', { name: 'Medewerkers' })).toBeNull()
  })
})

describe('the page below an offer', () => {
  test('is there before it', async () => {
    await isOffered('staff')
    const slow = holdRequests('user/offers')
    await openPortal(DASHBOARD, { as: 'staff' })
    await slow.count(1)
    expect(screen.getByRole('heading', { name: /Femke/ })).toBeVisible()
    noOffer()
    await slow.releaseAll()
    expect(await offer()).toBeVisible()
  })

  test('does not move under a hand: what comes late waits until that has left', async () => {
    await isOffered('staff')
    const slow = holdRequests('user/offers')
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await slow.count(1)
    await portal.user.hover(screen.getByRole('heading', { name: /Femke/ }))
    await slow.releaseAll()
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
    noOffer()
    await portal.user.hover(screen.getByRole('banner'))
    expect(await offer()).toBeVisible()
    await portal.user.hover(screen.getByRole('heading', { name: /Femke/ }))
    expect(await offer()).toBeVisible()
  })

  test('stands without it, and nothing is said where it cannot be had', async () => {
    injectFault(answers('get', 'user/offers', 500))
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await waitFor(() => expect(portal.calls).toContain('GET /api/user/offers'))
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
    noOffer()
  })

  test('asks another API for none', async () => {
    withoutCapabilities()
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
    expect(portal.calls.filter((call) => call.includes('offers'))).toEqual([])
  })

  test.each([REMINDERS, '/client/portal/settings'])(
    'is without it where staff view %s as a client',
    async (address) => {
      await isOffered('staff')
      const clientId = await clientOf('owner')
      sessionStorage.setItem('portal', JSON.stringify({ state: { clientId } }))
      const portal = await openPortal(address, { as: 'staff' })
      await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
      expect(screen.getByRole('region', { name: /^U bekijkt het portaal als/ })).toBeVisible()
      expect(portal.calls.filter((call) => call.includes('offers'))).toEqual([])
    },
  )
})
