import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What a page does against these rules, in words. A page reads the rules once, and answers with no more than what is amiss. Of the
 * rows of a list that differ in nothing but their words the rules are asked about the first, by which half of a run is saved;
 * names and texts that are there count as the same, ones that are empty do not.
 */
export async function violations(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return await page.evaluate(async (runOnly) => {
    const { axe: rules } = window as unknown as { axe: typeof axe }
    const known = new Set<string>()
    const repeated = [...document.querySelectorAll('tr, li')].filter((row) => {
      const looks = row.outerHTML
        .replaceAll(/>[^<]+</g, '>words<')
        .replaceAll(
          / (id|href|for|title|value|datetime|aria-label|aria-labelledby|aria-describedby)="[^"]+"/g,
          ' $1="words"',
        )
      const look = `${getComputedStyle(row).backgroundColor} ${row.parentElement!.className} ${looks}`
      return known.size === known.add(look).size
    })
    const { violations: found } = await rules.run({ exclude: repeated }, { runOnly, resultTypes: ['violations'] })
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
  }, runOnly!)
}
