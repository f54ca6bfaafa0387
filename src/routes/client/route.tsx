import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, createFileRoute, useLocation } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Fence from 'lucide-react/icons/fence'
import FileCheck from 'lucide-react/icons/file-check'
import FilePen from 'lucide-react/icons/file-pen'
import Globe from 'lucide-react/icons/globe'
import MessageCircle from 'lucide-react/icons/message-circle'
import Paperclip from 'lucide-react/icons/paperclip'
import PawPrint from 'lucide-react/icons/paw-print'
import ReceiptEuro from 'lucide-react/icons/receipt-euro'
import Settings from 'lucide-react/icons/settings'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DEFAULT_SORT, isWhole } from '#contract/paging.ts'
import { isLate } from '#contract/reminder.ts'
import { websiteOf } from '#contract/website.ts'
import { PracticeCard } from '#src/features/practice/practice-tile.tsx'
import { PracticeContact } from './-parts/practice-contact.tsx'
import { OwnerFootBar, PracticeInHeader, ViewingBanner } from './-parts/frame.tsx'
import { can, useCan } from '#src/api/capabilities.ts'
import { herdQueries } from '#src/api/herd.ts'
import { listedFormsQuery } from '#src/api/listed-forms.ts'
import { listedEstimatesQuery } from '#src/api/listed-estimates.ts'
import { reminderQueries } from '#src/api/reminders.ts'
import { ownRequestCountQuery, requestTermQueries } from '#src/api/request-terms.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { clientOnly } from '#src/session/guards.ts'
import { cachePractice, practiceQueries } from '#src/api/practices.ts'
import { SILENT, cachedFirst, ofLoader, waitBriefly } from '#src/api/query-client.ts'
import { ExternalNavLink, NavLink } from '#src/ui/navigation/nav-link.tsx'
import { Main } from '#src/ui/layout/shell.tsx'
import { usePracticeColour } from '#src/features/shell/use-practice-colour.ts'
import { AreaSidebar } from '#src/features/shell/area-sidebar.tsx'
import { OtherPractice } from '#src/features/shell/leave-links.tsx'

export const Route = createFileRoute('/client')({
  beforeLoad: clientOnly,
  loader: async ({ context: { queryClient, practiceId, clientId }, ...loader }) => {
    // The badge and the link to the herd may appear later.
    void queryClient.query({ ...reminderQueries.activeCount(clientId), meta: ofLoader(loader) }).catch(() => {})
    void loadHerd(queryClient, clientId).catch(() => {})
    cachePractice(queryClient, practiceId)
    void queryClient.query(practiceQueries.one(practiceId)).catch(() => {})
    // Links to requests are in the middle of rows, which would move if the links arrived later.
    await waitBriefly(queryClient.query({ ...cachedFirst(requestTermQueries.of(practiceId)), meta: SILENT }))
  },
  component: ClientArea,
})

async function loadHerd(queryClient: QueryClient, clientId: string): Promise<void> {
  if (!(await can(queryClient, 'herd'))) return
  await queryClient.query({ ...cachedFirst(herdQueries.summary(clientId)), meta: SILENT })
}

/** Returns the number of late reminders if the first page has loaded the reminders; makes no call. */
function useLateCount(clientId: string): number {
  const first = { active: true, page: 1, sort: DEFAULT_SORT, patientId: undefined } as const
  const { data: page } = useQuery({ ...reminderQueries.list(clientId, first), enabled: false })
  const { data: whole } = useQuery({ ...reminderQueries.whole(clientId, { active: true }), enabled: false })
  const today = todayNow()
  return (page && isWhole(page) ? page : whole)?.content.filter((reminder) => isLate(reminder, today)).length ?? 0
}

/** Returns the number of requests that wait for the owner; refetched on each navigation once it is stale. */
function useAskedCount(clientId: string): number {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data = 0, isStale, refetch } = useQuery(ownRequestCountQuery(clientId))
  useEffect(() => {
    if (isStale) void refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs on navigation only
  }, [pathname])
  return data
}

