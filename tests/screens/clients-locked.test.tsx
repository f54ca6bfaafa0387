import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { registered, rows, textOfRows, watch } from './faults.tsx'
import { database, injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const LOCKED = '/admin/clients/registered?locked=true'
const filter = async () => {
  const status = await screen.findByRole('combobox', { name: 'Status' })
  await waitFor(() => expect(status).toHaveValue('locked'))
  return status
}
const noFilter = () => expect(screen.queryByDisplayValue('Geblokkeerd')).toBeNull()

/** So many clients of De Waag are locked, and no others. */
async function lockOnly(count: number) {
  const clients = (await registered()).map(({ uuid }) => uuid)
  const set = (uuids: string[], locked: 0 | 1) =>
    uuids.length > 0 && database().updateTable('client').set({ locked }).where('uuid', 'in', uuids).execute()
  await set(clients, 0)
  await set(clients.slice(0, count), 1)
}

test('the number of the locked on the dashboard leads to them, and the filter can be taken away', async () => {
  await lockOnly(3)
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.user.click(await screen.findByRole('link', { name: 'Geblokkeerd 3' }))
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

test('the filter holds over pages and searches, and neither the other list nor the tabs take it along', async () => {
  await lockOnly(30)
  const portal = await openPortal(LOCKED, { as: 'staff' })
  await portal.user.click(screen.getByRole('link', { name: 'Volgende pagina' }))
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

test.each(['locked=false', 'locked=yes', 'locked='])('an address with ?%s lists everybody', async (search) => {
  const portal = await openPortal(`/admin/clients/registered?${search}`, { as: 'staff' })
  expect(rows()).toHaveLength(25)
  noFilter()
  expect(portal.calls).toContain('GET /api/practice/de-waag/clients?page=0&size=25')
})

test('the list of who is not registered knows no such filter', async () => {
  const portal = await openPortal('/admin/clients/unregistered?locked=true', { as: 'staff' })
  expect(rows()).toHaveLength(25)
  noFilter()
  expect(portal.calls.filter((call) => call.includes('locked'))).toEqual([])
})

test('whoever is unlocked there stays in view, and may be locked again', async () => {
  await lockOnly(2)
  const portal = await openPortal(LOCKED, { as: 'staff' })
  const [row] = rows()
  await portal.user.click(within(row!).getByRole('button', { name: /deblokkeren$/ }))
  expect(await screen.findByText(/is gedeblokkeerd\.$/)).toBeVisible()
  expect(within(row!).queryByText('Geblokkeerd')).toBeNull()
  expect(await filter()).toBeVisible()
  await portal.user.click(within(row!).getByRole('button', { name: /blokkeren$/ }))
  expect(await screen.findByText(/is geblokkeerd\.$/)).toBeVisible()
})

test('nobody locked is said', async () => {
  await lockOnly(0)
  await openPortal(LOCKED, { as: 'staff' })
  expect(await screen.findByText('Niemand is geblokkeerd')).toBeVisible()
  expect(await filter()).toBeVisible()
})

test('an API that does not know the filter is asked for everybody, and nothing is said of a filter', async () => {
  await lockOnly(2)
  withoutCapabilities()
  const portal = await openPortal(LOCKED, { as: 'staff' })
  expect(rows()).toHaveLength(25)
  noFilter()
  const { all } = watch(portal)
  await portal.user.click(screen.getByRole('button', { name: 'Selecteren' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Alle 180 selecteren' }))
  await waitFor(() => expect(all()).toContain('GET /api/practice/de-waag/clients?page=7&size=25'))
  expect(portal.calls.filter((call) => call.includes('locked'))).toEqual([])
})

test('all who are selected under the filter are the locked ones', async () => {
  await lockOnly(28)
  const portal = await openPortal(LOCKED, { as: 'staff' })
  await portal.user.click(screen.getByRole('button', { name: 'Selecteren' }))
  await screen.findByRole('checkbox', { name: 'Deze pagina' })
  expect(await filter()).toBeVisible()
  const { all } = watch(portal)
  await portal.user.click(screen.getByRole('button', { name: 'Alle 28 selecteren' }))
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('28 geselecteerd'),
  )
  // The next page is fetched ahead, whenever that is.
  const others = all().filter((call) => !call.includes('page=1&size=25'))
  expect(others).toEqual(['GET /api/practice/de-waag/clients?page=0&size=200&locked=true'])
  expect(screen.queryByRole('button', { name: 'Blokkeren' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Deblokkeren' })).toBeVisible()
})

test('the file of the filtered list holds the locked ones, and is called so', async () => {
  await lockOnly(2)
  const create = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const portal = await openPortal(LOCKED, { as: 'staff' })
  await portal.user.click(screen.getByRole('button', { name: 'Lijst downloaden als CSV' }))
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^clienten-geblokkeerd-.*\.csv$/)]))
  const lines = (await (create.mock.calls[0]![0] as Blob).text()).trim().split('\r\n')
  expect(lines.slice(1)).toEqual([expect.stringMatching(/;Geblokkeerd$/), expect.stringMatching(/;Geblokkeerd$/)])
  vi.restoreAllMocks()
})

test('offers unlock only after the lock is saved; presses meanwhile do nothing', async () => {
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
  expect(await screen.findByText(/is geblokkeerd\.$/)).toBeVisible()
  expect(bodies).toEqual([{ locked: true }])
  await portal.user.click(await within(row!).findByRole('button', { name: /deblokkeren$/ }))
  expect(await screen.findByText(/is gedeblokkeerd\.$/)).toBeVisible()
  expect(bodies).toEqual([{ locked: true }, { locked: false }])
  expect((await registered()).filter(({ locked }) => locked === 1)).toEqual([])
})

test.each([
  ['there is no connection', () => HttpResponse.error(), / is niet geblokkeerd\.$/],
  ['the server is stopped', () => new HttpResponse(null, { status: 503 }), / is niet geblokkeerd\.$/],
])('where %s, what did not happen is told by name', async (_, answer, told) => {
  injectFault(http.put('*/api/clients/*', answer))
  await lockOnly(0)
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.user.click(screen.getAllByRole('button', { name: / blokkeren$/ })[0]!)
  expect(await screen.findByText(told)).toBeVisible()
})
