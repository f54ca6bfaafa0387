import { useMutation } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { EstimateOutcome } from '#contract/estimate-states.ts'
import type { Estimate } from '#contract/schemas/estimate.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import { telephoneHref } from '#contract/telephone.ts'
import { estimateMutations } from '#src/api/estimates.ts'
import { ValidUntil } from '#src/features/estimates/estimate-texts.tsx'
import { Amount } from '#src/features/line-items.tsx'
import { RequestLink, useAcceptsRequest } from '#src/features/requests/request-links.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { AcceptDialog, DeclineDialog } from './answer-dialogs.tsx'
import styles from './answer-panel.module.css'
import { UnsentReason } from './unsent-reason.tsx'

interface AnswerPanelProps {
  clientId: string
  estimate: Estimate
  practice: Pick<Practice, 'phone'>
  /** Staff can read an estimate, but not answer it. */
  viewedByStaff: boolean
}

/** Total of an estimate, with the buttons that answer it. */
export function AnswerPanel({ clientId, estimate, practice, viewedByStaff }: AnswerPanelProps) {
  const { uuid, state, lines, currency, patientUuid, terms, contentHash } = estimate
  const { mutateAsync } = useMutation(estimateMutations.answer(clientId, uuid))
  const [open, setOpen] = useState<EstimateOutcome>()
  const close = () => setOpen(undefined)

  /** Throws a failure that a repeated press may overcome; after a conflict, the page shows the present state. */
  async function answer(outcome: EstimateOutcome, text?: string): Promise<boolean> {
    try {
      await mutateAsync({ outcome, contentHash, text })
    } catch (error) {
      const isChanged = error instanceof CallError && error.code === 'estimate-changed'
      if (!isChanged && !(error instanceof CallError && error.code === 'estimate-closed')) throw error
      close()
      showMessage('warning', isChanged ? 'client.estimates.changedMeanwhile' : 'client.estimates.closedMeanwhile')
      return false
    }
    close()
    // The pressed buttons disappear.
    focusMain()
    showMessage('success', `client.estimates.sent.${outcome}`)
    return true
  }

  return (
    <Panel as="section" padded className={styles.panel} aria-labelledby="estimate-answer">
      <h2 id="estimate-answer">
        <FormattedMessage id="client.estimates.total" />
      </h2>
      <p className={styles.sum}>
        <Amount lines={lines} currency={currency} />
      </p>
      <p className="small">
        <FormattedMessage
          id="client.estimates.validUntil"
          values={{ day: <ValidUntil key="day" estimate={estimate} /> }}
        />
      </p>
      {terms && state === 'open' && <p className={styles.terms}>{terms.confirmation}</p>}
      {state === 'open' && viewedByStaff && (
        <Message kind="info">
          <FormattedMessage id="client.estimates.notYours" />
        </Message>
      )}
      {state === 'open' && !viewedByStaff && (
        <div className={styles.buttons}>
          <Button block variant="primary" icon={Check} onClick={() => setOpen('accepted')}>
            <FormattedMessage id="client.estimates.accept" />
          </Button>
          <Button block variant="secondary" onClick={() => setOpen('declined')}>
            <FormattedMessage id="client.estimates.decline" />
          </Button>
        </div>
      )}
      {!viewedByStaff && (
        <>
          <UnsentReason clientId={clientId} estimate={estimate} />
          <Ask estimateId={uuid} patient={patientUuid} phone={practice.phone} />
        </>
      )}
      {open === 'accepted' && <AcceptDialog estimate={estimate} onAccept={() => answer('accepted')} onClose={close} />}
      {open === 'declined' && (
        <DeclineDialog
          clientId={clientId}
          estimate={estimate}
          onDecline={(text) => answer('declined', text)}
          onClose={close}
        />
      )}
    </Panel>
  )
}

interface AskProps {
  estimateId: string
  patient: string | undefined
  phone: string | undefined
}

/** Link to a question about the estimate, or the telephone number if the practice takes no questions. */
function Ask({ estimateId, patient, phone }: AskProps) {
  const canAsk = useAcceptsRequest('QUESTION')
  if (canAsk) {
    return (
      <RequestLink kind="QUESTION" variant="ghost" estimate={estimateId} patient={patient}>
        <FormattedMessage id="client.estimates.ask" />
      </RequestLink>
    )
  }
  if (!phone || !telephoneHref(phone)) return null
  return (
    <p className="small">
      <FormattedMessage id="client.estimates.askByPhone" values={{ phone: <PhoneLink key="phone" phone={phone} /> }} />
    </p>
  )
}
