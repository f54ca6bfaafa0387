import { createFileRoute, redirect } from '@tanstack/react-router'
import { isClinicUser } from '#contract/roles.ts'
import { portalState } from '#src/lib/store.ts'

// Password managers reach this URL through `/.well-known/change-password`; the target page depends on the role.
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
