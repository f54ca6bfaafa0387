import { useMutation } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { importMutations } from '#src/api/imports.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/forms/button.tsx'

interface ResetSequenceProps {
  practiceId: string
  onReset: () => void
}

/** For a sender whose numbers went too far, so that every one it sends is older than the last. */
export function ResetSequence({ practiceId, onReset }: ResetSequenceProps) {
  const resetting = useMutation(importMutations.resetSequence(practiceId))
  return (
    <ConfirmedButton
      renderButton={(ask) => (
        <Button variant="secondary" onClick={ask}>
          <FormattedMessage id="admin.imports.reset" />
        </Button>
      )}
      title={<FormattedMessage id="admin.imports.resetTitle" />}
      confirmLabel={<FormattedMessage id="admin.imports.reset" />}
      act={async (close) => {
        await resetting.mutateAsync()
        close()
        showMessage('success', 'admin.imports.resetDone')
        // The history was read again, and this button may be gone.
        onReset()
      }}
    >
      <p>
        <FormattedMessage id="admin.imports.resetText" />
      </p>
    </ConfirmedButton>
  )
}
