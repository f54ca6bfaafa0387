import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Button } from './button.tsx'

interface SubmitButtonProps {
  variant?: 'primary' | 'danger' | undefined
  block?: boolean | undefined
  children: ReactNode
}

export function SubmitButton({ variant = 'primary', block, children }: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button
      type="submit"
      variant={variant}
      block={block}
      busy={isSubmitting}
      // Keeps the focus: an error that appears as a field is left would move the button from under the pointer. Submitting
      // validates all fields.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  )
}

interface ModalFormFootProps {
  variant?: 'primary' | 'danger' | undefined
  onClose: () => void
  children: ReactNode
}

/** The buttons of a form in a dialog; `children` are the text of the submit button. */
export const ModalFormFoot = ({ variant, onClose, children }: ModalFormFootProps) => (
  <ModalFoot>
    <Button variant="secondary" onClick={onClose}>
      <FormattedMessage id="core.buttons.cancel" />
    </Button>
    <SubmitButton variant={variant}>{children}</SubmitButton>
  </ModalFoot>
)
