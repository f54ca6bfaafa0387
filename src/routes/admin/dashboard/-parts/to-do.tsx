import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import AtSign from 'lucide-react/icons/at-sign'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import Inbox from 'lucide-react/icons/inbox'
import MailWarning from 'lucide-react/icons/mail-warning'
import Send from 'lucide-react/icons/send'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Users from 'lucide-react/icons/users'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { RequestCount } from '#contract/schemas/request.ts'
import { useCan } from '#src/api/capabilities.ts'
import { followUpQuery } from '#src/api/news.ts'
import { requestCountQuery } from '#src/api/request-terms.ts'
import { LoadClientsLink, LoadClientsText, useHasNoClients } from '#src/features/clients/no-clients.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import styles from './news.module.css'

/** Tasks of the practice's staff, each with a link to the matching list; not rendered until the counts are loaded. */
export function ToDo({ practiceId, isStarting }: { practiceId: string; isStarting: boolean }) {
  const { data } = useQuery({ ...followUpQuery(practiceId), retryOnMount: false })
  const hasRequests = useCan('requests')
  const { data: requests } = useQuery({
    ...requestCountQuery(practiceId),
    enabled: hasRequests,
    retryOnMount: false,
  })
  // The first steps name this task too.
  const hasNoClients = useHasNoClients(practiceId) && !isStarting
  const waiting = requests?.waiting ?? 0
  if (!data && waiting === 0 && !hasNoClients) return null
  const tasks = TASKS.filter(({ name }) => (data?.[name] ?? 0) > 0)
  const isEmpty = waiting === 0 && tasks.length === 0 && !hasNoClients
  if (isEmpty && isStarting) return null
  return (
    <Panel as="section" aria-labelledby="to-do">
      <PanelHead>
        <h2 id="to-do">
          <FormattedMessage id="admin.todo.title" />
        </h2>
      </PanelHead>
      <div className={styles.list}>
        <Items bare>
          {requests && waiting > 0 && <Requests {...requests} />}
          {tasks.map(({ name, icon, link }) => (
            <Task
              key={name}
              icon={icon}
              sub={<FormattedMessage id={`admin.todo.${name}Text`} />}
              action={
                <Link {...link} className={buttonClass()}>
                  <FormattedMessage id="admin.todo.view" />
                </Link>
              }
            >
              <FormattedMessage id={`admin.todo.${name}`} values={{ count: data?.[name] }} />
            </Task>
          ))}
          {hasNoClients && (
            <Task icon={Users} sub={<LoadClientsText />} action={<LoadClientsLink />}>
              <FormattedMessage id="admin.todo.loadClients" />
            </Task>
          )}
          {isEmpty && <Item tile={<Tile icon={Check} />} title={<FormattedMessage id="admin.todo.none" />} />}
        </Items>
      </div>
    </Panel>
  )
}

/** Tasks that the API counts, in display order. */
const TASKS = [
  { name: 'notInvited', icon: Send, link: { to: '/admin/clients/registered', search: { state: 'not-invited' } } },
  { name: 'undelivered', icon: MailWarning, link: { to: '/admin/clients/registered', search: { state: 'failed' } } },
  { name: 'unanswered', icon: Clock, link: { to: '/admin/clients/registered', search: { state: 'unanswered' } } },
  { name: 'withoutEmail', icon: AtSign, link: { to: '/admin/clients/unregistered', search: { noEmail: true } } },
  { name: 'failedImports', icon: Download, link: { to: '/admin/practice/data' } },
] as const

/** Number of requests that wait for an answer, and of requests unseen for too long. */
function Requests({ waiting, since, unseen }: RequestCount) {
  return (
    <Task
      icon={Inbox}
      sub={
        <>
          {since && (
            <FormattedMessage
              id="admin.todo.requestsSince"
              values={{ day: <Day date={since} day="numeric" month="long" /> }}
            />
          )}
          {unseen > 0 && (
            <>
              {' '}
              <Status tone="bad" icon={TriangleAlert}>
                <FormattedMessage id="admin.todo.requestsUnseen" values={{ count: unseen }} />
              </Status>
            </>
          )}
        </>
      }
      action={
        <Link to="/admin/requests" className={buttonClass()}>
          <FormattedMessage id="admin.todo.view" />
        </Link>
      }
    >
      <FormattedMessage id="admin.todo.requests" values={{ count: waiting }} />
    </Task>
  )
}

interface TaskProps {
  icon: LucideIcon
  sub: ReactNode
  action: ReactNode
  children: ReactNode
}

function Task({ icon, sub, action, children }: TaskProps) {
  return <Item tile={<Tile icon={icon} />} title={children} sub={sub} when={action} stacked />
}
