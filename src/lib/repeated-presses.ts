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
 * Ignores the second press of a double click if another control is under the pointer by then, because a list, a menu or a dialog
 * changed, or if the control has changed its function. A held Enter presses once. The busy state of a mutation does not prevent
 * this: a dialog opens under the pointer and is confirmed, a lock is undone, or a closing menu reveals another control (see
 * tests/browser/presses.spec.ts). Returns a function that stops it.
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
  // Ignores presses by scripts.
  const isByHand = detail > 0 ? x !== 0 || y !== 0 : isTrusted && target === document.activeElement
  if (!(target instanceof Element) || !isByHand) return null
  const pressed = target.closest(CONTROL) ?? target
  // A press on a label makes the browser dispatch a second press on its input.
  const control = (pressed instanceof HTMLInputElement && pressed.labels?.[0]) || pressed
  const name = control.getAttribute('aria-label') ?? control.textContent
  return { at: performance.now(), x: detail > 0 ? x : NaN, y: detail > 0 ? y : NaN, control, name }
}

function isRepeated(one: Press, next: Press): boolean {
  if (next.at - one.at > REPEATED_WITHIN_MS) return false
  // A keyboard press after a move of the focus is intended.
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
