import { focusMain } from './shell.tsx'

const PRESSES = ['keydown', 'pointerdown']

/** The page that arrives takes the focus, but not from what a person has turned to since the last one was left. */
export function focusOnArrival() {
  let left: Element | null
  let pressed = false
  const press = () => (pressed = true)
  for (const event of PRESSES) document.addEventListener(event, press, true)
  return {
    expect() {
      left = document.activeElement
      pressed = false
    },
    focus() {
      const focused = document.activeElement
      // What a closing dialog gives the focus back to is nobody's choice.
      if (!pressed || focused === left || focused === document.body) focusMain()
    },
    disconnect() {
      for (const event of PRESSES) document.removeEventListener(event, press, true)
    },
  }
}
