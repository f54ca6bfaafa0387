import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { answers } from '#mocks/faults.ts'
import { showMessage } from '#src/lib/messages.ts'
import { expectPasswordsKept, typePasswords, watch } from './faults.tsx'
import { type TestPortal, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'

// The errors at the fields, beside the one message that says that it failed.

const box = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })
const button = (name: string) => screen.getByRole('button', { name })

/** The server says of any link that it is valid. */
const validLink = () => http.get('*/api/password/invitation', () => new HttpResponse(null, { status: 204 }))

const inForm = () => within(document.forms[0]!)

/** The server refuses, and says more than its status. */
const refuses = (path: string, status: number, body: object, headers: Record<string, string> = {}) =>
  http.post(`*/api/${path}`, () => HttpResponse.json({ status, ...body }, { status, headers }))

async function fill({ user }: TestPortal, name: RegExp, text: string) {
  await user.click(box(name))
  await user.paste(text)
}

async function logIn(portal: TestPortal, username: string, password = PASSWORD) {
  await fill(portal, /Gebruikersnaam/, username)
  await fill(portal, /^Wachtwoord/, password)
  await portal.user.keyboard('{Enter}')
}

function expectLoginKept(username: string, password = PASSWORD) {
  expect(box(/Gebruikersnaam/)).toHaveValue(username)
  expect(box(/^Wachtwoord/)).toHaveValue(password)
}

async function choosePassword(portal: TestPortal, password: string, again = password) {
  await fill(portal, /^Nieuw wachtwoord/, password)
  await fill(portal, /^Herhaal/, again)
  await portal.user.click(button('Wachtwoord opslaan'))
}

/** The alert on top of the form, when it is there. */
const onTop = (text: RegExp | string) =>
  waitFor(() => {
    // What went wrong at signing in stands below it.
    const [alert] = inForm().getAllByRole('alert')
    expect(alert).toHaveTextContent(text)
    return alert!
  })
const nothingOnTop = () => expect(inForm().queryByRole('alert')).toBeNull()

describe('signing in', () => {
  test('a locked client reads once which practice to call, and gets in when unlocked', async () => {
    const setLocked = (locked: 0 | 1) =>
      database().updateTable('client').set({ locked }).where('email', '=', personas.owner).execute()
    await setLocked(1)
    const portal = await openPortal('/auth/login')
    await logIn(portal, personas.owner)
    await onTop('DAP De Waag heeft uw toegang geblokkeerd. Bel +31 30 555 01 23. (403)')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expectLoginKept(personas.owner)
    expect(button('Inloggen')).toBeEnabled()

    await setLocked(0)
    await portal.user.click(button('Inloggen'))
    await arrivesAt(portal, '/client/portal/reminders')
  })

  test.each([
    [{ 'retry-after': '480' }, 'Te veel pogingen. Probeer het over ongeveer 8 minuten opnieuw.'],
    [{ 'retry-after': '481' }, 'Te veel pogingen. Probeer het over ongeveer 9 minuten opnieuw.'],
    [{ 'retry-after': '30' }, 'Te veel pogingen. Probeer het over ongeveer een minuut opnieuw.'],
    [{ 'retry-after': '29' }, 'Te veel pogingen. Wacht even en probeer het dan opnieuw.'],
    [{}, 'Te veel pogingen. Wacht even en probeer het dan opnieuw.'],
  ])('too many attempts (%o) say when to try again, in the language that is spoken', async (headers, text) => {
    injectFault(refuses('user/authenticate', 429, { code: 'rate-limited' }, headers))
    const portal = await openPortal('/auth/login')
    await logIn(portal, personas.staff, ' Wrong#2026 ')
    await onTop(`${text} (429)`)
    expectLoginKept(personas.staff, ' Wrong#2026 ')
    await act(() => portal.session.changeLanguage('en'))
    expect(inForm().getAllByRole('alert')[0]).toHaveTextContent(
      /^Too many attempts\. (Try again in about (a minute|\d minutes)|Wait a moment, then try again)\. \(429\)$/,
    )
  })

  test('a code that nobody knows says no more than the status', async () => {
    injectFault(refuses('user/authenticate', 418, { code: '__proto__', detail: 'at Object.<anonymous>' }))
    const portal = await openPortal('/auth/login')
    await logIn(portal, personas.staff)
    expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (418).')
    expect(inForm().getAllByRole('alert')).toHaveLength(1)
    expect(document.body).not.toHaveTextContent('anonymous')
  })
})

