import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { readToken } from '#src/lib/token.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'

/**
 * While something runs: whoever goes to another page, not of the list, is asked. The end of the session asks nobody. By the
 * history itself: the router's hook would weigh on the first load, where the packages are in one piece.
 */
export function BulkLeave({ onLeave }: { onLeave: () => void }) {
  const { history } = useRouter()
  const [answer, setAnswer] = useState<{ stay: (stays: boolean) => void } | null>(null)
  useEffect(() => {
    let stay = (_stays: boolean) => {}
    const unblock = history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        if (currentLocation.pathname === nextLocation.pathname || readToken() === null) return false
        stay(true)
        const asked = Promise.withResolvers<boolean>()
        stay = asked.resolve
        setAnswer({ stay })
        const stays = await asked.promise
        setAnswer(null)
        return stays
      },
    })
    return () => {
      unblock()
      // What it was about has ended; after the session's end the way leads elsewhere.
      stay(readToken() === null)
    }
  }, [history])
  if (!answer) return null
  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.bulk.leaveTitle" />}
      confirmLabel={<FormattedMessage id="admin.bulk.leave" />}
      onConfirm={() => {
        onLeave()
        answer.stay(false)
      }}
      onClose={() => answer.stay(true)}
    >
      <FormattedMessage id="admin.bulk.leaveText" />
    </ConfirmDialog>
  )
}
