import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { end } from '#src/session/lifecycle.ts'
import { CLIENT_FETCH_DELAY_MS } from '#src/lib/constants.ts'
import { buttons, rows } from './faults.tsx'
import { type TestPortal, arrivesAt, injectFault, openPortal } from '#testing/portal.tsx'

const tab = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Cliënten' })).getByRole('link', { name })
const first = <T,>(list: T[]): T => list[0]!

/** The button of the first client who can be registered. */
const registrable = () => first(buttons(/registreren$/))

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
  await portal.user.type(screen.getByRole('searchbox', { name: 'Zoek op achternaam' }), 'van den b')
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered?lastName=van+den+b'))
  await waitFor(() => expect(rows().every((row) => row.textContent?.includes('van den B'))).toBe(true))
})

test('who is not in the one list is looked for in the other, from its first page', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2&lastName=van', { as: 'staff' })
  await portal.user.click(tab(/^Niet geregistreerd/))
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered?lastName=van'))
  expect(screen.getByRole('searchbox', { name: 'Zoek op achternaam' })).toHaveValue('van')
  await waitFor(() => expect(rows().every((row) => /van/i.test(row.textContent ?? ''))).toBe(true))
  expect(tab(/^Niet geregistreerd/)).toHaveAttribute('aria-current', 'page')
})

test('a search that finds nobody says so, and can be taken back', async () => {
  const portal = await openPortal('/admin/clients/registered?lastName=%25', { as: 'staff' })
  expect(screen.getByText('Geen achternaam bevat “%”.')).toBeVisible()
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
  await portal.user.click(screen.getByRole('button', { name: 'Naar de eerste pagina' }))
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test('who is registered leaves the one list at once and is fetched for the other 500 ms later', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const button = registrable()
  const name = button.getAttribute('aria-label')!.replace(' registreren', '')
  const place = rows().indexOf(button.closest('tr')!)
  await portal.user.click(button)
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(rows()[place]).toHaveFocus()
  expect(portal.calls.filter((call) => call.startsWith('GET /api/clients/'))).toEqual([])
  expect(await screen.findByText(`${name} is geregistreerd en krijgt een e-mail.`)).toBeVisible()
  expect(portal.calls.filter((call) => call.startsWith('GET /api/clients/'))).toHaveLength(1)
  expect(await count(portal, 'registered')).toBe(181)
  expect(await count(portal, 'unregistered')).toBe(89)
  await waitFor(() => expect(tab(/^Geregistreerd/)).toHaveTextContent('181'))
  await waitFor(() => expect(tab(/^Niet geregistreerd/)).toHaveTextContent('89'))
  await waitFor(() => expect(portal.api.mails.map(({ kind }) => kind)).toContain('activation'))
})

test('the client is fetched not before 500 ms have passed since the answer, and once', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  const { events } = portal.api.network
  const answered: number[] = []
  const fetched: number[] = []
  events.on('response:mocked', ({ request }) => void (request.method === 'POST' && answered.push(performance.now())))
  events.on('request:start', ({ request }) => {
    if (request.method === 'GET' && request.url.includes('/api/clients/')) fetched.push(performance.now())
  })
  await portal.user.click(registrable())
  expect(await screen.findByText(/is geregistreerd en krijgt een e-mail\.$/)).toBeVisible()
  expect(answered).toHaveLength(1)
  expect(fetched).toHaveLength(1)
  // A timer may be a millisecond early by this clock.
  expect(fetched[0]! - answered[0]!).toBeGreaterThanOrEqual(CLIENT_FETCH_DELAY_MS - 1)
})

test('two clicks are one registration, and two are one deletion', async () => {
  const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
  await portal.user.dblClick(registrable())
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
  await portal.user.click(button)
  await waitFor(() => expect(button).not.toBeInTheDocument())
  await end(portal.router, 'signedOut')
  const { length } = portal.calls
  await new Promise((resolve) => setTimeout(resolve, CLIENT_FETCH_DELAY_MS + 100))
  expect(portal.calls.slice(length)).toEqual([])
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
  await portal.user.click(button)
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
  expect(await screen.findByRole('alert')).toHaveTextContent('503')
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
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await portal.user.click(button)
  await portal.user.click(screen.getByRole('dialog'))
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
  await portal.user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
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

test('an address with a page and a search shows both, in any tab', async () => {
  const portal = await openPortal('/admin/clients/registered?page=2&lastName=van', { as: 'staff' })
  expect(screen.getByRole('searchbox')).toHaveValue('van')
  expect(screen.getByText(/^26–\d+ van/)).toBeVisible()
  expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=1&size=25&lastName=van')
  expect(rows().every((row) => /van/i.test(row.textContent))).toBe(true)
})
