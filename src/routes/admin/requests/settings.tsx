import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { practiceRequestQueries } from '#src/api/requests.ts'
import { ofLoader } from '#src/api/query-client.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { SettingsForm } from './settings/-parts/settings-form.tsx'

export const Route = createFileRoute('/admin/requests/settings')({
  staticData: { title: 'admin.requestSettings.title' },
  beforeLoad: capableAdminOnly('requests'),
  loader: async ({ context: { queryClient, practiceId }, ...loader }) => {
    // Always refetched, because the form overwrites the settings.
    await queryClient.query({ ...practiceRequestQueries.settings(practiceId), staleTime: 0, meta: ofLoader(loader) })
  },
  component: RequestSettingsPage,
})

function RequestSettingsPage() {
  const { practiceId } = Route.useRouteContext()
  const { data: settings } = useSuspenseQuery(practiceRequestQueries.settings(practiceId))
  return (
    <Page>
      <BackLink to="/admin/requests">
        <FormattedMessage id="admin.requests.back" />
      </BackLink>
      <PageHead
        title={<FormattedMessage id="admin.requestSettings.title" />}
        lead={<FormattedMessage id="admin.requestSettings.lead" />}
      />
      <SettingsForm practiceId={practiceId} settings={settings} />
    </Page>
  )
}
