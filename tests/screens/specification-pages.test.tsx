import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import type { Persona } from '#mocks/personas.ts'
import { animal, day, reminder, withoutAnimals } from './animals.ts'
import { rows, settled } from './faults.tsx'
import { ownerId } from './owner.ts'
import { specificationAlone } from './plain.ts'

// An API that knows no sizes and sorts but those of the specification, or no pages at all.

/** Whatever has another size or sort is refused, but for the count of the reminders, which the specification has; answers what was. */
function refuseOthers(): string[] {
  const refused: string[] = []
  injectFault(
    http.get('*/api/*', ({ request }) => {
      const { pathname, search, searchParams } = new URL(request.url)
      const isCount = pathname.endsWith('/reminders') && searchParams.get('active') === 'true'
      const size = searchParams.get('size') ?? '25'
      const sort = searchParams.get('sort') ?? 'date,desc'
      if (sort === 'date,desc' && (size === '25' || (size === '1' && isCount))) return undefined
      refused.push(pathname + search)
      return new Response(null, { status: 400 })
    }),
  )
  return refused
}

const PAGES: readonly (readonly [string, Persona])[] = [
  ['/admin/dashboard?lastName=van', 'staff'],
  ['/admin/clients/registered', 'staff'],
  ['/admin/practice', 'admin'],
  ['/client/portal/reminders?active=true', 'owner'],
  ['/client/patients', 'owner'],
  ['/client/patients/$animal', 'owner'],
  ['/client/patients/$animal?show=thread', 'owner'],
  ['/client/patients/$animal?show=card', 'owner'],
  ['/client/invoices', 'owner'],
  ['/client/visit-forms', 'owner'],
  ['/client/attachments/lab-results', 'owner'],
]

test.each(PAGES)('%s asks for no other size or sort', async (address, as) => {
  const bella = await animal(await ownerId(), { name: 'Bella' })
  specificationAlone()
  const refused = refuseOthers()
  await openPortal(address.replace('$animal', bella), { as })
  await settled()
  expect((await screen.findAllByRole('heading')).length).toBeGreaterThan(0)
  expect(refused).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/kon niet worden geladen/)).toBeNull()
})

test('one that can is asked for as few as there are to be shown', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  expect(portal.calls).toContain('GET /api/clients?practiceId=de-waag&page=0&size=1')
})

test('the dashboard counts by the first pages, and finds a few of each list', async () => {
  specificationAlone()
  const refused = refuseOthers()
  await openPortal('/admin/dashboard?lastName=van', { as: 'staff' })
  expect(await screen.findByRole('link', { name: /^Geregistreerd 180/ })).toBeVisible()
  expect(screen.getByRole('searchbox')).toBeVisible()
  expect(await screen.findAllByRole('button', { name: /^Bekijk als/ })).toHaveLength(5)
  expect(refused).toEqual([])
})

test('all of a list are selected page after page', async () => {
  specificationAlone()
  const refused = refuseOthers()
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.user.click(await screen.findByRole('button', { name: 'Selecteren' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Alle 180 selecteren' }))
  await waitFor(() => expect(screen.getAllByText('180 geselecteerd').length).toBeGreaterThan(0))
  expect(refused).toEqual([])
})

test('what is due first is found on the last page', async () => {
  const clientId = await ownerId()
  await withoutAnimals(clientId)
  const bella = await animal(clientId, { name: 'Bella' })
  for (let n = 0; n < 60; n++) await reminder(clientId, bella, { description: `Nummer ${n}`, date: day(58 - n) })
  withoutCapabilities()
  const refused = refuseOthers()
  await openPortal('/client/portal/reminders?active=true', { as: 'owner' })
  expect(await screen.findByText(/nummer 59 is 1 dag te laat/i)).toBeVisible()
  expect(refused).toEqual([])
})

const many = (fields: (n: number) => object) =>
  Array.from({ length: 10_000 }, (_, n) => ({ uuid: `u${n}`, ...fields(n) }))

test.each([
  ['a bare list', (all: object[]) => all],
  [
    'a page of it',
    (all: object[]) => ({ content: all, page: { number: 0, size: 25, totalPages: 400, totalElements: 10_000 } }),
  ],
])('ten thousand clients at once, as %s, are paged here', async (_, answer) => {
  const all = many((n) => ({ locked: false, lastName: `Jansen${n}` }))
  withoutCapabilities()
  injectFault(
    http.get('*/api/practice/*/clients', () => HttpResponse.json(answer(all))),
    http.get('*/api/clients', () => HttpResponse.json(answer(all))),
  )
  const portal = await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  expect(rows()).toHaveLength(25)
  expect(within(rows()[0]!).getByText('Jansen25')).toBeVisible()
  expect(screen.getByText('26–50 van 10.000')).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Geregistreerd.*10\.000/ })).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: /^Niet geregistreerd/ }))
  expect(await screen.findByText('1–25 van 10.000')).toBeVisible()
  expect(rows()).toHaveLength(25)
})

