import { useFormikContext } from 'formik'
import { FormattedMessage } from 'react-intl'
import { UnsavedChanges } from '#src/ui/feedback/unsaved-changes.tsx'

/** Asks before what was typed in the form around it is lost. */
export function LeaveGuard() {
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
