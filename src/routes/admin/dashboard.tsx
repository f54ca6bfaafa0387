import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { QuickSearch } from '#src/features/clients/quick-search.tsx'
import { clientQueries } from '#src/features/clients/queries.ts'
import { practiceInitials } from '#src/features/practice/practice-card.tsx'
import { sessionQueries } from '#src/features/session/queries.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/page.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { Legend, LegendItem, ShareTiles } from '#src/ui/share-tiles.tsx'
import { StatLink, Stats } from '#src/ui/stats.tsx'
import { Tile } from '#src/ui/tile.tsx'
import styles from './dashboard.module.css'

export const Route = createFileRoute('/admin/dashboard')({
  staticData: { title: 'admin.nav.dashboard' },
  loader: async ({ context: { queryClient, practiceId } }) => {
    await Promise.all([
      queryClient.query(clientQueries.registeredCount(practiceId)),
      queryClient.query(clientQueries.unregisteredCount(practiceId)),
    ])
  },
  component: Dashboard,
})

function Dashboard() {
  const { practiceId } = Route.useRouteContext()
  const [now] = useState(() => new Date())
  const { data: registered } = useSuspenseQuery(clientQueries.registeredCount(practiceId))
  const { data: unregistered } = useSuspenseQuery(clientQueries.unregisteredCount(practiceId))
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
      <Split lead="right">
        <QuickSearch practiceId={practiceId} />
        <Stack>
          <Stats>
            <StatLink
              to="/admin/clients/registered"
              name={<FormattedMessage id="admin.clients.registered" />}
              value={<FormattedNumber value={registered} />}
            />
            <StatLink
              to="/admin/clients/unregistered"
              name={<FormattedMessage id="admin.clients.unregistered" />}
              value={<FormattedNumber value={unregistered} />}
            />
          </Stats>
          <Share registered={registered} unregistered={unregistered} />
        </Stack>
        <PracticePanel practiceId={practiceId} />
      </Split>
    </Page>
  )
}

function Greeting({ hour }: { hour: number }) {
  const { data: user } = useQuery({ ...sessionQueries.user(), enabled: false })
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return <FormattedMessage id={`admin.dashboard.${time}`} values={{ name: user?.firstName || 'none' }} />
}

/** Of every hundred clients, so many use the portal; one who does is never rounded to nobody, nor one who does not to all. */
function Share({ registered, unregistered }: { registered: number; unregistered: number }) {
  const intl = useIntl()
  const total = registered + unregistered
  if (total === 0) {
    return (
      <Panel>
        <Empty title={<FormattedMessage id="admin.dashboard.noClients" />}>
          <FormattedMessage id="admin.dashboard.noClientsText" />
        </Empty>
      </Panel>
    )
  }
  const exact = (registered / total) * 100
  const share = exact > 0 && exact < 1 ? 1 : exact > 99 && exact < 100 ? 99 : Math.round(exact)
  return (
    <Panel padded>
      <div className={styles.shareHead}>
        <h2>
          <FormattedMessage id="admin.dashboard.share" values={{ share }} />
        </h2>
        <span className="muted small">
          <FormattedMessage id="admin.dashboard.tile" />
        </span>
      </div>
      <div className={styles.stack}>
        <ShareTiles
          full={registered}
          total={total}
          label={intl.formatMessage({ id: 'admin.dashboard.tiles' }, { share })}
        />
        <Legend>
          <LegendItem
            kind="full"
            label={<FormattedMessage id="admin.clients.registered" />}
            value={<FormattedNumber value={registered} />}
          />
          <LegendItem
            kind="none"
            label={<FormattedMessage id="admin.clients.unregistered" />}
            value={<FormattedNumber value={unregistered} />}
          />
        </Legend>
      </div>
    </Panel>
  )
}

function PracticePanel({ practiceId }: { practiceId: string }) {
  const { data: practice } = useQuery(sessionQueries.practice(practiceId))
  if (!practice) return null
  return (
    <Panel padded>
      <div className={styles.practice}>
        <h2>
          <FormattedMessage id="admin.dashboard.practice" />
        </h2>
        <div className={styles.identity}>
          <Tile initials={practiceInitials(practice.name)} />
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
