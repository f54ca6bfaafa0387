import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import Webhook from 'lucide-react/icons/webhook'
import { FormattedMessage } from 'react-intl'
import { ofLoader } from '#src/api/query-client.ts'
import { webhookQueries } from '#src/api/webhooks.ts'
import { capableAdminOnly } from '#src/session/guards.ts'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { AboutWebhook } from './$webhookId/-parts/about-webhook.tsx'
import { Deliveries } from './$webhookId/-parts/deliveries.tsx'
import { WebhookActions } from './$webhookId/-parts/webhook-actions.tsx'

export const Route = createFileRoute('/admin/practice_/webhooks/$webhookId')({
  staticData: { title: 'admin.webhooks.title' },
  beforeLoad: capableAdminOnly('webhooks'),
  loader: async ({ context: { queryClient, practiceId }, params, ...loader }) => {
    await queryClient.query({ ...webhookQueries.one(practiceId, params.webhookId), meta: ofLoader(loader) })
  },
  component: WebhookPage,
})

/** An endpoint with its state and its latest events. */
function WebhookPage() {
  const { practiceId } = Route.useRouteContext()
  const { webhookId } = Route.useParams()
  const { data: webhook } = useSuspenseQuery(webhookQueries.one(practiceId, webhookId))
  return (
    <Page>
      <BackLink to="/admin/practice/data">
        <FormattedMessage id="admin.practice.tabs.data" />
      </BackLink>
      {webhook ? (
        <>
          <PageHead title={webhook.name} lead={webhook.url} />
          <AboutWebhook practiceId={practiceId} shown={webhook} />
          <WebhookActions practiceId={practiceId} shown={webhook} />
          <Deliveries practiceId={practiceId} webhookId={webhookId} />
        </>
      ) : (
        <>
          <PageHead title={<FormattedMessage id="admin.webhooks.title" />} />
          <Panel>
            <Empty icon={Webhook} title={<FormattedMessage id="admin.webhooks.absent" />}>
              <FormattedMessage id="admin.webhooks.absentText" />
            </Empty>
          </Panel>
        </>
      )}
    </Page>
  )
}
