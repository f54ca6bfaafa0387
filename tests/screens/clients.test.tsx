import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import { client } from '#harness/builders.ts'
import { buttons, httpError, leaveList, register, registered, rows, settled, watch } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'

const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Cliënten' })).getByRole('link', { name })
const first = <T,>(list: T[]): T => list[0]!

/** The button of the first client who can be registered. */
const registrable = () => first(buttons(/registreren$/))

/** Qvist, whom the clinic's own system has locked. */
async function lockedNewcomer() {
  const uuid = await client(database(), 'de-waag', {
    last_name: 'Qvist',
    call_name: 'Kees',
    email: 'kees@qvist.example',
    locked: 1,
  })
  return { uuid, name: 'Kees Qvist' }
}

async function count(portal: TestPortal, column: 'registered' | 'unregistered') {
  const row = await portal.api.db
    .selectFrom('client_count')
    .select(column)
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()
  return row[column]
}

test('the registered clients, 25 a page, with the counts of both lists', async () => {
  const portal = await openPortal('/admin/clients', { as: 'staff' })
  await arrivesAt(portal, '/admin/clients/registered')
  expect(rows()).toHaveLength(25)
  expect(await screen.findByRole('link', { name: /^Geregistreerd.*180/ })).toHaveAttribute('aria-current', 'page')
  expect(await screen.findByRole('link', { name: /^Niet geregistreerd.*90/ })).not.toHaveAttribute('aria-current')
  expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25')
})

test('the next page is in the address, and was fetched before it was asked for', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await waitFor(() => expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=1&size=25'))
  const before = rows().map((row) => row.textContent)
  await portal.user.click(screen.getByRole('link', { name: 'Volgende pagina' }))
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?page=2'))
  await waitFor(() => expect(rows().map((row) => row.textContent)).not.toEqual(before))
  expect(portal.calls.filter((call) => call.includes('page=1&'))).toHaveLength(1)
})

