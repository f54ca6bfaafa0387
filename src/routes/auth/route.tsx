import { createFileRoute, redirect } from '@tanstack/react-router'
import { homePath } from '#src/session/return-to.ts'
import { portalState } from '#src/lib/store.ts'

// Pages that signed-in users may also open: links of e-mails and letters, and the choice of a practice.
const FOR_SIGNED_IN = ['/auth/reset-password', '/auth/letter', '/auth/select-clinic', '/auth/no-clinic']

export const Route = createFileRoute('/auth')({
  beforeLoad: ({ location }) => {
    if (portalState().session && !FOR_SIGNED_IN.includes(location.pathname)) {
      throw redirect({ to: homePath(), replace: true })
    }
  },
})
