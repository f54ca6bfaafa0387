import { createFileRoute, redirect } from '@tanstack/react-router'

/** Former address of a tab of the practice. */
export const Route = createFileRoute('/admin/retention')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/practice/retention', replace: true })
  },
})
