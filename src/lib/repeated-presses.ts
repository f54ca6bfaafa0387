import { REPEATED_WITHIN_MS } from './constants.ts'

const NEAR_PX = 10

const CONTROL = 'a, button, input, label, select, summary, textarea, [role=option]'

interface Press {
  at: number
  x: number
  y: number
  control: Element
  name: string | null
}

let former: Press | null = null

/**
 * What is pressed again at the same point is what was there at first. Where a list, a menu or a dialog has put something else
 * under the pointer meanwhile, or the control now does something else, the press does nothing. And a held Enter presses once.
 * The busy state of a mutation cannot do that: a question opens under the pointer and is answered, a lock is taken back, a menu
 * closes over something else (tests/browser/presses.spec.ts fails in all three without it). Returns how to stop.
 */
export function ignoreRepeatedPresses(): () => void {
  window.addEventListener('click', guardClick, true)
  window.addEventListener('keydown', guardKey, true)
  return () => {
    former = null
    window.removeEventListener('click', guardClick, true)
    window.removeEventListener('keydown', guardKey, true)
  }
}

function guardClick(event: MouseEvent): void {
  const press = pressOf(event)
  if (!press) return
  if (former && isRepeated(former, press) && !isSame(former, press)) {
    former.at = press.at
    event.preventDefault()
    event.stopImmediatePropagation()
  } else {
    former = press
  }
}

function pressOf({ target, clientX: x, clientY: y, detail, isTrusted }: MouseEvent): Press | null {
  // A script presses anything, anywhere.
  const isByHand = detail > 0 ? x !== 0 || y !== 0 : isTrusted && target === document.activeElement
  if (!(target instanceof Element) || !isByHand) return null
  const pressed = target.closest(CONTROL) ?? target
  // The browser makes a press on a label into a second one, on the input.
  const control = (pressed instanceof HTMLInputElement && pressed.labels?.[0]) || pressed
  const name = control.getAttribute('aria-label') ?? control.textContent
  return { at: performance.now(), x: detail > 0 ? x : NaN, y: detail > 0 ? y : NaN, control, name }
}

function isRepeated(one: Press, next: Press): boolean {
  if (next.at - one.at > REPEATED_WITHIN_MS) return false
  // By the keyboard: whoever has moved the focus means what has it now.
  if (Number.isNaN(one.x) && Number.isNaN(next.x)) return one.control === next.control
  return Math.abs(one.x - next.x) <= NEAR_PX && Math.abs(one.y - next.y) <= NEAR_PX
}

const isSame = (one: Press, next: Press) =>
  one.name === next.name && (one.control === next.control || !one.control.isConnected)

function guardKey(event: KeyboardEvent): void {
  const { key, repeat, target } = event
  if (key !== 'Enter' || !repeat || target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
