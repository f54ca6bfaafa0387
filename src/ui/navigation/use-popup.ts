import { type FocusEvent, type RefObject, useId, useRef, useState } from 'react'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

interface Popup {
  open: boolean
  setOpen: (open: boolean) => void
  /** Closes the popup after a choice or Escape, and returns the focus to the button. */
  close: () => void
  /** Props of the popup. */
  id: string
  /** Props of the element that contains the button and the popup. */
  frame: { ref: RefObject<HTMLDivElement | null>; onBlur: (event: FocusEvent<HTMLElement>) => void }
  /** Props of the button. */
  button: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-expanded': boolean
    'aria-controls': string | undefined
    onClick: () => void
  }
}

/** Disclosure: a button with a popup that closes on a choice, on Escape, on blur and on a press outside. */
export function usePopup(): Popup {
  const id = useId()
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  // `blur` alone is not enough: a press on an element that takes no focus does not move the focus.
  const press = ({ target }: Event) => {
    if (!(target instanceof Node && frame.current?.contains(target))) setOpen(false)
  }
  useWindowEvent('pointerdown', press, open)

  return {
    open,
    setOpen,
    close() {
      button.current?.focus()
      setOpen(false)
    },
    id,
    frame: {
      ref: frame,
      onBlur({ currentTarget, relatedTarget }) {
        // Without `relatedTarget` the window lost the focus, or the handler above closes the popup.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      },
    },
    button: {
      ref: button,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      onClick: () => setOpen(!open),
    },
  }
}
