import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { answers } from '#mocks/faults.ts'
import {
  type TestPortal,
  arrivesAt,
  database,
  injectFault,
  openPortal,
  tokenOf,
  withoutCapabilities,
} from '#harness/portal.tsx'

/** The server says of any link that it is valid. */
const validLink = () => http.get('*/api/password/invitation', () => new HttpResponse(null, { status: 204 }))

const field = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })

async function linkFromMail(portal: TestPortal, email: string = personas.owner): Promise<string> {
  await portal.user.type(field(/E-mailadres/), ` ${email} `)
  await portal.user.click(screen.getByRole('button', { name: 'Link sturen' }))
  await screen.findByRole('heading', { name: 'Kijk in uw e-mail' })
  await waitFor(() => expect(portal.api.mails).toHaveLength(1))
  const { pathname, search } = new URL(portal.api.mails[0]!.link!)
  return pathname + search
}

async function choose(portal: TestPortal, password: string, again = password, name = 'Wachtwoord opslaan') {
  await portal.user.type(field(/^Nieuw wachtwoord/), password)
  await portal.user.type(field(/^Herhaal/), again)
  await portal.user.click(await screen.findByRole('button', { name }))
}

test('a link from the mail sets a new password, once', async () => {
  const portal = await openPortal('/auth/forgot-password')
  const link = await linkFromMail(portal)
  await portal.router.navigate({ href: link })
  await screen.findByRole('heading', { name: 'Nieuw wachtwoord kiezen' })
  expect(portal.address()).toBe('/auth/reset-password')
  await choose(portal, 'Nieuw#2026')
  expect(await screen.findByRole('heading', { name: 'Wachtwoord opgeslagen' })).toBeVisible()

  await portal.router.navigate({ href: link })
  expect(await screen.findByText(/Deze link is niet meer geldig/)).toBeVisible()
  expect(portal.address()).toBe('/auth/reset-password')
})

/** As after an invitation: there is no password yet. */
const invite = (persona: keyof typeof personas) =>
  database().updateTable('account').set({ password_hash: null }).where('username', '=', personas[persona]).execute()

async function openInvitation(persona: keyof typeof personas) {
  await invite(persona)
  const portal = await openPortal('/auth/forgot-password')
  await portal.router.navigate({ href: await linkFromMail(portal, personas[persona]) })
  return portal
}

test('an invitation says who invites and whom, and choosing a password signs in', async () => {
  const portal = await openInvitation('owner')
  expect(await screen.findByRole('heading', { name: 'Welkom bij DAP De Waag' })).toBeVisible()
  expect(screen.getByText(personas.owner)).toBeVisible()
  await choose(portal, 'Nieuw#2026', 'Nieuw#2026', 'Opslaan en inloggen')
  await arrivesAt(portal, '/client/portal/reminders')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an invitation of an account that has a password by now leads to signing in', async () => {
  const invitation = { practiceName: 'DAP De Waag', username: personas.owner, hasPassword: true }
  injectFault(http.get('*/api/password/invitation', () => HttpResponse.json(invitation)))
  const portal = await openPortal('/auth/reset-password?token=second')
  expect(await screen.findByText(/is al een wachtwoord gekozen/)).toBeVisible()
  expect(screen.getByText(personas.owner)).toBeVisible()
  expect(screen.queryByLabelText(/^Nieuw wachtwoord/)).toBeNull()
  await portal.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Inloggen' }))
  await arrivesAt(portal, '/auth/login')
})

test('a practice that demands a second factor has it set up first', async () => {
  await database().updateTable('practice').set({ second_factor: 1 }).where('name', 'like', '%Waag').execute()
  const portal = await openInvitation('staff')
  await choose(portal, 'Nieuw#2026', 'Nieuw#2026', 'Opslaan en inloggen')
  expect(await screen.findByRole('button', { name: 'Authenticator-app instellen' })).toBeVisible()
  expect(portal.address()).toBe('/auth/reset-password')
})

test('where signing in is refused, the password is saved all the same', async () => {
  const portal = await openInvitation('owner')
  injectFault(answers('post', 'user/authenticate', 403, 'client-locked'))
  await choose(portal, 'Nieuw#2026', 'Nieuw#2026', 'Opslaan en inloggen')
  expect(await screen.findByRole('heading', { name: 'Wachtwoord opgeslagen' })).toBeVisible()
  expect(screen.getByRole('alert')).toBeVisible()
})

test.each([
  ['cannot say it', withoutCapabilities],
  ['fails to say it', () => injectFault(answers('get', 'password/invitation', 500))],
])('an API that %s has the page of any link', async (_, without) => {
  without()
  const portal = await openPortal('/auth/reset-password?token=abc')
  expect(screen.getByRole('heading', { name: 'Nieuw wachtwoord kiezen' })).toBeVisible()
  expect(portal.calls.filter((call) => call.includes('invitation')).length).toBe(
    without === withoutCapabilities ? 0 : 1,
  )
})