describe('what the server refuses though the form allowed it', () => {
  test('stands at the field that the form has, which gets the focus', async () => {
    const errors = [{ pointer: '#/username', code: 'tooLong' }]
    injectFault(refuses('user/authenticate', 400, { code: 'validation-failed', errors }))
    const portal = await openPortal('/auth/login')
    await logIn(portal, personas.staff)
    await waitFor(() => expect(box(/Gebruikersnaam/)).toHaveFocus())
    expect(box(/Gebruikersnaam/)).toBeInvalid()
    expect(box(/Gebruikersnaam/)).toHaveAccessibleDescription(/Deze tekst is te lang\./)
    nothingOnTop()
    expectLoginKept(personas.staff)
  })

  test('stands at the field of a parameter', async () => {
    const errors = [{ parameter: 'email', code: 'invalidEmail' }]
    injectFault(refuses('password/forgot', 400, { code: 'invalid-parameter', errors }))
    const portal = await openPortal('/auth/forgot-password')
    await fill(portal, /E-mailadres/, 'a@b.example')
    await portal.user.keyboard('{Enter}')
    await waitFor(() => expect(box(/E-mailadres/)).toHaveAccessibleDescription(/Vul een geldig e-mailadres in\./))
    expect(box(/E-mailadres/)).toHaveValue('a@b.example')
  })

  test('stands once on top where the form has no such field', async () => {
    const errors = [{ pointer: '#/captcha', code: 'required' }, { code: 'invalidType' }]
    injectFault(refuses('password/change', 400, { code: 'validation-failed', errors }))
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    await typePasswords(portal)
    const alert = await onTop('Niet alles is aangenomen. Controleer wat u heeft ingevuld en probeer het opnieuw.')
    expect(alert.parentElement).toHaveFocus()
    expect(inForm().getAllByRole('alert')).toHaveLength(1)
    expectPasswordsKept()
  })
})

describe('changing the password', () => {
  test.each([
    [409, 'conflict', 'Dit is intussen ergens anders gewijzigd. Probeer het opnieuw.'],
    [403, 'xsrf', 'Uw browser liet deze aanvraag niet toe. Vernieuw de pagina en probeer het opnieuw.'],
    [503, 'overloaded', 'Het is nu erg druk. Probeer het over een minuut opnieuw.'],
    [503, 'unavailable', 'Het portaal is even niet bereikbaar. Probeer het over een minuut opnieuw.'],
    [507, 'storage-full', 'Er kan nu niets worden opgeslagen. Probeer het later opnieuw.'],
  ])('that is refused (%i, %s) says so once, and can be sent again', async (status, code, text) => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    injectFault(answers('post', 'password/change', status, code, { once: true }))
    const later = watch(portal)
    await typePasswords(portal)
    expect(await screen.findByText(`${text} (${status})`)).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expectPasswordsKept()
    expect(box(/^Herhaal/)).toHaveValue('Anders#2027')
    expect(button('Wachtwoord wijzigen')).not.toHaveAttribute('aria-busy')
    expect(later.writes()).toHaveLength(1)

    await portal.user.click(button('Wachtwoord wijzigen'))
    expect(await screen.findByText(/^Wachtwoord gewijzigd/)).toBeVisible()
    nothingOnTop()
  })

  test('with nothing filled in marks all three fields and puts the focus on the first', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    await portal.user.click(button('Wachtwoord wijzigen'))
    await waitFor(() => expect(box(/^Huidig wachtwoord/)).toHaveFocus())
    for (const name of [/^Huidig wachtwoord/, /^Nieuw wachtwoord/, /^Herhaal/]) {
      expect(box(name)).toBeInvalid()
      expect(box(name)).toHaveAccessibleDescription(/Verplicht veld\./)
    }
  })
})

