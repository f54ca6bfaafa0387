import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './dialog.module.css'
import { Message } from './message.tsx'

interface ConfirmDialogProps {
  title: ReactNode
  confirmLabel: ReactNode
  variant?: 'primary' | 'danger' | undefined
  busy?: boolean | undefined
  /** Disables the confirmation, for example until a text has been typed. */
  disabled?: boolean | undefined
  /** Error shown in the dialog, because the messages of the page are unreachable behind a modal dialog. */
  problem?: ReactNode
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

interface ModalProps {
  labelledBy: string
  className?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** Ref callback that opens the dialog. Its cleanup closes the dialog before the removal; otherwise the browser would not restore the focus. */
function open(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}

/** Modal dialog, open while rendered. The browser focuses the first control, and later the opener again. */
export function Modal({ labelledBy, className, onClose, children }: ModalProps) {
  const pressedOutside = useRef(false)

  // A press on the dialog element itself is a press on the backdrop. It must also have begun there, because a text
  // selection may be dragged from a field to the backdrop.
  const isOutside = (event: MouseEvent) => event.target === event.currentTarget

  return (
    <dialog
      ref={open}
      className={classes(styles.dialog, className)}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event)) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** Heading (`h2`) and content of a dialog. */
export const ModalBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>

export const ModalFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>

interface DialogProps extends Omit<ModalProps, 'labelledBy'> {
  title: ReactNode
  /** Buttons; by default one that closes the dialog. */
  foot?: ReactNode
}

/** Modal dialog with a title, content and buttons. */
export function Dialog({ title, foot, className, onClose, children }: DialogProps) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} className={className} onClose={onClose}>
      <ModalBody>
        <h2 className="title" id={titleId}>
          {title}
        </h2>
        {children}
      </ModalBody>
      {foot !== null && <ModalFoot>{foot ?? <CloseButton onClose={onClose} />}</ModalFoot>}
    </Modal>
  )
}

export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <Button variant="secondary" onClick={onClose}>
    <FormattedMessage id="core.buttons.close" />
  </Button>
)

/** Confirmation dialog; initially focuses a field in `children`, or else Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirmLabel, variant = 'danger', busy, disabled, problem, onConfirm, onClose, children } = props
  return (
    <Dialog
      title={title}
      foot={
        <>
          <CancelButton onClose={onClose} />
          <Button variant={variant} busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {children}
      {problem && <Message kind="error">{problem}</Message>}
    </Dialog>
  )
}

export const CancelButton = ({ onClose }: { onClose: () => void }) => (
  <Button variant="secondary" onClick={onClose}>
    <FormattedMessage id="core.buttons.cancel" />
  </Button>
)
