import { useQuery } from '@tanstack/react-query'
import { now as serverNow } from '#src/lib/dates.ts'
import { type SearchSchemaInput, createFileRoute, stripSearchParams } from '@tanstack/react-router'
import CloudOff from 'lucide-react/icons/cloud-off'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber } from 'react-intl'
import { QuickSearch } from './dashboard/-parts/quick-search.tsx'
import { clientListQueries } from '#src/api/client-lists.ts'
import { filteredCountQueries } from '#src/api/filtered-counts.ts'
import { followUpQuery } from '#src/api/news.ts'
import { gettingStartedQuery } from '#src/api/getting-started.ts'
import { countRequests } from '#src/api/request-terms.ts'
import { PracticeTile } from '#src/features/practice/practice-tile.tsx'
import { createLazyModule, orNull } from '#src/lib/lazy-module.tsx'
import { readText } from '#src/lib/search.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { userQueries } from '#src/api/user.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'
import { StatLink, Stats } from '#src/ui/figures/stats.tsx'
import { LastViewed } from './dashboard/-parts/last-viewed.tsx'
import { ToDo } from './dashboard/-parts/to-do.tsx'
import { News } from './dashboard/-parts/news.tsx'
import { Share } from './dashboard/-parts/share.tsx'
import styles from './dashboard/-parts/dashboard.module.css'

// Shown only until a practice has completed its first steps.
const GettingStarted = createLazyModule(
  async () => (await import('./dashboard/-parts/getting-started.tsx')).GettingStarted,
)

interface DashboardSearch {
  lastName: string
}

// Loaded after the page, because few users have an offer.
const OfferNotices = createLazyModule(orNull(async () => (await import('#src/features/staff/offers.tsx')).OfferNotices))

export const Route = createFileRoute('/admin/dashboard')({
  staticData: { title: 'admin.nav.dashboard' },
  validateSearch: (search: Partial<DashboardSearch> & SearchSchemaInput): DashboardSearch => ({
    lastName: readText(search.lastName),
  }),
  search: { middlewares: [stripSearchParams({ lastName: '' })] },
  // The counts do not depend on the search.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: async ({ context: { queryClient, practiceId } }) => {
    // The page is usable if any of these fail.
    const [followUp] = await Promise.allSettled([
      // Always refetched, because undelivered mails and the passing of days change these counts.
      queryClient.query({ ...followUpQuery(practiceId), staleTime: 0 }),
      countRequests(queryClient, practiceId, { staleTime: 0 }),
      queryClient.query(clientListQueries.registeredCount(practiceId)),
      queryClient.query(clientListQueries.unregisteredCount(practiceId)),
      // Always refetched: a lock does not refetch the lists, and clients change the count by setting a first password.
      queryClient.query({ ...filteredCountQueries.locked(practiceId), staleTime: 0 }),
      queryClient.query({ ...filteredCountQueries.activated(practiceId), staleTime: 0 }),
    ])
    if (followUp.status === 'fulfilled' && followUp.value?.gettingStarted)
      await Promise.allSettled([
        GettingStarted.load(),
        queryClient.query({ ...gettingStartedQuery(practiceId), staleTime: 0 }),
      ])
  },
  component: Dashboard,
})

function Dashboard() {
  const { practiceId } = Route.useRouteContext()
  const { lastName } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [now] = useState(serverNow)
  const { data: followUp } = useQuery({ ...followUpQuery(practiceId), retryOnMount: false })
  const isStarting = followUp?.gettingStarted ?? false
  return (
    <Page>
      <PageHead
        title={<Greeting hour={now.getHours()} />}
        lead={
          <span className={styles.day}>
            <FormattedDate value={now} weekday="long" day="numeric" month="long" />
          </span>
        }
      />
      <OfferNotices />
      <Split lead="right">
        <QuickSearch
          practiceId={practiceId}
          query={lastName}
          onSearch={(text) => void navigate({ search: { lastName: text }, replace: true, resetScroll: false })}
        />
        <Stack>
          {isStarting && <GettingStarted practiceId={practiceId} />}
          <ToDo practiceId={practiceId} isStarting={isStarting} />
          <LastViewed practiceId={practiceId} />
          <News practiceId={practiceId} isStarting={isStarting} />
        </Stack>
        <Stack>
          <Counts practiceId={practiceId} isStarting={isStarting} />
          <PracticePanel practiceId={practiceId} />
        </Stack>
      </Split>
    </Page>
  )
}

