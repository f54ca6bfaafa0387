import ScanEye from 'lucide-react/icons/scan-eye'
import { useId, useState } from 'react'
import { FormattedMessage, FormattedDate, useIntl, type IntlShape } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './client-access-log.module.css'
import { useQuery } from '@tanstack/react-query'
import { addDays } from '#contract/dates.ts'
import type { AccessEntry } from '#contract/schemas/access-log.ts'
import { clientAccessLogQuery } from '#src/api/access-log.ts'
import { asDate, today } from '#src/lib/dates.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import type { MessageId } from '#src/lib/intl.tsx'

interface ClientAccessLogProps {
  clientId: string
  /** Whether the client is the reader of the log. */
  own?: boolean
}

/** Button that shows who has read or changed a client. */
export function ClientAccessLog({ clientId, own = false }: ClientAccessLogProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!useCan('seen')) return null
  return (
    <div className={styles.seen}>
      <Button
        variant="secondary"
        icon={ScanEye}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <FormattedMessage id={own ? 'core.seen.mine' : 'core.seen.title'} />
      </Button>
      <div id={id}>{isOpen && <AccessLogPanel clientId={clientId} own={own} />}</div>
    </div>
  )
}

/** Periods in days; empty for all kept entries. */
const PERIODS = ['30', '365', ''] as const

/** Lists the accounts that read or changed a client in a period, by day, latest first. */
function AccessLogPanel({ clientId, own }: { clientId: string; own: boolean }) {
  const intl = useIntl()
  const [days, setDays] = useState<string>(PERIODS[0])
  const since = days === '' ? undefined : addDays(today(), 1 - Number(days))
  const { data, isError, isFetching, refetch } = useQuery(clientAccessLogQuery(clientId, since))
  return (
    <div className={styles.panel}>
      <p className="muted">
        <FormattedMessage id={own ? 'core.seen.ownText' : 'core.seen.text'} />
      </p>
      <SelectInput
        label={intl.formatMessage({ id: 'core.seen.period' })}
        value={days}
        onChange={setDays}
        options={[
          { value: PERIODS[0], label: intl.formatMessage({ id: 'core.seen.lastMonth' }) },
          { value: PERIODS[1], label: intl.formatMessage({ id: 'core.seen.lastYear' }) },
          { value: PERIODS[2], label: intl.formatMessage({ id: 'core.seen.all' }) },
        ]}
      />
      {!data && !isError && <Spinner />}
      {!data && isError && (
        <Empty
          title={<FormattedMessage id="core.seen.failed" />}
          actions={
            <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
              <FormattedMessage id="core.buttons.retry" />
            </Button>
          }
        />
      )}
      {data && data.content.length === 0 && (
        <Empty
          icon={ScanEye}
          title={<FormattedMessage id="core.seen.emptyTitle" />}
          actions={
            since && (
              <Button variant="secondary" onClick={() => setDays(PERIODS[2])}>
                <FormattedMessage id="core.seen.showAll" />
              </Button>
            )
          }
        >
          <FormattedMessage id="core.seen.empty" />
        </Empty>
      )}
      {data && data.content.length > 0 && (
        <>
          <Items plain bare>
            {data.content.map((entry) => (
              <AccessLogItem key={keyOf(entry)} entry={entry} own={own} />
            ))}
          </Items>
          {data.page.totalElements > data.content.length && (
            <p className="small muted">
              <FormattedMessage
                id="core.seen.latest"
                values={{ count: data.content.length, total: data.page.totalElements }}
              />
            </p>
          )}
        </>
      )}
    </div>
  )
}

function AccessLogItem({ entry, own }: { entry: AccessEntry; own: boolean }) {
  const intl = useIntl()
  const { day, account, key } = entry
  const side = intl.formatMessage({ id: readerRoleId(entry, own) })
  const name = account?.name || account?.username || key
  const actions = actionsText(entry, intl)
  return (
    <Item
      title={name || side}
      sub={name ? `${side} · ${actions}` : actions}
      when={
        <time dateTime={day}>
          <FormattedDate value={asDate(day)} day="numeric" month="short" year="numeric" />
        </time>
      }
    />
  )
}

const keyOf = ({ day, by, role, account, key }: AccessEntry) => [day, by, role, account?.id, key].join(' ')

/** Returns the message id of the reader's role at the practice. `own` means that the client views the log. */
export function readerRoleId({ by, role }: AccessEntry, own: boolean): MessageId {
  if (by === 'system') return 'core.seen.system'
  if (by === 'owner') return own ? 'core.seen.you' : 'core.seen.owner'
  return role === 'CLINIC_ADMIN' ? 'core.seen.admin' : 'core.seen.user'
}

/** Returns a short text for an action; the practice's log contains each change. */
export function actionsText({ actions }: AccessEntry, intl: IntlShape): string {
  const ids = actions.map((action): MessageId => {
    if (action === 'read') return 'core.seen.read'
    return action === 'viewed-as' ? 'core.seen.viewedAs' : 'core.seen.changed'
  })
  return [...new Set(ids)].map((id) => intl.formatMessage({ id })).join(', ')
}
