import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { answers } from '#mocks/faults.ts'
import { showMessage } from '#src/lib/messages.ts'
import { type TestPortal, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'
import { expectPasswordsKept, typePasswords, watch } from './faults.tsx'

const box = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })
const button = (name: string) => screen.getByRole('button', { name })
const inForm = () => within(document.forms[0]!)

/** Error response with a problem code or field errors. */
const rejection = (path: string, status: number, body: object, headers: Record<string, string> = {}) =>
  http.post(`*/api/${path}`, () => HttpResponse.json({ status, ...body }, { status, headers }))

async function fill({ user }: TestPortal, name: RegExp, text: string) {
  await user.click(box(name))
  await user.paste(text)
}

async function logIn(username: string, password = PASSWORD) {
  const portal = await openPortal('/auth/login')
  await fill(portal, /Gebruikersnaam/, username)
  await fill(portal, /^Wachtwoord/, password)
  await portal.user.keyboard('{Enter}')
  return portal
}

function expectLoginKept(username: string, password = PASSWORD) {
  expect(box(/Gebruikersnaam/)).toHaveValue(username)
  expect(box(/^Wachtwoord/)).toHaveValue(password)
}

/** Waits for the alert above the fields. Alerts of fields follow it. */
const onTop = (text: RegExp | string) =>
  waitFor(() => {
    const [alert] = inForm().getAllByRole('alert')
    expect(alert).toHaveTextContent(text)
    return alert!
  })
const noAlert = () => expect(inForm().queryByRole('alert')).toBeNull()

describe('signing in', () => {
  test('names the practice to call if the client is locked', async () => {
    const setLocked = (locked: 0 | 1) =>
      database().updateTable('client').set({ locked }).where('email', '=', personas.owner).execute()
    await setLocked(1)
    const portal = await logIn(personas.owner)
    await onTop('DAP De Waag heeft uw toegang geblokkeerd. Bel +31 30 555 01 23. (403)')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expectLoginKept(personas.owner)
    await setLocked(0)
    await portal.user.click(button('Inloggen'))
    await arrivesAt(portal, '/client/portal/reminders')
  })

  test.each([
    ['480', 'Probeer het over ongeveer 8 minuten opnieuw.'],
    ['481', 'Probeer het over ongeveer 9 minuten opnieuw.'],
    ['30', 'Probeer het over ongeveer een minuut opnieuw.'],
    ['29', 'Wacht even en probeer het dan opnieuw.'],
    [undefined, 'Wacht even en probeer het dan opnieuw.'],
  ])('too often (Retry-After: %s) shows when to try again', async (after, text) => {
    const headers = after === undefined ? {} : { 'retry-after': after }
    injectFault(rejection('user/authenticate', 429, { code: 'rate-limited' }, headers))
    const portal = await logIn(personas.staff, ' Wrong#2026 ')
    await onTop(`Te veel pogingen. ${text} (429)`)
    expectLoginKept(personas.staff, ' Wrong#2026 ')
    await act(() => portal.session.changeLanguage('en'))
    expect(inForm().getAllByRole('alert')[0]).toHaveTextContent(
      /^Too many attempts\. (Try again in about (a minute|\d minutes)|Wait a moment, then try again)\. \(429\)$/,
    )
  })

  test('shows only the status of an unknown error code', async () => {
    injectFault(rejection('user/authenticate', 418, { code: '__proto__', detail: 'at Object.<anonymous>' }))
    await logIn(personas.staff)
    expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (418).')
    expect(inForm().getAllByRole('alert')).toHaveLength(1)
    expect(document.body).not.toHaveTextContent('anonymous')
  })
})

