import { type FocusEvent, type RefObject, useId, useRef, useState } from 'react'
import { useWindowEvent } from '#src/ui/use-window-event.ts'

interface Popup {
  open: boolean
  setOpen: (open: boolean) => void
  /** By a choice or by Escape: the focus goes back to the button. */
  close: () => void
  /** Of what opens. */
  id: string
  /** Of the element around the button and what opens. */
  frame: { ref: RefObject<HTMLDivElement | null>; onBlur: (event: FocusEvent<HTMLElement>) => void }
  /** Of the button. */
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

  // A press on what takes no focus does not move it, so `blur` alone would leave it open.
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
        // No new place of the focus: the window lost it, or a press that is dealt with above.
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