describe('a new password', () => {
  const LONGEST = `Ab1!${'x'.repeat(96)}`

  test.each(['Ab1!x', `${LONGEST}x`, 'ab1!xyz', 'AB1!XYZ', 'Abc!xyz', 'Abc1xyz', 'Abc1🐕xyz'])(
    '%j is refused at its field, and not sent',
    async (password) => {
      injectFault(validLink())
      const portal = await openPortal('/auth/reset-password?token=of-a-mail')
      await choosePassword(portal, password)
      await waitFor(() => expect(box(/^Nieuw wachtwoord/)).toHaveAccessibleDescription(/voldoet niet aan de eisen/))
      await waitFor(() => expect(box(/^Nieuw wachtwoord/)).toHaveFocus())
      expect(box(/^Herhaal/)).toBeValid()
      expect(portal.calls).toEqual(['GET /api/password/invitation'])
    },
  )

  test.each(['Ab1!xy', LONGEST, ' Ab1!xy ', '  Ab1!', 'Ab1!🐕é'])('%j is sent as it was typed', async (password) => {
    const sent: unknown[] = []
    injectFault(
      validLink(),
      http.post('*/api/password/reset', async ({ request }) => {
        sent.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const portal = await openPortal('/auth/reset-password?token=of-a-mail')
    await choosePassword(portal, password)
    expect(await screen.findByRole('heading', { name: 'Wachtwoord opgeslagen' })).toBeVisible()
    expect(sent).toEqual([{ newPassword: password }])
  })

  test('by a link that is over: nobody is signed out, and the form says where to ask for a new one', async () => {
    injectFault(validLink())
    const portal = await openPortal('/auth/reset-password?token=of-a-mail', { as: 'owner' })
    const token = sessionStorage.getItem('portal-token')
    await choosePassword(portal, 'Nieuw#2026')
    const alert = await onTop(/^Deze link is niet meer geldig\..*nieuwste e-mail\./)
    expect(within(alert).getByRole('link', { name: 'Nieuwe link aanvragen' })).toHaveAttribute(
      'href',
      '/auth/forgot-password',
    )
    expect(alert.parentElement).toHaveFocus()
    expect(box(/^Nieuw wachtwoord/)).toHaveValue('Nieuw#2026')
    expect(box(/^Herhaal/)).toHaveValue('Nieuw#2026')
    expect(portal.address()).toBe('/auth/reset-password')
    expect(sessionStorage.getItem('portal-token')).toBe(token)
    expect(screen.queryByText(/niet \(meer\) ingelogd/)).toBeNull()
    await act(() => portal.router.navigate({ to: '/client/portal/settings' }))
    expect(await screen.findByRole('heading', { name: 'Instellingen' })).toBeVisible()
  })
})

test.each([
  [403, 'practice-locked', 'Deze praktijk heeft het portaal gesloten. Neem contact op met de praktijk.'],
  [403, 'forbidden', 'U heeft hier geen toegang toe. Vraag uw praktijk om toegang.'],
  [404, 'not-found', 'Dit is niet gevonden. Misschien is het verwijderd: vernieuw de pagina.'],
  [429, 'rate-limited', 'Te veel pogingen. Wacht even en probeer het dan opnieuw.'],
])('a page that cannot be loaded (%i, %s) says why once, and opens by a retry', async (status, code, text) => {
  injectFault(answers('get', 'clients/*/reminders', status, code))
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByText(`${text} (${status})`)).toBeVisible()
  expect(screen.queryByText(text)).toBeNull()
  await portal.user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Melding sluiten' }))
  expect(await screen.findByText(text)).toBeVisible()
  portal.api.network.resetHandlers()
  await portal.user.click(button('Opnieuw proberen'))
  expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
  expect(screen.queryByText(text)).toBeNull()
})

const away = () => http.get('*/api/clients/*/reminders', () => HttpResponse.error())
const AWAY = 'Er is geen verbinding met de server. We proberen het vanzelf opnieuw.'

test.each([
  ['there is a connection again', async () => act(() => window.dispatchEvent(new Event('online')))],
  ['ten seconds have passed', async () => act(() => vi.advanceTimersByTimeAsync(10_000))],
])('a page whose server is away opens by itself when %s', async (_, becomesDue) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  injectFault(away())
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByText(AWAY)).toBeVisible()
  expect(within(screen.getByRole('main')).queryByText(/uitloggen|log dan uit/i)).toBeNull()
  const asked = () => portal.calls.filter((call) => call.includes('/reminders')).length
  const before = asked()
  await becomesDue()
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
  expect(await screen.findByText(AWAY)).toBeVisible()
  portal.api.network.resetHandlers()
  await becomesDue()
  expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a server that is stopped behind a proxy is away as well', async () => {
  injectFault(http.get('*/api/clients/*/reminders', () => new HttpResponse('<html>', { status: 502 })))
  await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByText(AWAY)).toBeVisible()
})

test('a page that is refused is not asked for again', async () => {
  injectFault(answers('get', 'clients/*/reminders', 500))
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  await screen.findByText('Er is niets verloren gegaan. Probeer het opnieuw.')
  const before = portal.calls.length
  act(() => window.dispatchEvent(new Event('online')))
  expect(portal.calls).toHaveLength(before)
})

test('messages differ by more than their colour', async () => {
  await openPortal('/auth/login')
  const kinds = ['success', 'error', 'warning', 'info', 'loading'] as const
  act(() => {
    for (const kind of kinds) showMessage(kind, `core.text.${kind === 'error' ? 'error' : 'loading'}`)
  })
  const messages = [...screen.getAllByRole('alert'), ...screen.getAllByRole('status')]
  expect(new Set(messages.map((message) => message.firstElementChild?.outerHTML)).size).toBe(kinds.length)
})
