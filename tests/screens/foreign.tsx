import { screen } from '@testing-library/react'
import { http } from 'msw'
import { vi } from 'vitest'
import type { Persona } from '#mocks/personas.ts'
import { answerOf, database, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { CALLS, INJECTED, type Kind, type Path, allCorrupted, corrupted } from '#harness/foreign-responses.ts'
import { settled } from './faults.tsx'
import { animalsOf, clientOf } from './owner.tsx'

// Opens every screen on an API whose responses are changed in transit.

export interface Screen {
  /** URL in which `$animal` and `$visit` are replaced by uuids of the owner's records. */
  address: string
  as: Persona
  /** Whether staff view the owner's pages. */
  isViewing?: true
  /** Whether the screen needs a capability. The response with the capabilities then stays unchanged. */
  isExtra?: true
}

const OWNERS = [
  'portal/reminders?active=true',
  'portal/reminders?active=false',
  'portal/reminders?active=true&patient=$animal',
  'portal/settings',
  'patients',
  'patients/$animal',
  'patients/$animal?show=card',
  'patients/$animal?show=border',
  'patients/$animal?show=thread',
  'patients/$animal?show=medicines',
  'invoices?status=PAID&from=2020-01',
  'visit-forms',
  'visit-forms?visit=$visit',
  'attachments/lab-results',
]
const CLINICS = [
  'dashboard?lastName=van',
  'clients/registered',
  'clients/registered?locked=true',
  'clients/unregistered?lastName=van',
  'practice',
  'settings',
  'audit',
]

export const SCREENS: readonly Screen[] = [
  ...OWNERS.map((page) => ({ address: `/client/${page}`, as: 'owner' as const })),
  ...CLINICS.map((page) => ({ address: `/admin/${page}`, as: 'admin' as const })),
  { address: '/admin/figures', as: 'admin', isExtra: true },
  { address: '/admin/staff', as: 'admin', isExtra: true },
  { address: '/auth/select-clinic', as: 'two' },
  { address: '/auth/no-clinic', as: 'none' },
  { address: '/client/patients/$animal', as: 'staff', isViewing: true },
]

/** Changes a response in transit. */
export type Corrupt = (response: unknown, call: (typeof CALLS)[number]) => unknown

/** Unchanged fields: they decide who is signed in and which records are shown. */
const KEPT = new Set(['uuid', 'id', 'practiceId', 'roles', 'registered'])
export const everyField =
  (kind: Kind): Corrupt =>
  (response, { schema }) =>
    allCorrupted(response, schema, kind, (name) => KEPT.has(name))

export const oneField =
  (name: string, path: Path, kind: Kind): Corrupt =>
  (response, call) =>
    call.name === name ? corrupted(response, call.schema, path, kind) : response

/** Opens a screen, and returns the address, the portal and the names of the changed calls. */
export async function openForeign(
  { address, as, isViewing, isExtra }: Screen,
  corrupt?: Corrupt,
  tokenFor = (real: string) => real,
) {
  const clientId = await clientOf('owner')
  const [animal] = await animalsOf(clientId)
  const visit = await database()
    .selectFrom('visit_form')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .executeTakeFirstOrThrow()
  if (isViewing) sessionStorage.setItem('portal', JSON.stringify({ state: { clientId } }))
  const made = new Set<string>()
  const changed = http.get('*/api/*', async ({ request }) => {
    const { pathname } = new URL(request.url)
    const call = CALLS.find(({ matches }) => matches(pathname))
    // Screens show no token.
    if (!call || pathname.endsWith('/user/refresh')) return undefined
    if (isExtra && pathname.endsWith('/capabilities')) return undefined
    made.add(call.name)
    const response = await answerOf(request)
    if (!response.ok) return response
    const body = corrupt!(await response.json(), call)
    return body === undefined ? new Response() : Response.json(body)
  })
  if (corrupt) injectFault(changed)
  const resolvedAddress = address.replace('$animal', animal!.uuid).replace('$visit', visit.uuid)
  sessionStorage.setItem('portal-token', tokenFor(await tokenOf(as)))
  const portal = await openPortal(resolvedAddress)
  await settled()
  return { resolvedAddress, portal, made }
}

const NO_PAGE = 'Deze pagina kon niet worden geladen'
const NONSENSE = /Invalid|NaN|undefined|\bnull\b|\[object|Infinity/
const RUNS = `script, #${INJECTED}, [onerror], :is([href], [src]):is([href^="javascript:" i], [src^="javascript:" i])`

/** Records the warnings and errors of React and the portal. */
export const listen = () => vi.spyOn(console, 'error').mockImplementation(() => {})

type Opened = Awaited<ReturnType<typeof openForeign>>

/** Lists the faults of the open screen. */
export function complaints({ resolvedAddress, portal }: Opened, errors: ReturnType<typeof listen>): string[] {
  const [pathname] = resolvedAddress.split('?')
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
    ...errors.mock.calls.map((args) => `error: ${args.map(String).join(' ').slice(0, 200)}`),
  ]
}
