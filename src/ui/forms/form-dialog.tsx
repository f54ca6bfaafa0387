import type { FormikValues } from 'formik'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { CancelButton, Modal, ModalBody, ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Form } from './form.tsx'
import { SubmitButton } from './submit-button.tsx'

type FormDialogProps<Values extends FormikValues> = ComponentProps<typeof Form<Values>> & {
  title: ReactNode
  /** Text of the submit button. */
  action: ReactNode
  variant?: 'primary' | 'danger' | undefined
  onClose: () => void
}

/** Modal dialog with a form and buttons to cancel and submit. */
export function FormDialog<Values extends FormikValues>(props: FormDialogProps<Values>) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} onClose={props.onClose}>
      <DialogForm<Values> {...props} titleId={titleId} />
    </Modal>
  )
}

export function DialogForm<Values extends FormikValues>(props: FormDialogProps<Values> & { titleId: string }) {
  const { title, titleId, action, variant, onClose, children, ...form } = props
  return (
    <Form<Values> {...form}>
      <ModalBody>
        <h2 className="title" id={titleId}>
          {title}
        </h2>
        {children}
      </ModalBody>
      <ModalFoot>
        <CancelButton onClose={onClose} />
        <SubmitButton variant={variant}>{action}</SubmitButton>
      </ModalFoot>
    </Form>
  )
}