test('a search finds the tussenvoegsel, stands in the address and starts at the first page', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  await portal.user.type(
    await screen.findByRole('searchbox', { name: 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier' }),
    'van den b',
  )
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?lastName=van+den+b'))
  await waitFor(() => expect(rows().every((row) => row.textContent?.includes('van den B'))).toBe(true))
})

test('who is not in the one list is looked for in the other, from its first page', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2&lastName=van', { as: 'staff' })
  await portal.user.click(tab(/^Niet geregistreerd/))
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered?lastName=van'))
  expect(
    await screen.findByRole('searchbox', { name: 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier' }),
  ).toHaveValue('van')
  await waitFor(() => expect(rows().every((row) => /van/i.test(row.textContent ?? ''))).toBe(true))
  expect(tab(/^Niet geregistreerd/)).toHaveAttribute('aria-current', 'page')
})

test('a search that finds nobody says so, and can be taken back', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=%25', { as: 'staff' })
  expect(await screen.findByText('Geen cliënt past bij “%”.')).toBeVisible()
  await portal.user.click(
    within(screen.getByRole('main')).getAllByRole('button', { name: 'Zoekopdracht wissen' }).at(-1)!,
  )
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test.each(['page=-3', 'page=abc', 'page=1.5', 'page=&lastName=', 'size=9'])(
  'an address with ?%s shows the first page',
  async (search) => {
    const portal = await openPortal(`/admin/clients/registered?${search}`, { as: 'staff' })
    expect(rows()).toHaveLength(25)
    expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25')
  },
)

test('a page beyond the end says so and leads back', async () => {
  const portal = await openPortal('/admin/clients/registered?page=900', { as: 'staff' })
  await portal.user.click(await screen.findByRole('button', { name: 'Naar de eerste pagina' }))
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test('who is registered leaves the one list and is fetched for the other 500 ms later', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const button = registrable()
  const name = button.getAttribute('aria-label')!.replace(' registreren', '')
  const place = rows().indexOf(button.closest('tr')!)
  await register(portal, button)
  const row = rows()[place]!
  expect(await within(row).findByText('Wordt geregistreerd')).toBeVisible()
  expect(portal.calls.filter((call) => call.startsWith('GET /api/clients/'))).toEqual([])
  expect(await screen.findByText(`${name} is geregistreerd en krijgt een e-mail.`)).toBeVisible()
  expect(portal.calls.filter((call) => call.startsWith('GET /api/clients/'))).toHaveLength(1)
  expect(await count(portal, 'registered')).toBe(181)
  expect(await count(portal, 'unregistered')).toBe(89)
  await waitFor(() => expect(tab(/^Geregistreerd/)).toHaveTextContent('181'))
  await waitFor(() => expect(tab(/^Niet geregistreerd/)).toHaveTextContent('89'))
  await waitFor(() => expect(portal.api.mails.map(({ kind }) => kind)).toContain('activation'))

  // In its place, until the pointer has left the list.
  expect(rows()[place]).toBe(row)
  expect(within(row).getByText('Geregistreerd')).toBeVisible()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  act(() => button.focus())
  await portal.user.keyboard('{Enter}')
  await leaveList(portal)
  await waitFor(() => expect(row).not.toBeInTheDocument())
  expect(rows()[place]).toHaveFocus()
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
})

test('the first registration of a session asks, says to which address a mail goes, and can be left; later ones do not ask', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const [one, another] = buttons(/registreren$/).filter(
    (button) => !within(button.closest('tr')!).queryByText('Geblokkeerd'),
  )
  const later = watch(portal)
  await portal.user.click(one!)
  const dialog = await screen.findByRole('dialog', { name: /registreren\?$/ })
  expect(dialog).toHaveTextContent(/krijgt een e-mail op \S+@\S+,/)
  await portal.user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(later.writes()).toEqual([])

  await register(portal, one!)
  await portal.user.click(another!)
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(later.writes()).toHaveLength(2))
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
})

test('a locked client in the list of who is not registered shows it; registering says that it lifts the lock, and does', async () => {
  const { uuid, name } = await lockedNewcomer()
  const portal = await openPortal('/admin/clients/unregistered?lastName=qvist', { as: 'staff' })
  expect(screen.getByText('Geblokkeerd')).toBeVisible()
  await register(portal, screen.getByRole('button', { name: `${name} registreren` }))
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect((await registered()).find((client) => client.uuid === uuid)).toMatchObject({ locked: 0 })
  expect(screen.queryByText('Geblokkeerd')).toBeNull()
})

test('an API that registers a locked client and leaves it locked is told nothing more: the lock is another press', async () => {
  const { uuid, name } = await lockedNewcomer()
  injectFault(
    http.post('*/api/practice/*/clients', async () => {
      await database().updateTable('client').set({ registered: 1, locked: 1 }).where('uuid', '=', uuid).execute()
      return new Response(null, { status: 201 })
    }),
  )
  const portal = await openPortal('/admin/clients/unregistered?lastName=qvist', { as: 'staff' })
  await portal.user.click(screen.getByRole('button', { name: `${name} registreren` }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent(`${name} is geblokkeerd. Door te registreren heft u de blokkering op.`)
  await portal.user.click(within(dialog).getByRole('button', { name: 'Registreren' }))
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect((await registered()).find((client) => client.uuid === uuid)).toMatchObject({ locked: 1 })
  expect(portal.calls.filter((call) => call.startsWith('PUT'))).toEqual([])
})

test('the only row of the last page: after it the last page that there is, not "so many there are not"', async () => {
  // With the 90 that there are.
  for (let more = 0; more < 11; more++) {
    await client(database(), 'de-waag', {
      last_name: 'Zzeeman',
      call_name: `Kees${more}`,
      email: `z${more}@mail.example`,
    })
  }
  await database().updateTable('client_count').set({ unregistered: 101 }).where('practice_id', '=', 'de-waag').execute()
  const portal = await openPortal('/admin/clients/unregistered?page=5', { as: 'staff' })
  expect(rows()).toHaveLength(1)
  await register(portal, registrable())
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect(rows()).toHaveLength(1)
  await leaveList(portal)
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered?page=4'))
  await waitFor(() => expect(rows()).toHaveLength(25))
  expect(screen.getByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect(screen.queryByText('Zoveel cliënten zijn er niet.')).toBeNull()
})

test('a registration whose following fetch fails has succeeded, and both are told', async () => {
  injectFault(answers('get', 'clients/*', 500))
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  await register(portal, registrable())
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(httpError(500))
})

test('a list that is loading for the first time is not broken off by a registration, and is asked for again after it', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const list = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.get('size') === '25')
  const answer = Promise.withResolvers<undefined>()
  injectFault(http.post('*/api/practice/*/clients', () => answer.promise))
  await register(portal, registrable())
  await portal.user.click(tab(/^Geregistreerd/))
  await list.count(1)
  answer.resolve(undefined)
  await waitFor(async () => expect(await count(portal, 'registered')).toBe(181))
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  await list.releaseAll()
  await arrivesAt(portal, '/admin/clients/registered')
  await waitFor(() => expect(rows()).toHaveLength(25))
  expect(screen.queryByRole('heading', { name: 'Deze pagina kon niet worden geladen' })).toBeNull()
  const asked = () => portal.calls.filter((call) => call === 'GET /api/practice/de-waag/clients?page=0&size=25')
  await waitFor(() => expect(asked().length).toBeGreaterThan(1))
})

test('the next page that loads is not broken off by a lock that is refused', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=e', { as: 'staff' })
  const refusal = Promise.withResolvers<void>()
  injectFault(
    http.put('*/api/clients/*', async () => {
      await refusal.promise
      return Response.json({ code: 'internal' }, { status: 500 })
    }),
  )
  const list = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.get('page') === '2')
  await portal.user.click(first(screen.getAllByRole('button', { name: / blokkeren$/ })))
  void portal.router.navigate({ to: '/admin/clients/registered', search: { page: 3, lastName: 'e' } })
  await list.count(1)
  refusal.resolve()
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
  await list.releaseAll()
  await waitFor(() => expect(screen.getByText(/^51–/)).toBeVisible())
  expect(screen.queryByRole('heading', { name: 'Deze pagina kon niet worden geladen' })).toBeNull()
})

test('a count changes in the searches that find the client, and in no other', async () => {
  const portal = await openPortal('/admin/clients/unregistered?lastName=berg', { as: 'staff' })
  const shown = () => screen.getByText(/^1–\d+ van/).textContent
  const before = shown()
  await act(() =>
    portal.router.navigate({ to: '/admin/clients/unregistered', search: { page: 1, lastName: 'boogaard' } }),
  )
  await waitFor(() => expect(rows().every((row) => row.textContent.includes('Boogaard'))).toBe(true))
  const { held } = holdRequests('clients', ({ searchParams }) => searchParams.get('q') === 'berg')
  await register(portal, registrable())
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  await act(() => portal.router.navigate({ to: '/admin/clients/unregistered', search: { page: 1, lastName: 'berg' } }))
  await waitFor(() => expect(rows().every((row) => row.textContent.includes('Berg'))).toBe(true))
  expect(shown()).toBe(before)
  expect(held.length).toBeLessThanOrEqual(1)
})

test('one deletion that is slow does not keep another one busy, nor close it', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const slow = Promise.withResolvers<void>()
  injectFault(http.delete('*/api/clients/*', () => slow.promise as Promise<undefined>, { once: true }))
  const [one, another] = screen.getAllByRole('button', { name: /verwijderen$/ })
  const confirm = async () => within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' })
  await portal.user.click(one!)
  await portal.user.click(await confirm())
  await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Annuleren' }))
  await portal.user.click(another!)
  const dialog = await screen.findByRole('dialog')
  expect(await confirm()).not.toHaveAttribute('aria-busy')
  slow.resolve()
  expect(await screen.findByText(/is verwijderd uit het portaal\.$/)).toBeVisible()
  expect(dialog).toBeInTheDocument()
  await portal.user.click(await confirm())
  await waitFor(async () => expect(await count(portal, 'registered')).toBe(178))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['locked', 'put', / blokkeren$/, 'not-found', 404],
  ['locked', 'put', / blokkeren$/, 'conflict', 409],
  ['deleted', 'delete', /verwijderen$/, 'not-found', 404],
] as const)(
  'a client that a colleague removed first cannot be %s, which one message says with the status',
  async (_, method, name, code, status) => {
    injectFault(answers(method, 'clients/*', status, code))
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await portal.user.click(first(screen.getAllByRole('button', { name })))
    if (method === 'delete') {
      await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
    }
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/^Een collega heeft .+ intussen uit het portaal verwijderd\. \(\d{3}\)$/)
    expect(alert).toHaveTextContent(`(${status})`)
  },
)

