import { QueryClientProvider } from '@tanstack/react-query'
import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, lazy } from 'react'
import { leaveClient, sessionExpired } from './features/session/session.ts'
import { onUnauthorised } from './lib/http.ts'
import { PortalIntl } from './lib/intl.tsx'
import { navigationArrived, navigationStarted } from './lib/messages.ts'

/** Wires what hears of each other: the end of the session, and the messages that a navigation clears. */
export function connect(router: RegisteredRouter): void {
  onUnauthorised(() => void sessionExpired(router))
  router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
    if (hrefChanged) navigationStarted()
  })
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    navigationArrived()
    if (toLocation.pathname.startsWith('/admin')) leaveClient(router.options.context.queryClient)
    if (pathChanged) document.getElementById('main')?.focus({ preventScroll: true })
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
