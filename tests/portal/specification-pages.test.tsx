import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { Persona } from '#mocks/personas.ts'
import { answerOf, injectFault, openPortal } from '#testing/portal.tsx'
import { rows, settled } from './faults.tsx'

// An API that knows no sizes and sorts but those of the specification, or no pages at all.

/** Whatever has another size or sort is refused, but for the count of the reminders, which the specification has. */
const refusesOthers = (status: number) =>
  injectFault(
    http.get('*/api/*', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      const isCount = pathname.endsWith('/reminders') && searchParams.get('active') === 'true'
      const size = searchParams.get('size') ?? '25'
      const sort = searchParams.get('sort') ?? 'date,desc'
      const isKnown = sort === 'date,desc' && (size === '25' || (size === '1' && isCount))
      return isKnown ? answerOf(request) : new Response(null, { status })
    }),
  )

const PAGES: readonly (readonly [string, Persona])[] = [
  ['/admin/dashboard?lastName=van', 'staff'],
  ['/admin/clients/registered', 'staff'],
  ['/client/portal/reminders?active=true', 'owner'],
  ['/client/patients', 'owner'],
  ['/client/invoices', 'owner'],
  ['/client/attachments/lab-results', 'owner'],
]

test.each(PAGES.flatMap(([address, as]) => [400, 500].map((status) => [address, as, status] as const)))(
  'another size or sort that is refused is not told on %s of %s (%s)',
  async (address, as, status) => {
    refusesOthers(status)
    await openPortal(address, { as })
    await settled()
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('heading', { name: /kon niet worden geladen/ })).toBeNull()
  },
)

test('the dashboard counts and finds by the pages of the specification', async () => {
  refusesOthers(400)
  await openPortal('/admin/dashboard?lastName=van', { as: 'staff' })
  expect(await screen.findByRole('link', { name: /^Geregistreerd 180/ })).toBeVisible()
  expect(screen.getByRole('searchbox')).toBeVisible()
  expect((await screen.findAllByRole('button', { name: /^Bekijk als/ })).length).toBe(5)
})

test('all of a list are selected by the pages of the specification', async () => {
  refusesOthers(400)
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  await portal.user.click(await screen.findByRole('button', { name: 'Selecteren' }))
  await portal.user.click(await screen.findByRole('button', { name: 'Alle 180 selecteren' }))
  await waitFor(() => expect(screen.getAllByText('180 geselecteerd').length).toBeGreaterThan(0))
  expect(screen.queryByRole('alert')).toBeNull()
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
  injectFault(http.get('*/api/practice/*/clients', () => HttpResponse.json(answer(all))))
  await openPortal('/admin/clients/registered?page=2', { as: 'staff' })
  expect(rows()).toHaveLength(25)
  expect(within(rows()[0]!).getByText('Jansen25')).toBeVisible()
  expect(screen.getByText('26–50 van 10.000')).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Geregistreerd.*10\.000/ })).toBeVisible()
})

test.each([
  ['/client/invoices', '*/invoices', () => ({ status: 'PAID', date: '2026-01-02', totalInclVat: 1 }), 'row'],
  ['/client/visit-forms', '*/visit-forms', () => ({ date: '2026-01-02' }), 'listitem'],
  ['/client/attachments/lab-results', '*/lab-results', () => ({ date: '2026-01-02' }), 'listitem'],
  ['/client/portal/reminders?active=true', '*/reminders', () => ({ date: '2027-01-02', active: true }), 'listitem'],
] as const)('ten thousand at once on %s are paged here', async (address, path, fields, role) => {
  injectFault(http.get(`*/api/clients/*${path.slice(1)}`, () => HttpResponse.json(many(fields))))
  await openPortal(address, { as: 'owner' })
  expect(await screen.findByText('1–25 van 10.000')).toBeVisible()
  expect(screen.getAllByRole(role).length).toBeLessThan(120)
})