test.each([
  ['not-found', 404, /is niet meer bekend bij uw praktijk\./],
  ['conflict', 409, /is niet geregistreerd: een andere cliënt gebruikt dit e-mailadres al\./],
  ['email-missing', 422, /^Zonder e-mailadres kan deze cliënt niet worden geregistreerd\./],
  ['storage-full', 507, /^Er kan nu niets worden opgeslagen\./],
])('a registration that is refused by %s says why, with the status', async (code, status, text) => {
  injectFault(answers('post', 'practice/*/clients', status, code))
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  await register(portal, registrable())
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(text)
  expect(alert).toHaveTextContent(`(${status})`)
})

test('the client is fetched not before 500 ms have passed since the answer, and once', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const answered: number[] = []
  const fetched: number[] = []
  portal.api.watch({
    answered: ({ method }) => void (method === 'POST' && answered.push(performance.now())),
    started({ method, url }) {
      if (method === 'GET' && url.includes('/api/clients/')) fetched.push(performance.now())
    },
  })
  await register(portal, registrable())
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect(answered).toHaveLength(1)
  expect(fetched).toHaveLength(1)
  // A timer may be a millisecond early by this clock.
  expect(fetched[0]! - answered[0]!).toBeGreaterThanOrEqual(CLIENT_FETCH_DELAY_MS - 1)
})

