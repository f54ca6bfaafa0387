import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { acceptPasswordLinks, enterAs, heading, open, rows, signIn } from './steps.ts'

test('a pet card and a visit each fit one printed sheet', async ({ page }) => {
  await enterAs(page, 'owner')
  await open(page, '/client/patients', 'Dieren')
  const animal = (await page.getByRole('link', { name: 'Fleur' }).getAttribute('href'))!
  await open(page, `${animal}?show=card`, 'Fleur')
  expect(await sheets(page)).toBe(1)
  expect(await isAsHighAsItsContent(page)).toBe(true)

  await open(page, '/client/visit-forms', 'Bezoeken')
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Alle bezoeken' })).toBeVisible()
  expect(await sheets(page)).toBe(1)
  expect(await isAsHighAsItsContent(page)).toBe(true)
})

test('collapsed sections of the first page are printed', async ({ page }) => {
  await enterAs(page, 'owner')
  await open(page, '/client/portal/reminders?active=true', 'Vandaag')
  const later = page.getByRole('region', { name: 'Herinneringen' }).getByText('Vlooien en teken').first()
  await expect(later).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(later).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(later).toBeHidden()
})

test('password forms identify their account to password managers', async ({ page }) => {
  await acceptPasswordLinks(page)
  const username = page.locator('form input[autocomplete="username"]')
  await page.goto('/auth/reset-password?token=from-a-mail#username=owner%40mail.example')
  await expect(heading(page, 'Nieuw wachtwoord kiezen')).toBeVisible()
  await expect(page).toHaveURL('/auth/reset-password')
  await expect(username).toHaveValue('owner@mail.example')
  await page.goto('/auth/reset-password?token=from-a-mail')
  await expect(heading(page, 'Nieuw wachtwoord kiezen')).toBeVisible()
  await expect(username).toHaveCount(0)
  await signIn(page, 'owner')
  await open(page, '/client/portal/settings', 'Instellingen')
  await expect(username).toHaveValue('owner@mail.example')
  await expect(username).toHaveAttribute('tabindex', '-1')
})

test('the error page of a failed start has a margin', async ({ browser, page, server, trouble }) => {
  await page.route('**/assets/i18n/*.json', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/auth/login')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('kon niet worden geladen')
  expect((await alert.boundingBox())!.x).toBeGreaterThanOrEqual(8)
  expect(trouble.splice(0).length).toBeGreaterThan(0)

  const bare = await browser.newPage({ javaScriptEnabled: false })
  await bare.goto(server.url)
  const noscript = bare.locator('noscript')
  expect((await noscript.boundingBox())!.x).toBeGreaterThanOrEqual(8)
  await bare.close()
})

async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length
}

/** Returns whether printed content ends where its text ends. A taller page would need a second sheet. */
async function isAsHighAsItsContent(page: Page): Promise<boolean> {
  await page.setViewportSize({ width: 1440, height: 5000 })
  await page.emulateMedia({ media: 'print' })
  const isSo = await page.evaluate(() => {
    const { bottom } = document.querySelector('main')!.getBoundingClientRect()
    return document.body.getBoundingClientRect().bottom <= bottom + 1
  })
  await page.emulateMedia({ media: null })
  return isSo
}
