import { useFormikContext } from 'formik'
import { use } from 'react'
import { FormattedMessage } from 'react-intl'
import { UnsavedChanges } from '#src/ui/feedback/unsaved-changes.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FormDraftContext } from '#src/ui/forms/form-draft.tsx'
import { PanelFoot } from '#src/ui/layout/panel.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

/** Buttons that save a form of the practice or reset it. */
export function SaveFoot() {
  const { dirty, isSubmitting, resetForm } = useFormikContext()
  return (
    <PanelFoot sticky>
      <Button variant="ghost" disabled={!dirty || isSubmitting} onClick={() => resetForm()}>
        <FormattedMessage id="core.buttons.cancel" />
      </Button>
      <SubmitButton>
        <FormattedMessage id="core.buttons.save" />
      </SubmitButton>
    </PanelFoot>
  )
}

/** Path of pages that keep the drafts of their forms while the user is on one of them. */
const PAGES_WITH_TABS = '/admin/practice'

/** Asks for a confirmation before the user leaves unsaved changes. Other tabs of the practice leave the draft as it is. */
export function UnsavedInput() {
  const { dirty } = useFormikContext()
  const draft = use(FormDraftContext)
  if (!dirty) return null
  return (
    <UnsavedChanges
      title={<FormattedMessage id="admin.practice.leaveTitle" />}
      confirmLabel={<FormattedMessage id="admin.practice.leave" />}
      onLeave={() => draft?.forget()}
      isKept={(from, to) => [from, to].every((path) => path.startsWith(PAGES_WITH_TABS)) && draft?.read() !== undefined}
    >
      <p>
        <FormattedMessage id="admin.practice.leaveText" />
      </p>
    </UnsavedChanges>
  )
}
