import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, type SearchSchemaInput, createFileRoute, useLocation, useRouter } from '@tanstack/react-router'
import Briefcase from 'lucide-react/icons/briefcase'
import Building2 from 'lucide-react/icons/building-2'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartColumn from 'lucide-react/icons/chart-column'
import FileCheck from 'lucide-react/icons/file-check'
import FilePen from 'lucide-react/icons/file-pen'
import Globe from 'lucide-react/icons/globe'
import History from 'lucide-react/icons/history'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Settings2 from 'lucide-react/icons/settings-2'
import Users from 'lucide-react/icons/users'
import { FormattedMessage, useIntl } from 'react-intl'
import { websiteOf } from '#contract/website.ts'
import { PracticeCard } from '#src/features/practice/practice-tile.tsx'
import { clinicUserOnly } from '#src/session/guards.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { userQueries } from '#src/api/user.ts'
import { useCan } from '#src/api/capabilities.ts'
import { PortalMessages } from '#src/features/shell/portal-messages.tsx'
import { ClientSheet, closeClientSheet } from '#src/features/sheet/client-link.tsx'
import { readText } from '#src/lib/search.ts'
import { createLazyModule, orNull } from '#src/lib/lazy-module.tsx'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { Main } from '#src/ui/layout/shell.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { ExternalNavLink, NavLink } from '#src/ui/navigation/nav-link.tsx'
import { usePracticeColour } from '#src/features/shell/use-practice-colour.ts'
import { AreaSidebar } from '#src/features/shell/area-sidebar.tsx'
import { CommandPaletteButton, useCommandPalette } from './-parts/command-palette-button.tsx'
import Inbox from 'lucide-react/icons/inbox'
import { useEffect } from 'react'
import { countRequests, requestCountQuery, requestTermQueries } from '#src/api/request-terms.ts'

interface AdminSearch {
  /** Id of the client whose sheet is open. */
  client?: string | undefined
}

export const Route = createFileRoute('/admin')({
  validateSearch: (search: AdminSearch & SearchSchemaInput): AdminSearch => ({
    client: readText(search.client) || undefined,
  }),
  beforeLoad: clinicUserOnly,
  // The sidebar shows both once they are loaded; no page waits for them.
  loader: ({ context: { queryClient, practiceId } }) => {
    void queryClient.query(practiceQueries.one(practiceId)).catch(() => {})
    void countRequests(queryClient, practiceId).catch(() => {})
  },
  component: AdminArea,
})

const ClientDetails = createLazyModule(orNull(async () => (await import('./-parts/client-details.tsx')).ClientDetails))
const SsoHandoffDialog = createLazyModule(
  async () => (await import('./-parts/sso-handoff-dialog.tsx')).SsoHandoffDialog,
)