interface StartingProps {
  practiceId: string
  /** Whether the first steps are shown, which replace notices about an empty portal. */
  isStarting: boolean
}

/** Client counts. A count that failed to load is hidden, and so are counts that are a part of it. */
function Counts({ practiceId, isStarting }: StartingProps) {
  // Failed queries are retried by the button, not on mount.
  const once = { retryOnMount: false }
  const registered = useQuery({ ...clientListQueries.registeredCount(practiceId), ...once })
  const unregistered = useQuery({ ...clientListQueries.unregisteredCount(practiceId), ...once })
  const { data: locked } = useQuery({ ...filteredCountQueries.locked(practiceId), ...once })
  const { data: activated } = useQuery({ ...filteredCountQueries.activated(practiceId), ...once })
  const hasNone = registered.data === 0 && unregistered.data === 0
  const failed = [registered, unregistered].filter(({ isLoadingError }) => isLoadingError)
  return (
    <>
      <Stats>
        <StatLink
          to="/admin/clients/registered"
          name={<FormattedMessage id="admin.clients.registered" />}
          value={<Count value={registered.data} />}
        />
        {activated != null && registered.data !== undefined && (
          <StatLink
            to="/admin/clients/registered"
            search={{ state: 'activated' }}
            name={<FormattedMessage id="admin.invitations.states.activated" />}
            value={<Count value={activated} />}
          />
        )}
        <StatLink
          to="/admin/clients/unregistered"
          name={<FormattedMessage id="admin.clients.unregistered" />}
          value={<Count value={unregistered.data} />}
        />
        {locked != null && registered.data !== undefined && (
          <StatLink
            to="/admin/clients/registered"
            search={{ locked: true }}
            icon={Lock}
            name={<FormattedMessage id="admin.clients.locked" />}
            value={<Count value={locked} />}
          />
        )}
      </Stats>
      {registered.data !== undefined && unregistered.data !== undefined && !(isStarting && hasNone) && (
        <Share registered={registered.data} unregistered={unregistered.data} />
      )}
      {failed.length > 0 && <Incomplete onRetry={() => failed.forEach(({ refetch }) => void refetch())} />}
    </>
  )
}

function Count({ value }: { value: number | undefined }) {
  if (value !== undefined) return <FormattedNumber value={value} />
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-text">
        <FormattedMessage id="core.text.notAvailable" />
      </span>
    </>
  )
}

function Incomplete({ onRetry }: { onRetry: () => void }) {
  function retry() {
    // Retrying removes the focused button.
    focusMain()
    onRetry()
  }
  return (
    <Panel>
      <Empty
        title={<FormattedMessage id="admin.dashboard.incomplete" />}
        icon={CloudOff}
        actions={
          <Button variant="secondary" onClick={retry}>
            <FormattedMessage id="core.buttons.retry" />
          </Button>
        }
      />
    </Panel>
  )
}

function Greeting({ hour }: { hour: number }) {
  const { data: user } = useQuery({ ...userQueries.me(), enabled: false })
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return <FormattedMessage id={`admin.dashboard.${time}`} values={{ name: user?.firstName || 'none' }} />
}

function PracticePanel({ practiceId }: { practiceId: string }) {
  const { data: practice } = useQuery(practiceQueries.one(practiceId))
  if (!practice) return null
  return (
    <Panel padded>
      <div className={styles.practice}>
        <h2>
          <FormattedMessage id="admin.dashboard.practice" />
        </h2>
        <div className={styles.identity}>
          <PracticeTile practice={practice} />
          <div>
            <strong>{practice.name}</strong>
            {practice.phone && <span className={styles.phone}>{practice.phone}</span>}
          </div>
        </div>
        <p className="small muted">
          <FormattedMessage id="admin.dashboard.practiceText" />
        </p>
      </div>
    </Panel>
  )
}
