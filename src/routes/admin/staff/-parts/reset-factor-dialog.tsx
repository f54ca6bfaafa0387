import { useMutation } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import { useCan } from '#src/api/capabilities.ts'
import { staffMutations } from '#src/api/staff.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { ConfirmedAction } from '#src/features/confirmed-action.tsx'
import { memberName } from './member-name.ts'

interface ResetFactorDialogProps {
  practiceId: string
  member: StaffMember
  onClose: () => void
}

/** Confirms the removal of a member's second factor, for example after a lost telephone. */
export function ResetFactorDialog({ practiceId, member, onClose }: ResetFactorDialogProps) {
  const { mutateAsync } = useMutation(staffMutations.resetSecondFactor(practiceId, member.id))
  const needsProof = useCan('staff-proofs')
  const name = memberName(member)

  async function reset(proof?: FactorProof) {
    await mutateAsync(proof)
    showMessage('success', 'admin.factor.resetDone', { name })
    onClose()
  }

  const title = <FormattedMessage id="admin.factor.resetTitle" values={{ name }} />
  const label = <FormattedMessage id="admin.factor.reset" />
  const text = (
    <p>
      <FormattedMessage id="admin.factor.resetText" values={{ name }} />
    </p>
  )
  if (!needsProof)
    return (
      <ConfirmedAction title={title} confirmLabel={label} act={reset} onClose={onClose}>
        {text}
      </ConfirmedAction>
    )
  return (
    <ProofDialog title={title} action={label} variant="danger" act={reset} onClose={onClose}>
      {text}
      <p className="muted">
        <FormattedMessage id="admin.staff.proofText" />
      </p>
    </ProofDialog>
  )
}
