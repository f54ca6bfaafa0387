import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { FormattedMessage } from 'react-intl'
import { ofLoader } from '#src/api/query-client.ts'
import { retentionQueries } from '#src/api/retention.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { RetentionForm } from './retention/-parts/retention-form.tsx'
import { ClockPanel, PreviewPanel, RemovedPanel } from './retention/-parts/retention-panels.tsx'

export const Route = createFileRoute('/admin/retention')({
  staticData: { title: 'admin.retention.title' },
  beforeLoad: capableAdminOnly('retention-policy'),
  loader: async ({ context: { queryClient, practiceId }, ...loader }) => {
    await queryClient.query({ ...retentionQueries.one(practiceId), meta: ofLoader(loader) })
  },
  component: RetentionPage,
})

function RetentionPage() {
  const { practiceId } = Route.useRouteContext()
  const { data: retention } = useSuspenseQuery(retentionQueries.one(practiceId))
  return (
    <Page>
      <p>
        <Link to="/admin/practice" className={linkButtonClass}>
          <ChevronLeft />
          <FormattedMessage id="admin.nav.practice" />
        </Link>
      </p>
      <PageHead
        title={<FormattedMessage id="admin.retention.title" />}
        lead={<FormattedMessage id="admin.retention.lead" />}
      />
      {retention.clock && <ClockPanel practiceId={practiceId} clock={retention.clock} />}
      <RetentionForm practiceId={practiceId} policy={retention} />
      <PreviewPanel key={JSON.stringify(retention.years)} practiceId={practiceId} retention={retention} />
      <RemovedPanel removed={retention.removed} />
    </Page>
  )
}