test('two clicks are one registration, and two are one deletion', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const button = registrable()
  await portal.user.click(button)
  await portal.user.dblClick(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Registreren' }))
  await portal.user.dblClick(button)
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)

  await portal.user.click(tab(/^Geregistreerd/))
  await portal.user.click(first(await screen.findAllByRole('button', { name: /verwijderen$/ })))
  await portal.user.dblClick(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText(/is verwijderd uit het portaal\.$/)).toBeVisible()
  expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
})

test('who signs out within those 500 ms is asked nothing any more', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const button = registrable()
  await register(portal, button)
  await within(button.closest('tr')!).findByText('Wordt geregistreerd')
  await waitFor(async () => expect(await count(portal, 'registered')).toBe(181))
  await portal.session.end('signedOut')
  const { length } = portal.calls
  await new Promise((resolve) => setTimeout(resolve, CLIENT_FETCH_DELAY_MS + 100))
  // But for the end of the session itself, which may still be on its way.
  expect(portal.calls.slice(length).filter((call) => call !== 'DELETE /api/user/session')).toEqual([])
  expect(screen.queryByRole('alert')?.textContent).toBeUndefined()
})

test('without an e-mail address nobody can be registered, and the button says why: by the keyboard, and to the eye', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const row = rows().find((each) => within(each).queryByText('Geen e-mailadres'))!
  const button = within(row).getByRole('button', { name: /registreren$/ })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription(/Zonder e-mailadres.*Vul het aan in uw praktijksysteem\.$/)
  const reason = within(row).getByText(/^Zonder e-mailadres/).parentElement!
  expect(reason).toHaveClass('hidden-text')
  act(() => button.focus())
  expect(button).toHaveFocus()
  await portal.user.keyboard('{Enter}')
  expect(reason).not.toHaveClass('hidden-text')
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  // Who has an address is described by nothing.
  expect(registrable()).not.toHaveAttribute('aria-disabled')
  expect(registrable()).not.toHaveAccessibleDescription()
})

