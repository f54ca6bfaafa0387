import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import { client } from '#harness/builders.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { type TestPortal, arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'
import { buttons, leaveList, register, registered, rows, settled, textOfRows, watch } from './faults.tsx'
import { dialog, dialogCloses, shows } from './steps.ts'

const open = (address: string) => openPortal(`/admin/clients/${address}`, { as: 'staff' })
const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Cliënten' })).getByRole('link', { name })
const searchbox = () =>
  screen.findByRole('searchbox', { name: 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier' })
const isRegistered = () => shows(/is geregistreerd en krijgt een e-mail\.$/)
const hasNoFailurePage = () =>
  expect(screen.queryByRole('heading', { name: 'Deze pagina kon niet worden geladen' })).toBeNull()

/** Returns the register button of the first client who can be registered. */
const registrable = () => buttons(/registreren$/)[0]!
const pressFirst = ({ user }: TestPortal, name: RegExp) => user.click(screen.getAllByRole('button', { name })[0]!)

const counts = () =>
  database()
    .selectFrom('client_count')
    .select(['registered', 'unregistered'])
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()

describe('a list of clients', () => {
  test('has 25 rows a page, the counts of both lists, and a prefetched next page', async () => {
    const portal = await open('')
    await arrivesAt(portal, '/admin/clients/registered')
    expect(rows()).toHaveLength(25)
    expect(await screen.findByRole('link', { name: /^Geregistreerd.*180/ })).toHaveAttribute('aria-current', 'page')
    expect(await screen.findByRole('link', { name: /^Niet geregistreerd.*90/ })).not.toHaveAttribute('aria-current')
    expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25')
    await waitFor(() => expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=1&size=25'))
    const before = textOfRows()
    await portal.follow('Volgende pagina')
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?page=2'))
    await waitFor(() => expect(textOfRows()).not.toEqual(before))
    expect(portal.calls.filter((call) => call.includes('page=1&'))).toHaveLength(1)
  })

  test('is searched by the beginning of the name, and the other tab keeps the search', async () => {
    const portal = await open('registered?page=2')
    await portal.user.type(await searchbox(), 'van den b')
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?lastName=van+den+b'))
    await waitFor(() => expect(textOfRows().every((row) => row.includes('van den B'))).toBe(true))
    await portal.goTo('/admin/clients/registered?page=2&lastName=van')
    await portal.user.click(tab(/^Niet geregistreerd/))
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered?lastName=van'))
    expect(await searchbox()).toHaveValue('van')
    await waitFor(() => expect(textOfRows().every((row) => /van/i.test(row))).toBe(true))
    expect(tab(/^Niet geregistreerd/)).toHaveAttribute('aria-current', 'page')
  })

  test('states that nothing matches, and the search can be cleared', async () => {
    const portal = await open('registered?lastName=%25')
    await shows('Geen cliënt past bij “%”.')
    const clear = within(screen.getByRole('main')).getAllByRole('button', { name: 'Zoekopdracht wissen' })
    await portal.user.click(clear.at(-1)!)
    await waitFor(() => expect(rows()).toHaveLength(25))
  })

  test('links to its first page from a page beyond the end', async () => {
    const portal = await open('registered?page=900')
    await portal.press('Naar de eerste pagina')
    await waitFor(() => expect(rows()).toHaveLength(25))
  })

  test('has pages but no total if the API returns the count as text', async () => {
    const portal = await openPortal('/accessibility', { as: 'staff' })
    injectFault(
      http.get('*/api/clients', async ({ request }) => {
        const body = await (await portal.api.fetch(request)).json()
        return Response.json({ ...body, page: { ...body.page, totalElements: 'many' } })
      }),
    )
    await portal.goTo('/admin/clients/unregistered')
    await waitFor(() => expect(portal.calls).toContain('GET /api/clients?practiceId=de-waag&page=0&size=1'))
    await waitFor(() => expect(tab(/^Geregistreerd/)).toHaveTextContent('180'))
    await settled()
    expect(tab(/^Niet geregistreerd/)).toHaveTextContent(/^Niet geregistreerd$/)
    expect(document.body).not.toHaveTextContent(/NaN|many/)
    await portal.follow('Volgende pagina')
    await waitFor(() => expect(portal.address()).toContain('page=2'))
    await waitFor(() => expect(rows()).toHaveLength(25))
  })
})

describe('registering a client', () => {
  test('keeps the changed row until the pointer leaves, and reloads the client 500 ms later', async () => {
    const portal = await open('unregistered')
    const fetched = () => portal.calls.filter((call) => call.startsWith('GET /api/clients/'))
    const button = registrable()
    const name = button.getAttribute('aria-label')!.replace(' registreren', '')
    const place = rows().indexOf(button.closest('tr')!)
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
    await register(portal, button)
    const row = rows()[place]!
    expect(await within(row).findByText('Wordt geregistreerd')).toBeVisible()
    expect(fetched()).toEqual([])
    await shows(`${name} is geregistreerd en krijgt een e-mail.`)
    expect(fetched()).toHaveLength(1)
    expect(await counts()).toEqual({ registered: 181, unregistered: 89 })
    await waitFor(() => expect(tab(/^Geregistreerd/)).toHaveTextContent('181'))
    await waitFor(() => expect(tab(/^Niet geregistreerd/)).toHaveTextContent('89'))
    await waitFor(() => expect(portal.api.mails.map(({ kind }) => kind)).toContain('activation'))

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

  test('requires confirmation once a session', async () => {
    const portal = await open('unregistered')
    const isOpen = (button: HTMLElement) => !within(button.closest('tr')!).queryByText('Geblokkeerd')
    const [one, another] = buttons(/registreren$/).filter(isOpen)
    const later = watch(portal)
    await portal.user.click(one!)
    const question = await screen.findByRole('dialog', { name: /registreren\?$/ })
    expect(question).toHaveTextContent(/krijgt een e-mail op \S+@\S+,/)
    await portal.confirm('Annuleren')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(later.writes()).toEqual([])

    await register(portal, one!)
    await portal.user.click(another!)
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(later.writes()).toHaveLength(2))
    await isRegistered()
  })

  test('unlocks a locked client, as the confirmation states', async () => {
    const name = { last_name: 'Qvist', call_name: 'Kees', email: 'kees@qvist.example' }
    const uuid = await client(database(), 'de-waag', { ...name, locked: 1 })
    const portal = await open('unregistered?lastName=qvist')
    await shows('Geblokkeerd')
    await portal.press('Kees Qvist registreren')
    const question = await dialog()
    expect(
      question.getByText(/Kees Qvist is geblokkeerd\. Door te registreren heft u de blokkering op\./),
    ).toBeVisible()
    await portal.confirm('Registreren')
    await isRegistered()
    expect((await registered()).find((one) => one.uuid === uuid)).toMatchObject({ locked: 0 })
    expect(screen.queryByText('Geblokkeerd')).toBeNull()
  })

  test('is not possible for a client without an e-mail address, and states the reason', async () => {
    const portal = await open('unregistered')
    const row = rows().find((each) => within(each).queryByText('Geen e-mailadres'))!
    const button = within(row).getByRole('button', { name: /registreren$/ })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(/Zonder e-mailadres.*Vul het aan in uw praktijksysteem\.$/)
    const reason = within(row).getByText(/^Zonder e-mailadres/).parentElement!
    expect(reason).toHaveClass('hidden-text')
    act(() => button.focus())
    await portal.user.keyboard('{Enter}')
    expect(reason).not.toHaveClass('hidden-text')
    expect(portal.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    expect(registrable()).not.toHaveAttribute('aria-disabled')
    expect(registrable()).not.toHaveAccessibleDescription()
  })

  test.each([
    ['not-found', 404, /is niet meer bekend bij uw praktijk\./],
    ['conflict', 409, /is niet geregistreerd: een andere cliënt gebruikt dit e-mailadres al\./],
    ['email-missing', 422, /^Zonder e-mailadres kan deze cliënt niet worden geregistreerd\./],
    ['storage-full', 507, /^Er kan nu niets worden opgeslagen\./],
  ])('shows the reason and status of the error %s', async (code, status, text) => {
    injectFault(answers('post', 'practice/*/clients', status, code))
    const portal = await open('unregistered')
    await register(portal, registrable())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(text)
    expect(alert).toHaveTextContent(`(${status})`)
  })

  test('leads to the previous page if it empties the last page', async () => {
    // With the 90 clients of the demo data, the list has four full pages and one row.
    for (let more = 0; more < 11; more++)
      await client(database(), 'de-waag', {
        last_name: 'Zzeeman',
        call_name: `K${more}`,
        email: `z${more}@mail.example`,
      })
    await database()
      .updateTable('client_count')
      .set({ unregistered: 101 })
      .where('practice_id', '=', 'de-waag')
      .execute()
    const portal = await open('unregistered?page=5')
    expect(rows()).toHaveLength(1)
    await register(portal, registrable())
    await isRegistered()
    expect(rows()).toHaveLength(1)
    await leaveList(portal)
    await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered?page=4'))
    await waitFor(() => expect(rows()).toHaveLength(25))
    await isRegistered()
    expect(screen.queryByText('Zoveel pagina’s heeft deze lijst niet.')).toBeNull()
  })

  test('does not cancel the first load of the other list, which is loaded again afterwards', async () => {
    const portal = await open('unregistered')
    const list = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.get('size') === '25')
    const answer = Promise.withResolvers<undefined>()
    injectFault(http.post('*/api/practice/*/clients', () => answer.promise))
    await register(portal, registrable())
    await portal.user.click(tab(/^Geregistreerd/))
    await list.count(1)
    answer.resolve(undefined)
    await waitFor(async () => expect(await counts()).toMatchObject({ registered: 181 }))
    await isRegistered()
    await list.releaseAll()
    await arrivesAt(portal, '/admin/clients/registered')
    await waitFor(() => expect(rows()).toHaveLength(25))
    hasNoFailurePage()
    const listCalls = () => portal.calls.filter((call) => call === 'GET /api/practice/de-waag/clients?page=0&size=25')
    await waitFor(() => expect(listCalls().length).toBeGreaterThan(1))
  })

  test('keeps the counts of searches that do not match the client', async () => {
    const portal = await open('unregistered?lastName=berg')
    const shown = () => screen.getByText(/^1–\d+ van/).textContent
    const before = shown()
    await portal.goTo('/admin/clients/unregistered?lastName=boogaard')
    await waitFor(() => expect(textOfRows().every((row) => row.includes('Boogaard'))).toBe(true))
    const { held } = holdRequests('clients', ({ searchParams }) => searchParams.get('q') === 'berg')
    await register(portal, registrable())
    await isRegistered()
    await portal.goTo('/admin/clients/unregistered?lastName=berg')
    await waitFor(() => expect(textOfRows().every((row) => row.includes('Berg'))).toBe(true))
    expect(shown()).toBe(before)
    expect(held.length).toBeLessThanOrEqual(1)
  })

  test('makes no call after the user has signed out', async () => {
    const portal = await open('unregistered')
    const button = registrable()
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
    await register(portal, button)
    await within(button.closest('tr')!).findByText('Wordt geregistreerd')
    await waitFor(async () => expect(await counts()).toMatchObject({ registered: 181 }))
    await portal.session.end('signedOut')
    const { length } = portal.calls
    await act(() => vi.advanceTimersByTimeAsync(CLIENT_FETCH_DELAY_MS + 100))
    // The call that ends the session may still be running.
    expect(portal.calls.slice(length).filter((call) => call !== 'DELETE /api/user/session')).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('a double click registers or removes a client once', async () => {
  const portal = await open('unregistered')
  const doubleClick = async (name: string) => portal.user.dblClick((await dialog()).getByRole('button', { name }))
  const button = registrable()
  await portal.user.click(button)
  await doubleClick('Registreren')
  await portal.user.dblClick(button)
  await isRegistered()
  expect(portal.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)

  await portal.user.click(tab(/^Geregistreerd/))
  await screen.findAllByRole('button', { name: /verwijderen$/ })
  await pressFirst(portal, /verwijderen$/)
  await doubleClick('Verwijderen')
  await shows(/is verwijderd uit het portaal\.$/)
  expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
})

describe('locking a client', () => {
  test('shows the client as locked at once, and reverts if the server refuses', async () => {
    const portal = await open('registered')
    const row = rows()[3]!
    await portal.user.click(within(row).getByRole('button', { name: /blokkeren$/ }))
    expect(await within(row).findByText('Geblokkeerd')).toBeVisible()
    await shows(/is geblokkeerd\.$/)
    injectFault(answers('put', 'clients/*', 503, 'unavailable'))
    await portal.user.click(within(row).getByRole('button', { name: /deblokkeren$/ }))
    await shows(/^Het portaal is even niet bereikbaar\..* \(503\)$/)
    expect(within(row).getByText('Geblokkeerd')).toBeVisible()
  })

  test('does not cancel the prefetch of the next page if the server refuses', async () => {
    const portal = await open('registered?lastName=e')
    const rejection = Promise.withResolvers<void>()
    injectFault(
      http.put('*/api/clients/*', async () => {
        await rejection.promise
        return Response.json({ code: 'internal' }, { status: 500 })
      }),
    )
    const list = holdRequests('practice/*/clients', ({ searchParams }) => searchParams.get('page') === '2')
    await pressFirst(portal, / blokkeren$/)
    void portal.router.navigate({ to: '/admin/clients/registered', search: { page: 3, lastName: 'e' } })
    await list.count(1)
    rejection.resolve()
    expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500)')
    await list.releaseAll()
    await shows(/^51–/)
    hasNoFailurePage()
  })
})

describe('removing a client', () => {
  test('requires confirmation, and cancelling changes nothing', async () => {
    const portal = await open('registered')
    const [button] = screen.getAllByRole('button', { name: /verwijderen$/ })
    for (const leave of [
      () => portal.confirm('Annuleren'),
      // Browsers dispatch a `cancel` event for Escape.
      async () => void fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true })),
      async () => await portal.user.click(await screen.findByRole('dialog')),
    ]) {
      await portal.user.click(button!)
      await leave()
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    expect(portal.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
    await portal.user.click(button!)
    await portal.confirm('Verwijderen')
    await shows(/is verwijderd uit het portaal\.$/)
    expect(button).not.toBeInTheDocument()
    expect(rows()[0]).toHaveFocus()
    expect(await counts()).toEqual({ registered: 179, unregistered: 91 })
  })

  test('keeps the dialog of another client open while a slow removal runs', async () => {
    const portal = await open('registered')
    const slow = Promise.withResolvers<void>()
    injectFault(http.delete('*/api/clients/*', () => slow.promise as Promise<undefined>, { once: true }))
    const [one, another] = screen.getAllByRole('button', { name: /verwijderen$/ })
    await portal.user.click(one!)
    await portal.confirm('Verwijderen')
    await portal.confirm('Annuleren')
    await portal.user.click(another!)
    const question = await screen.findByRole('dialog')
    expect(within(question).getByRole('button', { name: 'Verwijderen' })).not.toHaveAttribute('aria-busy')
    slow.resolve()
    await shows(/is verwijderd uit het portaal\.$/)
    expect(question).toBeInTheDocument()
    await portal.confirm('Verwijderen')
    await waitFor(async () => expect(await counts()).toMatchObject({ registered: 178 }))
    await dialogCloses()
  })
})

test.each([
  ['locked', 'put', / blokkeren$/, 'not-found', 404],
  ['locked', 'put', / blokkeren$/, 'conflict', 409],
  ['deleted', 'delete', /verwijderen$/, 'not-found', 404],
] as const)(
  'a client whom a colleague has removed cannot be %s: %s %s %s (%i)',
  async (_, method, name, code, status) => {
    injectFault(answers(method, 'clients/*', status, code))
    const portal = await open('registered')
    await pressFirst(portal, name)
    if (method === 'delete') await portal.confirm('Verwijderen')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/^Een collega heeft .+ intussen uit het portaal verwijderd\. \(\d{3}\)$/)
    expect(alert).toHaveTextContent(`(${status})`)
  },
)