describe('a value that only the server rejects', () => {
  test('marks its field, which gets the focus', async () => {
    const errors = [{ pointer: '#/username', code: 'tooLong' }]
    injectFault(rejection('user/authenticate', 400, { code: 'validation-failed', errors }))
    await logIn(personas.staff)
    await waitFor(() => expect(box(/Gebruikersnaam/)).toHaveFocus())
    expect(box(/Gebruikersnaam/)).toBeInvalid()
    expect(box(/Gebruikersnaam/)).toHaveAccessibleDescription(/Deze tekst is te lang\./)
    noAlert()
    expectLoginKept(personas.staff)
  })

  test('marks the field of its query parameter', async () => {
    const errors = [{ parameter: 'email', code: 'invalidEmail' }]
    injectFault(rejection('password/forgot', 400, { code: 'invalid-parameter', errors }))
    const portal = await openPortal('/auth/forgot-password')
    await fill(portal, /E-mailadres/, 'a@b.example')
    await portal.user.keyboard('{Enter}')
    await waitFor(() => expect(box(/E-mailadres/)).toHaveAccessibleDescription(/Vul een geldig e-mailadres in\./))
    expect(box(/E-mailadres/)).toHaveValue('a@b.example')
  })

  test('is reported once above the form if the form lacks the field', async () => {
    const errors = [{ pointer: '#/captcha', code: 'required' }, { code: 'invalidType' }]
    injectFault(rejection('password/change', 400, { code: 'validation-failed', errors }))
    await typePasswords(await openPortal('/client/portal/settings', { as: 'owner' }))
    const alert = await onTop(
      'Sommige velden zijn niet geaccepteerd. Controleer wat u heeft ingevuld en probeer het opnieuw.',
    )
    expect(alert.parentElement).toHaveFocus()
    expect(inForm().getAllByRole('alert')).toHaveLength(1)
    expectPasswordsKept()
  })
})

