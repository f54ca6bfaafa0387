import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import {
  type TestPortal,
  arrivesAt,
  database,
  injectFault,
  openPortal,
  tokenOf,
  withoutCapabilities,
} from '#harness/portal.tsx'
import { input, main, replies, setPractice, shows, showsHeading, sidebar } from './steps.ts'

const SETTINGS = '/client/portal/settings'
const NEW = /^Nieuw wachtwoord/
const CURRENT = /^Huidig wachtwoord/
const AGAIN = /^Herhaal/
const describes = (name: RegExp, text: RegExp | string) =>
  waitFor(() => expect(input(name)).toHaveAccessibleDescription(text))

async function linkFromMail(portal: TestPortal, email: string = personas.owner): Promise<string> {
  await portal.user.type(input(/E-mailadres/), ` ${email} `)
  await portal.press('Link sturen')
  await showsHeading('Kijk in uw e-mail')
  await waitFor(() => expect(portal.api.mails).toHaveLength(1))
  const { pathname, search } = new URL(portal.api.mails[0]!.link!)
  return pathname + search
}

async function retype(portal: TestPortal, fields: [RegExp, string][]) {
  for (const [name, text] of fields) {
    await portal.user.clear(input(name))
    await portal.user.type(input(name), text)
  }
}

async function choose(portal: TestPortal, password: string, again = password, button = 'Wachtwoord opslaan') {
  await retype(portal, [
    [NEW, password],
    [AGAIN, again],
  ])
  await portal.press(button)
}

const chooseAndSignIn = (portal: TestPortal) => choose(portal, 'Nieuw#2026', 'Nieuw#2026', 'Opslaan en inloggen')

/** Opens an invitation. Invited accounts have no password yet. */
async function openInvitation(persona: Persona) {
  const username = personas[persona]
  await database().updateTable('account').set({ password_hash: null }).where('username', '=', username).execute()
  const portal = await openPortal('/auth/forgot-password')
  await portal.router.navigate({ href: await linkFromMail(portal, username) })
  return portal
}

async function openReset() {
  const portal = await openPortal('/auth/forgot-password')
  await portal.router.navigate({ href: `${await linkFromMail(portal)}#username=${personas.owner}` })
  return portal
}

describe('a new password set by a mailed link', () => {
  test('is accepted once, and must differ from the current one', async () => {
    const portal = await openPortal('/auth/forgot-password')
    const link = await linkFromMail(portal)
    await portal.goTo(link)
    await showsHeading('Nieuw wachtwoord kiezen')
    expect(portal.address()).toBe('/auth/reset-password')
    await choose(portal, PASSWORD)
    await describes(NEW, /uw huidige wachtwoord. Kies een ander/)
    await choose(portal, 'Nieuw#2026')
    await showsHeading('Wachtwoord opgeslagen')
    await portal.goTo(link)
    await shows(/Deze link is niet meer geldig/)
    expect(portal.address()).toBe('/auth/reset-password')
  })

  test('can be requested for the typed user name; an unknown name shows the same page but sends no mail', async () => {
    const portal = await openPortal('/auth/login')
    await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), 'nobody@mail.example')
    await portal.user.click(main().getByRole('link', { name: 'Wachtwoord vergeten?' }))
    await arrivesAt(portal, '/auth/forgot-password')
    expect(input(/E-mailadres/)).toHaveValue('nobody@mail.example')
    await portal.press('Link sturen')
    await showsHeading('Kijk in uw e-mail')
    expect(portal.api.mails).toEqual([])
    await portal.press('Ander adres proberen')
    expect(input(/E-mailadres/)).toHaveValue('nobody@mail.example')
  })

  test('is validated in the form, before anything is sent', async () => {
    injectFault(http.get('*/api/password/invitation', () => new Response(null, { status: 204 })))
    const portal = await openPortal('/auth/reset-password?token=abc')
    await choose(portal, 'short', 'shorter')
    await describes(AGAIN, /niet gelijk/)
    await waitFor(() => expect(input(NEW)).toHaveFocus())
    await describes(NEW, /voldoet niet aan de eisen. Gebruik minstens 6 tekens/)
    await retype(portal, [[NEW, 'Ab1!x']])
    await describes(NEW, /Gebruik minstens 6 tekens/)
    await retype(portal, [[NEW, 'abcdef']])
    await describes(NEW, /voldoet niet aan de eisen/)
    expect(input(NEW)).not.toHaveAccessibleDescription(/minstens/)
    await retype(portal, [
      [NEW, 'Nieuw#2026'],
      [AGAIN, 'Nieuw#2026'],
    ])
    await waitFor(() => expect(input(AGAIN)).toBeValid())
    await portal.user.type(input(NEW), '7')
    await describes(AGAIN, /niet gelijk/)
    expect(input(NEW)).toHaveFocus()
    await portal.user.type(input(NEW), '{Backspace}')
    await waitFor(() => expect(input(AGAIN)).toBeValid())
    expect(portal.calls).toEqual(['GET /api/password/invitation'])
  })

  test('is rejected at once without a valid link, and leaves the session unchanged', async () => {
    const portal = await openPortal('/auth/reset-password?token=superseded', { as: 'owner' })
    await showsHeading('Geen geldige link')
    await shows(/niet meer geldig\..*Open dan de nieuwste e-mail\.$/)
    expect(screen.getByRole('link', { name: 'Nieuwe link aanvragen' })).toHaveAttribute('href', '/auth/forgot-password')
    expect(screen.queryByRole('alert')).toBeNull()
    await portal.goTo(SETTINGS)
    await showsHeading('Instellingen')
    await portal.goTo('/auth/reset-password')
    await showsHeading('Geen geldige link')
  })

  test.each([
    ['lacks', 0, withoutCapabilities],
    ['fails', 1, () => injectFault(answers('get', 'password/invitation', 500))],
  ])('can be set if the API %s the check of links', async (_, calls, fault) => {
    fault()
    const portal = await openPortal('/auth/reset-password?token=abc')
    await showsHeading('Nieuw wachtwoord kiezen')
    expect(portal.calls.filter((call) => call.includes('invitation'))).toHaveLength(calls)
  })
})

