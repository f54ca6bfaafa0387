import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_EMAIL } from '#contract/text.ts'
import type { StaffRole } from '#contract/roles.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { useCan } from '#src/api/capabilities.ts'
import { ProofDialog, useFormProof } from '#src/features/account/form-proof.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { staffMutations } from '#src/api/staff.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { STAFF_ROLE_NAMES } from '#src/features/staff/role-names.ts'
import { showDeferredMails } from '#src/features/show-deferred-mails.ts'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import type { FormError } from '#src/ui/forms/form.tsx'
import { RadioGroupField } from '#src/ui/forms/radio-group-field.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { FormDialog } from '#src/ui/forms/form-dialog.tsx'

const schema = async () => (await import('#contract/schemas/staff.ts')).staffInvitationFormSchema

const EMPTY: { username: string; firstName: string; lastName: string; role: StaffRole } = {
  username: '',
  firstName: '',
  lastName: '',
  role: 'CLINIC_USER',
}

export const invitationDraft = (practiceId: string) => draftOf('staff-invitation', practiceId)

export function InviteDialog({ practiceId, onClose }: { practiceId: string; onClose: () => void }) {
  const draft = invitationDraft(practiceId)
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(staffMutations.invite(practiceId))
  const intl = useIntl()

  const needsProof = useCan('staff-proofs')
  const proof = useFormProof()

  async function invite(invitation: typeof EMPTY): Promise<FormError | undefined> {
    if (!needsProof || invitation.role !== 'CLINIC_ADMIN') return await send(invitation)
    return await proof.requestProof((given) => send(invitation, given))
  }
  async function send(invitation: typeof EMPTY, given?: FactorProof): Promise<FormError | undefined> {
    try {
      await mutateAsync({ ...invitation, ...(given && { proof: given }) })
    } catch (error) {
      const isOfForm = error instanceof CallError && (error.code === 'already-staff' || isOfFields(error))
      if (given && !isOfForm) throw error
      return formErrorOf(error, { 'already-staff': { fields: { username: 'alreadyStaff' } } })
    }
    showMessage('success', 'admin.staff.invited', { email: invitation.username.trim() })
    void showDeferredMails(queryClient, practiceId)
    onClose()
    return undefined
  }
  function cancel() {
    draft.forget()
    onClose()
  }

  return (
    <>
      <FormDialog
        title={<FormattedMessage id="admin.staff.inviteTitle" />}
        action={<FormattedMessage id="admin.staff.invite" />}
        initialValues={EMPTY}
        schema={schema}
        onSubmit={invite}
        draft={draft}
        onClose={cancel}
      >
        <p className="muted">
          <FormattedMessage id="admin.staff.inviteText" />
        </p>
        <TextField
          name="username"
          max={MAX_EMAIL}
          type="email"
          label={<FormattedMessage id="admin.staff.email" />}
          required
          autoComplete="off"
        />
        <TextField name="firstName" label={<FormattedMessage id="admin.staff.firstName" />} autoComplete="off" />
        <TextField name="lastName" label={<FormattedMessage id="admin.staff.lastName" />} autoComplete="off" />
        <RadioGroupField
          name="role"
          label={<FormattedMessage id="admin.staff.role" />}
          required
          hint={<FormattedMessage id="admin.staff.roleHint" />}
          options={[
            { value: 'CLINIC_USER', label: intl.formatMessage({ id: STAFF_ROLE_NAMES.CLINIC_USER }) },
            { value: 'CLINIC_ADMIN', label: intl.formatMessage({ id: STAFF_ROLE_NAMES.CLINIC_ADMIN }) },
          ]}
        />
      </FormDialog>
      {proof.dialogProps && (
        <ProofDialog
          {...proof.dialogProps}
          title={<FormattedMessage id="admin.staff.inviteAdminTitle" />}
          action={<FormattedMessage id="admin.staff.invite" />}
        >
          <p>
            <FormattedMessage id="admin.staff.proofText" />
          </p>
        </ProofDialog>
      )}
    </>
  )
}

const isOfFields = ({ fields }: CallError) => Object.keys(fields).length > 0
