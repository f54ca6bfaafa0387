import type { FormikValues } from 'formik'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { CancelButton, Modal, ModalBody, ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Form } from './form.tsx'
import { SubmitButton } from './submit-button.tsx'

type FormDialogProps<Values extends FormikValues> = ComponentProps<typeof Form<Values>> & {
  title: ReactNode
  /** The text of the submit button. */
  action: ReactNode
  variant?: 'primary' | 'danger' | undefined
  onClose: () => void
}

/** A modal with a form, whose buttons cancel it and submit it. */
export function FormDialog<Values extends FormikValues>(props: FormDialogProps<Values>) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} onClose={props.onClose}>
      <DialogForm<Values> {...props} titleId={titleId} />
    </Modal>
  )
}

/** The form of a modal that is open already. */
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