function AdminArea() {
  const handedClient = useLocation({ select: ({ state }) => state.handedClient })
  // The dashboard has its own search.
  const hasSearch = useLocation({ select: ({ pathname }) => pathname === '/admin/dashboard' })
  const navigate = Route.useNavigate()
  const practiceId = Route.useRouteContext({ select: (context) => context.practiceId })
  const { open, dialog } = useCommandPalette(practiceId)
  const intl = useIntl()
  const { data: practice } = useQuery(practiceQueries.one(practiceId))
  usePracticeColour(practice)
  const website = practice && websiteOf(practice)
  const { data: user } = useQuery({ ...userQueries.me(), enabled: false })
  const isAdmin = useIsClinicAdmin()
  const hasAuditLog = useCan('audit')
  const hasFigures = useCan('figures')
  const hasStaff = useCan('staff')
  const hasRequests = useCan('requests')
  const hasEstimates = useCan('estimates')
  const hasForms = useCan('forms')
  const hasVisits = useCan('visits')
  const userName = [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.username
  return (
    <>
      <AreaSidebar
        rail="icons"
        footer={
          practice && (
            <>
              <PracticeCard practice={practice} note={userName} />
              {user?.workplaces && (
                <Link to="/admin/settings" hash="workplace" className={linkButtonClass}>
                  <FormattedMessage id="client.otherPractice" />
                </Link>
              )}
            </>
          )
        }
      >
        <NavLink
          to="/admin/dashboard"
          icon={LayoutDashboard}
          label={intl.formatMessage({ id: 'admin.nav.dashboard' })}
        />
        <NavLink to="/admin/clients" icon={Users} label={intl.formatMessage({ id: 'admin.nav.clients' })} />
        {hasVisits && (
          <NavLink to="/admin/visits" icon={CalendarDays} label={intl.formatMessage({ id: 'admin.visits.title' })} />
        )}
        {hasRequests && <RequestsLink practiceId={practiceId} />}
        {hasEstimates && (
          <NavLink to="/admin/estimates" icon={FileCheck} label={intl.formatMessage({ id: 'client.nav.estimates' })} />
        )}
        {hasForms && (
          <NavLink to="/admin/forms" icon={FilePen} label={intl.formatMessage({ id: 'admin.forms.title' })} />
        )}
        {!hasSearch && <CommandPaletteButton onOpen={open} />}
        <NavLink to="/admin/practice" icon={Building2} label={intl.formatMessage({ id: 'admin.nav.practice' })} />
        {isAdmin && hasStaff && (
          <NavLink to="/admin/staff" icon={Briefcase} label={intl.formatMessage({ id: 'admin.nav.staff' })} />
        )}
        {isAdmin && hasFigures && (
          <NavLink to="/admin/figures" icon={ChartColumn} label={intl.formatMessage({ id: 'admin.nav.figures' })} />
        )}
        {isAdmin && hasAuditLog && (
          <NavLink to="/admin/audit" icon={History} label={intl.formatMessage({ id: 'admin.nav.audit' })} />
        )}
        <NavLink to="/admin/settings" icon={Settings2} label={intl.formatMessage({ id: 'client.nav.settings' })} />
        {website && <ExternalNavLink href={website} icon={Globe} label={<FormattedMessage id="admin.nav.website" />} />}
      </AreaSidebar>
      <Main>
        <Outlet />
      </Main>
      <OpenSheet practiceId={practiceId} />
      {dialog}
      {handedClient && (
        <SsoHandoffDialog
          practiceId={practiceId}
          clientUuid={handedClient}
          onClose={() => void navigate({ to: '.', state: {}, replace: true })}
        />
      )}
    </>
  )
}

/** Sheet of the client in the URL; a separate component, so that opening it does not rerender the whole area. */
function OpenSheet({ practiceId }: { practiceId: string }) {
  const router = useRouter()
  const clientId = Route.useSearch({ select: ({ client }) => client })
  if (!clientId) return null
  return (
    <ClientSheet
      key={clientId}
      practiceId={practiceId}
      clientId={clientId}
      onClose={() => closeClientSheet(router)}
      details={<ClientDetails practiceId={practiceId} clientId={clientId} />}
    >
      <PortalMessages />
    </ClientSheet>
  )
}

/** Link to the requests with the number of waiting ones; hidden if the practice neither accepts nor has any. */
function RequestsLink({ practiceId }: { practiceId: string }) {
  const intl = useIntl()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data: count, isStale, refetch } = useQuery(requestCountQuery(practiceId))
  useEffect(() => {
    // Refetches a stale number on each navigation, like the number of an owner's reminders.
    if (isStale) void refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs on navigation only
  }, [pathname])
  const waiting = count?.waiting ?? 0
  const { data: terms } = useQuery({ ...requestTermQueries.of(practiceId), enabled: count?.waiting === 0 })
  if (waiting === 0 && !terms?.kinds.length) return null
  return (
    <NavLink
      to="/admin/requests"
      icon={Inbox}
      label={intl.formatMessage({ id: 'admin.requests.title' })}
      badge={waiting}
      badgeLabel={intl.formatMessage({ id: 'admin.requests.badge' }, { count: waiting })}
    />
  )
}
