import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, lazy } from 'react'
import { onSignedOutElsewhere } from './session/other-tabs.ts'
import { awake } from './session/refresh.ts'
import { onLateStart, sessionExpired, signedOutElsewhere } from './session/lifecycle.ts'
import { stopViewing } from './session/viewing.ts'
import { onTokenEnded } from './lib/token.ts'
import { PortalIntl } from './lib/intl.tsx'
import { navigationArrived, navigationStarted } from './lib/messages.ts'
import { focusMain } from './ui/shell.tsx'

const AWAKE = ['focus', 'online', 'pageshow', 'visibilitychange']

/**
 * Wires what hears of each other: the end of the session, a person who comes back, and the messages that a navigation clears.
 * Returns how to disconnect it all: tests open many portals in one document.
 */
export function connect(router: RegisteredRouter): () => void {
  const wires = [
    onTokenEnded(() => void sessionExpired(router)),
    onLateStart(() => void router.invalidate()),
    onSignedOutElsewhere((userId) => void signedOutElsewhere(router, userId)),
    router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
      if (hrefChanged) navigationStarted()
    }),
    router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
      navigationArrived()
      awake()
      if (toLocation.pathname.startsWith('/admin')) stopViewing(router.options.context.queryClient)
      if (pathChanged) focusMain()
    }),
  ]
  // The last one bubbles up from the document.
  for (const event of AWAKE) window.addEventListener(event, awake)
  return () => {
    for (const disconnect of wires) disconnect()
    for (const event of AWAKE) window.removeEventListener(event, awake)
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
