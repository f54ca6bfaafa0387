import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** How the parts of the screens before looked, of which the same rules were asked in the same colours. */
export type Known = Set<string>

/**
 * What a page does against these rules, in words. A page reads the rules once, and answers with no more than what is amiss. Of
 * parts that differ in nothing but their words, rows of a list or the frame of all screens, the rules are asked about the first, by
 * which half of a run is saved; names and texts that are there count as the same, ones that are empty do not.
 */
export async function violations(page: Page, runOnly: axe.RunOptions['runOnly'], known: Known): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const { found, looks } = await page.evaluate(
    async ({ runOnly, before }) => {
      const { axe: rules } = window as unknown as { axe: typeof axe }
      const withoutWords = (html: string) =>
        html
          .replaceAll(/>[^<]+</g, '>words<')
          .replaceAll(
            / (id|href|for|title|value|datetime|aria-label|aria-labelledby|aria-describedby)="[^"]+"/g,
            ' $1="words"',
          )
      /** All that it is in, by which style sheets and the rules know it. */
      const placeOf = (part: Element) => {
        const place: string[] = []
        for (let at = part.parentElement; at; at = at.parentElement) {
          const { outerHTML } = at.cloneNode(false) as Element
          place.push(withoutWords(outerHTML))
        }
        return place.join('')
      }
      const hash = async (text: string) => {
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
        return btoa(String.fromCharCode(...new Uint8Array(digest)))
      }
      const over = document.querySelector('dialog:modal')
      // What lies under a dialog the rules are not asked about.
      const parts = [...(over ?? document).querySelectorAll('header, nav, footer, tr, li')].filter((part) =>
        part.checkVisibility({ visibilityProperty: true }),
      )
      const each = await Promise.all(
        parts.map((part) =>
          hash(`${getComputedStyle(part).backgroundColor} ${placeOf(part)} ${withoutWords(part.outerHTML)}`),
        ),
      )
      const looks = new Set(before)
      const repeated = parts.filter((_, index) => looks.size === looks.add(each[index]!).size)
      const { violations: all } = await rules.run({ exclude: repeated }, { runOnly, resultTypes: ['violations'] })
      const found = all.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
      )
      return { found, looks: [...looks] }
    },
    { runOnly: runOnly!, before: [...known] },
  )
  for (const look of looks) known.add(look)
  return found
}
