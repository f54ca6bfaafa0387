import { createFileRoute, redirect } from '@tanstack/react-router'
import { isClinicUser } from '#contract/roles.ts'
import { portalState } from '#src/lib/store.ts'

// Password managers open this address by way of `/.well-known/change-password`; the page differs by role.
export const Route = createFileRoute('/change-password')({
  beforeLoad: ({ context, location }) => {
    const { session } = portalState()
    if (!session) {
      context.session.returnTo.remember(location.href)
      throw redirect({ to: '/auth/login', replace: true })
    }
    const to = isClinicUser(session) ? '/admin/settings' : '/client/portal/settings'
    throw redirect({ to, hash: 'password', replace: true })
  },
})
