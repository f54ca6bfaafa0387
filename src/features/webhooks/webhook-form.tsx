import { FormattedMessage, useIntl } from 'react-intl'
import type { NewWebhook, Webhook, WebhookRequest } from '#contract/schemas/webhook.ts'
import { MAX_KEY_NAME, MAX_URL } from '#contract/text.ts'
import { completeWebsite } from '#contract/website.ts'
import { EVENT_TYPE_NAMES, FORMER_SECRET_HOURS } from '#contract/webhook.ts'
import { ShownOnce } from '#src/features/shown-once.tsx'
import { type MessageId, isMessage } from '#src/lib/intl.tsx'
import { draftOf } from '#src/session/drafts.ts'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'

/** Returns the message id of a type of event; later versions of the API may have more types. */
export const eventTypeText = (type: string): MessageId => {
  const id = `admin.webhooks.types.${type}`
  return isMessage(id) ? id : 'admin.webhooks.otherType'
}

/** Draft of the form for a new endpoint, or of the form that changes an endpoint. */
export const webhookDraft = (practiceId: string, webhookId = 'new') => draftOf('webhook', practiceId, webhookId)

export const webhookForm = async () => (await import('#contract/schemas/webhook.ts')).webhookFormSchema

export const webhookValues = (shown?: Pick<Webhook, 'name' | 'url' | 'types'>) => ({
  name: shown?.name ?? '',
  url: shown?.url ?? '',
  types: shown?.types ?? EVENT_TYPE_NAMES,
})

/** Returns the endpoint of the form's values. */
export function webhookOf({ name = '', url = '', types = [] }: Values): Omit<WebhookRequest, 'proof'> {
  return {
    name: String(name).trim(),
    url: String(url).trim(),
    types: EVENT_TYPE_NAMES.filter((type) => types.includes(type)),
  }
}
type Values = Readonly<Record<string, string | readonly string[]>>

/** Name, URL and events of an endpoint, in a form. */
export function WebhookFields() {
  const intl = useIntl()
  return (
    <>
      <p>
        <FormattedMessage id="admin.webhooks.addText" />
      </p>
      <TextField
        name="name"
        max={MAX_KEY_NAME}
        required
        autoComplete="off"
        label={<FormattedMessage id="admin.webhooks.name" />}
      />
      <TextField
        name="url"
        type="url"
        max={MAX_URL}
        complete={completeWebsite}
        required
        autoComplete="off"
        label={<FormattedMessage id="admin.webhooks.url" />}
      />
      <CheckboxGroupField
        name="types"
        required
        label={<FormattedMessage id="admin.webhooks.events" />}
        options={EVENT_TYPE_NAMES.map((type) => ({
          value: type,
          label: intl.formatMessage({ id: eventTypeText(type) }),
        }))}
      />
    </>
  )
}

/** Shows a secret once. */
export function NewSecret({ made, onClose }: { made: NewWebhook; onClose: () => void }) {
  const intl = useIntl()
  return (
    <ShownOnce
      title={<FormattedMessage id="admin.webhooks.secretOf" values={{ name: made.name }} />}
      lead={
        <FormattedMessage
          id={made.formerSecretUntil ? 'admin.webhooks.newSecretText' : 'admin.webhooks.secretText'}
          values={{ hours: FORMER_SECRET_HOURS }}
        />
      }
      label={<FormattedMessage id="admin.webhooks.secret" />}
      value={made.secret}
      copyLabel={intl.formatMessage({ id: 'admin.webhooks.copy' })}
      closeLabel={<FormattedMessage id="admin.webhooks.close" />}
      copied={<FormattedMessage id="admin.webhooks.copied" />}
      selected={<FormattedMessage id="admin.webhooks.selected" />}
      onClose={onClose}
    />
  )
}
