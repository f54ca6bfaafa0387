import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { StaffChange, StaffMember } from '#contract/staff.ts'
import { changeStaff } from '#src/api/staff.ts'
import { showMessage } from '#src/lib/messages.ts'
import { failureText } from '#src/lib/problems.tsx'
import { usePortal } from '#src/lib/store.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { memberName } from './member-name.ts'

export interface Changed {
  member: StaffMember
  change: StaffChange
}

const WORDS = {
  end: { title: 'admin.staff.deactivateTitle', text: 'admin.staff.deactivateText', confirm: 'admin.staff.deactivate' },
  back: { title: 'admin.staff.activateTitle', text: 'admin.staff.activateText', confirm: 'admin.staff.activate' },
  admin: { title: 'admin.staff.makeAdminTitle', text: 'admin.staff.makeAdminText', confirm: 'admin.staff.makeAdmin' },
  user: { title: 'admin.staff.makeUserTitle', text: 'admin.staff.makeUserText', confirm: 'admin.staff.makeUser' },
} as const

/** Asks before somebody's access changes, for it signs them out. */
export function ChangeDialog({
  practiceId,
  member,
  change,
  onClose,
}: Changed & { practiceId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const name = memberName(member)
  const isSelf = usePortal(({ session }) => session?.userId === member.id)
  const [problem, setProblem] = useState<ReactNode>()
  const { busy, run } = useAsyncAction(async () => {
    setProblem(undefined)
    try {
      await changeStaff(queryClient, practiceId, member.id, change)
    } catch (error) {
      return setProblem(failureText(error))
    }
    showMessage('success', 'admin.staff.changed', { name })
    onClose()
  })
  const kind = !change.active
    ? 'end'
    : member.state === 'deactivated'
      ? 'back'
      : change.role === 'CLINIC_ADMIN'
        ? 'admin'
        : 'user'
  const { title, text, confirm } = WORDS[kind]
  return (
    <ConfirmDialog
      title={<FormattedMessage id={title} values={{ name }} />}
      confirmLabel={<FormattedMessage id={confirm} />}
      variant={change.active ? 'primary' : 'danger'}
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id={text} values={{ name }} />
      </p>
      {isSelf && (
        <p>
          <FormattedMessage id="admin.staff.yourself" />
        </p>
      )}
    </ConfirmDialog>
  )
}
