import { createFileRoute, redirect } from '@tanstack/react-router'

// The address of the former portal, in old mails.
export const Route = createFileRoute('/portal/user/login')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth/login', search, replace: true })
  },
})