test('a refused registration leaves the row where it is', async () => {
  injectFault(answers('post', 'practice/*/clients', 500))
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const button = registrable()
  await register(portal, button)
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
  expect(button).toBeVisible()
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  expect(await count(portal, 'registered')).toBe(180)
})

test('a lock is shown at once, and taken back when the server refuses', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const row = rows()[3]!
  await portal.user.click(within(row).getByRole('button', { name: /blokkeren$/ }))
  expect(await within(row).findByText('Geblokkeerd')).toBeVisible()
  expect(await screen.findByText(/is geblokkeerd\.$/)).toBeVisible()

  injectFault(answers('put', 'clients/*', 503, 'unavailable'))
  await portal.user.click(within(row).getByRole('button', { name: /deblokkeren$/ }))
  expect(await screen.findByText(/^Het portaal is even niet bereikbaar\..* \(503\)$/)).toBeVisible()
  expect(within(row).getByText('Geblokkeerd')).toBeVisible()
})

test('deleting asks first; cancelling changes nothing, confirming takes the client off the portal', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const button = first(screen.getAllByRole('button', { name: /verwijderen$/ }))
  await portal.user.click(button)
  await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Annuleren' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await portal.user.click(button)
  // What the browser makes of Escape.
  fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await portal.user.click(button)
  await portal.user.click(await screen.findByRole('dialog'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])

  await portal.user.click(button)
  await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
  expect(await screen.findByText(/is verwijderd uit het portaal\.$/)).toBeVisible()
  expect(button).not.toBeInTheDocument()
  expect(rows()[0]).toHaveFocus()
  expect(await count(portal, 'registered')).toBe(179)
  expect(await count(portal, 'unregistered')).toBe(91)
})

test('a list that cannot be loaded is shown once as a failure, with a retry that works', async () => {
  injectFault(answers('get', 'practice/*/clients', 500, 'internal', { once: true }))
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
  expect(portal.calls.filter((call) => call.includes('/clients?page=0&size=25'))).toHaveLength(1)
  await portal.user.click(await screen.findByRole('button', { name: 'Opnieuw proberen' }))
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test('a page that is fetched ahead and fails says nothing; asked for, it does', async () => {
  let failures = 0
  injectFault(
    http.get('*/api/practice/*/clients', ({ request }) => {
      if (!request.url.includes('page=1&')) return undefined
      failures += 1
      return Response.json({ code: 'internal' }, { status: 500 })
    }),
  )
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await waitFor(() => expect(failures).toBe(1))
  const next = screen.getByRole('link', { name: 'Volgende pagina' })
  await portal.user.hover(next)
  await waitFor(() => expect(failures).toBe(2))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  await portal.user.click(next)
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
})

test('an API that counts in words shows no number, and pages all the same', async () => {
  const portal = await openPortal('/accessibility', { as: 'staff' })
  injectFault(
    http.get('*/api/clients', async ({ request }) => {
      const answer = await portal.api.fetch(request)
      const body = await answer.json()
      return Response.json({ ...body, page: { ...body.page, totalElements: 'many' } })
    }),
  )
  await act(() => portal.router.navigate({ to: '/admin/clients/unregistered' }))
  await waitFor(() => expect(rows()).toHaveLength(25))
  await waitFor(() => expect(portal.calls).toContain('GET /api/clients?practiceId=de-waag&page=0&size=1'))
  await waitFor(() => expect(tab(/^Geregistreerd/)).toHaveTextContent('180'))
  await settled()
  expect(tab(/^Niet geregistreerd/)).toHaveTextContent(/^Niet geregistreerd$/)
  expect(document.body).not.toHaveTextContent(/NaN|many/)
  await portal.user.click(screen.getByRole('link', { name: 'Volgende pagina' }))
  await waitFor(() => expect(portal.address()).toContain('page=2'))
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test('an address with a page and a search shows both, in any tab', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2&lastName=van', { as: 'staff' })
  expect(screen.getByRole('searchbox')).toHaveValue('van')
  expect(screen.getByText(/^26–\d+ van/)).toBeVisible()
  expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=1&size=25&q=van')
  expect(rows().every((row) => /van/i.test(row.textContent))).toBe(true)
})
