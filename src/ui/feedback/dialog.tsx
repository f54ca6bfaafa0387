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
  /** Not yet to be confirmed: something must be typed first. */
  disabled?: boolean | undefined
  /** What went wrong: the messages of the page are out of reach as long as a dialog is open. */
  problem?: ReactNode
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

interface ModalProps {
  /** The id of its title. */
  labelledBy: string
  className?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** Until it leaves the page, of which the browser has to know, or the focus would not go back. */
function open(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}

/** Open as long as it is rendered. The browser puts the focus on the first control and gives it back to the opener. */
export function Modal({ labelledBy, className, onClose, children }: ModalProps) {
  const pressedOutside = useRef(false)

  // The dialog itself is hit only where its contents are not: on the backdrop. A selection dragged out of a field
  // ends there too, so it must have begun there.
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

/** Its heading, an `h2`, and what it says. */
export const ModalBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>

/** Its buttons. */
export const ModalFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>

interface DialogProps extends Omit<ModalProps, 'labelledBy'> {
  title: ReactNode
  /** Its buttons; by default one that closes it. */
  foot?: ReactNode
}

/** A modal with a title, contents and buttons. */
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

/** A question; the focus starts on a field in `children` or else on Cancel. */
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
