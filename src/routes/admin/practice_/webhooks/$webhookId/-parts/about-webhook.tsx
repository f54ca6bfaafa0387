import { useMutation } from '@tanstack/react-query'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import type { Webhook } from '#contract/schemas/webhook.ts'
import { EVENT_DAYS, EVENT_TYPE_NAMES, type WebhookReason } from '#contract/webhook.ts'
import { webhookMutations } from '#src/api/webhooks.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { eventTypeText } from '#src/features/webhooks/webhook-form.tsx'
import { WebhookStatus } from '#src/features/webhooks/webhook-status.tsx'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './webhook.module.css'

const REASONS = {
  failed: 'admin.webhooks.reasons.failed',
  gone: 'admin.webhooks.reasons.gone',
  restored: 'admin.webhooks.reasons.restored',
  'secret-lost': 'admin.webhooks.reasons.secretLost',
} satisfies Record<WebhookReason, MessageId>

interface WebhookProps {
  practiceId: string
  shown: Webhook
}

/** State of an endpoint, and the buttons that switch it on or off. */
export function AboutWebhook({ practiceId, shown }: WebhookProps) {
  const intl = useIntl()
  const setActive = useMutation(webhookMutations.setActive(practiceId, shown.id))
  const { state, reason, failingSince, nextAttemptAt, formerSecretUntil, waiting, types } = shown
  const isFailing = state === 'active' && failingSince !== undefined
  const switchTo = async (active: boolean) => {
    await setActive.mutateAsync(active)
    showMessage('success', active ? 'admin.webhooks.resumed' : 'admin.webhooks.pausedNow')
  }
  return (
    <Panel as="section" padded className="stack" aria-labelledby="webhook-state">
      <div className={styles.state}>
        <h2 id="webhook-state">
          <FormattedMessage id="admin.webhooks.state" />
        </h2>
        <WebhookStatus shown={shown} />
      </div>
      {reason && (
        <p>
          <FormattedMessage id={REASONS[reason]} values={{ days: EVENT_DAYS }} />
        </p>
      )}
      {isFailing && (
        <p>
          <FormattedMessage
            id="admin.webhooks.failingText"
            values={{ since: <Time at={failingSince} />, next: <Time at={nextAttemptAt ?? failingSince} /> }}
          />
        </p>
      )}
      {formerSecretUntil !== undefined && (
        <p>
          <FormattedMessage id="admin.webhooks.formerSecret" values={{ until: <Time at={formerSecretUntil} /> }} />
        </p>
      )}
      <Facts>
        <Fact name={<FormattedMessage id="admin.webhooks.waitingEvents" />}>{intl.formatNumber(waiting)}</Fact>
        <Fact name={<FormattedMessage id="admin.webhooks.events" />}>
          {types.length === EVENT_TYPE_NAMES.length ? (
            <FormattedMessage id="admin.webhooks.allEvents" />
          ) : (
            <FormattedList type="unit" value={types.map((type) => intl.formatMessage({ id: eventTypeText(type) }))} />
          )}
        </Fact>
      </Facts>
      <div className={styles.actions}>
        {(state !== 'active' || isFailing) && (
          <Button variant="primary" busy={setActive.isPending} onClick={() => void switchTo(true).catch(() => {})}>
            <FormattedMessage id={isFailing ? 'admin.webhooks.tryNow' : 'admin.webhooks.resume'} />
          </Button>
        )}
        {state === 'active' && (
          <Button variant="secondary" busy={setActive.isPending} onClick={() => void switchTo(false).catch(() => {})}>
            <FormattedMessage id="admin.webhooks.pause" />
          </Button>
        )}
        {waiting > 0 && <SkipAll practiceId={practiceId} shown={shown} />}
      </div>
    </Panel>
  )
}

const Time = ({ at }: { at: string }) => <Moment at={at} day="numeric" month="long" hour="2-digit" minute="2-digit" />

function SkipAll({ practiceId, shown: { id, waiting } }: WebhookProps) {
  const { mutateAsync } = useMutation(webhookMutations.skipAll(practiceId, id))
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button variant="danger-quiet" onClick={openDialog}>
          <FormattedMessage id="admin.webhooks.skipAll" />
        </Button>
      )}
      title={<FormattedMessage id="admin.webhooks.skipAllTitle" values={{ count: waiting }} />}
      confirmLabel={<FormattedMessage id="admin.webhooks.skipAll" />}
      act={async (close) => {
        await mutateAsync()
        close()
        showMessage('success', 'admin.webhooks.skippedAll')
      }}
    >
      <p>
        <FormattedMessage id="admin.webhooks.skipAllText" values={{ days: EVENT_DAYS }} />
      </p>
    </ConfirmedButton>
  )
}
