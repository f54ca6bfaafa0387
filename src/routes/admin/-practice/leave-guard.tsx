import { useRouter } from '@tanstack/react-router'
import { useFormikContext } from 'formik'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { portalState } from '#src/lib/store.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'

type Answer = (stays: boolean) => void

/**
 * Asks before what was typed in the form around it is lost. By the history itself: `useBlocker` would weigh on the first chunk
 * of everybody.
 */
export function LeaveGuard() {
  const { dirty } = useFormikContext()
  const { history } = useRouter()
  const [answer, setAnswer] = useState<Answer | null>(null)

  // The history and the browser ask whoever stands in the way; nobody does once it is saved.
  useEffect(() => {
    if (!dirty) return
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation }) => {
        // The end of a session waits for nobody.
        const stays = portalState().session === null || currentLocation.pathname === nextLocation.pathname
        if (stays) return false
        return new Promise<boolean>((resolve) => {
          setAnswer((earlier: Answer | null) => {
            earlier?.(true)
            return resolve
          })
        })
      },
    })
  }, [dirty, history])

  if (!answer) return null
  const give = (stays: boolean) => {
    setAnswer(null)
    answer(stays)
  }
  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.practice.leaveTitle" />}
      confirmLabel={<FormattedMessage id="admin.practice.leave" />}
      onConfirm={() => give(false)}
      onClose={() => give(true)}
    >
      <p>
        <FormattedMessage id="admin.practice.leaveText" />
      </p>
    </ConfirmDialog>
  )
}
