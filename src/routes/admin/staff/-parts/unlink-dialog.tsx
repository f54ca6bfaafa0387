import { useMutation } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import type { StaffMember } from '#contract/schemas/staff.ts'
import { staffMutations } from '#src/api/staff.ts'
import { ConfirmedAction } from '#src/features/confirmed-action.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { memberName } from './member-name.ts'

interface UnlinkDialogProps {
  practiceId: string
  member: StaffMember
  onClose: () => void
}

/** Confirms that a member's identity at the issuer is unlinked, for example after the issuer gave the member a new account. */
export function UnlinkDialog({ practiceId, member, onClose }: UnlinkDialogProps) {
  const { mutateAsync } = useMutation(staffMutations.unlinkIdentities(practiceId, member.id))
  const name = memberName(member)

  async function unlink() {
    await mutateAsync()
    showMessage('success', 'admin.identity.unlinked', { name })
    onClose()
  }

  return (
    <ConfirmedAction
      title={<FormattedMessage id="admin.identity.unlinkTitle" values={{ name }} />}
      confirmLabel={<FormattedMessage id="admin.identity.unlink" />}
      act={unlink}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="admin.identity.unlinkText" values={{ name }} />
      </p>
    </ConfirmedAction>
  )
}
