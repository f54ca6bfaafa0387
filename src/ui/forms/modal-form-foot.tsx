import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Button } from './button.tsx'
import { SubmitButton } from './form.tsx'

/** The buttons of a form in a dialog: to give it up, and to send it, which is what `children` say. */
export const ModalFormFoot = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <ModalFoot>
    <Button variant="secondary" onClick={onClose}>
      <FormattedMessage id="core.buttons.cancel" />
    </Button>
    <SubmitButton>{children}</SubmitButton>
  </ModalFoot>
)
