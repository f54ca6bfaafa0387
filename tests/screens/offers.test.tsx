import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/roles.ts'
import { answers, losesAnswer } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { staffOffer } from '#harness/builders.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'
import { clientOf } from './owner.tsx'
import { accountOf, callAs, dialog, shows, showsHeading, sidebar } from './steps.ts'

const DASHBOARD = '/admin/dashboard'
const REMINDERS = '/client/portal/reminders?active=true'
const STAFF = 'practice/de-linde/staff'
const UNAVAILABLE = 'Het portaal is even niet bereikbaar'
const offer = () => screen.findByRole('region', { name: /nodigt u uit als|biedt u een andere rol aan/ })
const noOffer = () => expect(screen.queryByRole('button', { name: 'Accepteren' })).toBeNull()
const accept = (portal: TestPortal) => portal.press('Accepteren')
const settled = ({ router }: TestPortal) =>
  waitFor(() => expect(router.options.context.queryClient.isFetching()).toBe(0))

/** Lets the admin of De Linde invite somebody who has an account. */
async function offerTo(persona: Persona, role: StaffRole = 'CLINIC_USER') {
  const body = { username: personas[persona], role, proof: { currentPassword: PASSWORD } }
  expect((await callAs('group', 'POST', STAFF, body)).status).toBe(201)
}

const offersOf = async (persona: Persona) => (await callAs(persona, 'GET', 'user/offers')).json()

async function isRevoked(persona: Persona) {
  const staff = (await (await callAs('group', 'GET', STAFF)).json()) as { id: string; username: string }[]
  const { id } = staff.find(({ username }) => username === personas[persona])!
  await callAs('group', 'PUT', `${STAFF}/${id}`, { role: 'CLINIC_USER', active: false })
}

