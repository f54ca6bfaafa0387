import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { NewWebhook } from '#contract/schemas/webhook.ts'
import { webhookMutations } from '#src/api/webhooks.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { NewSecret, WebhookFields, webhookDraft, webhookForm, webhookOf, webhookValues } from '#src/features/webhooks/webhook-form.tsx'

/** Form for a new endpoint with a proof of identity, then its secret. */
export function AddWebhook({ practiceId, onClose }: { practiceId: string; onClose: () => void }) {
  const { mutateAsync } = useMutation(webhookMutations.add(practiceId))
  // Component state is the only copy of the secret; closing the dialog discards it.
  const [made, setMade] = useState<NewWebhook>()
  const draft = webhookDraft(practiceId)
  function cancel() {
    draft.forget()
    onClose()
  }
  if (made) return <NewSecret made={made} onClose={onClose} />
  return (
    <ProofDialog
      title={<FormattedMessage id="admin.webhooks.add" />}
      action={<FormattedMessage id="admin.webhooks.add" />}
      initialValues={webhookValues()}
      schema={webhookForm}
      draft={draft}
      act={async (proof, values) => setMade(await mutateAsync({ ...webhookOf(values), proof }))}
      byCode={{ conflict: { text: <FormattedMessage id="admin.webhooks.tooMany" /> } }}
      onClose={cancel}
    >
      <WebhookFields />
    </ProofDialog>
  )
}
