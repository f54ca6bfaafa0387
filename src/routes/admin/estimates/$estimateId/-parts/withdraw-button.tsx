import { useMutation } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import type { PracticeEstimate } from '#contract/schemas/estimate.ts'
import { practiceEstimateMutations } from '#src/api/estimates.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { focusMain } from '#src/ui/layout/shell.tsx'

interface WithdrawButtonProps {
  practiceId: string
  estimate: PracticeEstimate
}

/** Withdraws an estimate, also after an answer. */
export function WithdrawButton({ practiceId, estimate: { uuid, clientName, state } }: WithdrawButtonProps) {
  const { mutateAsync } = useMutation(practiceEstimateMutations.withdraw(practiceId, uuid))
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button variant="danger-quiet" onClick={openDialog}>
          <FormattedMessage id="client.requests.withdraw" />
        </Button>
      )}
      title={<FormattedMessage id="admin.estimates.withdrawTitle" />}
      confirmLabel={<FormattedMessage id="client.requests.withdraw" />}
      act={async (close) => {
        await mutateAsync()
        close()
        // The pressed button disappears.
        focusMain()
        showMessage('success', 'admin.estimates.withdrawn')
      }}
    >
      <p>
        <FormattedMessage id="admin.estimates.withdrawText" values={{ name: clientName, state }} />
      </p>
    </ConfirmedButton>
  )
}