describe('an invitation to work at a practice', () => {
  test('can be accepted by staff of another practice, also after an error', async () => {
    await offerTo('staff')
    injectFault(answers('post', 'user/offers/de-linde', 503, 'unavailable', { once: true }))
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    expect(await offer()).toHaveAccessibleName('DAP De Linde nodigt u uit als medewerker')
    expect(await offer()).toHaveTextContent('U krijgt dan toegang tot de cliënten van deze praktijk.')
    expect(sidebar().queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
    await accept(portal)
    expect(await within(await offer()).findByRole('alert')).toHaveTextContent(UNAVAILABLE)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await accept(portal)
    await shows(/^Geaccepteerd\. U werkt nu ook bij DAP De Linde/)
    noOffer()
    expect(portal.address()).toBe(DASHBOARD)
    expect(screen.getByRole('main')).toHaveFocus()
    expect(sidebar().getByRole('link', { name: 'Andere praktijk' })).toBeVisible()
    expect(sidebar().getByText('DAP De Waag')).toBeVisible()
  })

  test('makes an owner a member of staff', async () => {
    await offerTo('owner', 'CLINIC_ADMIN')
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    expect(await offer()).toHaveAccessibleName('DAP De Linde nodigt u uit als beheerder')
    expect(await offer()).toHaveTextContent('en beheert ook de medewerkers')
    expect(await offer()).not.toHaveTextContent('tweede factor')
    await accept(portal)
    await arrivesAt(portal, DASHBOARD)
    await shows('Geaccepteerd. U werkt nu bij DAP De Linde.')
    expect(await sidebar().findByText('DAP De Linde')).toBeVisible()
    expect(sidebar().getByRole('link', { name: 'Medewerkers' })).toBeVisible()
  })

  test('is accepted by a second press if the response was lost', async () => {
    await offerTo('owner')
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    injectFault(losesAnswer('post', 'user/offers/de-linde', portal.api))
    await accept(portal)
    expect(await within(await offer()).findByRole('alert')).toHaveTextContent('Er ging iets mis')
    await accept(portal)
    await arrivesAt(portal, DASHBOARD)
  })

  test('announces the second factor that the practice requires', async () => {
    await offerTo('owner')
    await database().updateTable('practice').set({ second_factor: 1 }).where('id', '=', 'de-linde').execute()
    const portal = await openPortal(REMINDERS, { as: 'owner' })
    expect(await offer()).toHaveTextContent('Deze praktijk vraagt om een tweede factor.')
    await accept(portal)
    await arrivesAt(portal, '/auth/login')
    await shows('Geaccepteerd. Log opnieuw in, en stel een tweede factor in.')
  })

  test.each(['Accepteren', 'Weigeren'])('can be answered from an account without a practice: %s', async (answer) => {
    await offerTo('none')
    const portal = await openPortal(REMINDERS, { as: 'none' })
    await arrivesAt(portal, '/auth/no-clinic')
    await showsHeading('U heeft een uitnodiging')
    expect(screen.queryByRole('heading', { name: 'U bent nog niet gekoppeld' })).toBeNull()
    await portal.press(answer)
    if (answer === 'Accepteren') {
      await arrivesAt(portal, DASHBOARD)
      expect(await sidebar().findByText('DAP De Linde')).toBeVisible()
      return
    }
    await portal.confirm('Weigeren')
    await showsHeading('U bent nog niet gekoppeld')
    expect(screen.getByRole('status')).toHaveTextContent('Geweigerd. DAP De Linde kan dat zien.')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test.each([
    ['/auth/select-clinic', 'two', 'button', /DAP De Waag/],
    ['/admin/settings', 'staff', 'heading', 'Uitnodigingen'],
    ['/client/portal/settings', 'owner', 'heading', 'Uitnodigingen'],
  ] as const)('is shown at %s', async (address, as, role, name) => {
    await offerTo(as)
    await openPortal(address, { as })
    expect(await offer()).toBeVisible()
    expect(screen.getByRole(role, { name })).toBeVisible()
  })

  test('can be declined after a confirmation, also after an error', async () => {
    await offerTo('staff')
    injectFault(answers('delete', 'user/offers/de-linde', 503, 'unavailable', { once: true }))
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await portal.press('Weigeren')
    const question = await dialog('Uitnodiging van DAP De Linde weigeren?')
    await portal.confirm('Annuleren')
    expect(await offersOf('staff')).toHaveLength(1)
    await portal.press('Weigeren')
    await portal.confirm('Weigeren')
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(UNAVAILABLE)
    await portal.confirm('Weigeren')
    await shows('Geweigerd. DAP De Linde kan dat zien.')
    noOffer()
    expect(question.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(await offersOf('staff')).toEqual([])
    expect(portal.address()).toBe(DASHBOARD)
  })

  test.each(['Accepteren', 'Weigeren'])('can no longer be answered once it is revoked: %s', async (button) => {
    await offerTo('staff')
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await offer()
    await isRevoked('staff')
    await portal.press(button)
    if (button === 'Weigeren') await portal.confirm(button)
    await shows(/^Deze uitnodiging is er niet meer/)
    noOffer()
    expect(sidebar().queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
  })
})

test.each(['Accepteren', 'Weigeren'])(
  'an invitation to another role at the same practice can be answered: %s',
  async (answer) => {
    await staffOffer(database(), (await accountOf('staff')).id, 'de-waag', 'CLINIC_ADMIN')
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    expect(await offer()).toHaveAccessibleName('DAP De Waag biedt u een andere rol aan: beheerder')
    expect(await offer()).toHaveTextContent('U blijft medewerker zolang u niet accepteert.')
    expect(sidebar().queryByRole('link', { name: 'Medewerkers' })).toBeNull()
    await portal.press(answer)
    if (answer === 'Accepteren') {
      await shows('Geaccepteerd. U bent nu beheerder bij DAP De Waag.')
      expect(sidebar().getByRole('link', { name: 'Medewerkers' })).toBeVisible()
      return
    }
    await dialog('Andere rol bij DAP De Waag weigeren?')
    await portal.confirm('Weigeren')
    await shows(/^Geweigerd/)
    noOffer()
    expect(sidebar().queryByRole('link', { name: 'Medewerkers' })).toBeNull()
  },
)

describe('a page with a staff invitation', () => {
  test('does not wait for the invitation, which appears once the pointer has left', async () => {
    await offerTo('staff')
    const slow = holdRequests('user/offers')
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await slow.count(1)
    const greeting = screen.getByRole('heading', { name: /Femke/ })
    await portal.user.hover(greeting)
    await slow.releaseAll()
    await settled(portal)
    noOffer()
    await portal.user.hover(screen.getByRole('banner'))
    expect(await offer()).toBeVisible()
    await portal.user.hover(greeting)
    expect(await offer()).toBeVisible()
  })

  test('shows no error if invitations cannot be loaded', async () => {
    injectFault(answers('get', 'user/offers', 500))
    const portal = await openPortal(DASHBOARD, { as: 'staff' })
    await waitFor(() => expect(portal.calls).toContain('GET /api/user/offers'))
    await settled(portal)
    expect(screen.queryByRole('alert')).toBeNull()
    noOffer()
  })

  test('loads no invitations while staff view it as a client', async () => {
    await offerTo('staff')
    sessionStorage.setItem('portal', JSON.stringify({ state: { clientId: await clientOf('owner') } }))
    const portal = await openPortal('/client/portal/settings', { as: 'staff' })
    await settled(portal)
    expect(screen.getByRole('region', { name: /^U bekijkt het portaal als/ })).toBeVisible()
    expect(portal.calls.filter((call) => call.includes('offers'))).toEqual([])
  })
})
