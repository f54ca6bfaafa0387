import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCan } from '#src/api/capabilities.ts'
import { reminderMailQueries } from '#src/api/mails.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { LinkPanel } from '#src/features/practice/setting-panel.tsx'
import { portalState, useIsClinicAdmin } from '#src/lib/store.ts'
import { capableOnly } from '#src/session/guards.ts'
import { isClinicAdmin } from '#contract/roles.ts'
import { MailPreview } from './clients/-parts/mail-preview-panel.tsx'
import { ReminderMails } from './clients/-parts/reminder-mails.tsx'
import { RemoveAll } from './clients/-parts/remove-all.tsx'

export const Route = createFileRoute('/admin/practice/clients')({
  staticData: { title: 'admin.practice.tabs.clients' },
  beforeLoad: async (visit) => {
    const { session } = portalState()
    // Without this capability, the page has parts for admins only.
    if (!session || !isClinicAdmin(session)) await capableOnly('reminder-mails')(visit)
  },
  loader: async ({ context: { queryClient, practiceId } }) => {
    await Promise.all([
      queryClient.query(practiceQueries.one(practiceId)),
      // The page is usable without the reminder mails.
      queryClient.query({ ...reminderMailQueries.ofPractice(practiceId), staleTime: 0 }).catch(() => {}),
    ])
  },
  component: ClientsTab,
})

function ClientsTab() {
  const { practiceId } = Route.useRouteContext()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  const { data: mails } = useQuery(reminderMailQueries.ofPractice(practiceId))
  const isAdmin = useIsClinicAdmin()
  const hasRequests = useCan('requests')
  const canPreview = useCan('mail-preview')
  return (
    <>
      {isAdmin && hasRequests && (
        <LinkPanel to="/admin/requests/settings" title="admin.requests.title" text="admin.requestSettings.lead" />
      )}
      {canPreview && <MailPreview practiceId={practiceId} />}
      {mails && <ReminderMails practiceId={practiceId} mails={mails} />}
      {isAdmin && <RemoveAll practiceId={practiceId} practice={practice} />}
    </>
  )
}
