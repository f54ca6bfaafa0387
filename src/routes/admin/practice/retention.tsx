import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ofLoader } from '#src/api/query-client.ts'
import { retentionQueries } from '#src/api/retention.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { RetentionForm } from './retention/-parts/retention-form.tsx'
import { ClockPanel, PreviewPanel, RemovedPanel } from './retention/-parts/retention-panels.tsx'

export const Route = createFileRoute('/admin/practice/retention')({
  staticData: { title: 'admin.retention.title' },
  beforeLoad: capableAdminOnly('retention-policy'),
  loader: async ({ context: { queryClient, practiceId }, ...loader }) => {
    await queryClient.query({ ...retentionQueries.one(practiceId), meta: ofLoader(loader) })
  },
  component: RetentionTab,
})

function RetentionTab() {
  const { practiceId } = Route.useRouteContext()
  const { data: retention } = useSuspenseQuery(retentionQueries.one(practiceId))
  return (
    <>
      {retention.clock && <ClockPanel practiceId={practiceId} clock={retention.clock} />}
      <RetentionForm practiceId={practiceId} policy={retention} />
      <PreviewPanel key={JSON.stringify(retention.years)} practiceId={practiceId} retention={retention} />
      <RemovedPanel removed={retention.removed} />
    </>
  )
}
