import { createFileRoute, redirect } from '@tanstack/react-router'

// `/client/portal/(client:settings)` and its kin, which the former portal made; a route file cannot bear that name.
const FORMER_OUTLET = /^\/client\/portal\/?\(client:(reminders|settings)\)\/?$/

export const Route = createFileRoute('/$')({
  beforeLoad: ({ params }) => {
    const [, outlet] = FORMER_OUTLET.exec(`/${params._splat ?? ''}`) ?? []
    if (outlet === 'reminders') throw redirect({ to: '/client/portal/reminders', replace: true })
    if (outlet === 'settings') throw redirect({ to: '/client/portal/settings', replace: true })
    throw redirect({ to: '/404', replace: true })
  },
})
