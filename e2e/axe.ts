import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What a page does against these rules, in words. A page reads the rules once, and answers with no more than what is amiss. */
export async function violations(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return await page.evaluate(async (runOnly) => {
    const { axe: rules } = window as unknown as { axe: typeof axe }
    const { violations: found } = await rules.run(document, { runOnly, resultTypes: ['violations'] })
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
  }, runOnly!)
}
