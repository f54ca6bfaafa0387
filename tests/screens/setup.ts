import './act.ts'
import '@testing-library/jest-dom/vitest'
import nodeConsole from 'node:console'
import { format } from 'node:util'
import { configure } from '@testing-library/react'
import { afterAll } from 'vitest'
import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'

configure({
  asyncUtilTimeout: TEST_TIMEOUT_MS,
  // Errors that print the whole document hide their message.
  getElementError: (message) => new Error(message?.split('\n\nIgnored nodes')[0] ?? 'Not found'),
})

// happy-dom logs iframes in mails to Node's original console, because vitest replaces the console only later. These lines are
// dropped, and all others are printed.
nodeConsole.error = (...args: unknown[]) => {
  const text = format(...args)
  if (!text.includes('Iframe page loading is disabled')) process.stderr.write(`${text}\n`)
}

// happy-dom computes styles from all ancestors for each accessible name, which is slow. Without style sheets an element's style
// depends on its tag and its `open` attribute, unless it or an ancestor has an inline style.
const page = document.defaultView!
const computed = page.getComputedStyle.bind(page)
const known = new Map<string, string>()
page.getComputedStyle = (element, pseudo) => {
  if (pseudo || !element.isConnected || element.closest('[style]')) return computed(element, pseudo)
  const kind = `${element.tagName} ${element.hasAttribute('open')}`
  const valueOf = (name: string) => {
    const key = `${kind} ${name}`
    const value = known.get(key) ?? computed(element).getPropertyValue(name)
    known.set(key, value)
    return value
  }
  return new Proxy(Object.create(CSSStyleDeclaration.prototype), {
    get: (_, name: string) =>
      name === 'getPropertyValue'
        ? valueOf
        : valueOf(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
  })
}
afterAll(() => void (page.getComputedStyle = computed))
