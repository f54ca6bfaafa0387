import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { NewWebhook, Webhook } from '#contract/schemas/webhook.ts'
import { FORMER_SECRET_HOURS } from '#contract/webhook.ts'
import { webhookMutations } from '#src/api/webhooks.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import {
  NewSecret,
  WebhookFields,
  webhookDraft,
  webhookForm,
  webhookOf,
  webhookValues,
} from '#src/features/webhooks/webhook-form.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './webhook.module.css'

/** Buttons that try, change and remove an endpoint. */
export function WebhookActions({ practiceId, shown }: { practiceId: string; shown: Webhook }) {
  const { id, name } = shown
  const navigate = useNavigate()
  const testing = useMutation(webhookMutations.test(practiceId, id))
  const changing = useMutation(webhookMutations.change(practiceId, id))
  const removing = useMutation(webhookMutations.remove(practiceId, id))
  const renewing = useMutation(webhookMutations.renewSecret(practiceId, id))
  const draft = webhookDraft(practiceId, id)
  // A restored draft opens the dialog at once.
  const [open, setOpen] = useState<'change' | 'secret' | undefined>(() => draft.read() && 'change')
  const [made, setMade] = useState<NewWebhook>()

  async function sendTest() {
    const { state } = await testing.mutateAsync()
    if (state === 'delivered') showMessage('success', 'admin.webhooks.testDelivered')
    else showMessage('warning', 'admin.webhooks.testRefused')
  }

  return (
    <div className={styles.actions}>
      <Button variant="secondary" busy={testing.isPending} onClick={() => void sendTest().catch(() => {})}>
        <FormattedMessage id="admin.webhooks.test" />
      </Button>
      <Button variant="secondary" onClick={() => void ProofDialog.openAfterImport(() => setOpen('change'))}>
        <FormattedMessage id="admin.webhooks.change" />
      </Button>
      <Button variant="secondary" onClick={() => void ProofDialog.openAfterImport(() => setOpen('secret'))}>
        <FormattedMessage id="admin.webhooks.renew" />
      </Button>
      <ConfirmedButton
        renderButton={(openDialog) => (
          <Button variant="danger-quiet" onClick={openDialog}>
            <FormattedMessage id="admin.webhooks.remove" />
          </Button>
        )}
        title={<FormattedMessage id="admin.webhooks.removeTitle" values={{ name }} />}
        confirmLabel={<FormattedMessage id="admin.webhooks.remove" />}
        act={async (close) => {
          await removing.mutateAsync()
          close()
          await navigate({ to: '/admin/practice/data' })
          showMessage('success', 'admin.webhooks.removed', { name })
        }}
      >
        <p>
          <FormattedMessage id="admin.webhooks.removeText" />
        </p>
      </ConfirmedButton>
      {open === 'change' && (
        <ProofDialog
          title={<FormattedMessage id="admin.webhooks.changeTitle" />}
          action={<FormattedMessage id="core.buttons.save" />}
          initialValues={webhookValues(shown)}
          schema={webhookForm}
          draft={draft}
          act={async (proof, values) => {
            await changing.mutateAsync({ ...webhookOf(values), proof })
            showMessage('success', 'admin.webhooks.changed')
            setOpen(undefined)
          }}
          onClose={() => {
            draft.forget()
            setOpen(undefined)
          }}
        >
          <WebhookFields />
        </ProofDialog>
      )}
      {open === 'secret' && (
        <ProofDialog
          title={<FormattedMessage id="admin.webhooks.renew" />}
          action={<FormattedMessage id="admin.webhooks.renew" />}
          act={async (proof) => {
            setMade(await renewing.mutateAsync(proof))
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>
            <FormattedMessage id="admin.webhooks.renewText" values={{ hours: FORMER_SECRET_HOURS }} />
          </p>
        </ProofDialog>
      )}
      {made && <NewSecret made={made} onClose={() => setMade(undefined)} />}
    </div>
  )
}
