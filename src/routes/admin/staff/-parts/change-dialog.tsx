import { ConfirmedAction } from '#src/features/confirmed-action.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { StaffChange, StaffMember } from '#contract/schemas/staff.ts'
import { adminChangeOf } from '#contract/staff.ts'
import { useCan } from '#src/api/capabilities.ts'
import { staffMutations } from '#src/api/staff.ts'
import { userQueries } from '#src/api/user.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { membershipsChanged } from '#src/session/memberships.ts'
import { memberName } from './member-name.ts'

export interface Changed {
  member: StaffMember
  change: StaffChange
}

const WORDS = {
  end: { title: 'admin.staff.endTitle', text: 'admin.staff.endText', confirm: 'admin.staff.end' },
  takeBack: { title: 'admin.staff.takeBackTitle', text: 'admin.staff.takeBackText', confirm: 'admin.staff.takeBack' },
  again: { title: 'admin.staff.againTitle', text: 'admin.staff.againText', confirm: 'admin.staff.again' },
  admin: { title: 'admin.staff.makeAdminTitle', text: 'admin.staff.makeAdminText', confirm: 'admin.staff.makeAdmin' },
  user: { title: 'admin.staff.makeUserTitle', text: 'admin.staff.makeUserText', confirm: 'admin.staff.makeUser' },
} as const

function kindOf(member: StaffMember, { active, role }: StaffChange): keyof typeof WORDS {
  if (!active) return member.state === 'offered' ? 'takeBack' : 'end'
  if (member.state === 'ended') return 'again'
  return role === 'CLINIC_ADMIN' ? 'admin' : 'user'
}

/** Confirms a change of membership; asks for a proof of identity if the practice gains or loses an admin. */
export function ChangeDialog({
  practiceId,
  member,
  change,
  onClose,
}: Changed & { practiceId: string; onClose: () => void }) {
  const router = useRouter()
  const name = memberName(member)
  const needsProof = useCan('staff-proofs') && adminChangeOf(member, change) !== undefined
  const { data: user } = useQuery({ ...userQueries.me(), enabled: false })
  const isSelf = user?.id === member.id
  const { mutateAsync } = useMutation(staffMutations.change(practiceId, member.id, isSelf))

  async function save(proof?: FactorProof) {
    await mutateAsync({ ...change, ...(proof && { proof }) })
    if (isSelf) await membershipsChanged(router)
    showMessage('success', 'admin.staff.changed', { name })
    onClose()
  }

  const { title, text, confirm } = WORDS[kindOf(member, change)]
  const words = {
    title: <FormattedMessage id={title} values={{ name }} />,
    variant: change.active ? ('primary' as const) : ('danger' as const),
    onClose,
    children: (
      <>
        <p>
          <FormattedMessage id={text} values={{ name }} />
        </p>
        {isSelf && (
          <p>
            <FormattedMessage id="admin.staff.yourself" />
          </p>
        )}
      </>
    ),
  }
  const label = <FormattedMessage id={confirm} />
  if (!needsProof) return <ConfirmedAction {...words} confirmLabel={label} act={() => save()} />
  return (
    <ProofDialog {...words} action={label} act={save}>
      {words.children}
      <p className="muted">
        <FormattedMessage id="admin.staff.proofText" />
      </p>
    </ProofDialog>
  )
}
