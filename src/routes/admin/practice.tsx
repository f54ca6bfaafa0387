import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { knownSoon, useCan } from '#src/api/capabilities.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { reminderMailQueries } from '#src/api/mails.ts'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { ImportFeed } from './practice/-parts/import-feed/import-feed.tsx'
import { RequestSettingsLink } from './practice/-parts/request-settings-link.tsx'
import { PracticeForm } from './practice/-parts/practice-form.tsx'
import { ReminderMails } from './practice/-parts/reminder-mails.tsx'
import { PracticeSecondFactor } from './practice/-parts/second-factor.tsx'
import { RetentionLink } from './practice/-parts/retention-link.tsx'
import { RemoveAll } from './practice/-parts/remove-all.tsx'

export const Route = createFileRoute('/admin/practice')({
  staticData: { title: 'admin.nav.practice' },
  loader: async ({ context: { queryClient, practiceId } }) => {
    // What is going to be written over is looked at first.
    await Promise.all([
      queryClient.query({ ...practiceQueries.one(practiceId), staleTime: 0 }),
      // Which fields it has; without an answer it has those of every API.
      knownSoon(queryClient),
      // The page stands without it.
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
      {isAdmin && hasRequests && <RequestSettingsLink />}
      {isAdmin && <PracticeSecondFactor practiceId={practiceId} />}
      {isAdmin && hasRetention && <RetentionLink />}
      {isAdmin && <ImportFeed practiceId={practiceId} />}
      {isAdmin && <RemoveAll practiceId={practiceId} practice={practice} />}
    </Page>
  )
}
