import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { practiceEstimateQueries } from '#src/api/estimates.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { SettingsForm } from './settings/-parts/settings-form.tsx'

export const Route = createFileRoute('/admin/estimates/settings')({
  staticData: { title: 'admin.estimateSettings.title' },
  beforeLoad: capableAdminOnly('estimates'),
  loader: async ({ context: { queryClient, practiceId }, ...loader }) => {
    // Always refetched, because the form overwrites the settings.
    await queryClient.query({ ...practiceEstimateQueries.settings(practiceId), staleTime: 0, meta: ofLoader(loader) })
  },
  component: EstimateSettingsPage,
})

function EstimateSettingsPage() {
  const { practiceId } = Route.useRouteContext()
  const { data: settings } = useSuspenseQuery(practiceEstimateQueries.settings(practiceId))
  return (
    <Page>
      <BackLink to="/admin/estimates" activeOptions={{ exact: true }}>
        <FormattedMessage id="client.estimates.all" />
      </BackLink>
      <PageHead
        title={<FormattedMessage id="admin.estimateSettings.title" />}
        lead={<FormattedMessage id="admin.estimateSettings.lead" />}
      />
      <SettingsForm practiceId={practiceId} settings={settings} />
    </Page>
  )
}
