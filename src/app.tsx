import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, lazy } from 'react'
import { onSignedOutElsewhere } from './session/other-tabs.ts'
import { awake } from './session/refresh.ts'
import { onLateStart, sessionExpired, signedOutElsewhere } from './session/lifecycle.ts'
import { leaveClient } from './session/viewing.ts'
import { onSessionOver } from './api/client.ts'
import { PortalIntl } from './lib/intl.tsx'
import { navigationArrived, navigationStarted } from './lib/messages.ts'
import { focusMain } from './ui/shell.tsx'

const AWAKE = ['focus', 'online', 'pageshow', 'visibilitychange']

/** Wires what hears of each other: the end of the session, whoever comes back, and the messages that a navigation clears. */
export function connect(router: RegisteredRouter): void {
  onSessionOver(() => void sessionExpired(router))
  onLateStart(() => void router.invalidate())
  onSignedOutElsewhere((userId) => void signedOutElsewhere(router, userId))
  // The last one bubbles up from the document.
  for (const event of AWAKE) window.addEventListener(event, awake)
  router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
    if (hrefChanged) navigationStarted()
  })
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    navigationArrived()
    awake()
    if (toLocation.pathname.startsWith('/admin')) leaveClient(router.options.context.queryClient)
    if (pathChanged) focusMain()
  })
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
