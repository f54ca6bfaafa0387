import type { Page } from '@playwright/test'
import { expect, test } from './deployments.ts'
import { enterAs, heading, rows } from './steps.ts'

// The service worker keeps the portal on the device, and replaces it when the user agrees.
// One worker: starting a server takes longer than a test.
test.describe.configure({ mode: 'default' })

/** Error that Chromium logs without a connection. */
const offline = /ERR_INTERNET_DISCONNECTED/

async function serviceWorkerControls(page: Page): Promise<void> {
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller))
}

/** Checks for a new service worker, as a browser does at a navigation. */
const look = (page: Page) => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/(?!i18n).+\.(js|css)$/.test(path)),
  )

test('the portal starts offline on a later visit', async ({ page, context, provoked }) => {
  provoked.push(offline)
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered')
  await expect(rows(page)).toHaveCount(25)
  await serviceWorkerControls(page)
  await context.setOffline(true)
  await page.goto('/auth/login')
  await expect(heading(page, 'Deze pagina kon niet worden geladen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
  // The stored content security policy allows the inline style.
  await expect(page.locator('head style')).toHaveCount(1)
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Uitloggen' })).toBeVisible()
})

for (const hasRouting of [true, false]) {
  const browser = hasRouting ? 'with static routing' : 'without static routing'
  test(`calls ${hasRouting ? 'bypass' : 'pass'} the service worker in a browser ${browser}`, async ({
    page,
    removeRouting,
  }) => {
    if (!hasRouting) removeRouting()
    await enterAs(page, 'staff')
    await page.goto('/admin/clients/registered')
    await expect(rows(page)).toHaveCount(25)
    await serviceWorkerControls(page)
    await page.reload()
    await expect(rows(page)).toHaveCount(25)
    // Empty for a file that the worker answers.
    const sources = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as (PerformanceEntry & { workerFinalSourceType?: string })[]).map(
        ({ name, workerFinalSourceType }) => `${new URL(name).pathname.split('/')[1]} ${workerFinalSourceType}`,
      ),
    )
    expect(new Set(sources.filter((line) => /^(api|assets) /.test(line)))).toEqual(
      new Set([`api ${hasRouting ? 'network' : ''}`, 'assets ']),
    )
  })
}

test('a new release is offered, and no tab mixes assets of two releases', async ({ page, context, deployNext }) => {
  await page.goto('/auth/login')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await serviceWorkerControls(page)
  const other = await context.newPage()
  await other.goto('/auth/login')
  await expect(heading(other, 'Welkom terug')).toBeVisible()

  deployNext()
  await look(page)
  const offer = (tab: Page) => tab.getByRole('status').filter({ hasText: 'Er is een nieuwe versie van het portaal' })
  await expect(offer(page)).toBeVisible()
  await expect(offer(other)).toBeVisible()

  // This tab loads chunks of its own release, which the server no longer has.
  await other.getByRole('banner').getByRole('link', { name: 'Wachtwoord vergeten' }).click()
  await expect(heading(other, 'Wachtwoord vergeten')).toBeVisible()
  await other.getByRole('button', { name: 'Taal: Nederlands' }).click()
  await other.getByRole('menuitemradio', { name: 'English' }).click()
  await other.goBack()
  await expect(heading(other, 'Welcome back')).toBeVisible()
  expect((await scripts(other)).filter((path) => path.includes('next.'))).toEqual([])

  await offer(page).getByRole('button', { name: 'Nu laden' }).click()
  await expect(heading(page, 'Welcome to the next')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  expect((await scripts(page)).filter((path) => !path.includes('next.'))).toEqual([])

  await other.reload()
  await expect(heading(other, 'Welcome to the next')).toBeVisible()
  expect((await scripts(other)).filter((path) => !path.includes('next.'))).toEqual([])
})

test('loading a new release with unsaved changes requires confirmation', async ({ page, deployNext }) => {
  await enterAs(page, 'admin')
  await page.goto('/admin/practice')
  const name = page.getByRole('textbox', { name: 'Naam' }).first()
  await expect(name).toBeVisible()
  await serviceWorkerControls(page)
  deployNext()
  await look(page)
  const load = page.getByRole('button', { name: 'Nu laden' })
  await expect(load).toBeVisible()
  await name.fill('De Nieuwe Waag')
  const dialogOpened = page.waitForEvent('dialog')
  const click = load.click()
  const dialog = await dialogOpened
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await click
  await expect(name).toHaveValue('De Nieuwe Waag')
})

test('an operator can remove the service worker', async ({ page, withdraw }) => {
  await page.goto('/auth/login')
  await serviceWorkerControls(page)
  withdraw()
  await look(page)
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ])
  await expect.poll(left).toEqual([])
  await page.reload()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
})
