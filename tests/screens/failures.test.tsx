import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD } from '#mocks/personas.ts'
import { answers, isUnreachable, losesAnswer } from '#mocks/faults.ts'
import * as cancellation from '#src/lib/cancellation.ts'
import { invitationExplained } from '#src/lib/store.ts'
import { type TestPortal, injectFault, openPortal } from '#harness/portal.tsx'
import {
  GENERAL,
  aMinutePasses,
  buttons,
  expectPasswordsKept,
  httpError,
  leaveList,
  register,
  registered,
  renew,
  rows,
  settled,
  textOfRows,
  typePasswords,
  watch,
  withoutCount,
} from './faults.tsx'
import { ownerHas } from './invoices.tsx'
import { ownerAndAnimals } from './documents.tsx'
import { accountOf, dialog, setPractice, shows } from './steps.ts'
import { withTotp } from './totp.ts'

const METHODS = ['get', 'post', 'put', 'delete'] as const

const field = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

describe('a list of clients', () => {
  test.each([
    ['returns 500', () => METHODS.map((method) => answers(method, '*', 500)), httpError(500)],
    ['cannot be reached', () => METHODS.map((method) => isUnreachable(method, '*')), GENERAL],
  ])('keeps its rows and shows one alert if reloading %s', async (_, faults, text) => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const before = textOfRows()
    injectFault(...faults())
    await renew(portal)
    await expect.poll(alerts).toEqual([text])
    expect(textOfRows()).toEqual(before)
    expect(screen.getByRole('banner')).toBeVisible()
    await settled()
  })

  test('loads again after a 500 only on request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    injectFault(answers('get', 'practice/*/clients', 500))
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const retry = () => screen.findByRole('button', { name: 'Opnieuw proberen' })
    await retry()
    await waitFor(() => expect(portal.calls).toContain('GET /api/practice/de-waag/request-count'))
    const listCalls = () => portal.calls.filter((call) => call.includes('/practice/de-waag/clients?page=0&size=25'))
    const later = watch(portal)
    await aMinutePasses()
    expect(listCalls()).toHaveLength(1)
    expect(withoutCount(later.all())).toEqual([])

    await act(async () => (await retry()).click())
    await waitFor(() => expect(listCalls()).toHaveLength(2))
    expect(await retry()).toBeVisible()
    expect(document.body).not.toHaveFocus()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

test('a failed search on the dashboard can be retried', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(answers('get', 'clients', 500, 'internal', { once: true }))
  await portal.user.type(screen.getByRole('searchbox'), 'berg')
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500).')
  const later = watch(portal)
  await portal.press('Opnieuw proberen')
  expect(await screen.findAllByRole('button', { name: /^Bekijk als .*Berg/ })).not.toHaveLength(0)
  expect(document.body).not.toHaveFocus()
  expect(later.all()).toEqual(['GET /api/clients?practiceId=de-waag&page=0&size=5&q=berg'])
  expect(screen.getByRole('searchbox')).toHaveValue('berg')
})

/**
 * Part of the call's address, page of the form, and step that makes the call. The step returns assertions for after the failure.
 */
type Write = readonly [string, string, (portal: TestPortal) => Promise<() => void>]

const registers: Write[2] = async ({ user }) => {
  const [button] = buttons(/registreren$/)
  act(invitationExplained)
  await user.click(button!)
  return () => {
    expect(button).toBeEnabled()
    expect(button).toHaveFocus()
  }
}
const locks: Write[2] = async ({ user }) => {
  const [row] = rows()
  await user.click(within(row!).getByRole('button', { name: /blokkeren$/ }))
  return () => {
    expect(within(row!).queryByText('Geblokkeerd')).toBeNull()
    expect(document.body).not.toHaveFocus()
  }
}
const deletes: Write[2] = async (portal) => {
  const before = textOfRows()
  await portal.user.click(buttons(/verwijderen$/)[0]!)
  await portal.confirm('Verwijderen')
  return () => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(textOfRows()).toEqual(before)
  }
}
const changesPassword: Write[2] = async (portal) => {
  await typePasswords(portal)
  return () => {
    expectPasswordsKept()
    expect(document.body).not.toHaveFocus()
  }
}
/** The chosen language stays after a failure. */
const choosesLanguage: Write[2] = async (portal) => {
  await portal.choose('English')
  return () => expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

/** Opens a page as a role that may see it. */
const openPage = (address: string) =>
  openPortal(address, address.startsWith('/auth') ? {} : { as: address.startsWith('/admin') ? 'admin' : 'owner' })
const failsAt = (call: string, status: number, code?: string) => {
  const [method, path] = call.split(' ') as ['post' | 'put' | 'delete', string]
  injectFault(answers(method, path, status, code))
}

test.each<Write>([
  ['post practice/*/clients', '/admin/clients/unregistered', registers],
  ['put clients/*', '/admin/clients/registered', locks],
  ['delete clients/*', '/admin/clients/registered', deletes],
  ['post password/change', '/client/portal/settings', changesPassword],
  ['put user', '/client/portal/settings', choosesLanguage],
])('the call %s is sent once if it fails, and %s keeps its content', async (call, address, send) => {
  const portal = await openPage(address)
  failsAt(call, 500)
  const later = watch(portal)
  const expectKept = await send(portal)
  expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
  await settled()
  await waitFor(expectKept)
  expect(later.writes()).toHaveLength(1)
})

describe('a registration whose response is lost', () => {
  const lose = async (...more: Parameters<typeof injectFault>) => {
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    injectFault(losesAnswer('post', 'practice/*/clients', portal.api), ...more)
    const later = watch(portal)
    const [button] = buttons(/registreren$/)
    await register(portal, button!)
    expect(await screen.findByRole('alert')).toBeVisible()
    return { portal, later, button: button! }
  }
  const expectRegistered = async (portal: TestPortal, button: HTMLElement) => {
    await leaveList(portal)
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(await registered()).toHaveLength(181)
  }

  test('is not sent again, and the reloaded lists show its result', async () => {
    const { portal, later, button } = await lose()
    expect(alerts().join()).toContain(GENERAL)
    await expectRegistered(portal, button)
    await waitFor(() => expect(screen.getByRole('link', { name: /^Geregistreerd.*181/ })).toBeVisible())
    expect(later.writes()).toHaveLength(1)
  })

  test('can be repeated, with one registration and one mail', async () => {
    // Reloading the lists also fails, so the row remains.
    const { portal, later, button } = await lose(
      answers('get', 'clients', 500),
      answers('get', 'practice/*/clients', 500),
    )
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'))
    await portal.user.click(button)
    await screen.findByText(/is geregistreerd en krijgt een e-mail/)
    await expectRegistered(portal, button)
    expect(later.writes()).toHaveLength(2)
    await waitFor(() => expect(portal.api.mails.filter(({ kind }) => kind === 'activation')).toHaveLength(1))
  })
})

// The transport never reads the body after PUT and DELETE (src/api/http.test.ts). Each POST states whether to read it.
describe('a text as the body of a successful response', () => {
  const respondsText = () =>
    injectFault(...METHODS.slice(1).map((method) => http[method]('*/api/*', () => new Response('OK'))))

  test.each<[string, RegExp, (portal: TestPortal) => Promise<unknown>]>([
    [
      '/admin/clients/unregistered',
      /is geregistreerd en krijgt een e-mail\.$/,
      (portal) => register(portal, buttons(/registreren$/)[0]!),
    ],
    [
      '/auth/forgot-password',
      /^Kijk in uw e-mail$/,
      ({ user }) => user.type(field(/E-mailadres/), 'somebody@mail.example{Enter}'),
    ],
    [
      '/auth/reset-password?token=a.b.c',
      /^Wachtwoord opgeslagen$/,
      async ({ user }) => {
        await user.type(field(/^Nieuw wachtwoord/), 'Nieuw#2026')
        await user.type(field(/^Herhaal/), 'Nieuw#2026{Enter}')
      },
    ],
    ['/client/portal/settings', /^Wachtwoord gewijzigd/, typePasswords],
  ])('is ignored at %s', async (address, text, send) => {
    injectFault(http.get('*/api/password/invitation', () => new HttpResponse(null, { status: 204 })))
    const portal = await openPage(address)
    respondsText()
    await send(portal)
    await shows(text)
    await settled()
    expect(alerts()).toEqual([])
  })

  test('is an error when signing in, which requires a token', async () => {
    const portal = await openPortal('/auth/login')
    respondsText()
    await portal.user.type(field(/E-mailadres|Gebruikersnaam/), 'staff@dewaag.example')
    await portal.user.type(field(/^Wachtwoord/), `${PASSWORD}{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Er ging iets mis\./)
    expect(portal.address()).toMatch(/^\/auth\/login/)
  })
})

const GONE = '00000000-0000-4000-8000-000000000000'

test.each([
  [`/client/visit-forms?visit=${GONE}`, 'Dit bezoek is niet gevonden'],
  [`/client/patients/${GONE}`, 'Dit dier is niet gevonden'],
])('the page %s of a missing record has a heading that names the missing record', async (address, name) => {
  await openPortal(address, { as: 'owner' })
  await screen.findByRole('heading', { level: 1, name })
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

test('a failed call for the first due reminder leaves the list visible and raises no alert', async () => {
  injectFault(
    http.get('*/api/clients/*/reminders', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const isFirst = searchParams.get('size') === '1' && searchParams.get('sort') === 'date,asc'
      return isFirst ? HttpResponse.json({ status: 500 }, { status: 500 }) : undefined
    }),
  )
  const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
  expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
  await waitFor(() => expect(portal.router.options.context.queryClient.isFetching()).toBe(0))
  expect(alerts()).toEqual([])
})

test('null characters are removed from a search', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=%00Ja%00n%00', { as: 'staff' })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(portal.calls.join('\n')).toContain('q=Jan'))
  expect(portal.calls.filter((call) => call.includes('%00'))).toEqual([])
})

describe('an unexpected error', () => {
  const UNFORESEEN = new TypeError('content is undefined')
  let logged: unknown[][]

  beforeEach(() => {
    logged = []
    vi.spyOn(console, 'error').mockImplementation((...args) => void logged.push(args))
  })

  /** Makes the next call throw before it is sent. */
  const breaks = () =>
    vi.spyOn(cancellation, 'sessionSignal').mockImplementationOnce(() => {
      throw UNFORESEEN
    })

  const chooses = (action: string) => async (portal: TestPortal) => {
    await portal.press(new RegExp((await accountOf('staff')).first_name!))
    await portal.user.click(await screen.findByRole('menuitem', { name: action }))
    await portal.user.type(await screen.findByLabelText(/^Huidig wachtwoord/), PASSWORD)
  }
  const presses = (name: string) => (portal: TestPortal) => portal.press(name)
  const invites = async (portal: TestPortal) => {
    await portal.press('Uitnodigen')
    await portal.type(/^E-mailadres/, 'nieuw@dewaag.example')
  }
  const removesAll = async (portal: TestPortal) => {
    await portal.press('Alle cliënten verwijderen')
    await portal.user.type((await dialog()).getByRole('textbox'), 'DAP De Waag')
  }

  test.each<[string, string, string, (portal: TestPortal) => Promise<void>]>([
    ['/admin/staff', 'Beheerder maken', 'put practice/*/staff/*', chooses('Beheerder maken')],
    ['/admin/staff', 'Tweede factor verwijderen', 'post */removal', chooses('Tweede factor verwijderen')],
    ['/admin/staff', 'Uitnodigen', 'post practice/*/staff', invites],
    ['/admin/practice/security', 'Verplicht maken', 'put practice/*/second-factor', presses('Verplicht maken')],
    ['/admin/practice', 'Logo verwijderen', 'delete practice/*/logo', presses('Logo verwijderen')],
    ['/admin/practice/clients', 'Alles verwijderen', 'delete practice/*/clients', removesAll],
    ['/client/patients/$animal?show=card', 'Link maken', 'post */shared-cards', presses('Delen met een link')],
  ])(
    'is shown in the dialog and logged at %s by %s, while a rejected %s shows only its status',
    async (address, button, call, open) => {
      await withTotp('staff')
      await setPractice({ logo_url: 'https://files.example/old.png' })
      const { animal } = await ownerAndAnimals()
      const portal = await openPage(address.replace('$animal', animal('Bella')))
      await open(portal)
      const confirm = (await dialog()).getByRole('button', { name: button })
      await settled()
      breaks()
      await portal.user.click(confirm)
      await expect.poll(alerts).toEqual([GENERAL])
      expect((await dialog()).getByText(GENERAL)).toBeVisible()
      expect(logged).toEqual([[UNFORESEEN]])
      failsAt(call, 429, 'rate-limited')
      await portal.user.click(confirm)
      await expect.poll(alerts).toEqual(['Te veel pogingen. Wacht even en probeer het dan opnieuw. (429)'])
      expect(logged).toHaveLength(1)
    },
  )

  test.each([
    ['a download', 'Facturen downloaden als CSV'],
    ['a file', 'Factuur 2026-1 openen'],
  ])('is shown on the page and logged if it stops %s, and the next press succeeds', async (_, button) => {
    const tab = { document: document.implementation.createHTMLDocument(''), close: vi.fn<() => void>() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    await ownerHas({ number: '2026-1', description: 'Consult' })
    const portal = await openPortal('/client/invoices', { as: 'owner' })
    await settled()
    breaks()
    await portal.press(button)
    await expect.poll(alerts).toEqual([GENERAL])
    expect(logged).toEqual([[UNFORESEEN]])
    expect(saved).not.toHaveBeenCalled()
    await portal.press(button)
    await expect.poll(() => saved).toHaveBeenCalledTimes(1)
  })
})
