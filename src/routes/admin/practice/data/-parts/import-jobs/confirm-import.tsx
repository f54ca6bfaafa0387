import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { LargePart } from '#contract/schemas/imports.ts'
import { importMutations } from '#src/api/imports.ts'
import { LargeParts } from '#src/features/imports/large-parts.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { dismissMessage, showMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { logUnforeseen } from '#src/lib/report-error.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './import-jobs.module.css'

interface ConfirmImportProps {
  practiceId: string
  sequence: number
  large: readonly LargePart[]
  onDecided: () => void
}

/** Lists the data that an export would lose; an admin confirms or declines the import. */
export function ConfirmImport({ practiceId, sequence, large, onDecided }: ConfirmImportProps) {
  const [decision, setDecision] = useState<'confirm' | 'decline'>()
  return (
    <div className={styles.unconfirmed}>
      <p>
        <FormattedMessage id="admin.imports.unconfirmedText" />
      </p>
      <LargeParts large={large} />
      <div className={styles.row}>
        <Button variant="primary" onClick={() => setDecision('confirm')}>
          <FormattedMessage id="admin.imports.confirm" />
        </Button>
        <Button variant="secondary" onClick={() => setDecision('decline')}>
          <FormattedMessage id="admin.imports.decline" />
        </Button>
      </div>
      {decision && (
        <DecisionDialog
          {...{ practiceId, sequence, large, onDecided }}
          decision={decision}
          onClose={() => setDecision(undefined)}
        />
      )}
    </div>
  )
}

const isConflict = (error: unknown) => error instanceof CallError && error.code === 'conflict'

interface DecisionDialogProps extends ConfirmImportProps {
  decision: 'confirm' | 'decline'
  onClose: () => void
}

function DecisionDialog({ practiceId, sequence, large, decision, onDecided, onClose }: DecisionDialogProps) {
  const deciding = useMutation({
    ...importMutations[decision](practiceId, sequence),
    onSuccess: () => {
      onClose()
      showMessage('success', decision === 'confirm' ? 'admin.imports.confirmed' : 'admin.imports.declined')
    },
    // The refetched history no longer contains the buttons.
    onSettled: (_answer, error) => {
      if (error === null) onDecided()
    },
    onError: (error) => {
      logUnforeseen(error)
      // Shown in the dialog; a message behind a modal cannot be closed.
      dismissMessage('error')
    },
  })
  return (
    <ConfirmDialog
      title={
        <FormattedMessage
          id={decision === 'confirm' ? 'admin.imports.confirmTitle' : 'admin.imports.declineTitle'}
          values={{ sequence: String(sequence) }}
        />
      }
      confirmLabel={
        <FormattedMessage id={decision === 'confirm' ? 'admin.imports.confirm' : 'admin.imports.decline'} />
      }
      busy={deciding.isPending}
      problem={failureText(
        deciding.error,
        isConflict(deciding.error) ? <FormattedMessage id="admin.imports.decidedMeanwhile" /> : undefined,
      )}
      onConfirm={() => deciding.mutate()}
      onClose={onClose}
    >
      {decision === 'confirm' ? (
        <>
          <p>
            <FormattedMessage
              id={
                large.some(({ what }) => what === 'removed')
                  ? 'admin.imports.confirmRemovalsText'
                  : 'admin.imports.confirmText'
              }
            />
          </p>
          <LargeParts large={large} />
        </>
      ) : (
        <p>
          <FormattedMessage id="admin.imports.declineText" />
        </p>
      )}
    </ConfirmDialog>
  )
}
