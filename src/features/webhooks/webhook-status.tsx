import { FormattedMessage } from 'react-intl'
import type { Webhook } from '#contract/schemas/webhook.ts'
import { Status } from '#src/ui/data/status.tsx'

/** State of an endpoint in one word. */
export function WebhookStatus({ shown: { state, failingSince } }: { shown: Webhook }) {
  if (state === 'disabled')
    return (
      <Status tone="bad">
        <FormattedMessage id="admin.webhooks.states.disabled" />
      </Status>
    )
  if (state === 'paused')
    return (
      <Status tone="warn">
        <FormattedMessage id="admin.webhooks.states.paused" />
      </Status>
    )
  return (
    <Status tone={failingSince ? 'warn' : 'ok'}>
      <FormattedMessage id={failingSince ? 'admin.webhooks.states.failing' : 'admin.webhooks.states.active'} />
    </Status>
  )
}
