import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { enterAs, follow, heading, rows, sidebar, signIn } from './steps.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Cliënt zoeken' })
const banner = (page: Page) => page.getByRole('region', { name: /^U bekijkt het portaal als/ })

test('staff view a client by keyboard, and again from the dashboard', async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered?page=2')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const box = palette(page).getByRole('combobox', {
    name: 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier',
  })
  await expect(box).toBeFocused()
  await page.keyboard.type('berg')
  const chosen = palette(page).getByRole('option', { selected: true })
  await expect(chosen).toContainText('Berg')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveId((await box.getAttribute('aria-activedescendant'))!)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /Berg/ })
  await sheet.getByRole('button', { name: 'Bekijk als' }).press('Enter')

  await expect(banner(page)).toContainText('Berg')
  await expect(page).toHaveTitle(/^Bekeken als .*Berg · Dierenportaal$/)
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(banner(page)).toContainText('Berg')
  await banner(page).getByRole('button', { name: 'Terug naar beheer' }).press('Enter')
  await expect(banner(page)).toHaveCount(0)
  // Ending the view returns to the client's details over the list.
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin/clients/registered?page=2')
  await expect(box).toHaveValue('berg')
  await page.reload()
  await expect(box).toHaveValue('berg')
  await expect(chosen).toContainText('Berg')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)

  await follow(page, 'Overzicht')
  const viewed = page
    .getByRole('region', { name: 'Laatst bekeken' })
    .getByRole('button', { name: /^Bekijk als .*Berg$/ })
  await viewed.press('Enter')
  await expect(banner(page)).toContainText('Berg')
  await banner(page).getByRole('button', { name: 'Terug naar beheer' }).press('Enter')
  await expect(heading(page, /^Goede/)).toBeVisible()

  await page.getByRole('link', { name: 'Uitloggen' }).press('Enter')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('portal-last-viewed'))).toBeNull()
})

test('returning to the admin area in a new tab leaves the current tab unchanged', async ({ page, context }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered')
  await page
    .getByRole('button', { name: /^Bekijk als/ })
    .first()
    .click()
  await expect(banner(page)).toBeVisible()
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
