import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { enterAs, heading, sidebar, signIn } from './steps.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Cliënt zoeken' })
const banner = (page: Page) => page.getByRole('region', { name: /^U bekijkt het portaal als/ })

test('returning to the admin area in a new tab leaves the current tab unchanged', async ({ page, context }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered')
  await page
    .getByRole('button', { name: /^Bekijk als/ })
    .first()
    .click()
  await expect(banner(page)).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 768 })
  // The sidebar becomes narrow shortly after the window.
  await expect(async () => {
    const rail = await sidebar(page).boundingBox()
    expect((await banner(page).boundingBox())?.x, 'the sidebar leaves the banner free').toBe(
      (rail?.x ?? 0) + (rail?.width ?? 0),
    )
  }).toPass()
  await page.setViewportSize({ width: 1280, height: 720 })
  const link = page.getByRole('banner').getByRole('link', { name: 'Terug naar beheer' })
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
  await expect(tab).toHaveURL(/\/(admin\/dashboard|not-authorised)$/)
  await tab.close()
  await expect(banner(page)).toBeVisible()

  await page.getByRole('link', { name: 'Uitloggen' }).click({ button: 'middle' })
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  await signIn(page, 'staff')
  await page.getByRole('link', { name: 'Uitloggen' }).click({ modifiers: ['ControlOrMeta'] })
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  expect(await page.evaluate(() => sessionStorage.getItem('portal-token'))).toBeNull()
})

test('the client palette takes the focus and returns it', async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered')
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type('b')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(search).toBeFocused()

  if (await sidebar(page).isHidden()) await page.getByRole('button', { name: 'Menu' }).click()
  await sidebar(page).getByRole('button', { name: 'Cliënt zoeken' }).press('Enter')
  await expect(palette(page)).toBeVisible()
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
})
