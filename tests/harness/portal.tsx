import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type RequestHandler, http } from 'msw'
import { vi } from 'vitest'
import { SIGNED_OUT_CAPABILITIES } from '#contract/capabilities.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { type RunningMockApi, startMockApi } from '#mocks/node.ts'
import { App, connect } from '#src/app.tsx'
import type { PortalSession } from '#src/session/session.ts'
import { knowMessages, speakAtStart } from '#src/lib/intl.tsx'
import { storedLanguage } from '#src/lib/stored-language.ts'
import { usePortal } from '#src/lib/store.ts'
import { createPortalRouter } from '#src/router.ts'
import { MESSAGES } from './messages.ts'

type Name = string | RegExp

/** The opened portal: its API with database, address, calls so far, and the steps of a user, each of which waits for its element. */
export interface TestPortal {
  api: RunningMockApi
  user: ReturnType<typeof userEvent.setup>
  /** The address that is on screen, with its search. */
  address(): string
  /** `GET /api/user` and so on, in the order in which they left. */
  calls: string[]
  router: ReturnType<typeof createPortalRouter>
  session: PortalSession
  /** Clicks a button. */
  press(name: Name): Promise<void>
  /** Clicks a link. */
  follow(name: Name): Promise<void>
  /** Clicks a checkbox. */
  tick(name: Name): Promise<void>
  /** Clicks a radio button. */
  choose(name: Name): Promise<void>
  /** Clicks a button of the topmost dialog. */
  confirm(name: Name): Promise<void>
  type(name: Name, text: string): Promise<void>
  /** Clears a field, and types into it. */
  retype(name: Name, text: string): Promise<void>
  goTo(href: string): Promise<void>
  viewAs(clientId: string): Promise<void>
}

let api: RunningMockApi
let areMessagesFetched = false
let opened: TestPortal[] = []
let connections: (() => void)[] = []

/** Before each test (tests/screens/each.setup.ts). */
export async function beforeTest(): Promise<void> {
  api = await startMockApi()
  pageTells(SIGNED_OUT_CAPABILITIES)
  typesOfAttachments()
  api.network.use(
    http.get('*/assets/i18n/:file', ({ params }) =>
      Response.json(MESSAGES[params['file'] === 'en.json' ? 'en' : 'nl']),
    ),
  )
}

/** From here on in this test every page fetches its messages; the others have them, for to fetch them is a tenth of a screen. */
export function fetchMessages(): void {
  areMessagesFetched = true
}

/** After each test. */
export async function afterTest(): Promise<void> {
  areMessagesFetched = false
  // Without its token, so that it does not end on the server: that call would come after the API is gone.
  sessionStorage.clear()
  for (const { session } of opened) await session.end('signedOut')
  closePortals()
  sessionStorage.clear()
  localStorage.clear()
  vi.useRealTimers()
  await api.stop()
}

/** As a reload does: nothing of the tab stays but its storage, from which the next `openPortal` begins. */
export function closePortals(): void {
  for (const disconnect of connections) disconnect()
  connections = []
  cleanup()
  opened = []
}

/** Before the portal is entered, something goes wrong. */
export function injectFault(...faults: RequestHandler[]): void {
  api.network.use(...faults)
}

/** The API can do what the specification says, and no more. */
export function withoutCapabilities(): void {
  pageTells([])
  injectFault(http.get('*/api/capabilities', () => new Response(null, { status: 404 })))
}

/** What the page says that the API can do for who is not signed in; our server says of all of it. */
const pageTells = (capabilities: readonly string[]): void => setMeta('portal-capabilities', capabilities)

/** The portal is set to these types of attachments; to none: it has those of the specification's paths. */
export const typesOfAttachments = (...types: string[]): void => setMeta('portal-attachment-types', types)

function setMeta(name: string, words: readonly string[]): void {
  document.querySelector(`meta[name="${name}"]`)?.remove()
  document.head.append(Object.assign(document.createElement('meta'), { name, content: words.join(' ') }))
}

/** Of the server itself, whatever faults are injected. */
export const answerOf = (request: Request) => api.fetch(request)

/** What the server knows, also before the portal is entered. */
export const database = () => api.db

/** A token as the login screen would get it. */
export async function tokenOf(persona: Persona): Promise<string> {
  const answer = await api.fetch(
    new Request('http://localhost:3000/api/user/authenticate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: personas[persona], password: PASSWORD }),
    }),
  )
  const { token } = (await answer.json()) as { token: string }
  return token
}

interface Entering {
  as?: Persona
  /** False: for a start that hangs, of which the frame is there. */
  untilLoaded?: boolean
}

/** Enters the portal by an address, signed in as somebody or as nobody. */
export async function openPortal(address: string, { as, untilLoaded = true }: Entering = {}): Promise<TestPortal> {
  if (as) sessionStorage.setItem('portal-token', await tokenOf(as))
  knowMessages(areMessagesFetched ? {} : MESSAGES)
  await usePortal.persist.rehydrate()
  const calls: string[] = []
  api.watch({
    started({ method, url }) {
      const { pathname, search } = new URL(url)
      if (pathname.startsWith('/api/')) calls.push(`${method} ${pathname}${search}`)
    },
  })
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [address] }))
  connections.push(connect(router))
  const loaded = router.load()
  await speakAtStart(storedLanguage())
  if (untilLoaded) await loaded
  render(<App router={router} />)
  await screen.findByRole('main')
  const user = userEvent.setup()
  const { session } = router.options.context
  const textbox = (name: Name) => screen.findByRole('textbox', { name })
  const portal: TestPortal = {
    api,
    user,
    address: () => router.state.location.href,
    calls,
    router,
    session,
    press: async (name) => user.click(await screen.findByRole('button', { name })),
    follow: async (name) => user.click(await screen.findByRole('link', { name })),
    tick: async (name) => user.click(await screen.findByRole('checkbox', { name })),
    choose: async (name) => user.click(await screen.findByRole('radio', { name })),
    confirm: async (name) => {
      const dialog = (await screen.findAllByRole('dialog')).at(-1)!
      await user.click(await within(dialog).findByRole('button', { name }))
    },
    type: async (name, text) => user.type(await textbox(name), text),
    async retype(name, text) {
      await user.clear(await textbox(name))
      if (text) await user.type(await textbox(name), text)
    },
    goTo: (href) => act(() => router.navigate({ href })),
    viewAs: (clientId) => act(() => session.viewAs(clientId)),
  }
  opened.push(portal)
  return portal
}

/** Its page is there, and not only its address. */
export const arrivesAt = ({ router }: TestPortal, pathname: string) =>
  waitFor(() => {
    const { resolvedLocation } = router.state
    if (resolvedLocation?.pathname !== pathname) throw new Error(`At ${resolvedLocation?.href}, not ${pathname}`)
  })