const LISTS = [
  ['/client/invoices', 'invoices', { status: 'PAID', date: '2026-01-02', totalInclVat: 1 }, 'row'],
  ['/client/visit-forms', 'visit-forms', { date: '2026-01-02' }, 'listitem'],
  ['/client/attachments/lab-results', 'lab-results', { date: '2026-01-02' }, 'listitem'],
  ['/client/portal/reminders?active=true', 'reminders', { date: '2027-01-02', active: true }, 'listitem'],
  ['/client/portal/reminders?active=false', 'reminders', { date: '2025-01-02', active: false }, 'listitem'],
] as const

test.each(LISTS)('ten thousand at once on %s are paged here', async (address, path, fields, role) => {
  withoutCapabilities()
  injectFault(http.get(`*/api/clients/*/${path}`, () => HttpResponse.json(many(() => fields))))
  await openPortal(address, { as: 'owner' })
  expect(await screen.findByText('1–25 van 10.000')).toBeVisible()
  await settled()
  expect(screen.getAllByRole(role).length).toBeLessThan(60)
})

test('one visit among ten thousand is found by one call, with its page', async () => {
  withoutCapabilities()
  injectFault(http.get('*/api/clients/*/visit-forms', () => HttpResponse.json(many(() => ({ date: '2026-01-02' })))))
  const portal = await openPortal('/client/visit-forms?visit=u9000', { as: 'owner' })
  const back = await screen.findByRole('link', { name: 'Alle bezoeken' })
  expect(back).toHaveAttribute('href', '/client/visit-forms?page=361')
  expect(portal.calls.filter((call) => call.includes('/visit-forms'))).toHaveLength(1)
})

/** So many rows of a list without pages are drawn at once. */
const AT_ONCE = 200

test.each([
  ['', 'list', 'Logboek'],
  ['?show=thread', 'region', 'Geweest'],
])('of many lines of a logbook%s a part is drawn, more by a press, and all on paper', async (search, role, name) => {
  const bella = await animal(await ownerId(), { name: 'Bella' })
  withoutCapabilities()
  const lines = many((n) => ({ date: day(-1), kind: 'NOTE', description: `Regel ${n}` })).slice(0, 3 * AT_ONCE)
  injectFault(http.get('*/api/clients/*/logbook', () => HttpResponse.json(lines)))
  const portal = await openPortal(`/client/patients/${bella}${search}`, { as: 'owner' })
  const list = await screen.findByRole(role, { name })
  const drawn = () => list.querySelectorAll('h3[class], h4').length
  expect(drawn()).toBe(AT_ONCE)
  await portal.user.click(screen.getByRole('button', { name: 'Toon nog 200' }))
  expect(drawn()).toBe(2 * AT_ONCE)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(drawn()).toBe(lines.length)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(drawn()).toBe(2 * AT_ONCE)
})

test('of many medicines a part is drawn, and all on paper', async () => {
  const bella = await animal(await ownerId(), { name: 'Bella' })
  withoutCapabilities()
  const lines = many(() => ({ date: day(-1), productName: 'Penivet' })).slice(0, 3 * AT_ONCE)
  injectFault(http.get('*/api/clients/*/logbook', () => HttpResponse.json(lines)))
  await openPortal(`/client/patients/${bella}?show=medicines`, { as: 'owner' })
  await screen.findByRole('button', { name: 'Toon nog 200' })
  expect(rows()).toHaveLength(AT_ONCE)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(rows()).toHaveLength(lines.length)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(rows()).toHaveLength(AT_ONCE)
})

test('of many animals a part is drawn, and after the last press the focus is where the button was', async () => {
  withoutCapabilities()
  const animals = many((n) => ({ name: `Dier ${n}`, deceasedDate: '2020-01-01' })).slice(0, AT_ONCE + 5)
  injectFault(http.get('*/api/clients/*/patients', () => HttpResponse.json(animals)))
  const portal = await openPortal('/client/patients', { as: 'owner' })
  const names = () => screen.getAllByRole('heading', { level: 3 })
  expect(names()).toHaveLength(AT_ONCE)
  const more = screen.getByRole('button', { name: 'Toon nog 5' })
  act(() => more.focus())
  await portal.user.keyboard('{Enter}')
  expect(names()).toHaveLength(AT_ONCE + 5)
  expect(more).not.toBeInTheDocument()
  expect(document.body).not.toHaveFocus()
})