describe('an invitation', () => {
  test('greets by first name, names the practice and the account, and signs in with the chosen password', async () => {
    await setPractice({ colour: '#2f6b3c' })
    const portal = await openInvitation('owner')
    await showsHeading('Welkom, Anneke')
    expect(main().getByText('DAP De Waag')).toBeVisible()
    expect(localStorage.getItem('portal-colours')).toContain('#2f6b3c')
    expect(screen.getByText(personas.owner)).toBeVisible()
    await chooseAndSignIn(portal)
    await arrivesAt(portal, '/client/portal/reminders')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('leads to signing in if the account has a password meanwhile', async () => {
    const invitation = { practiceName: 'DAP De Waag', username: personas.owner, hasPassword: true }
    injectFault(replies('get', 'password/invitation', invitation))
    const portal = await openPortal('/auth/reset-password?token=second')
    await shows(/is al een wachtwoord gekozen/)
    await showsHeading('Welkom bij DAP De Waag')
    expect(screen.getByText(personas.owner)).toBeVisible()
    expect(screen.queryByLabelText(NEW)).toBeNull()
    await portal.user.click(main().getByRole('link', { name: 'Inloggen' }))
    await arrivesAt(portal, '/auth/login')
  })

  test('sets up the second factor that the practice requires', async () => {
    await setPractice({ second_factor: 1 })
    const portal = await openInvitation('staff')
    await chooseAndSignIn(portal)
    expect(await screen.findByRole('button', { name: 'Authenticator-app instellen' })).toBeVisible()
    expect(portal.address()).toBe('/auth/reset-password')
  })

  test('saves the password even if signing in fails', async () => {
    const portal = await openInvitation('owner')
    injectFault(answers('post', 'user/authenticate', 403, 'client-locked'))
    await chooseAndSignIn(portal)
    await showsHeading('Wachtwoord opgeslagen')
    expect(screen.getByRole('alert')).toBeVisible()
  })
})

describe('changing the password in the settings', () => {
  const change = async (portal: TestPortal, current: string, next: string) => {
    await retype(portal, [[CURRENT, current]])
    await choose(portal, next, next, 'Wachtwoord wijzigen')
  }

  test('requires the current password, and ends the other sessions', async () => {
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await change(portal, 'Wrong#2026', 'Nieuw#2026')
    await describes(CURRENT, /niet uw huidige wachtwoord/)
    expect(input(CURRENT)).toHaveFocus()
    expect(input(NEW)).toHaveValue('Nieuw#2026')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(portal.address()).toBe(SETTINGS)
    expect(await tokenOf('owner')).toEqual(expect.any(String))
    await change(portal, PASSWORD, PASSWORD)
    await describes(NEW, /uw huidige wachtwoord. Kies een ander/)
    expect(input(NEW)).toHaveFocus()
    await change(portal, PASSWORD, 'Nieuw#2026')
    await shows(/^Wachtwoord gewijzigd/)
    expect(input(CURRENT)).toHaveValue('')
    await portal.user.click(sidebar().getByRole('link', { name: /^Vandaag/ }))
    await showsHeading('Vandaag')
    await expect(tokenOf('owner')).resolves.toBeUndefined()
  })

  test('can show the password without moving focus and caret, and sends it from a password field', async () => {
    const { user } = await openPortal(SETTINGS, { as: 'owner' })
    const password = input(NEW)
    await user.type(password, 'Nieuw#2026')
    password.setSelectionRange(2, 4)
    await user.click(screen.getAllByRole('button', { name: 'Wachtwoord tonen' })[1]!)
    expect(password.type).toBe('text')
    expect(password).toHaveFocus()
    expect([password.selectionStart, password.selectionEnd]).toEqual([2, 4])
    await user.type(input(AGAIN), 'Nieuw#2026')
    await user.type(input(CURRENT), PASSWORD)
    const types: string[] = []
    injectFault(http.post('*/password/change', () => void types.push(password.type)))
    await user.keyboard('{Enter}')
    await shows(/^Wachtwoord gewijzigd/)
    expect(types).toEqual(['password'])
  })
})

test.each<[string, () => Promise<TestPortal>, Persona]>([
  ['settings of an owner', () => openPortal(SETTINGS, { as: 'owner' }), 'owner'],
  ['settings of staff', () => openPortal('/admin/settings', { as: 'staff' }), 'staff'],
  ['reset link', openReset, 'owner'],
  ['invitation', () => openInvitation('staff'), 'staff'],
])('the password form of the %s states its rules to people and to password managers', async (_, open, persona) => {
  await open()
  await shows('Het wachtwoord heeft')
  for (const name of [NEW, AGAIN]) {
    const rules =
      'minlength: 6; maxlength: 100; required: lower; required: upper; required: digit; required: [!@#$%^&*];'
    expect(input(name)).toHaveAttribute('passwordrules', rules)
    expect(input(name)).toHaveAttribute('autocomplete', 'new-password')
    expect(input(name)).not.toHaveAttribute('maxlength')
  }
  const { form } = input(NEW)
  expect(form!.querySelector('input')).toHaveAttribute('autocomplete', 'username')
  expect(form!.querySelector('input')).toHaveValue(personas[persona])
  for (const current of form!.querySelectorAll('[autocomplete=current-password]'))
    expect(current).not.toHaveAttribute('passwordrules')
})
