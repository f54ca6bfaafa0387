import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, lazy, useEffect } from 'react'
import { focusRow } from './features/access/view-as.ts'
import type { PortalSession } from './session/session.ts'
import { onSharedChange } from './api/query-client.ts'
import { stopViewing } from './session/viewing.ts'
import { onTokenEnded } from './lib/token.ts'
import { watchUncaught } from './lib/report-error.ts'
import { PortalIntl } from './lib/intl.tsx'
import { portalState, widthCrossed } from './lib/store.ts'
import { onWidthCrossed } from './lib/use-media.ts'
import { navigationArrived, navigationStarted } from './lib/messages.ts'
import { focusMain } from './ui/layout/shell.tsx'

const WAKE = ['focus', 'online', 'pageshow', 'visibilitychange']

/**
 * Connects the session, the router and browser events: session end, return of the user, and messages that a navigation clears.
 * Returns a function that removes all listeners, because tests open many portals in one document.
 */
export function connect(router: RegisteredRouter): () => void {
  const { queryClient, session } = router.options.context
  const wires = [
    watchUncaught(),
    onTokenEnded(() => void session.end('expired')),
    // Also on pages without a sidebar, because the next page may have one.
    onWidthCrossed(widthCrossed),
    watchCache(session),
    session.tokenRefresh.stop,
    session.otherTabs.listen({
      onSignedOut(userId, ended) {
        if (userId !== null && userId === portalState().session?.userId) void session.end('signedOutElsewhere', ended)
      },
      onChanged: (queryKey) => void queryClient.invalidateQueries({ queryKey }),
    }),
    onSharedChange(queryClient, session.otherTabs.announceChange),
    router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
      if (hrefChanged) navigationStarted()
    }),
    router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
      navigationArrived()
      session.tokenRefresh.wake()
      if (pathChanged) focusMain()
      const { clientId } = portalState()
      if (clientId === null || !toLocation.pathname.startsWith('/admin')) return
      focusRow(clientId)
      stopViewing(queryClient)
    }),
  ]
  // `visibilitychange` bubbles from the document to the window.
  for (const event of WAKE) window.addEventListener(event, session.tokenRefresh.wake)
  return () => {
    for (const disconnect of wires) disconnect()
    for (const event of WAKE) window.removeEventListener(event, session.tokenRefresh.wake)
  }
}

/**
 * Protects pages in the browser's back/forward cache, which *Back* shows again. A cached page is hidden on leaving, and shown once its
 * session is checked. Returns a function that removes the listeners.
 */
function watchCache(session: PortalSession): () => void {
  const { style } = document.documentElement
  const listening = new AbortController()
  const { signal } = listening
  const leave = ({ persisted }: PageTransitionEvent) => {
    if (persisted) style.visibility = 'hidden'
  }
  const onPageShow = async ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    try {
      await session.endIfSignedOutElsewhere()
    } finally {
      style.visibility = ''
    }
  }
  window.addEventListener('pagehide', leave, { signal })
  window.addEventListener('pageshow', (event) => void onPageShow(event), { signal })
  return () => listening.abort()
}

const Devtools = import.meta.env.DEV && import.meta.env.MODE !== 'test' && lazy(loadDevtools)

async function loadDevtools() {
  const { ReactQueryDevtools } = await import('@tanstack/react-query-devtools')
  return { default: ReactQueryDevtools }
}

/** Loads the protection against double clicks after the first page, because there is nothing to click before. */
function ignoreRepeatedPressesLater(): () => void {
  const unmounting = new AbortController()
  const ignore = async () => {
    const { ignoreRepeatedPresses } = await import('./lib/repeated-presses.ts')
    if (!unmounting.signal.aborted) unmounting.signal.addEventListener('abort', ignoreRepeatedPresses())
  }
  ignore().catch(() => {})
  return () => unmounting.abort()
}

export function App({ router }: { router: RegisteredRouter }) {
  useEffect(ignoreRepeatedPressesLater, [])
  return (
    <StrictMode>
      <QueryClientProvider client={router.options.context.queryClient}>
        <PortalIntl>
          <RouterProvider router={router} />
        </PortalIntl>
        {Devtools && <Devtools />}
      </QueryClientProvider>
    </StrictMode>
  )
}
