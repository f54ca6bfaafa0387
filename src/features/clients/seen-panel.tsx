import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { addDays } from '#contract/dates.ts'
import { asDate, today } from '#src/lib/dates.ts'
import type { SeenEntry } from '#contract/access-log.ts'
import { seenSince } from '#src/api/access-log.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import styles from './seen.module.css'
import { sideId, whatWords } from './seen-words.ts'

/** In days; none: all that is kept. */
const PERIODS = ['30', '365', ''] as const

interface SeenPanelProps {
  clientId: string
  own: boolean
}

/** By day, the latest first: who has read or changed a client, in a period. */
export function SeenPanel({ clientId, own }: SeenPanelProps) {
  const intl = useIntl()
  const [days, setDays] = useState<string>(PERIODS[0])
  const since = days === '' ? undefined : addDays(today(), 1 - Number(days))
  const { data, isError, isFetching, refetch } = useQuery(seenSince(clientId, since))
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
      {data && data.content.length === 0 && <Empty title={<FormattedMessage id="core.seen.empty" />} />}
      {data && data.content.length > 0 && (
        <>
          <Items plain bare>
            {data.content.map((entry) => (
              <SeenItem key={keyOf(entry)} entry={entry} own={own} />
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

function SeenItem({ entry, own }: { entry: SeenEntry; own: boolean }) {
  const intl = useIntl()
  const { day, account, key } = entry
  const side = intl.formatMessage({ id: sideId(entry, own) })
  const name = account?.name || account?.username || key
  const what = whatWords(entry, intl)
  return (
    <Item
      title={name || side}
      sub={name ? `${side} · ${what}` : what}
      when={
        <time dateTime={day}>
          <FormattedDate value={asDate(day)} day="numeric" month="short" year="numeric" />
        </time>
      }
    />
  )
}

const keyOf = ({ day, by, role, account, key }: SeenEntry) => [day, by, role, account?.id, key].join(' ')
