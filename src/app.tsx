import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, lazy } from 'react'
import { onSignedOutElsewhere } from './session/other-tabs.ts'
import { tokenRefresh } from './session/token-refresh.ts'
import { end, onLateStart } from './session/lifecycle.ts'
import { stopViewing } from './session/viewing.ts'
import { onTokenEnded } from './lib/token.ts'
import { PortalIntl } from './lib/intl.tsx'
import { portalState } from './lib/store.ts'
import { navigationArrived, navigationStarted } from './lib/messages.ts'
import { focusMain } from './ui/layout/shell.tsx'

const WAKE = ['focus', 'online', 'pageshow', 'visibilitychange']

/**
 * Wires what hears of each other: the end of the session, a person who comes back, and the messages that a navigation clears.
 * Returns how to disconnect it all: tests open many portals in one document.
 */
export function connect(router: RegisteredRouter): () => void {
  const wires = [
    onTokenEnded(() => void end(router, 'expired')),
    onLateStart(() => void router.invalidate()),
    onSignedOutElsewhere((userId) => {
      if (userId === portalState().session?.userId) void end(router, 'signedOutElsewhere')
    }),
    router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
      if (hrefChanged) navigationStarted()
    }),
    router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
      navigationArrived()
      tokenRefresh.wake()
      if (toLocation.pathname.startsWith('/admin')) stopViewing(router.options.context.queryClient)
      if (pathChanged) focusMain()
    }),
  ]
  // The last one bubbles up from the document.
  for (const event of WAKE) window.addEventListener(event, tokenRefresh.wake)
  return () => {
    for (const disconnect of wires) disconnect()
    for (const event of WAKE) window.removeEventListener(event, tokenRefresh.wake)
  }
}

const Devtools = import.meta.env.DEV && import.meta.env.MODE !== 'test' && lazy(loadDevtools)

async function loadDevtools() {
  const { ReactQueryDevtools } = await import('@tanstack/react-query-devtools')
  return { default: ReactQueryDevtools }
}

export function App({ router }: { router: RegisteredRouter }) {
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
