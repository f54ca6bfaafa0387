import { expect, test } from './portal.ts'
import { enterAs, heading } from './steps.ts'

// URLs, as the server and the browser handle them. tests/screens/addresses.test.tsx tests the portal's handling.

/** Chromium logs every 404 page. */
test.beforeEach(({ provoked }) => void provoked.push(/^console: Failed to load resource: .* 404/))

test('former URLs redirect, and malformed URLs return 404', async ({ page }) => {
  await page.goto('/portal/user/login?x=1')
  await expect(page).toHaveURL('/auth/login?x=1')
  for (const address of ['/%E0%A4%A', '/client/patients/%FF']) {
    expect((await page.goto(address))?.status()).toBe(404)
    await expect(page).toHaveURL('/404')
    await expect(heading(page, 'Pagina niet gevonden')).toBeVisible()
  }
  await enterAs(page, 'owner')
  for (const address of ['/client/portal/(client:settings)', '/client/portal/%28client%3Asettings%29']) {
    expect((await page.goto(address))?.status()).toBe(200)
    await expect(page).toHaveURL('/client/portal/settings')
  }
})

test('the Back button of the 404 page leads to the previous page, or else to the home page', async ({ page }) => {
  await page.goto('/404')
  await page.getByRole('button', { name: 'Terug' }).click()
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/auth/forgot-password')
  await page.goto('/nergens')
  await expect(page).toHaveURL('/404')
  await page.getByRole('button', { name: 'Terug' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
})

test('/docs/api shows the calls of the API', async ({ page }) => {
  await page.goto('/docs/api')
  await expect(heading(page, /^Dierenportaal/)).toBeVisible()
  await page.getByRole('button', { name: /^PUT \/practice\/\{practiceId\}\/import / }).click()
  await expect(page.getByRole('cell', { name: /^sequence/ })).toBeVisible()
})
