import { expect, test } from './portal.ts'
import { enterAs, heading } from './steps.ts'

// What the server and the browser make of an address before the portal reads it. What the portal makes of it: tests/screens/addresses.

/** The status of a page that does not exist. */
test.beforeEach(({ provoked }) => void provoked.push(/^console: Failed to load resource: .* 404/))

test('a former address, and one that cannot be decoded, reach the portal', async ({ page }) => {
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

test('Back leads to the page before, and home where there was none', async ({ page }) => {
  await page.goto('/404')
  await page.getByRole('button', { name: 'Terug' }).click()
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/auth/forgot-password')
  await page.goto('/nergens')
  await expect(page).toHaveURL('/404')
  await page.getByRole('button', { name: 'Terug' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
})

test('a password manager finds where the password is changed', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL('/client/portal/settings#password')
  await expect(page.getByRole('heading', { name: 'Wachtwoord', exact: true })).toBeInViewport()
})

test('a password manager finds the login page where nobody is signed in', async ({ page }) => {
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL('/auth/login')
})
