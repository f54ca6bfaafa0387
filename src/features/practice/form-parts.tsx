import { useFormikContext } from 'formik'
import { FormattedMessage } from 'react-intl'
import { UnsavedChanges } from '#src/ui/feedback/unsaved-changes.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Puts back what a form of the practice began with. */
export function Undo() {
  const { dirty, isSubmitting, resetForm } = useFormikContext()
  return (
    <Button variant="ghost" disabled={!dirty || isSubmitting} onClick={() => resetForm()}>
      <FormattedMessage id="core.buttons.cancel" />
    </Button>
  )
}

/** Asks before a page with unsaved changes is left. */
export function UnsavedInput() {
  const { dirty } = useFormikContext()
  if (!dirty) return null
  return (
    <UnsavedChanges
      title={<FormattedMessage id="admin.practice.leaveTitle" />}
      confirmLabel={<FormattedMessage id="admin.practice.leave" />}
    >
      <p>
        <FormattedMessage id="admin.practice.leaveText" />
      </p>
    </UnsavedChanges>
  )
}
