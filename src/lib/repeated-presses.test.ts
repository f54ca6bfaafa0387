import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REPEATED_WITHIN_MS } from './constants.ts'
import { ignoreRepeatedPresses } from './repeated-presses.ts'

let now = 1000
let stop = () => {}
let pressed: string[] = []

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  stop = ignoreRepeatedPresses()
  pressed = []
  document.body.innerHTML = ''
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

function button(name: string) {
  const element = document.body.appendChild(document.createElement('button'))
  element.setAttribute('aria-label', name)
  element.addEventListener('click', () => pressed.push(element.getAttribute('aria-label')!))
  return element
}

function press(element: Element, after = 100, [clientX, clientY] = [300, 200]) {
  now += after
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX, clientY }))
}

test('a quick second press does not reach a control that moved under the pointer', () => {
  const [one, another] = [button('A registreren'), button('B registreren')]
  press(one)
  press(another)
  press(another, 400)
  expect(pressed).toEqual(['A registreren'])
  press(another, REPEATED_WITHIN_MS + 1)
  expect(pressed).toEqual(['A registreren', 'B registreren'])
})

test('a quick press at another point of the screen is accepted', () => {
  const [one, another] = [button('A registreren'), button('B registreren')]
  press(one)
  press(another, 100, [300, 240])
  expect(pressed).toEqual(['A registreren', 'B registreren'])
})

test('a quick second press is accepted only if the name of the control is unchanged', () => {
  const lock = button('A blokkeren')
  press(lock)
  lock.setAttribute('aria-label', 'A deblokkeren')
  press(lock)
  expect(pressed).toEqual(['A blokkeren'])

  const next = button('Volgende pagina')
  press(next, 1000)
  press(next)
  next.remove()
  press(button('Volgende pagina'))
  expect(pressed.slice(1)).toEqual(Array(3).fill('Volgende pagina'))
})

test('a press of a label also presses its checkbox', () => {
  document.body.innerHTML = '<label>Herinneringen <input type="checkbox"></label>'
  const [label, box] = [document.querySelector('label')!, document.querySelector('input')!]
  label.addEventListener('click', () => pressed.push('label'))
  press(label)
  expect([pressed.length > 0, box.checked]).toEqual([true, true])
  // Browsers give this click the position of the press.
  press(box, 0)
  expect(box.checked).toBe(false)
})

test('clicks by scripts are always accepted', () => {
  const [one, another] = [button('A'), button('B')]
  one.click()
  another.click()
  expect(pressed).toEqual(['A', 'B'])
})

test('a held Enter key presses a button once, but repeats in a textarea', () => {
  document.body.innerHTML = '<input><textarea></textarea>'
  const held = (target: Element, repeat: boolean) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }))
  const [input, text] = document.querySelectorAll('input, textarea')
  expect(held(input!, false)).toBe(true)
  expect(held(input!, true)).toBe(false)
  expect(held(text!, true)).toBe(true)
})
