import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { MAX_ESTIMATE_ANSWER } from '#contract/estimate.ts'
import type { Estimate } from '#contract/schemas/estimate.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { Amount } from '#src/features/line-items.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { draftOf } from '#src/session/drafts.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { FormDialog } from '#src/ui/forms/form-dialog.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'
import { TextareaField } from '#src/ui/forms/text-field.tsx'

const isNotSent = (error: unknown) => error instanceof CallError && error.status === null
const NOT_SENT = <FormattedMessage id="client.estimates.notSent" />

interface AcceptDialogProps {
  estimate: Estimate
  onAccept: () => Promise<unknown>
  onClose: () => void
}

/** Asks for a confirmation before an estimate is accepted. */
export function AcceptDialog({ estimate: { reason, lines, currency, terms }, onAccept, onClose }: AcceptDialogProps) {
  const [problem, setProblem] = useState<ReactNode>()
  const { busy, run } = useAsyncAction(async () => {
    setProblem(undefined)
    try {
      await onAccept()
    } catch (error) {
      setProblem(isNotSent(error) ? NOT_SENT : caughtFailure(error))
    }
  })
  return (
    <ConfirmDialog
      title={<FormattedMessage id="client.estimates.acceptTitle" />}
      variant="primary"
      confirmLabel={<FormattedMessage id="client.estimates.acceptConfirm" />}
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        <FormattedMessage
          id="client.estimates.acceptText"
          values={{
            reason,
            amount: (
              <strong key="amount">
                <Amount lines={lines} currency={currency} />
              </strong>
            ),
          }}
        />
      </p>
      {terms && <p>{terms.confirmation}</p>}
    </ConfirmDialog>
  )
}

export const declineDraft = (clientId: string, estimateId: string) => draftOf('estimate-answer', clientId, estimateId)

interface DeclineDialogProps {
  clientId: string
  estimate: Estimate
  /** Returns false after a conflict. */
  onDecline: (text: string | undefined) => Promise<boolean>
  onClose: () => void
}

const NOTHING_TYPED = { text: '' }
const schema = async () => (await import('#contract/schemas/estimate.ts')).estimateAnswerBodySchema.pick(['text'])

/** Declines an estimate, with a reason if the owner gives one. */
export function DeclineDialog({ clientId, estimate: { uuid, reason }, onDecline, onClose }: DeclineDialogProps) {
  async function send({ text }: typeof NOTHING_TYPED): Promise<FormError | undefined> {
    try {
      return (await onDecline(text || undefined)) ? undefined : {}
    } catch (error) {
      return isNotSent(error) ? { text: NOT_SENT } : formErrorOf(error)
    }
  }
  return (
    <FormDialog
      title={<FormattedMessage id="client.estimates.declineTitle" />}
      action={<FormattedMessage id="client.estimates.declineConfirm" />}
      initialValues={NOTHING_TYPED}
      schema={schema}
      onSubmit={send}
      draft={declineDraft(clientId, uuid)}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="client.estimates.declineText" values={{ reason }} />
      </p>
      <TextareaField
        name="text"
        max={MAX_ESTIMATE_ANSWER}
        rows={4}
        label={<FormattedMessage id="client.estimates.declineReason" />}
      />
    </FormDialog>
  )
}