function ClientArea() {
  const { practiceId, clientId, viewedByStaff } = Route.useRouteContext()
  const intl = useIntl()
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  usePracticeColour(practice)
  const website = websiteOf(practice)
  const { data: badge } = useQuery(reminderQueries.activeCount(clientId))
  const lateCount = useLateCount(clientId)
  const late = lateCount > 0 && intl.formatMessage({ id: 'client.reminders.leadLate' }, { count: lateCount })
  const badgeLabel = intl.formatMessage({ id: 'client.nav.badge' }, { count: badge ?? 0 })
  const canShowHerd = useCan('herd')
  const { data: herd } = useQuery({ ...herdQueries.summary(clientId), enabled: false })
  const { data: terms } = useQuery({ ...requestTermQueries.of(practiceId), enabled: false })
  const asked = useAskedCount(clientId)
  const askedLabel = intl.formatMessage({ id: 'client.requests.badge' }, { count: asked })
  const hasRequests = terms != null && terms.kinds.length > 0
  const { data: estimates } = useQuery({ ...listedEstimatesQuery(clientId), retryOnMount: false })
  const { data: forms } = useQuery({ ...listedFormsQuery(clientId), retryOnMount: false })
  const formCount = forms?.content.filter(({ state }) => state === 'asked').length
  const openCount = estimates?.content.filter(({ state }) => state === 'open').length
  return (
    <>
      <PracticeInHeader practice={practice} viewedByStaff={viewedByStaff} />
      {viewedByStaff && <ViewingBanner clientId={clientId} />}
      <AreaSidebar
        rail="labels"
        footer={
          <>
            <PracticeCard practice={practice} note={<FormattedMessage id="client.practice" />}>
              <PracticeContact practice={practice} />
            </PracticeCard>
            {!viewedByStaff && <OtherPractice />}
          </>
        }
      >
        <NavLink
          to="/client/portal/reminders"
          icon={Bell}
          label={intl.formatMessage({ id: 'client.nav.today' })}
          badge={badge}
          badgeLabel={badgeLabel}
          note={late}
        />
        <NavLink to="/client/patients" icon={PawPrint} label={intl.formatMessage({ id: 'client.nav.patients' })} />
        {canShowHerd && herd?.isKept && (
          <NavLink to="/client/herd" icon={Fence} label={intl.formatMessage({ id: 'client.nav.herd' })} />
        )}
        <NavLink to="/client/invoices" icon={ReceiptEuro} label={intl.formatMessage({ id: 'client.nav.invoices' })} />
        {estimates != null && estimates.page.totalElements > 0 && (
          <NavLink
            to="/client/estimates"
            icon={FileCheck}
            label={intl.formatMessage({ id: 'client.nav.estimates' })}
            badge={openCount}
            badgeLabel={intl.formatMessage({ id: 'client.estimates.badge' }, { count: openCount ?? 0 })}
          />
        )}
        {forms != null && forms.page.totalElements > 0 && (
          <NavLink
            to="/client/forms"
            icon={FilePen}
            label={intl.formatMessage({ id: 'client.nav.forms' })}
            badge={formCount}
            badgeLabel={intl.formatMessage({ id: 'client.forms.badge' }, { count: formCount ?? 0 })}
          />
        )}
        <NavLink
          to="/client/visit-forms"
          icon={ClipboardList}
          label={intl.formatMessage({ id: 'client.nav.visitForms' })}
        />
        <NavLink
          to="/client/attachments"
          icon={Paperclip}
          label={intl.formatMessage({ id: 'client.nav.attachments' })}
        />
        {(hasRequests || asked > 0) && (
          <NavLink
            to="/client/requests"
            icon={MessageCircle}
            label={intl.formatMessage({ id: 'client.nav.ask' })}
            badge={asked}
            badgeLabel={askedLabel}
          />
        )}
        <NavLink
          to="/client/portal/settings"
          icon={Settings}
          label={intl.formatMessage({ id: 'client.nav.settings' })}
        />
        {website && (
          <ExternalNavLink href={website} icon={Globe} label={intl.formatMessage({ id: 'admin.nav.website' })} />
        )}
      </AreaSidebar>
      <Main>
        <Outlet />
      </Main>
      {!viewedByStaff && (
        <OwnerFootBar {...{ badge, asked, askedLabel }} badgeLabel={[badgeLabel, late].filter(Boolean).join(', ')} />
      )}
    </>
  )
}
