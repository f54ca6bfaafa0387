import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { StaffMember } from '#contract/staff.ts'
import { staffMutations } from '#src/api/staff.ts'
import { showMessage } from '#src/lib/messages.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { memberName } from './member-name.ts'

interface ResetFactorDialogProps {
  practiceId: string
  member: StaffMember
  onClose: () => void
}

/** Asks before somebody's second factor is taken away, as after a lost telephone. */
export function ResetFactorDialog({ practiceId, member, onClose }: ResetFactorDialogProps) {
  const { mutateAsync } = useMutation(staffMutations.resetSecondFactor(practiceId, member.id))
  const name = memberName(member)
  const [problem, setProblem] = useState<ReactNode>()
  const { busy, run } = useAsyncAction(async () => {
    setProblem(undefined)
    try {
      await mutateAsync()
    } catch (error) {
      return setProblem(caughtFailure(error))
    }
    showMessage('success', 'admin.factor.resetDone', { name })
    onClose()
  })
  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.factor.resetTitle" values={{ name }} />}
      confirmLabel={<FormattedMessage id="admin.factor.reset" />}
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="admin.factor.resetText" values={{ name }} />
      </p>
    </ConfirmDialog>
  )
}
