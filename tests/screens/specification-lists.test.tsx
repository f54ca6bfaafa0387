import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import type { Persona } from '#mocks/personas.ts'
import { TOKEN_REFRESH_MS } from '#src/lib/constants.ts'
import { client } from '#harness/builders.ts'
import { database, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'
import { onSpecification } from '#harness/specification-api.ts'
import { httpError, registered, rows, settled, watch } from './faults.tsx'

// The lists of the practice on an API that has what the specification promises, and no more.

async function signIn(as: Persona) {
  const api = onSpecification()
  sessionStorage.setItem('portal-token', api.tokenFor(await tokenOf(as)))
}

async function enter(address: string, as: Persona = 'staff') {
  await signIn(as)
  return openPortal(address)
}

const newcomer = (columns: Parameters<typeof client>[2] = {}) =>
  client(database(), 'de-waag', { last_name: 'Qvist', call_name: 'Kees', email: 'kees@qvist.example', ...columns })

const UNREGISTERED = '/admin/clients/unregistered?lastName=qvist'
const button = (name: RegExp | string) => screen.findByRole('button', { name })

test('registering is one press and one call, and promises no e-mail', async () => {
  const uuid = await newcomer()
  const portal = await enter(UNREGISTERED)
  const later = watch(portal)
  await portal.user.click(await button('Kees Qvist registreren'))
  expect(await screen.findByText('Kees Qvist is geregistreerd.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(later.writes()).toEqual([`POST /api/practice/de-waag/clients?clientUuid=${uuid}`])
})

test('a client who is locked is registered by one press, and unlocked by another', async () => {
  const uuid = await newcomer({ locked: 1 })
  const portal = await enter(UNREGISTERED)
  injectFault(
    http.post('*/api/practice/*/clients', async () => {
      await database().updateTable('client').set({ registered: 1 }).where('uuid', '=', uuid).execute()
      return new Response(null, { status: 201 })
    }),
  )
  const later = watch(portal)
  await portal.user.click(await button('Kees Qvist registreren'))
  expect(await screen.findByText('Kees Qvist is geregistreerd.')).toBeVisible()
  expect(later.writes()).toHaveLength(1)
  expect((await registered()).find((each) => each.uuid === uuid)).toMatchObject({ locked: 1 })
  await act(() => portal.router.navigate({ to: '/admin/clients/registered', search: { lastName: 'qvist' } }))
  await portal.user.click(await button('Kees Qvist deblokkeren'))
  await waitFor(() => expect(later.writes().at(-1)).toBe(`PUT /api/clients/${uuid}`))
})

describe('an address that is null is no reason against it', () => {
  const withoutAddress = async (address: string) => {
    await signIn('staff')
    const one = { uuid: crypto.randomUUID(), locked: false, lastName: 'Qvist', email: null }
    injectFault(
      http.get('*/api/practice/*/clients', () => HttpResponse.json([])),
      http.get('*/api/clients', () => HttpResponse.json([one])),
      http.post('*/api/practice/*/clients', () => new Response(null, { status: 201 })),
    )
    return openPortal(address)
  }

  test.each([UNREGISTERED, '/admin/dashboard?lastName=qvist'])('at %s', async (address) => {
    const portal = await withoutAddress(address)
    const press = await button('Qvist registreren')
    expect(press).not.toHaveAttribute('aria-disabled')
    expect(screen.queryByText('Geen e-mailadres')).toBeNull()
    await portal.user.click(press)
    expect(await screen.findByText('Qvist is geregistreerd.')).toBeVisible()
  })

  test('nor where many are chosen', async () => {
    const portal = await withoutAddress(UNREGISTERED)
    await portal.user.click(await button('Selecteren'))
    await portal.user.click(await screen.findByRole('checkbox', { name: 'Deze pagina' }))
    await portal.user.click(await button('Registreren'))
    expect(await screen.findByText('1 cliënt is geregistreerd.')).toBeVisible()
  })
})

test('many are registered without a word of e-mails', async () => {
  for (let n = 0; n < 26; n++) await newcomer({ call_name: `Kees${n}`, email: `kees${n}@qvist.example` })
  const portal = await enter(UNREGISTERED)
  await portal.user.click(await button('Selecteren'))
  await portal.user.click(await button('Alle 26 selecteren'))
  await portal.user.click(await button('Registreren'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).not.toHaveTextContent(/mail/)
  await portal.user.click(within(dialog).getByRole('button', { name: 'Registreren' }))
  expect(await screen.findByText('26 cliënten zijn geregistreerd.')).toBeVisible()
})

test('the settings do not speak of e-mails', async () => {
  await enter('/admin/settings')
  expect(await screen.findByText('De taal van het portaal.')).toBeVisible()
})

test('nor does the question of a hand-over', async () => {
  const uuid = await newcomer()
  const token = await tokenOf('staff')
  withoutCapabilities()
  injectFault(http.get('*/api/oauth/authenticate', () => HttpResponse.json({ token })))
  await openPortal(`/auth/login?access_token=foreign&clientUuid=${uuid}`)
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('Na het registreren opent het portaal van deze cliënt.')
})

test('a registration whose client cannot be fetched afterwards: it is done, and the failure is told', async () => {
  const uuid = await newcomer()
  const portal = await enter(UNREGISTERED)
  injectFault(answers('get', `clients/${uuid}`, 500))
  await portal.user.click(await button('Kees Qvist registreren'))
  expect(await screen.findByText('Kees Qvist is geregistreerd.')).toBeVisible()
  expect(await screen.findByText(httpError(500))).toBeVisible()
})

test('a lock that is refused: what it means, followed by the status', async () => {
  const portal = await enter('/admin/clients/registered')
  const [one] = await screen.findAllByRole('button', { name: /blokkeren$/ })
  injectFault(answers('put', 'clients/*', 404, 'not-found'))
  await portal.user.click(one!)
  expect(await screen.findByText(/^Een collega heeft .* intussen uit het portaal verwijderd\. \(404\)$/)).toBeVisible()
})

test('a refresh by the timer that fails says so, once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const portal = await enter('/admin/clients/registered')
  await settled()
  injectFault(answers('get', 'user/refresh', 500))
  await act(() => vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS))
  const told = await screen.findByText(httpError(500))
  await portal.user.click(within(told.closest<HTMLElement>('[role=alert]')!).getByRole('button'))
  await waitFor(() => expect(screen.queryByText(httpError(500))).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(90_000))
  expect(portal.calls.filter((call) => call === 'GET /api/user/refresh').length).toBeGreaterThan(2)
  expect(screen.queryByText(httpError(500))).toBeNull()
})

const NAMELESS = [{ uuid: 'n1', locked: false, lastName: '' }, { uuid: 'n2' }, { uuid: 'n3', lastName: 'Jansen' }]

test('a client without a name is not available, and what is not told is a dash', async () => {
  injectFault(http.get('*/api/practice/*/clients', () => HttpResponse.json(NAMELESS)))
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const [first, second, third] = rows()
  for (const row of [first!, second!]) expect(within(row).getByText('Niet beschikbaar')).toBeVisible()
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells(third!).slice(0, 5)).toEqual(['Jansen', '–', '–', '–', 'Geregistreerd'])
  await portal.user.click(await button('Selecteren'))
  await screen.findByRole('checkbox', { name: 'Deze pagina' })
  expect(screen.getAllByText('Niet beschikbaar')).toHaveLength(2)
})

test('the search of the dashboard names a client without a name so', async () => {
  injectFault(
    http.get('*/api/practice/*/clients', () => HttpResponse.json(NAMELESS.slice(0, 1))),
    http.get('*/api/clients', () => HttpResponse.json(NAMELESS.slice(1, 2))),
  )
  await openPortal('/admin/dashboard?lastName=x', { as: 'staff' })
  expect(await screen.findByRole('button', { name: 'Bekijk als Niet beschikbaar' })).toBeVisible()
  const item = (name: string) => screen.getByRole('button', { name }).closest('li')!
  expect(within(item('Bekijk als Niet beschikbaar')).getByText('Niet beschikbaar')).toBeVisible()
  expect(within(item('Niet beschikbaar registreren')).getByText('Niet beschikbaar')).toBeVisible()
})

test('practices that are an id are called by what the practice says of itself, else by the id', async () => {
  injectFault(
    http.get('*/api/user/practices', () => HttpResponse.json([{ id: 'de-waag' }, { id: 'de-linde' }])),
    http.get('*/api/practice/de-linde', () => new Response(null, { status: 403 })),
    http.get('*/api/practice/de-waag', () => HttpResponse.json({ id: 'de-waag', name: 'DAP De Waag' })),
  )
  await openPortal('/auth/select-clinic', { as: 'two' })
  expect(await button('DAP De Waag')).toBeVisible()
  expect(await button(/de-linde/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
