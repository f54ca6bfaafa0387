import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type RequestHandler, http } from 'msw'
import { vi } from 'vitest'
import { IN_PAGE_OF_PRACTICES, SIGNED_OUT_CAPABILITIES } from '#contract/capabilities.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { type RunningMockApi, startMockApi } from '#mocks/node.ts'
import type { Imports, Ports } from '#server/ports.ts'
import { App, connect } from '#src/app.tsx'
import type { PortalSession } from '#src/session/session.ts'
import { registerMessages, setInitialLanguage } from '#src/lib/intl.tsx'
import { storedLanguage } from '#src/lib/storage.ts'
import { usePortal } from '#src/lib/store.ts'
import { createPortalRouter } from '#src/router.ts'
import { MESSAGES } from './messages.ts'

type Name = string | RegExp

/** Opened portal: its API, current URL and calls, and user actions, which wait for their element. */
export type TestPortal = Awaited<ReturnType<typeof openPortal>>

let api: RunningMockApi
let areMessagesFetched = false
let sessions: PortalSession[] = []
let connections: (() => void)[] = []

/** Runs before each test (`tests/screens/each.setup.ts`). */
export async function beforeTest(openImports?: (ports: Ports) => Imports): Promise<void> {
  api = await startMockApi(openImports)
  // The API of the tests has no issuer.
  setCapabilities(IN_PAGE_OF_PRACTICES.filter((name) => name !== 'oidc'))
  typesOfAttachments()
  api.network.use(
    http.get('*/assets/i18n/:file', ({ params }) =>
      Response.json(MESSAGES[params['file'] === 'en.json' ? 'en' : 'nl']),
    ),
  )
}

/** Restarts the API as one that accepts exports and CSV files, before the page is opened. */
export async function acceptImports(openImports: (ports: Ports) => Imports): Promise<void> {
  await api.stop()
  await beforeTest(openImports)
}

/**
 * Makes pages fetch their messages for the rest of the test. By default messages are preloaded, which takes a tenth
 * less time.
 */
export function fetchMessages(): void {
  areMessagesFetched = true
}

export async function afterTest(): Promise<void> {
  areMessagesFetched = false
  // Without a token, ending a session makes no call. A call could arrive after the API has stopped.
  sessionStorage.clear()
  for (const session of sessions) await session.end('signedOut')
  closePortals()
  sessionStorage.clear()
  localStorage.clear()
  vi.useRealTimers()
  await api.stop()
}

/** Closes all portals but keeps the storage of the tab, from which the next `openPortal` starts, as after a reload. */
export function closePortals(): void {
  for (const disconnect of connections) disconnect()
  connections = []
  cleanup()
  sessions = []
}

export function injectFault(...faults: RequestHandler[]): void {
  api.network.use(...faults)
}

export function withoutCapabilities(): void {
  setCapabilities([])
  injectFault(http.get('*/api/capabilities', () => new Response(null, { status: 404 })))
}

/** Names all capabilities in the page, as a server does that started without a practice. */
export const startedWithoutPractice = (): void => setCapabilities(SIGNED_OUT_CAPABILITIES)

/** Lets the page offer the sign-in at an OpenID Connect issuer. */
export function withIssuer(name: string): void {
  setCapabilities(IN_PAGE_OF_PRACTICES)
  setMeta('portal-issuer-name', [name])
}

/** Sets the capabilities in the page's meta element, which apply to visitors who are not signed in. */
const setCapabilities = (capabilities: readonly string[]): void => setMeta('portal-capabilities', capabilities)

/** Sets the attachment types of the page. Without any, the portal uses the types of the specification. */
export const typesOfAttachments = (...types: string[]): void => setMeta('portal-attachment-types', types)

function setMeta(name: string, words: readonly string[]): void {
  document.querySelector(`meta[name="${name}"]`)?.remove()
  document.head.append(Object.assign(document.createElement('meta'), { name, content: words.join(' ') }))
}

/** Returns the server's response, without injected faults. */
export const answerOf = (request: Request) => api.fetch(request)

export const database = () => api.db

/** Returns the token that the login screen would get. */
export async function tokenOf(persona: Persona): Promise<string> {
  const response = await api.fetch(
    new Request('http://localhost:3000/api/user/authenticate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: personas[persona], password: PASSWORD }),
    }),
  )
  const { token } = (await response.json()) as { token: string }
  return token
}

interface Entering {
  as?: Persona
  /** If false, waits only for the frame of a page that never finishes loading. */
  untilLoaded?: boolean
}

/** Opens the portal at a URL, signed in if a persona is given. */
export async function openPortal(address: string, { as, untilLoaded = true }: Entering = {}) {
  if (as) sessionStorage.setItem('portal-token', await tokenOf(as))
  registerMessages(areMessagesFetched ? {} : MESSAGES)
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
  await setInitialLanguage(storedLanguage())
  if (untilLoaded) await loaded
  render(<App router={router} />)
  await screen.findByRole('main')
  const user = userEvent.setup()
  const { session } = router.options.context
  const textbox = (name: Name) => screen.findByRole('textbox', { name })
  const click = async (role: 'button' | 'link' | 'checkbox' | 'radio', name: Name) =>
    user.click(await screen.findByRole(role, { name }))
  const portal = {
    api,
    user,
    /** Returns the current URL without its origin. */
    address: () => router.state.location.href,
    /** Calls in the order of sending, such as `GET /api/user`. */
    calls,
    router,
    session,
    press: (name: Name) => click('button', name),
    follow: (name: Name) => click('link', name),
    tick: (name: Name) => click('checkbox', name),
    choose: (name: Name) => click('radio', name),
    /** Clicks a button of the topmost dialog. */
    async confirm(name: Name) {
      const dialog = (await screen.findAllByRole('dialog')).at(-1)!
      await user.click(await within(dialog).findByRole('button', { name }))
    },
    type: async (name: Name, text: string) => user.type(await textbox(name), text),
    /** Clears a field, and types into it. */
    async retype(name: Name, text: string) {
      await user.clear(await textbox(name))
      if (text) await user.type(await textbox(name), text)
    },
    goTo: (href: string) => act(() => router.navigate({ href })),
    viewAs: (clientId: string) => act(() => session.viewAs(clientId)),
  }
  sessions.push(session)
  return portal
}

/** Waits until the page at a path has loaded. */
export const arrivesAt = ({ router }: TestPortal, pathname: string) =>
  waitFor(() => {
    const { resolvedLocation } = router.state
    if (resolvedLocation?.pathname !== pathname) throw new Error(`At ${resolvedLocation?.href}, not ${pathname}`)
  })
