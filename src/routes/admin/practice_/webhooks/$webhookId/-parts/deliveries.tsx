import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Delivery } from '#contract/schemas/webhook.ts'
import { DELIVERY_ERRORS, type DeliveryError, type DeliveryState, EVENT_DAYS, TEST_EVENT } from '#contract/webhook.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { webhookMutations, webhookQueries } from '#src/api/webhooks.ts'
import { eventTypeText } from '#src/features/webhooks/webhook-form.tsx'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { ReplaySince } from './replay-since.tsx'
import styles from './webhook.module.css'

const FIRST = 20

interface DeliveriesProps {
  practiceId: string
  webhookId: string
}

/** Events of an endpoint, latest first. */
export function Deliveries({ practiceId, webhookId }: DeliveriesProps) {
  const [size, setSize] = useState(FIRST)
  const query = useQuery({
    ...webhookQueries.deliveries(practiceId, webhookId, size),
    placeholderData: (former) => former,
  })
  const { data, isPlaceholderData } = query
  return (
    <section className="stack" aria-labelledby="deliveries">
      <div className={styles.state}>
        <h2 id="deliveries">
          <FormattedMessage id="admin.webhooks.deliveries" />
        </h2>
        {data && data.content.length > 0 && <ReplaySince practiceId={practiceId} webhookId={webhookId} />}
      </div>
      <LoadFailure query={query}>
        <FormattedMessage id="admin.webhooks.deliveriesFailed" />
      </LoadFailure>
      {data?.content.length === 0 && (
        <p className="muted">
          <FormattedMessage id="admin.webhooks.noDeliveries" values={{ days: EVENT_DAYS }} />
        </p>
      )}
      {data && data.content.length > 0 && (
        <Items plain>
          {data.content.map((each) => (
            <DeliveryItem key={each.id} practiceId={practiceId} webhookId={webhookId} shown={each} />
          ))}
        </Items>
      )}
      {data && data.page.totalElements > data.content.length && size < MAX_PAGE_SIZE && (
        <div>
          <Button variant="secondary" busy={isPlaceholderData} onClick={() => setSize(MAX_PAGE_SIZE)}>
            <FormattedMessage id="admin.webhooks.more" />
          </Button>
        </div>
      )}
    </section>
  )
}

const STATES = {
  waiting: ['admin.webhooks.deliveryStates.waiting', undefined],
  delivered: ['admin.webhooks.deliveryStates.delivered', 'ok'],
  failed: ['admin.webhooks.deliveryStates.refused', 'bad'],
  skipped: ['admin.webhooks.deliveryStates.skipped', undefined],
} satisfies Record<DeliveryState, [MessageId, 'ok' | 'bad' | undefined]>

type ItemProps = DeliveriesProps & { shown: Delivery }

function DeliveryItem({ practiceId, webhookId, shown }: ItemProps) {
  const { id, type, at, state, attempts } = shown
  const intl = useIntl()
  const replaying = useMutation(webhookMutations.replay(practiceId, webhookId))
  const skipping = useMutation(webhookMutations.skip(practiceId, webhookId))
  const [text, tone] = STATES[state]
  const event = intl.formatMessage({ id: eventTypeText(type) })
  const isTest = type === TEST_EVENT
  async function act() {
    await (state === 'waiting' ? skipping : replaying).mutateAsync(id)
    showMessage('success', state === 'waiting' ? 'admin.webhooks.skipped' : 'admin.webhooks.replayed')
  }
  return (
    <Item
      stacked="early"
      title={event}
      sub={
        <>
          <Moment at={at} weekday="short" day="numeric" month="long" hour="2-digit" minute="2-digit" second="2-digit" />
          {attempts > 0 && <LastAttempt shown={shown} />}
          {shown.excerpt && (
            <Fold isInline title={<FormattedMessage id="admin.webhooks.response" />}>
              <pre className={styles.excerpt} translate="no">
                {shown.excerpt}
              </pre>
            </Fold>
          )}
        </>
      }
      when={
        <div className={styles.actions}>
          <Status tone={state === 'waiting' && attempts > 0 ? 'warn' : tone}>
            <FormattedMessage id={text} />
          </Status>
          {!isTest && (
            <Button
              variant="secondary"
              busy={replaying.isPending || skipping.isPending}
              aria-label={intl.formatMessage(
                { id: state === 'waiting' ? 'admin.webhooks.skipName' : 'admin.webhooks.replayName' },
                { event, at: intl.formatTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' }) },
              )}
              onClick={() => void act().catch(() => {})}
            >
              <FormattedMessage id={state === 'waiting' ? 'admin.webhooks.skip' : 'admin.webhooks.replay'} />
            </Button>
          )}
        </div>
      }
    />
  )
}

const ERRORS = {
  address: 'admin.webhooks.errors.address',
  insecure: 'admin.webhooks.errors.insecure',
  host: 'admin.webhooks.errors.host',
  connection: 'admin.webhooks.errors.connection',
  tls: 'admin.webhooks.errors.tls',
  timeout: 'admin.webhooks.errors.timeout',
} satisfies Record<DeliveryError, MessageId>

/** Result, duration and number of the attempts. */
function LastAttempt({ shown: { status, error, ms = 0, attempts } }: { shown: Delivery }) {
  return (
    <>
      {' · '}
      {error && DELIVERY_ERRORS.includes(error) ? (
        <FormattedMessage id={ERRORS[error]} />
      ) : (
        <FormattedMessage id="admin.webhooks.status" values={{ status: status ?? '–' }} />
      )}
      {' · '}
      <FormattedMessage id="admin.webhooks.duration" values={{ ms }} />
      {attempts > 1 && (
        <>
          {' · '}
          <FormattedMessage id="admin.webhooks.attempts" values={{ attempts }} />
        </>
      )}
    </>
  )
}
