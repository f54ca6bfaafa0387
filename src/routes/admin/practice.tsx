import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute } from '@tanstack/react-router'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { awaitCapabilities, useCan } from '#src/api/capabilities.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { reminderMailQueries } from '#src/api/mails.ts'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './practice/-parts/practice.module.css'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { ImportJobs } from './practice/-parts/import-jobs/import-jobs.tsx'
import { PracticeForm } from './practice/-parts/practice-form.tsx'
import { ReminderMails } from './practice/-parts/reminder-mails.tsx'
import { PracticeSecondFactor } from './practice/-parts/second-factor.tsx'
import { RemoveAll } from './practice/-parts/remove-all.tsx'

export const Route = createFileRoute('/admin/practice')({
  staticData: { title: 'admin.nav.practice' },
  loader: async ({ context: { queryClient, practiceId } }) => {
    // Always refetched, because the form overwrites the practice.
    await Promise.all([
      queryClient.query({ ...practiceQueries.one(practiceId), staleTime: 0 }),
      // The capabilities decide which fields the form has.
      awaitCapabilities(queryClient),
      // The page is usable without the reminder mails.
      queryClient.query({ ...reminderMailQueries.ofPractice(practiceId), staleTime: 0 }).catch(() => {}),
    ])
  },
  component: PracticePage,
})

function PracticePage() {
  const { practiceId } = Route.useRouteContext()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: mails } = useQuery(reminderMailQueries.ofPractice(practiceId))
  const isAdmin = useIsClinicAdmin()
  const hasRequests = useCan('requests')
  const hasRetention = useCan('retention-policy')
  return (
    <Page>
      <PageHead
        title={<FormattedMessage id="admin.nav.practice" />}
        lead={<FormattedMessage id="admin.practice.lead" />}
      />
      <PracticeForm practiceId={practiceId} practice={practice} isAdmin={isAdmin} />
      {mails && <ReminderMails practiceId={practiceId} mails={mails} />}
      {isAdmin && hasRequests && (
        <LinkPanel to="/admin/requests/settings" title="admin.requests.title" lead="admin.requestSettings.lead" />
      )}
      {isAdmin && <PracticeSecondFactor practiceId={practiceId} />}
      {isAdmin && hasRetention && (
        <LinkPanel to="/admin/retention" title="admin.retention.title" lead="admin.retention.lead" />
      )}
      {isAdmin && <ImportJobs practiceId={practiceId} />}
      {isAdmin && <RemoveAll practiceId={practiceId} practice={practice} />}
    </Page>
  )
}

interface LinkPanelProps {
  to: '/admin/requests/settings' | '/admin/retention'
  title: MessageId
  lead: MessageId
}

/** Panel that links to settings on a separate page. */
function LinkPanel({ to, title, lead }: LinkPanelProps) {
  const id = useId()
  return (
    <Panel as="section" aria-labelledby={id}>
      <div className={styles.setting}>
        <div>
          <h2 id={id}>
            <FormattedMessage id={title} />
          </h2>
          <p className="muted small">
            <FormattedMessage id={lead} />
          </p>
        </div>
        <Link to={to} className={buttonClass()}>
          <FormattedMessage id="client.nav.settings" />
        </Link>
      </div>
    </Panel>
  )
}
