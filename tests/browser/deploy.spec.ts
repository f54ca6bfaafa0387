import type { Page, Route } from '@playwright/test'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { fillIn, heading } from './steps.ts'

// A new release has removed chunks that an open tab still needs.

const CHUNK = '**/assets/forgot-password-*.js'
const NEW_VERSION = 'Er is een nieuwe versie van het portaal'

const respondNotFound = (route: Route) => route.fulfill({ status: 404, body: '' })
const page200 = (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' })

/** Console lines about a missing chunk. Any other line fails the test. */
const EXPECTED =
  /^console: (Failed to load resource: .* (404|502) |Failed to load module script: Expected a JavaScript|MissingChunk: |NoServer: )/

test.beforeEach(({ provoked }) => void provoked.push(EXPECTED))

/** Counts the documents loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  return () => loads
}

async function openLogin(page: Page): Promise<() => number> {
  await page.goto('/auth/login')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  return countLoads(page)
}

const openForgotPassword = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Wachtwoord vergeten' }).click()

async function reloadsOnce(page: Page): Promise<void> {
  const loads = await openLogin(page)
  await openForgotPassword(page)
  await expect(heading(page, NEW_VERSION)).toBeVisible()
  expect(loads()).toBe(1)
  await page.getByRole('button', { name: 'Pagina vernieuwen' }).click()
  await expect.poll(loads).toBe(2)
  await expect(heading(page, NEW_VERSION)).toBeVisible()

  await page.unroute(CHUNK)
  await page.getByRole('button', { name: 'Pagina vernieuwen' }).click()
  await expect(heading(page, 'Wachtwoord vergeten')).toBeVisible()
  await expect(page).toHaveURL('/auth/forgot-password')
  expect(loads()).toBe(3)
}

test('the page reloads once if a chunk is missing, and then asks the user', async ({ page }) => {
  await page.route(CHUNK, respondNotFound)
  await reloadsOnce(page)
})

test('the page reloads once if a chunk is an HTML page and storage is denied', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  await page.route(CHUNK, page200)
  await reloadsOnce(page)
})

test('the page reloads once if the storage does not persist', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {}
  })
  await page.route(CHUNK, respondNotFound)
  await reloadsOnce(page)
})

test('reloading for a new release opens the requested page', async ({ page }) => {
  await page.route(CHUNK, respondNotFound)
  const loads = await openLogin(page)
  // Hovering prefetches the chunk, so its number of requests varies. The reloaded document finds the new chunk.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void page.unroute(CHUNK)
  })
  await openForgotPassword(page)
  await expect(heading(page, 'Wachtwoord vergeten')).toBeVisible()
  expect(loads()).toBe(1)
})

test('the page does not reload while the server returns 502, but can be retried', async ({ page }) => {
  await page.route(CHUNK, respondNotFound)
  await page.route('**/', (route) => route.fulfill({ status: 502, body: '' }))
  const loads = await openLogin(page)
  await openForgotPassword(page)
  const retry = page.getByRole('button', { name: 'Opnieuw proberen' })
  await expect(retry).toBeVisible()
  const refused = page.waitForResponse((response) => response.status() === 502)
  await retry.click()
  await refused
  await expect(retry).toBeVisible()
  expect(loads()).toBe(0)
  await page.unrouteAll()
  // A retry in progress may find the server and open the page without the button.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 })
    await expect(heading(page, 'Wachtwoord vergeten')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('a form is submitted although its validation chunk is missing', async ({ page }) => {
  await page.route('**/assets/credentials-*.js', respondNotFound)
  const loads = await openLogin(page)
  const rules = page.waitForRequest('**/assets/credentials-*.js')
  await fillIn(page, personas.staff, PASSWORD)
  await rules
  await expect(page).toHaveURL('/admin/dashboard')
  expect(loads()).toBe(0)
})
