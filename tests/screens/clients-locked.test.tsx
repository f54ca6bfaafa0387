import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { registered, renew, rows, textOfRows, watch } from './faults.tsx'
import { savedFiles, shows } from './steps.ts'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const LOCKED = '/admin/clients/registered?locked=true'
const filter = async () => {
  const status = await screen.findByRole('combobox', { name: 'Status' })
  await waitFor(() => expect(status).toHaveValue('locked'))
  return status
}
const noFilter = () => expect(screen.queryByDisplayValue('Geblokkeerd')).toBeNull()

/** Locks the first `count` clients of De Waag and unlocks the others. */
async function lockOnly(count: number) {
  const clients = (await registered()).map(({ uuid }) => uuid)
  const set = (uuids: string[], locked: 0 | 1) =>
    uuids.length > 0 && database().updateTable('client').set({ locked }).where('uuid', 'in', uuids).execute()
  await set(clients, 0)
  await set(clients.slice(0, count), 1)
}

test('the number of locked clients on the dashboard links to their list', async () => {
  await lockOnly(3)
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.follow('Geblokkeerd 3')
  await waitFor(() => expect(portal.address()).toBe(LOCKED))
  await waitFor(() => expect(rows()).toHaveLength(3))
  await filter()
  expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25&locked=true')

  await portal.user.selectOptions(await filter(), 'Alle statussen')
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/registered'))
  await waitFor(() => expect(rows()).toHaveLength(25))
  await waitFor(noFilter)
  await portal.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Geblokkeerd')
  await waitFor(() => expect(portal.address()).toBe(LOCKED))
})

test('the filter for locked clients is kept over pages and searches, but not in the other list', async () => {
  await lockOnly(30)
  const portal = await openPortal(LOCKED, { as: 'staff' })
  await portal.follow('Volgende pagina')
  await waitFor(() => expect(portal.address()).toMatch(/locked=true.*page=2|page=2.*locked=true/))
  await waitFor(() => expect(rows()).toHaveLength(5))
  await portal.user.type(screen.getByRole('searchbox'), 'a')
  await waitFor(() => expect(portal.address()).toMatch(/\?(lastName=a&locked=true|locked=true&lastName=a)$/))
  await waitFor(() => expect(textOfRows().every((text) => text.includes('Geblokkeerd'))).toBe(true))
  expect(await filter()).toBeVisible()

  const other = screen.getByRole('link', { name: /^Niet geregistreerd/ })
  await waitFor(() => expect(other).toHaveAttribute('href', '/admin/clients/unregistered?lastName=a'))
  await portal.user.click(other)
  await waitFor(() => expect(portal.address()).toBe('/admin/clients/unregistered?lastName=a'))
  await waitFor(noFilter)
})

test.each(['registered?locked=false', 'registered?locked=yes', 'registered?locked=', 'unregistered?locked=true'])(
  'the URL %s lists all clients',
  async (address) => {
    const portal = await openPortal(`/admin/clients/${address}`, { as: 'staff' })
    expect(rows()).toHaveLength(25)
    noFilter()
    expect(portal.calls.filter((call) => call.includes('page=0&size=25&locked'))).toEqual([])
  },
)

test('the list of locked clients says when it is empty, and keeps a client unlocked there', async () => {
  await lockOnly(0)
  const portal = await openPortal(LOCKED, { as: 'staff' })
  await shows('Geen geblokkeerde cliënten')
  expect(await filter()).toBeVisible()
  await lockOnly(2)
  await renew(portal)
  await waitFor(() => expect(rows()).toHaveLength(2))
  const [row] = rows()
  await portal.user.click(within(row!).getByRole('button', { name: /deblokkeren$/ }))
  await shows(/is gedeblokkeerd\.$/)
  expect(within(row!).queryByText('Geblokkeerd')).toBeNull()
  await portal.user.click(within(row!).getByRole('button', { name: /blokkeren$/ }))
  await shows(/is geblokkeerd\.$/)
})

test('the filter for locked clients is absent if the API lacks it', async () => {
  await lockOnly(2)
  withoutCapabilities()
  const portal = await openPortal(LOCKED, { as: 'staff' })
  expect(rows()).toHaveLength(25)
  noFilter()
  const { all } = watch(portal)
  await portal.press('Selecteren')
  await portal.press('Alle 180 selecteren')
  await waitFor(() => expect(all()).toContain('GET /api/practice/de-waag/clients?page=7&size=25'))
  expect(portal.calls.filter((call) => call.includes('locked'))).toEqual([])
})

test('the selection and the CSV file contain only locked clients if the list is filtered', async () => {
  await lockOnly(28)
  const saved = savedFiles()
  const portal = await openPortal(LOCKED, { as: 'staff' })
  await portal.press('Lijst downloaden als CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]!.name).toMatch(/^clienten-geblokkeerd-.*\.csv$/)
  const lines = (await saved[0]!.file.text()).trim().split('\r\n').slice(1)
  expect(lines.map((line) => line.split(';').at(-1))).toEqual(Array(28).fill('Geblokkeerd'))

  await portal.press('Selecteren')
  await screen.findByRole('checkbox', { name: 'Deze pagina' })
  expect(await filter()).toBeVisible()
  const { all } = watch(portal)
  await portal.press('Alle 28 selecteren')
  await waitFor(() => expect(screen.getAllByText('28 geselecteerd').length).toBeGreaterThan(0))
  // The next page may be prefetched at any time.
  const others = all().filter((call) => !call.includes('page=1&size=25'))
  expect(others).toEqual(['GET /api/practice/de-waag/clients?page=0&size=200&locked=true'])
  expect(screen.queryByRole('button', { name: 'Blokkeren' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Deblokkeren' })).toBeVisible()
  vi.restoreAllMocks()
})

test('a row offers to unlock only after the lock was saved', async () => {
  await lockOnly(0)
  const bodies: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  injectFault(
    http.put('*/api/clients/*', async ({ request }) => {
      bodies.push(await request.clone().json())
      if (bodies.length === 1) await promise
    }),
  )
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const [row] = rows()
  const lock = within(row!).getByRole('button', { name: / blokkeren$/ })
  await portal.user.dblClick(lock)
  await waitFor(() => expect(lock).toHaveAttribute('aria-busy', 'true'))
  expect(lock).toHaveAccessibleName(/ blokkeren$/)
  await portal.user.click(lock)
  await act(async () => resolve())
  await shows(/is geblokkeerd\.$/)
  expect(bodies).toEqual([{ locked: true }])
  await portal.user.click(await within(row!).findByRole('button', { name: /deblokkeren$/ }))
  await shows(/is gedeblokkeerd\.$/)
  expect(bodies).toEqual([{ locked: true }, { locked: false }])
  expect((await registered()).filter(({ locked }) => locked === 1)).toEqual([])
})

test.each([
  ['the connection is lost', () => HttpResponse.error()],
  ['the server is stopped', () => new HttpResponse(null, { status: 503 })],
])('a lock that fails because %s is reported with the name of the client', async (_, answer) => {
  injectFault(http.put('*/api/clients/*', answer))
  await lockOnly(0)
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.user.click(screen.getAllByRole('button', { name: / blokkeren$/ })[0]!)
  await shows(/ is niet geblokkeerd\.$/)
})