test('a link that is over says so when it is opened, and points to the newest mail', async () => {
  const portal = await openPortal('/auth/reset-password?token=superseded', { as: 'owner' })
  expect(await screen.findByRole('heading', { name: 'Geen geldige link' })).toBeVisible()
  expect(screen.getByText(/niet meer geldig\..*Open dan de nieuwste e-mail\.$/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Nieuwe link aanvragen' })).toHaveAttribute('href', '/auth/forgot-password')
  expect(screen.queryByRole('alert')).toBeNull()
  await act(() => portal.router.navigate({ to: '/client/portal/settings' }))
  expect(await screen.findByRole('heading', { name: 'Instellingen' })).toBeVisible()
})

test('the address typed to sign in is there where the password is asked for again, and so it is for another try', async () => {
  const portal = await openPortal('/auth/login')
  await portal.user.type(screen.getByLabelText(/Gebruikersnaam/), personas.owner)
  await portal.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Wachtwoord vergeten?' }))
  await arrivesAt(portal, '/auth/forgot-password')
  expect(field(/E-mailadres/)).toHaveValue(personas.owner)
  await portal.user.click(screen.getByRole('button', { name: 'Link sturen' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Ander adres proberen' }))
  expect(field(/E-mailadres/)).toHaveValue(personas.owner)
})

test('an address nobody has gives the same answer and no mail', async () => {
  const portal = await openPortal('/auth/forgot-password')
  await portal.user.type(field(/E-mailadres/), 'nobody@mail.example')
  await portal.user.click(screen.getByRole('button', { name: 'Link sturen' }))
  expect(await screen.findByRole('heading', { name: 'Kijk in uw e-mail' })).toBeVisible()
  expect(portal.api.mails).toEqual([])
})

test('a weak password and another repetition are told at the fields, and nothing is sent', async () => {
  injectFault(validLink())
  const portal = await openPortal('/auth/reset-password?token=abc')
  await choose(portal, 'short', 'shorter')
  await waitFor(() => expect(field(/^Herhaal/)).toHaveAccessibleDescription(/niet gelijk/))
  expect(field(/^Nieuw wachtwoord/)).toHaveAccessibleDescription(/voldoet niet aan de eisen/)
  await waitFor(() => expect(field(/^Nieuw wachtwoord/)).toHaveFocus())
  expect(portal.calls).toEqual(['GET /api/password/invitation'])
})

test.each([
  ['Ab1!x', /Gebruik minstens 6 tekens/],
  ['x', /voldoet niet aan de eisen. Gebruik minstens 6 tekens/],
])('one that is too short (%s) is told to be', async (password, told) => {
  injectFault(validLink())
  const portal = await openPortal('/auth/reset-password?token=abc')
  await choose(portal, password)
  await waitFor(() => expect(field(/^Nieuw wachtwoord/)).toHaveAccessibleDescription(told))
})

test('one that is long enough is not told to be too short', async () => {
  injectFault(validLink())
  const portal = await openPortal('/auth/reset-password?token=abc')
  await choose(portal, 'abcdef')
  await waitFor(() => expect(field(/^Nieuw wachtwoord/)).toHaveAccessibleDescription(/voldoet niet aan de eisen/))
  expect(field(/^Nieuw wachtwoord/)).not.toHaveAccessibleDescription(/minstens/)
})

test('that the two are not the same is told while the first of them changes', async () => {
  injectFault(validLink())
  const portal = await openPortal('/auth/reset-password?token=abc')
  await portal.user.type(field(/^Nieuw wachtwoord/), 'Nieuw#2026')
  await portal.user.type(field(/^Herhaal/), 'Nieuw#2026')
  await portal.user.tab()
  await waitFor(() => expect(field(/^Herhaal/)).toHaveAttribute('aria-invalid', 'false'))
  await portal.user.type(field(/^Nieuw wachtwoord/), '7')
  await waitFor(() => expect(field(/^Herhaal/)).toHaveAccessibleDescription(/niet gelijk/))
  expect(field(/^Nieuw wachtwoord/)).toHaveFocus()
  await portal.user.type(field(/^Nieuw wachtwoord/), '{Backspace}')
  await waitFor(() => expect(field(/^Herhaal/)).toHaveAttribute('aria-invalid', 'false'))
})

test('without a link there is nothing to choose, but a way to ask for one', async () => {
  await openPortal('/auth/reset-password')
  expect(screen.getByRole('heading', { name: 'Geen geldige link' })).toBeVisible()
})

async function change(portal: TestPortal, current: string, next: string) {
  await portal.user.type(field(/^Huidig wachtwoord/), current)
  await portal.user.type(field(/^Nieuw wachtwoord/), next)
  await portal.user.type(field(/^Herhaal/), next)
  await portal.user.click(screen.getByRole('button', { name: 'Wachtwoord wijzigen' }))
}

test('an owner changes the password and stays signed in', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await change(portal, PASSWORD, 'Nieuw#2026')
  expect(await screen.findByText(/^Wachtwoord gewijzigd/)).toBeVisible()
  expect(field(/^Huidig wachtwoord/)).toHaveValue('')
  await portal.user.click(
    within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByRole('link', { name: /^Herinneringen/ }),
  )
  expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
  await expect(tokenOf('owner')).resolves.toBeUndefined()
})

test('the current password as the new one is told at its field', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await change(portal, PASSWORD, PASSWORD)
  await waitFor(() =>
    expect(field(/^Nieuw wachtwoord/)).toHaveAccessibleDescription(/uw huidige wachtwoord. Kies een ander/),
  )
  expect(field(/^Nieuw wachtwoord/)).toHaveFocus()
})

test('so it is by a link, which stays good', async () => {
  const portal = await openPortal('/auth/forgot-password')
  await portal.router.navigate({ href: await linkFromMail(portal) })
  await screen.findByRole('heading', { name: 'Nieuw wachtwoord kiezen' })
  await choose(portal, PASSWORD)
  await waitFor(() =>
    expect(field(/^Nieuw wachtwoord/)).toHaveAccessibleDescription(/uw huidige wachtwoord. Kies een ander/),
  )
  for (const name of [/^Nieuw wachtwoord/, /^Herhaal/]) await portal.user.clear(field(name))
  await choose(portal, 'Nieuw#2026')
  expect(await screen.findByRole('heading', { name: 'Wachtwoord opgeslagen' })).toBeVisible()
})

test('a wrong current password is told at its field, and nobody is signed out', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await change(portal, 'Wrong#2026', 'Nieuw#2026')
  await waitFor(() => expect(field(/^Huidig wachtwoord/)).toHaveAccessibleDescription(/niet uw huidige wachtwoord/))
  expect(field(/^Huidig wachtwoord/)).toHaveFocus()
  expect(field(/^Nieuw wachtwoord/)).toHaveValue('Nieuw#2026')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(portal.address()).toBe('/client/portal/settings')
  expect(await tokenOf('owner')).toEqual(expect.any(String))
})

describe('every form for a new password', () => {
  const RULES = 'minlength: 6; maxlength: 100; required: lower; required: upper; required: digit; required: [!@#$%^&*];'
  const openReset = async () => {
    const portal = await openPortal('/auth/forgot-password')
    await portal.router.navigate({ href: `${await linkFromMail(portal)}#username=${personas.owner}` })
    return portal
  }
  const FORMS: [form: string, open: () => Promise<TestPortal>, username: string][] = [
    ['settings of an owner', () => openPortal('/client/portal/settings', { as: 'owner' }), personas.owner],
    ['settings of staff', () => openPortal('/admin/settings', { as: 'staff' }), personas.staff],
    ['settings of an admin', () => openPortal('/admin/settings', { as: 'admin' }), personas.admin],
    ['reset link', openReset, personas.owner],
    ['invitation of an owner', () => openInvitation('owner'), personas.owner],
    ['invitation of staff', () => openInvitation('staff'), personas.staff],
  ]

  test.each(FORMS)('states its rules to people and to password managers: %s', async (_, open, username) => {
    await open()
    expect(await screen.findByText('Het wachtwoord heeft')).toBeVisible()
    const names = [/^Nieuw wachtwoord/, /^Herhaal/]
    for (const name of names) {
      expect(field(name)).toHaveAttribute('passwordrules', RULES)
      expect(field(name)).toHaveAttribute('autocomplete', 'new-password')
      expect(field(name)).not.toHaveAttribute('maxlength')
    }
    const form = (field(/^Nieuw wachtwoord/) as HTMLInputElement).form!
    expect(form.querySelector('input')).toHaveAttribute('autocomplete', 'username')
    expect(form.querySelector('input')).toHaveValue(username)
    for (const current of form.querySelectorAll('[autocomplete=current-password]'))
      expect(current).not.toHaveAttribute('passwordrules')
  })

  test('shows and hides a password without moving the focus or the caret, and sends it from a password field', async () => {
    const { user } = await openPortal('/client/portal/settings', { as: 'owner' })
    const password = field(/^Nieuw wachtwoord/) as HTMLInputElement
    await user.type(password, 'Nieuw#2026')
    password.setSelectionRange(2, 4)
    await user.click(screen.getAllByRole('button', { name: 'Wachtwoord tonen' })[1]!)
    expect(password.type).toBe('text')
    expect(password).toHaveFocus()
    expect([password.selectionStart, password.selectionEnd]).toEqual([2, 4])
    await user.type(field(/^Herhaal/), 'Nieuw#2026')
    await user.type(field(/^Huidig wachtwoord/), PASSWORD)
    const types: string[] = []
    injectFault(
      http.post('*/password/change', () => {
        types.push(password.type)
        return undefined
      }),
    )
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/^Wachtwoord gewijzigd/)).toBeVisible()
    expect(types).toEqual(['password'])
  })
})
