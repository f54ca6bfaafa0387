import { Outlet, createFileRoute } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { awaitCapabilities } from '#src/api/capabilities.ts'
import { PRACTICE_TABS, useRights } from '#src/features/practice/practice-tabs.ts'
import { useDraft } from '#src/session/drafts.ts'
import { Page, PageHead } from '#src/ui/layout/page.tsx'
import { BelowTitle } from '#src/ui/layout/shell.tsx'
import { TabLink, Tabs, UnsavedDot } from '#src/ui/navigation/tabs.tsx'

export const Route = createFileRoute('/admin/practice')({
  staticData: { title: 'admin.nav.practice' },
  // The capabilities decide which tabs and fields there are.
  loader: async ({ context: { queryClient } }) => {
    await awaitCapabilities(queryClient)
  },
  component: PracticeArea,
})

/** Head and tabs of the settings of a practice. Unsaved changes of a tab are kept while another tab is open. */
function PracticeArea() {
  const practiceId = Route.useRouteContext({ select: (context) => context.practiceId })
  const intl = useIntl()
  const rights = useRights()
  const drafts = {
    practice: useDraft('practice', practiceId),
    'opening-hours': useDraft('opening-hours', practiceId),
    'price-list': useDraft('price-list', practiceId),
    retention: useDraft('retention', practiceId),
    seller: useDraft('seller', practiceId),
  }
  const shown = PRACTICE_TABS.filter(({ isShown }) => isShown(rights))
  return (
    <Page>
      <PageHead title={<FormattedMessage id="admin.nav.practice" />} />
      {shown.length > 1 && (
        <Tabs label={intl.formatMessage({ id: 'admin.nav.practice' })}>
          {shown.map((tab) => (
            <TabLink key={tab.to} to={tab.to} activeOptions={{ exact: true, includeSearch: false }}>
              <FormattedMessage id={tab.label} />
              {'draft' in tab && drafts[tab.draft] && (
                <UnsavedDot label={intl.formatMessage({ id: 'admin.practice.tabs.unsaved' })} />
              )}
            </TabLink>
          ))}
        </Tabs>
      )}
      <BelowTitle>
        <Outlet />
      </BelowTitle>
    </Page>
  )
}
