import { createFileRoute, redirect } from '@tanstack/react-router'

// URL of the previous portal, used in old e-mails.
export const Route = createFileRoute('/portal/user/login')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth/login', search, replace: true })
  },
})
