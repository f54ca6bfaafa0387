import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { importMutations } from '#src/api/imports.ts'
import { dismissMessage, showMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { logUnforeseen } from '#src/lib/report-error.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'

interface ResetSequenceProps {
  practiceId: string
  onReset: () => void
}

/** For a sender whose numbers went too far, so that every one it sends is older than the last. */
export function ResetSequence({ practiceId, onReset }: ResetSequenceProps) {
  const [asking, setAsking] = useState(false)
  const resetting = useMutation({
    ...importMutations.resetSequence(practiceId),
    onSuccess: () => {
      setAsking(false)
      showMessage('success', 'admin.imports.resetDone')
    },
    // The history was read again, and this button may be gone.
    onSettled: (_answer, error) => {
      if (error === null) onReset()
    },
    onError: (error) => {
      logUnforeseen(error)
      // Shown in the dialog; a message behind a modal cannot be closed.
      dismissMessage('error')
    },
  })
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          resetting.reset()
          setAsking(true)
        }}
      >
        <FormattedMessage id="admin.imports.reset" />
      </Button>
      {asking && (
        <ConfirmDialog
          title={<FormattedMessage id="admin.imports.resetTitle" />}
          confirmLabel={<FormattedMessage id="admin.imports.reset" />}
          busy={resetting.isPending}
          problem={failureText(resetting.error)}
          onConfirm={() => resetting.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            <FormattedMessage id="admin.imports.resetText" />
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
