import { screen } from '@testing-library/react'
import { http } from 'msw'
import { vi } from 'vitest'
import type { Persona } from '#mocks/personas.ts'
import { answerOf, database, injectFault, openPortal } from '#harness/portal.tsx'
import { CALLS, INJECTED, type Kind, allSpoilt, spoilt, type Path } from '#harness/foreign-answers.ts'
import { settled } from './faults.tsx'
import { animalsOf, clientOf } from './owner.tsx'

// Every screen that shows answers, on an API whose answers are spoilt on their way.

export interface Screen {
  /** With `$animal`, `$visit` and `$client` for one of the owner's. */
  address: string
  as: Persona
  /** A member of staff looks at the owner's pages. */
  isViewing?: true
  /** It is not found where the API does not say that it can: so that is kept as well. */
  isExtra?: true
}

const OWNERS = [
  '/client/portal/reminders?active=true',
  '/client/portal/reminders?active=false',
  '/client/portal/reminders?active=true&patient=$animal',
  '/client/portal/settings',
  '/client/patients',
  '/client/patients/$animal',
  '/client/patients/$animal?show=card',
  '/client/patients/$animal?show=border',
  '/client/patients/$animal?show=thread',
  '/client/patients/$animal?show=medicines',
  '/client/invoices',
  '/client/invoices?status=PAID&from=2020-01',
  '/client/visit-forms',
  '/client/visit-forms?visit=$visit',
  '/client/attachments/lab-results',
  '/client/attachments/treatment-plans',
  '/client/attachments/agreements',
  '/client/attachments/attachments',
  '/accessibility',
  '/404',
]
const CLINICS = [
  '/admin/dashboard',
  '/admin/dashboard?lastName=van',
  '/admin/clients/registered',
  '/admin/clients/registered?page=2',
  '/admin/clients/registered?locked=true',
  '/admin/clients/unregistered?lastName=van',
  '/admin/practice',
  '/admin/settings',
  '/admin/audit',
]

export const SCREENS: readonly Screen[] = [
  ...OWNERS.map((address) => ({ address, as: 'owner' as const })),
  ...CLINICS.map((address) => ({ address, as: 'admin' as const })),
  { address: '/admin/figures', as: 'admin', isExtra: true },
  { address: '/admin/staff', as: 'admin', isExtra: true },
  { address: '/auth/select-clinic', as: 'two' },
  { address: '/auth/no-clinic', as: 'none' },
  { address: '/client/portal/reminders?active=true', as: 'staff', isViewing: true },
  { address: '/client/patients/$animal', as: 'staff', isViewing: true },
]

/** What an answer becomes on its way. */
export type Spoil = (answer: unknown, call: (typeof CALLS)[number]) => unknown

/** Every value at once. What says who is signed in, and which is which, is kept: it leads to the screen. */
const KEPT = new Set(['uuid', 'id', 'practiceId', 'roles', 'registered'])
export const everyField =
  (kind: Kind): Spoil =>
  (answer, { schema }) =>
    allSpoilt(answer, schema, kind, (name) => KEPT.has(name))

export const oneField =
  (name: string, path: Path, kind: Kind): Spoil =>
  (answer, call) =>
    call.name === name ? spoilt(answer, call.schema, path, kind) : answer

/** Opens a screen; answers where that led to, and which calls were made. */
export async function openForeign({ address, as, isViewing, isExtra }: Screen, spoil: Spoil) {
  const clientId = await clientOf('owner')
  const [animal] = await animalsOf(clientId)
  const visit = await database()
    .selectFrom('visit_form')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .executeTakeFirstOrThrow()
  if (isViewing) sessionStorage.setItem('portal', JSON.stringify({ state: { clientId } }))
  const made = new Set<string>()
  injectFault(
    http.get('*/api/*', async ({ request }) => {
      const { pathname } = new URL(request.url)
      const call = CALLS.find(({ matches }) => matches(pathname))
      // A token is no answer that is shown.
      if (!call || pathname.endsWith('/user/refresh')) return undefined
      if (isExtra && pathname.endsWith('/capabilities')) return undefined
      made.add(call.name)
      const answer = await answerOf(request)
      if (!answer.ok) return answer
      const body = spoil(await answer.json(), call)
      return body === undefined ? new Response() : Response.json(body)
    }),
  )
  const asked = address.replace('$animal', animal!.uuid).replace('$visit', visit.uuid)
  const portal = await openPortal(asked, { as })
  await settled()
  return { asked, portal, made }
}

const NO_PAGE = 'Deze pagina kon niet worden geladen'
const NONSENSE = /Invalid|NaN|undefined|\bnull\b|\[object|Infinity/
const RUNS = `script, #${INJECTED}, [onerror], :is([href], [src]):is([href^="javascript:" i], [src^="javascript:" i])`

/** Counts what React and the portal complain of. */
export const listen = () => vi.spyOn(console, 'error').mockImplementation(() => {})

type Opened = Awaited<ReturnType<typeof openForeign>>

/** What is wrong with the screen that is open. */
export function complaints({ asked, portal }: Opened, errors: ReturnType<typeof listen>): string[] {
  const [pathname] = asked.split('?')
  const text = document.body.textContent
  const nonsense = NONSENSE.exec(text)
  const titles = screen.queryAllByRole('heading', { level: 1 })
  return [
    ...(portal.router.state.location.pathname === pathname ? [] : [`leads to ${portal.address()}`]),
    ...(titles.length === 0 ? ['no heading'] : []),
    ...titles.filter((title) => title.textContent.includes(NO_PAGE)).map(() => 'a failure page'),
    ...screen.queryAllByRole('alert').map((alert) => `says: ${alert.textContent}`),
    ...(nonsense ? [`shows ${JSON.stringify(text.slice(Math.max(0, nonsense.index - 40), nonsense.index + 20))}`] : []),
    ...(document.querySelector(RUNS) ? ['an element of a text'] : []),
    ...errors.mock.calls.map((told) => `error: ${told.map(String).join(' ').slice(0, 200)}`),
  ]
}