describe('changing the password', () => {
  test('shows each error of the server once, and can be retried', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    const later = watch(portal)
    const send = button('Wachtwoord wijzigen')
    const REFUSALS = [
      [409, 'conflict', 'Dit is intussen ergens anders gewijzigd. Probeer het opnieuw.'],
      [403, 'xsrf', 'Uw browser liet deze aanvraag niet toe. Vernieuw de pagina en probeer het opnieuw.'],
      [503, 'overloaded', 'Het is nu erg druk. Probeer het over een minuut opnieuw.'],
      [503, 'unavailable', 'Het portaal is even niet bereikbaar. Probeer het over een minuut opnieuw.'],
      [507, 'storage-full', 'Er kan nu niets worden opgeslagen. Probeer het later opnieuw.'],
    ] as const
    for (const [index, [status, code, text]] of REFUSALS.entries()) {
      injectFault(answers('post', 'password/change', status, code, { once: true }))
      if (index === 0) await typePasswords(portal)
      else await portal.user.click(send)
      expect(await screen.findByText(`${text} (${status})`)).toBeVisible()
      expect(screen.getAllByRole('alert')).toHaveLength(1)
      expectPasswordsKept()
      expect(send).not.toHaveAttribute('aria-busy')
      expect(later.writes()).toHaveLength(index + 1)
    }
    await portal.user.click(send)
    expect(await screen.findByText(/^Wachtwoord gewijzigd/)).toBeVisible()
    noAlert()
  })

  test('marks all three empty fields, and focuses the first', async () => {
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
  const LONGEST_PASSWORD = `Ab1!${'x'.repeat(96)}`
  const ADDRESS = '/auth/reset-password?token=of-a-mail'
  const sent: unknown[] = []

  const open = (as?: 'owner') => {
    sent.length = 0
    injectFault(
      http.get('*/api/password/invitation', () => new HttpResponse(null, { status: 204 })),
      http.post('*/api/password/reset', async ({ request }) => {
        if (as) return undefined
        sent.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    return openPortal(ADDRESS, as && { as })
  }

  async function choose(portal: TestPortal, password: string) {
    for (const name of [/^Nieuw wachtwoord/, /^Herhaal/]) {
      await portal.user.clear(box(name))
      await fill(portal, name, password)
    }
    await portal.user.click(button('Wachtwoord opslaan'))
  }

  test('is marked at its field if it is too weak, too short or too long', async () => {
    const portal = await open()
    for (const weak of ['Ab1!x', `${LONGEST_PASSWORD}x`, 'ab1!xyz', 'AB1!XYZ', 'Abc!xyz', 'Abc1xyz', 'Abc1🐕xyz']) {
      await choose(portal, weak)
      await waitFor(() => expect(box(/^Nieuw wachtwoord/)).toHaveFocus())
      expect(box(/^Nieuw wachtwoord/)).toHaveAccessibleDescription(/voldoet niet aan de eisen/)
      expect(box(/^Herhaal/)).toBeValid()
    }
    expect(portal.calls).toEqual(['GET /api/password/invitation'])
  })

  test.each(['Ab1!xy', LONGEST_PASSWORD, ' Ab1!xy ', '  Ab1!', 'Ab1!🐕é'])(
    'is sent unchanged: %j',
    async (password) => {
      await choose(await open(), password)
      expect(await screen.findByRole('heading', { name: 'Wachtwoord opgeslagen' })).toBeVisible()
      expect(sent).toEqual([{ newPassword: password }])
    },
  )

  test('set by an expired link is rejected, and the form links to a request for a new link', async () => {
    const portal = await open('owner')
    const token = sessionStorage.getItem('portal-token')
    await choose(portal, 'Nieuw#2026')
    const alert = await onTop(/^Deze link is niet meer geldig\..*nieuwste e-mail\./)
    const link = within(alert).getByRole('link', { name: 'Nieuwe link aanvragen' })
    expect(link).toHaveAttribute('href', '/auth/forgot-password')
    expect(alert.parentElement).toHaveFocus()
    for (const name of [/^Nieuw wachtwoord/, /^Herhaal/]) expect(box(name)).toHaveValue('Nieuw#2026')
    expect(portal.address()).toBe('/auth/reset-password')
    expect(sessionStorage.getItem('portal-token')).toBe(token)
    expect(screen.queryByText(/niet \(meer\) ingelogd/)).toBeNull()
    await act(() => portal.router.navigate({ to: '/client/portal/settings' }))
    expect(await screen.findByRole('heading', { name: 'Instellingen' })).toBeVisible()
  })
})

describe('a page that cannot be loaded', () => {
  const open = (...faults: Parameters<typeof injectFault>) => {
    injectFault(...faults)
    return openPortal('/client/portal/reminders', { as: 'owner' })
  }
  const callCount = ({ calls }: TestPortal) => calls.filter((call) => call.includes('/reminders')).length

  test.each([
    [403, 'practice-locked', 'Deze praktijk heeft het portaal gesloten. Neem contact op met de praktijk.'],
    [403, 'forbidden', 'U heeft hier geen toegang toe. Vraag uw praktijk om toegang.'],
    [404, 'not-found', 'Dit is niet gevonden. Misschien is het verwijderd: vernieuw de pagina.'],
    [429, 'rate-limited', 'Te veel pogingen. Wacht even en probeer het dan opnieuw.'],
  ])('shows the reason for %i %s once, and opens after a retry', async (status, code, text) => {
    const portal = await open(answers('get', 'clients/*/reminders', status, code))
    expect(await screen.findByText(`${text} (${status})`)).toBeVisible()
    expect(screen.queryByText(text)).toBeNull()
    await portal.user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Melding sluiten' }))
    expect(await screen.findByText(text)).toBeVisible()
    portal.api.network.resetHandlers()
    await portal.user.click(button('Opnieuw proberen'))
    expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
    expect(screen.queryByText(text)).toBeNull()
  })

  const AWAY = 'Er is geen verbinding met de server. We proberen het steeds opnieuw.'

  test.each([
    ['when the connection returns', async () => act(() => window.dispatchEvent(new Event('online')))],
    ['after ten seconds', async () => act(() => vi.advanceTimersByTimeAsync(10_000))],
  ])('loads again once the server is reachable: %s', async (_, becomesDue) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const portal = await open(http.get('*/api/clients/*/reminders', () => HttpResponse.error()))
    expect(await screen.findByText(AWAY)).toBeVisible()
    expect(within(screen.getByRole('main')).queryByText(/uitloggen|log dan uit/i)).toBeNull()
    const before = callCount(portal)
    await becomesDue()
    await waitFor(() => expect(callCount(portal)).toBeGreaterThan(before))
    expect(await screen.findByText(AWAY)).toBeVisible()
    portal.api.network.resetHandlers()
    await becomesDue()
    expect(await screen.findByRole('heading', { name: 'Herinneringen' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('is reported as unreachable if a proxy returns 502', async () => {
    await open(http.get('*/api/clients/*/reminders', () => new HttpResponse('<html>', { status: 502 })))
    expect(await screen.findByText(AWAY)).toBeVisible()
  })

  test('does not load again after a 500 when the connection returns', async () => {
    const portal = await open(answers('get', 'clients/*/reminders', 500))
    await screen.findByText('Er is niets verloren gegaan. Probeer het opnieuw.')
    const before = portal.calls.length
    act(() => window.dispatchEvent(new Event('online')))
    expect(portal.calls).toHaveLength(before)
  })
})

test('each kind of message has its own icon', async () => {
  await openPortal('/auth/login')
  const kinds = ['success', 'error', 'warning', 'info', 'loading'] as const
  act(() => {
    for (const kind of kinds) showMessage(kind, `core.text.${kind === 'error' ? 'error' : 'loading'}`)
  })
  const messages = [...screen.getAllByRole('alert'), ...screen.getAllByRole('status')]
  expect(new Set(messages.map((message) => message.firstElementChild?.outerHTML)).size).toBe(kinds.length)
})
