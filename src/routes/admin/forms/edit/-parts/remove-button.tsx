import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import Trash2 from 'lucide-react/icons/trash-2'
import { FormattedMessage } from 'react-intl'
import type { PortalForm } from '#contract/schemas/form.ts'
import { practiceFormMutations } from '#src/api/practice-forms.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showAfterNavigation, showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Button } from '#src/ui/forms/button.tsx'

interface RemoveButtonProps {
  practiceId: string
  form: PortalForm
}

/** Removes a form that no client was asked to fill in. */
export function RemoveButton({ practiceId, form: { id } }: RemoveButtonProps) {
  const router = useRouter()
  const { mutateAsync } = useMutation(practiceFormMutations.remove(practiceId, id))
  return (
    <ConfirmedButton
      renderButton={(openDialog) => (
        <Button variant="danger-quiet" icon={Trash2} onClick={openDialog}>
          <FormattedMessage id="admin.forms.remove" />
        </Button>
      )}
      title={<FormattedMessage id="admin.forms.removeTitle" />}
      confirmLabel={<FormattedMessage id="admin.forms.remove" />}
      variant="danger"
      act={async (close) => {
        try {
          await mutateAsync()
        } catch (error) {
          if (!(error instanceof CallError) || error.code !== 'conflict') throw error
          close()
          return showMessage('error', 'admin.forms.notRemovable')
        }
        close()
        draftOf('form-definition', practiceId, id).forget()
        showAfterNavigation('success', 'admin.forms.removed')
        await router.navigate({ to: '/admin/forms/definitions', replace: true })
      }}
    >
      <p>
        <FormattedMessage id="admin.forms.removeText" />
      </p>
    </ConfirmedButton>
  )
}
