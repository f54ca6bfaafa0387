import { createFileRoute, redirect } from '@tanstack/react-router'
import { homePath } from '#src/session/return-to.ts'
import { portalState } from '#src/lib/store.ts'

// These serve a signed-in visitor as well: a link from a mail, a letter, and the choice of a practice.
const FOR_SIGNED_IN = ['/auth/reset-password', '/auth/letter', '/auth/select-clinic', '/auth/no-clinic']

export const Route = createFileRoute('/auth')({
  beforeLoad: ({ location }) => {
    if (portalState().session && !FOR_SIGNED_IN.includes(location.pathname)) {
      throw redirect({ to: homePath(), replace: true })
    }
  },
})
