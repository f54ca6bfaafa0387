import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { act, follow, heading, rows, sidebar, signIn } from './steps.ts'

// Chromium logs every failed call. Lines that the portal logs still fail the test.
const BY_THE_BROWSER = /^console: Failed to load resource: /

async function visitScreens(page: Page): Promise<void> {
  await signIn(page, 'staff')
  await follow(page, 'Cliënten')
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('searchbox').fill('berg')
  await expect(page).toHaveURL(/lastName=berg/)
  await act(rows(page).first(), 'Bekijk als')
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await follow(page, 'Instellingen')
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Terug naar beheer' }).click()
  await expect(rows(page).first()).toContainText('Berg')
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('the portal works until a reload without storage and BroadcastChannel', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
    window.BroadcastChannel = function BroadcastChannel() {
      get()
    } as never
  })
  await visitScreens(page)
  await signIn(page, 'staff')
  await page.reload()
  await expect(heading(page, 'Geen toegang')).toBeVisible()
})

test('a page first opened offline loads once the network returns', async ({ page, context, provoked }) => {
  // The portal logs the failure to fetch the chunk.
  provoked.push(/^console: /)
  await signIn(page, 'owner')
  await expect(heading(page, 'Vandaag')).toBeVisible()
  // A reload would end at the browser's offline page and lose this mark.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await context.setOffline(true)
  await follow(page, 'Instellingen')
  const retry = page.getByRole('button', { name: 'Opnieuw proberen' })
  await expect(retry).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(sidebar(page)).toBeAttached()
  await context.setOffline(false)
  // The portal retries by itself under a new URL, because browsers remember a module that failed.
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await expect(page).toHaveURL('/client/portal/settings')
})

test('the focus remains in place after a failed removal and a failed retry', async ({ page, provoked }) => {
  provoked.push(BY_THE_BROWSER)
  await signIn(page, 'staff')
  await follow(page, 'Cliënten')
  await expect(rows(page)).toHaveCount(25)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  )
  const row = rows(page).nth(2)
  await act(row, 'verwijderen')
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.getByRole('alert')).toContainText('500')
  await expect(row.getByRole('button', { name: /verwijderen$/ })).toBeFocused()

  await page.getByRole('searchbox').fill('zzz')
  const retry = page.getByRole('button', { name: 'Opnieuw proberen' })
  await retry.focus()
  const response = page.waitForResponse('**/api/practice/*/clients?*')
  await page.keyboard.press('Enter')
  await response
  await expect(retry).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})
