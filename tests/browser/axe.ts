import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface AxeWindow {
  axe: typeof axe
  axeContext: { include: Element[] } | { exclude: Element[] }
}

/** Keys of parts that earlier calls have checked. Each call adds its own. */
type Checked = Set<string>

/**
 * Returns the violations of WCAG 2.2 AA other than contrast. Rows, list items and landmarks that differ in text alone are checked
 * once.
 */
export async function violations(page: Page, checked: Checked): Promise<string[]> {
  const keys = await page.evaluate(
    (before) => {
      const withoutWords = (html: string) =>
        html
          .replaceAll(/>[^<]+</g, '>words<')
          .replaceAll(
            / (id|href|for|title|value|datetime|aria-label|aria-labelledby|aria-describedby)="[^"]+"/g,
            ' $1="words"',
          )
      const ancestorsOf = ({ parentElement: parent }: Element): string =>
        parent ? withoutWords((parent.cloneNode(false) as Element).outerHTML) + ancestorsOf(parent) : ''
      // axe ignores elements under a modal dialog.
      const root = document.querySelector('dialog:modal') ?? document
      const parts = [...root.querySelectorAll('header, nav, footer, tr, li')].filter((part) =>
        part.checkVisibility({ visibilityProperty: true }),
      )
      const keys = parts.map((part) => ancestorsOf(part) + withoutWords(part.outerHTML))
      const seen = new Set(before)
      const exclude = parts.filter((_, index) => seen.size === seen.add(keys[index]!).size)
      Object.assign(window, { axeContext: { exclude } })
      return keys
    },
    [...checked],
  )
  for (const key of keys) checked.add(key)
  return await runAxe(page, { runOnly: WCAG, rules: { 'color-contrast': { enabled: false } } })
}

/** Returns texts with too little contrast. Texts of equal size, weight, colour and background are checked once. */
export async function lowContrast(page: Page, checked: Checked): Promise<string[]> {
  const keys = await page.evaluate(
    (before) => {
      const seen = new Set(before)
      const include: Element[] = []
      const backgroundOf = (element: Element): string => {
        const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
        const own = [backgroundColor, backgroundImage, opacity, position].join(' ')
        const isPlain = own === 'rgba(0, 0, 0, 0) none 1 static'
        return (isPlain ? '' : own) + (element.parentElement ? backgroundOf(element.parentElement) : '')
      }
      for (const element of (document.querySelector('dialog:modal') ?? document.body).querySelectorAll('*')) {
        const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
        if (!(hasText || element.matches('input, textarea, select'))) continue
        if (!element.checkVisibility({ visibilityProperty: true })) continue
        const { color, fontSize, fontWeight } = getComputedStyle(element)
        const key = `${color} ${fontSize} ${fontWeight} ${backgroundOf(element)}`
        if (!seen.has(key)) include.push(element)
        seen.add(key)
      }
      Object.assign(window, { axeContext: { include } })
      return include.length > 0 ? [...seen] : []
    },
    [...checked],
  )
  for (const key of keys) checked.add(key)
  return keys.length > 0 ? await runAxe(page, { runOnly: { type: 'rule', values: ['color-contrast'] } }) : []
}

async function runAxe(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return await page.evaluate(async (options) => {
    const { axe: rules, axeContext } = window as unknown as AxeWindow
    const { violations: all } = await rules.run(axeContext, { ...options, resultTypes: ['violations'], iframes: false })
    return all.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
  }, options)
}
