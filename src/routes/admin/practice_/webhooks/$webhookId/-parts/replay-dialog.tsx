import { useMutation } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { EVENT_DAYS } from '#contract/webhook.ts'
import { beginOfDay } from '#contract/zone.ts'
import { webhookMutations } from '#src/api/webhooks.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { DateField } from '#src/ui/forms/date-field.tsx'
import { FormDialog } from '#src/ui/forms/form-dialog.tsx'

const schema = async () => (await import('#contract/schemas/webhook.ts')).replayFormSchema

interface ReplayDialogProps {
  practiceId: string
  webhookId: string
  onClose: () => void
}

/** Asks for the day from which events are sent again. */
export function ReplayDialog({ practiceId, webhookId, onClose }: ReplayDialogProps) {
  const { mutateAsync } = useMutation(webhookMutations.replaySince(practiceId, webhookId))
  return (
    <FormDialog
      title={<FormattedMessage id="admin.webhooks.replaySince" />}
      action={<FormattedMessage id="admin.webhooks.replay" />}
      initialValues={{ day: '' }}
      schema={schema}
      onSubmit={async ({ day }) => {
        try {
          const count = await mutateAsync(beginOfDay(day))
          onClose()
          showMessage('success', 'admin.webhooks.replayedSince', { count })
          return undefined
        } catch (error) {
          return formErrorOf(error)
        }
      }}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="admin.webhooks.replaySinceText" values={{ days: EVENT_DAYS }} />
      </p>
      <DateField name="day" required label={<FormattedMessage id="admin.webhooks.since" />} />
    </FormDialog>
  )
}
