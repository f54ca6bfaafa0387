import { Outlet, createFileRoute } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { awaitCapabilities, useCan } from '#src/api/capabilities.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { useDraft } from '#src/session/drafts.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { TabLink, Tabs, UnsavedDot } from '#src/ui/navigation/tabs.tsx'

export const Route = createFileRoute('/admin/practice')({
  staticData: { title: 'admin.nav.practice' },
  // The capabilities decide which tabs and fields there are.
  loader: async ({ context: { queryClient } }) => {
    await awaitCapabilities(queryClient)
  },
  component: PracticeArea,
})

interface Tab {
  to: '/admin/practice' | `/admin/practice/${'hours' | 'clients' | 'security' | 'data' | 'retention'}`
  label: MessageId
  isShown: boolean
  isUnsaved?: boolean
}

/** Head and tabs of the settings of a practice. Unsaved changes of a tab are kept while another tab is open. */
function PracticeArea() {
  const practiceId = Route.useRouteContext({ select: (context) => context.practiceId })
  const intl = useIntl()
  const isAdmin = useIsClinicAdmin()
  const hasHours = useCan('opening-hours')
  const hasMails = useCan('reminder-mails')
  const hasFactor = useCan('second-factor')
  const canImport = useCan('import-feed')
  const hasRetention = useCan('retention-policy')
  const profile = useDraft('practice', practiceId)
  const hours = useDraft('opening-hours', practiceId)
  const retention = useDraft('retention', practiceId)
  const tabs: readonly Tab[] = [
    { to: '/admin/practice', label: 'admin.practice.tabs.profile', isShown: true, isUnsaved: !!profile },
    { to: '/admin/practice/hours', label: 'core.hours.title', isShown: hasHours, isUnsaved: !!hours },
    { to: '/admin/practice/clients', label: 'admin.practice.tabs.clients', isShown: isAdmin || hasMails },
    { to: '/admin/practice/security', label: 'admin.practice.tabs.security', isShown: isAdmin && hasFactor },
    { to: '/admin/practice/data', label: 'admin.practice.tabs.data', isShown: isAdmin && canImport },
    {
      to: '/admin/practice/retention',
      label: 'admin.retention.title',
      isShown: isAdmin && hasRetention,
      isUnsaved: !!retention,
    },
  ]
  const shown = tabs.filter(({ isShown }) => isShown)
  return (
    <Page>
      <PageHead title={<FormattedMessage id="admin.nav.practice" />} />
      {shown.length > 1 && (
        <Tabs label={intl.formatMessage({ id: 'admin.nav.practice' })}>
          {shown.map(({ to, label, isUnsaved }) => (
            <TabLink key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
              <FormattedMessage id={label} />
              {isUnsaved && <UnsavedDot label={intl.formatMessage({ id: 'admin.practice.tabs.unsaved' })} />}
            </TabLink>
          ))}
        </Tabs>
      )}
      <Outlet />
    </Page>
  )
}
