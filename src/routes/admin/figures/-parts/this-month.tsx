import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MonthStart, PracticeFigures } from '#contract/schemas/figures.ts'
import { asDate, today } from '#src/lib/dates.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './figures.module.css'
import { totalClients, totalOf } from './figure-texts.ts'

interface ThisMonthProps {
  now: PracticeFigures
  /** Figures of the same days of last month. */
  before: PracticeFigures
  hasRequests: boolean
}

const view = <FormattedMessage id="admin.todo.view" />

/** Sentences about this month, compared with last month, each with what to do next. */
export function ThisMonth({ now, before, hasRequests }: ThisMonthProps) {
  const id = useId()
  const sent = ({ requests }: PracticeFigures) => requests.reduce((sum, each) => sum + each.sent, 0)
  const [due, dueBefore] = [totalOf(now.reminders), totalOf(before.reminders)]
  const { invited, notInvited = 0, mailed, activated } = now.clients
  const { monthStarts } = now
  const users = mailed + activated
  return (
    <Panel as="section" padded aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        <FormattedMessage id="admin.figures.thisMonth" />
      </h2>
      <Items plain bare>
        {hasRequests && (
          <Item
            stacked
            title={<FormattedMessage id="admin.figures.monthRequests" values={{ count: sent(now) }} />}
            sub={<Compared now={sent(now)} before={sent(before)} />}
            when={
              <Link to="/admin/requests" className={buttonClass()}>
                {view}
              </Link>
            }
          />
        )}
        <Item
          stacked
          title={<FormattedMessage id="admin.figures.monthReminders" values={{ due: due.due, done: due.done }} />}
          sub={
            <FormattedMessage id="admin.figures.lastReminders" values={{ due: dueBefore.due, done: dueBefore.done }} />
          }
          when={
            <Link to="/admin/practice/clients" className={buttonClass()}>
              <FormattedMessage id="admin.figures.toMails" />
            </Link>
          }
        />
        {invited + notInvited > 0 && (
          <Item
            stacked
            title={<FormattedMessage id="admin.figures.notOpened" values={{ count: invited }} />}
            sub={
              <>
                <SinceStart now={invited} of="invited" starts={monthStarts} />{' '}
                <FormattedMessage id="admin.figures.remaining" values={{ count: notInvited }} />
              </>
            }
            when={
              <Link
                to="/admin/clients/registered"
                search={{ state: invited > 0 ? 'invited' : 'not-invited' }}
                className={buttonClass()}
              >
                {view}
              </Link>
            }
          />
        )}
        {monthStarts.length > 0 && (
          <>
            <Item
              stacked
              title={
                <FormattedMessage id="admin.figures.users" values={{ users, clients: totalClients(now.clients) }} />
              }
              sub={<SinceStart now={users} of="users" starts={monthStarts} />}
              when={
                <Link to="/admin/clients/registered" search={{ state: 'activated' }} className={buttonClass()}>
                  {view}
                </Link>
              }
            />
            <Item
              stacked
              title={<FormattedMessage id="admin.figures.livingAnimals" values={{ count: now.animals.alive }} />}
              sub={<SinceStart now={now.animals.alive} of="animals" starts={monthStarts} />}
            />
          </>
        )}
      </Items>
    </Panel>
  )
}

const changeOf = (now: number, before: number) => ({
  count: Math.abs(now - before),
  change: now > before ? 'more' : now < before ? 'fewer' : 'same',
})

const Compared = ({ now, before }: { now: number; before: number }) => (
  <FormattedMessage id="admin.figures.compared" values={changeOf(now, before)} />
)

interface SinceStartProps {
  now: number
  of: Exclude<keyof MonthStart, 'day'>
  starts: readonly MonthStart[]
}

/** Change of a count since the start of the month, and in the month before if that was counted from its first day. */
function SinceStart({ now, of, starts }: SinceStartProps) {
  const intl = useIntl()
  const [start, former] = starts.filter(({ day }) => day < today())
  if (!start) return null
  return (
    <>
      <FormattedMessage
        id="admin.figures.sinceStart"
        values={{
          ...changeOf(now, start[of]),
          day: intl.formatDate(asDate(start.day), { day: 'numeric', month: 'long' }),
        }}
      />
      {former?.day.endsWith('-01') && start.day.endsWith('-01') && (
        <>
          {' '}
          <FormattedMessage
            id="admin.figures.inMonth"
            values={{
              ...changeOf(start[of], former[of]),
              month: intl.formatDate(asDate(former.day), { month: 'long' }),
            }}
          />
        </>
      )}
    </>
  )
}
