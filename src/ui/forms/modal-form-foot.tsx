import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Button } from './button.tsx'
import { SubmitButton } from './form.tsx'

interface ModalFormFootProps {
  variant?: 'primary' | 'danger' | undefined
  onClose: () => void
  children: ReactNode
}

/** The buttons of a form in a dialog: to give it up, and to send it, which is what `children` say. */
export const ModalFormFoot = ({ variant, onClose, children }: ModalFormFootProps) => (
  <ModalFoot>
    <Button variant="secondary" onClick={onClose}>
      <FormattedMessage id="core.buttons.cancel" />
    </Button>
    <SubmitButton variant={variant}>{children}</SubmitButton>
  </ModalFoot>
)
