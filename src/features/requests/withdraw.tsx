import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { requestMutations } from '#src/api/requests.ts'
import { showMessage } from '#src/lib/messages.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'

interface WithdrawProps {
  clientId: string
  requestId: string
  /** What the request is called. */
  title: string
}

/** Takes back what the practice has not answered. */
export function Withdraw({ clientId, requestId, title }: WithdrawProps) {
  const { formatMessage } = useIntl()
  const withdrawing = useMutation(requestMutations.withdraw(clientId))
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)

  async function withdraw() {
    setProblem(null)
    try {
      await withdrawing.mutateAsync(requestId)
      setAsked(false)
      showMessage('success', 'client.requests.withdrawn')
    } catch (error) {
      setProblem(caughtFailure(error))
    }
  }

  return (
    <>
      <Button
        variant="danger-quiet"
        aria-label={formatMessage({ id: 'client.requests.withdrawOf' }, { title })}
        onClick={() => {
          setProblem(null)
          setAsked(true)
        }}
      >
        <FormattedMessage id="client.requests.withdraw" />
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={<FormattedMessage id="client.requests.withdrawTitle" />}
          confirmLabel={<FormattedMessage id="client.requests.withdraw" />}
          busy={withdrawing.isPending}
          problem={problem}
          onConfirm={() => void withdraw()}
          onClose={() => setAsked(false)}
        >
          <p>
            <FormattedMessage id="client.requests.withdrawText" values={{ title }} />
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
