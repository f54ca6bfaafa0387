import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Locator, type Page, expect } from '@playwright/test'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { test } from './demo-host.ts'
import { countOf, fillIn, follow, heading, register, rowOf, rows, signIn } from './steps.ts'

// The demo runs without a server. Tests run one after another, so that it is built once.
test.describe.configure({ mode: 'default' })

const panel = (page: Page) => page.getByRole('region', { name: 'Demo' })
const press = (page: Page) => page.locator('summary', { hasText: 'Demo' }).click()

async function signInAs(page: Page, who: string): Promise<void> {
  await press(page)
  await panel(page).getByRole('button', { name: who }).click()
  await expect(page.getByRole('link', { name: 'Uitloggen' })).toBeVisible()
}

async function setOption(page: Page, name: string, option: string): Promise<void> {
  await press(page)
  await panel(page).getByRole('combobox', { name }).selectOption(option)
  await press(page)
}

/** Opens a link to a PDF, and returns its tab. */
async function opened(page: Page, link: Locator): Promise<Page> {
  const tab = page.context().waitForEvent('page')
  await link.click()
  const file = await tab
  await file.waitForURL(/\/files\/papers\//)
  expect(await file.evaluate(() => document.contentType)).toBe('application/pdf')
  const text = await page.evaluate(async (url) => await (await fetch(url)).text(), file.url())
  expect(text).toMatch(/^%PDF-/)
  return file
}

test('a registration in the demo survives a reload and appears in another tab', async ({ page, context }) => {
  await page.goto('/admin/clients/unregistered')
  await expect(heading(page, 'Geen toegang')).toBeVisible()
  await signInAs(page, 'Medewerker van De Waag')
  await expect(heading(page, /, Femke$/)).toBeVisible()

  await page.goto('/admin/clients/unregistered?lastName=boogaard')
  const row = rowOf(page, 'Uit den Boogaard', 'Pieter')
  const before = await countOf(page, 'Geregistreerd')
  await register(page, row)
  await expect(row.getByText('Geregistreerd', { exact: true })).toBeVisible()
  await page.reload()
  await expect.poll(() => countOf(page, 'Geregistreerd')).toBe(before + 1)
  await expect(row).toHaveCount(0)

  const other = await context.newPage()
  await signIn(other, 'admin')
  await other.goto('/admin/clients/registered?lastName=boogaard')
  const there = rowOf(other, 'Uit den Boogaard', 'Pieter')
  await there.getByRole('button', { name: /blokkeren$/ }).click()
  await expect(there.getByText('Geblokkeerd')).toBeVisible()
  await page.getByRole('link', { name: /^Geregistreerd/ }).click()
  await expect(row.getByText('Geblokkeerd')).toBeVisible()
})

test('the demo generates an invoice as PDF and opens a bundled file', async ({ page }) => {
  await signIn(page, 'owner')
  await follow(page, 'Facturen')
  const main = page.getByRole('main')
  await opened(page, main.getByRole('button', { name: /^Factuur .+ openen$/ }).first())
  await follow(page, 'Uitslagen en documenten')
  const file = await opened(page, main.getByRole('link', { name: /openen$/ }).first())

  // The demo's files exist only while a tab of the portal is open. Without a tab the address opens the portal.
  await page.close()
  await file.reload()
  await expect(heading(file, 'Welkom terug')).toBeVisible()
})

test('the demo panel simulates a network error and resets the data', async ({ page, trouble }) => {
  await page.goto('/')
  await signInAs(page, 'Beheerder van De Waag')
  await setOption(page, 'Storing', 'Geen verbinding')
  await page.getByRole('link', { name: /^Niet geregistreerd/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Er ging iets mis' })).toBeVisible()
  await setOption(page, 'Storing', 'Geen')
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(rows(page)).toHaveCount(25)

  const before = await countOf(page, 'Niet geregistreerd')
  await register(page, rows(page).first())
  await expect.poll(() => countOf(page, 'Niet geregistreerd')).toBe(before - 1)
  await press(page)
  await panel(page).getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await fillIn(page, personas.staff, PASSWORD)
  await page.getByRole('link', { name: /^Niet geregistreerd/ }).click()
  await expect.poll(() => countOf(page, 'Niet geregistreerd')).toBe(before)
  expect(trouble.splice(0).filter((line) => !/: Failed to load resource: .*(404|ERR_FAILED)/.test(line))).toEqual([])
})

test('the production build contains no demo code', async () => {
  const dist = join(import.meta.dirname, '../../dist')
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(js|html|css|wasm|ttf)$/.test(file))
  expect(files).toContain('index.html')
  expect(files.filter((file) => /mockServiceWorker|\.(wasm|ttf)$/.test(file))).toEqual([])
  for (const file of files) {
    expect(await readFile(join(dist, file), 'utf8'), file).not.toMatch(/sqlite3|mockServiceWorker|\bmsw\b|de-waag/)
  }
})
