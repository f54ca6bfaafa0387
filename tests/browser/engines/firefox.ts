import { launch } from 'puppeteer-core'
import { firefox } from './engines.ts'
import type { Policy, Tab } from './tab.ts'

const REFUSE_ALL_COOKIES = 2

/** Opens Firefox by WebDriver BiDi. */
export async function openFirefox({ blocked }: Policy): Promise<Tab> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox()!,
    defaultViewport: null,
    extraPrefsFirefox: {
      'intl.accept_languages': 'nl-NL, nl',
      'ui.prefersReducedMotion': 1,
      ...(blocked && { 'network.cookie.cookieBehavior': REFUSE_ALL_COOKIES }),
    },
  })
  const page = await browser.newPage()
  for (const other of await browser.pages()) if (other !== page) await other.close()
  const errors: string[] = []
  // BiDi reports only the type of a logged object.
  await page.evaluateOnNewDocument(() => {
    const { error } = console
    console.error = (...words: unknown[]) => error(words.join(' '))
  })
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    goto: async (url) => {
      await page.goto(url)
    },
    evaluate: (inPage, ...args) => page.evaluate(inPage as (...args: unknown[]) => unknown, ...args) as never,
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    resize: (window) => page.setViewport(window),
    print: async () => Buffer.from(await page.pdf({ format: 'A4' })),
    errors: async () => errors,
    close: () => browser.close(),
  }
}
