import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { awaitCapabilities } from '#src/api/capabilities.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { PracticeForm } from './-parts/practice-form.tsx'

export const Route = createFileRoute('/admin/practice/')({
  beforeLoad: ({ location: { hash } }) => {
    // Address of the section before the page had tabs.
    if (hash === 'import-feed') throw redirect({ to: '/admin/practice/data', replace: true })
  },
  loader: async ({ context: { queryClient, practiceId } }) => {
    // Always refetched, because the form overwrites the practice. The capabilities decide which fields the form has.
    await Promise.all([
      queryClient.query({ ...practiceQueries.one(practiceId), staleTime: 0 }),
      awaitCapabilities(queryClient),
    ])
  },
  component: ProfileTab,
})

function ProfileTab() {
  const { practiceId } = Route.useRouteContext()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  return <PracticeForm practiceId={practiceId} practice={practice} isAdmin={useIsClinicAdmin()} />
}
