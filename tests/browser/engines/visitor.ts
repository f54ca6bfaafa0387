import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { expect } from '../portal.ts'
import { settled } from '../steps.ts'
import type { Tab } from './tab.ts'

const CONTROLS = {
  link: 'a[href]',
  button: 'button',
  radio: 'label:has(input[type="radio"])',
  textbox: 'input',
}

export type Control = keyof typeof CONTROLS
/** Exact name or text, or a pattern. */
type Words = string | RegExp
export type Visitor = ReturnType<typeof visitorOf>

/** Finds controls by their accessible names, like a user. */
export function visitorOf(tab: Tab, origin: string) {
  async function press(control: Control, name: Words, within = 'body') {
    await settled(tab)
    const place = await eventually(() =>
      tab.evaluate(placeOf, `:is(${within}) :is(${CONTROLS[control]})`, sourceOf(name)),
    )
    await tab.press(...place)
  }

  const sees = (selector: string, text: Words) => eventually(() => tab.evaluate(shown, selector, sourceOf(text)))

  const isAt = (address: RegExp) =>
    eventually(async () => expect(await tab.evaluate(() => location.pathname + location.search)).toMatch(address))

  async function isReady(title: Words) {
    await sees('h1', title)
    await eventually(async () => expect(await count('[role="progressbar"]')).toBe(0))
    await settled(tab)
  }

  const count = (selector: string) => tab.evaluate((selector) => document.querySelectorAll(selector).length, selector)

  async function fill(name: Words, text: string) {
    await press('textbox', name)
    await tab.type(text)
  }

  async function open(address: string, title: Words) {
    await tab.goto(origin + address)
    await isReady(title)
  }

  async function enter(who: Persona) {
    await fill(/^Gebruikersnaam/, personas[who])
    await fill(/^Wachtwoord/, `${PASSWORD}\n`)
    await sees('a', 'Uitloggen')
  }

  async function signIn(who: Persona) {
    await open('/auth/login', 'Welkom terug')
    await enter(who)
  }

  /** Follows a link of the sidebar, opening it on a narrow screen. */
  async function follow(name: Words) {
    await settled(tab)
    if (!(await tab.evaluate(hasSidebar))) await press('button', 'Menu')
    await press('link', name, 'nav#sidebar')
  }

  const hasNoSidebar = () => eventually(async () => expect(await tab.evaluate(hasSidebar)).toBe(false))

  return { press, sees, isAt, isReady, fill, open, enter, signIn, follow, hasNoSidebar }
}

const sourceOf = (words: Words) =>
  typeof words === 'string' ? `^${words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$` : words.source

async function eventually<T>(look: () => Promise<T>): Promise<T> {
  let seen: T
  await expect(async () => {
    seen = await look()
  }).toPass({ intervals: [50] })
  return seen!
}

// The functions below run in the page.

/** Centre of the first control with a name; throws if another element covers it. */
function placeOf(selector: string, name: string): [number, number] {
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent) ??
    ''
  const control = [...document.querySelectorAll(selector)].find(
    (element) => new RegExp(name).test(nameOf(element).trim()) && element.checkVisibility({ visibilityProperty: true }),
  )
  if (!control) throw new Error(`There is no ${name} in ${selector}`)
  control.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, right, top, bottom } = control.getClientRects()[0]!
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const found = document.elementFromPoint(x, y)
  if (!control.contains(found)) throw new Error(`${name} is under ${found?.outerHTML.slice(0, 80)}`)
  return [x, y]
}

function shown(selector: string, text: string): void {
  const texts = [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.innerText.trim())
  if (!texts.some((one) => new RegExp(text).test(one)))
    throw new Error(`No ${text} in ${selector}: ${texts.join(' | ')}`)
}

const hasSidebar = () => Boolean(document.querySelector('nav#sidebar')?.checkVisibility({ visibilityProperty: true }))
