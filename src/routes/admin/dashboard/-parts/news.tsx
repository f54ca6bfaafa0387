import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import Download from 'lucide-react/icons/download'
import MailWarning from 'lucide-react/icons/mail-warning'
import UserCheck from 'lucide-react/icons/user-check'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { NewsOfClient } from '#contract/schemas/news.ts'
import { NEWS_DAYS } from '#contract/practice.ts'
import { newsQueries } from '#src/api/news.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './news.module.css'

/** Recent events of the practice; not rendered until loaded. */
export function News({ practiceId, isStarting }: { practiceId: string; isStarting: boolean }) {
  const { data: news } = useQuery({ ...newsQueries.of(practiceId), retryOnMount: false })
  if (!news) return null
  const { activations, imports, givenUpMails } = news
  const isQuiet = activations.count === 0 && imports.length === 0 && givenUpMails.count === 0
  if (isQuiet && isStarting) return null
  return (
    <Panel as="section" aria-labelledby="news">
      <PanelHead>
        <h2 id="news">
          <FormattedMessage id="admin.news.title" />
        </h2>
        <span className="small muted">
          <FormattedMessage id="admin.news.days" values={{ days: NEWS_DAYS }} />
        </span>
      </PanelHead>
      {isQuiet ? (
        <p className={styles.quiet}>
          <FormattedMessage id="admin.news.quiet" />
        </p>
      ) : (
        <div className={styles.list}>
          <Items bare>
            {givenUpMails.count > 0 && (
              <Happened icon={MailWarning} bad at={givenUpMails.latest[0]?.at} sub={<Names of={givenUpMails.latest} />}>
                <FormattedMessage id="admin.news.givenUp" values={{ count: givenUpMails.count }} />
              </Happened>
            )}
            {activations.count > 0 && (
              <Happened icon={UserCheck} at={activations.latest[0]?.at} sub={<Names of={activations.latest} />}>
                <FormattedMessage id="admin.news.activated" values={{ count: activations.count }} />
              </Happened>
            )}
            {imports.map(({ at, added, updated }, index) => (
              <Happened
                key={index}
                icon={Download}
                at={at}
                sub={<FormattedMessage id="admin.audit.changes" values={{ added, updated }} />}
              >
                <FormattedMessage id="admin.audit.actions.imported" />
              </Happened>
            ))}
          </Items>
        </div>
      )}
    </Panel>
  )
}

interface HappenedProps {
  icon: LucideIcon
  bad?: boolean
  at: string | undefined
  sub: ReactNode
  children: ReactNode
}

function Happened({ icon, bad, at, sub, children }: HappenedProps) {
  return (
    <Item
      tile={<Tile icon={icon} tone={bad ? 'bad' : undefined} />}
      title={children}
      sub={sub}
      when={
        at && (
          <time dateTime={at}>
            <FormattedDate value={at} day="numeric" month="short" hour="2-digit" minute="2-digit" />
          </time>
        )
      }
    />
  )
}

/** Names of the latest clients. */
function Names({ of }: { of: readonly NewsOfClient[] }) {
  const intl = useIntl()
  return intl.formatList(of.map(({ client }) => client?.name || intl.formatMessage({ id: 'core.text.notAvailable' })))
}
