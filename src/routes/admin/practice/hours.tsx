import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { practiceQueries } from '#src/api/practices.ts'
import { capableOnly } from '#src/session/guards.ts'
import { OpeningHoursForm } from './hours/-parts/opening-hours-form.tsx'

export const Route = createFileRoute('/admin/practice/hours')({
  staticData: { title: 'core.hours.title' },
  beforeLoad: capableOnly('opening-hours'),
  loader: async ({ context: { queryClient, practiceId } }) => {
    // Always refetched, because the form overwrites the opening hours.
    await queryClient.query({ ...practiceQueries.one(practiceId), staleTime: 0 })
  },
  component: HoursTab,
})

function HoursTab() {
  const { practiceId } = Route.useRouteContext()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  return <OpeningHoursForm practiceId={practiceId} practice={practice} />
}
