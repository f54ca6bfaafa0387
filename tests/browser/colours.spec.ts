import type { Locator } from '@playwright/test'
import { lowContrast } from './axe.ts'
import { expect, test } from './portal.ts'
import { enterAs, heading } from './steps.ts'

test('the selected option is visible in forced-colours mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await enterAs(page, 'owner')
  for (const [address, title] of [
    ['/client/portal/reminders?active=true', 'Vandaag'],
    ['/client/attachments/lab-results', 'Uitslagen en documenten'],
    ['/client/invoices?from=2026-01', 'Facturen'],
  ] as const) {
    await page.goto(address)
    await expect(heading(page, title)).toBeVisible()
    expect.soft(await lowContrast(page, new Set()), address).toEqual([])
  }
  const chosenSegment = await colourOf(page.getByRole('radio', { name: 'Alle' }).locator('..'))
  await page.getByRole('button', { name: /^Van: / }).click()
  const months = page.getByRole('dialog')
  const chosen = months.getByRole('button', { pressed: true })
  // The other months have this background.
  const ground = await colourOf(months)
  expect(await colourOf(chosen)).not.toBe(ground)
  expect(chosenSegment).not.toBe(ground)
  const bar = page
    .getByRole('list', { name: /^Factuurbedrag/ })
    .getByRole('listitem')
    .last()
    .locator('span')
    .first()
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient')
})

const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
