import { createFileRoute, redirect } from '@tanstack/react-router'
import { formerPage } from '#contract/former-page.ts'

export const Route = createFileRoute('/$')({
  beforeLoad: ({ params }) => {
    // URLs of the previous portal contain brackets, which names of route files cannot contain.
    const page = formerPage(`/${params._splat ?? ''}`)
    if (page === 'reminders') throw redirect({ to: '/client/portal/reminders', replace: true })
    if (page === 'settings') throw redirect({ to: '/client/portal/settings', replace: true })
    throw redirect({ to: '/404', replace: true })
  },
})
