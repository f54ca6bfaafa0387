import type { Page } from '@playwright/test'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './plain-api.ts'
import { act, fillIn, follow, heading, leaveList, open, register, rows, signIn } from './steps.ts'

// One worker: starting a server takes longer than a test.
test.describe.configure({ mode: 'default' })

// Chromium logs the 404 of the capabilities call.
test.beforeEach(({ provoked }) => void provoked.push(/^console: Failed to load resource: .* 404/))

test.afterEach(({ beyond }) => {
  const others = beyond.filter((call) => call !== 'GET /api/capabilities')
  expect(others, 'what the specification does not have').toEqual([])
})

/** Waits for a loaded page without an error message. */
async function fine(page: Page): Promise<void> {
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('staff can use every page and action on an API with only the specified calls', async ({ page }) => {
  await signIn(page, 'staff')
  await expect(heading(page, /^Goede/)).toBeVisible()
  await fine(page)

  await follow(page, 'Cliënten')
  await expect(heading(page, 'Cliënten')).toBeVisible()
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('link', { name: 'Volgende' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows(page).first()).toBeVisible()
  await fine(page)
  await page.getByRole('searchbox').fill('berg')
  await expect(page).toHaveURL(/lastName=berg/)
  await expect(rows(page).first()).toContainText(/berg/i)
  await fine(page)

  await open(page, '/admin/clients/unregistered', 'Cliënten')
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('link', { name: 'Volgende' }).click()
  await expect(page).toHaveURL(/page=2/)
  const row = rows(page).nth(1)
  await register(page, row)
  await expect(row.getByText('Geregistreerd')).toBeVisible()
  await leaveList(page)
  await fine(page)

  await page.getByRole('link', { name: /^Geregistreerd/ }).click()
  const first = rows(page).first()
  await act(first, 'blokkeren')
  await expect(first).toContainText('Geblokkeerd')
  // A press soon after another counts as the second half of a double press and is ignored.
  await expect(async () => {
    await act(first, 'deblokkeren')
    await expect(first.getByText('Geblokkeerd')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await fine(page)
  await act(first, 'Bekijk als')
  const banner = page.getByRole('region', { name: /^U bekijkt het portaal als/ })
  await expect(banner).toBeVisible()
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await fine(page)
  await banner.getByRole('button', { name: 'Terug naar beheer' }).click()
  await expect(banner).toHaveCount(0)
  await expect(heading(page, 'Cliënten')).toBeVisible()
  await fine(page)
})

test('an owner can use every page on an API with only the specified calls', async ({ page }) => {
  await signIn(page, 'owner')
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await fine(page)
  await page.getByRole('radio', { name: 'Niet actief' }).click()
  await expect(page).toHaveURL(/active=false/)
  await fine(page)

  await follow(page, 'Dieren')
  // The former page has a link of the same name, to the medication logbook.
  await expect(heading(page, 'Dieren')).toBeVisible()
  await page.getByRole('link', { name: 'Fleur' }).click()
  await expect(heading(page, 'Fleur')).toBeVisible()
  await page.getByRole('radio', { name: '5 jaar' }).click()
  await expect(page.getByRole('list', { name: 'Logboek' }).getByRole('heading', { level: 3 }).first()).toBeVisible()
  await fine(page)

  await follow(page, /^Facturen/)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('radio', { name: 'Openstaand' }).click()
  await expect(page).toHaveURL('/client/invoices?status=UNPAID')
  await expect(rows(page).filter({ hasText: 'Betaald' })).toHaveCount(0)
  await fine(page)

  await follow(page, 'Bezoeken')
  await expect(page.getByRole('combobox', { name: 'Dier' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Bezoek' }).first().click()
  await expect(page.getByRole('link', { name: 'Alle bezoeken' })).toBeVisible()
  await fine(page)

  await follow(page, 'Uitslagen en documenten')
  await expect(page.getByRole('list', { name: 'Labuitslagen' }).getByRole('listitem').first()).toBeVisible()
  await page.getByRole('link', { name: /^Behandelplannen/ }).click()
  await expect(heading(page, 'Uitslagen en documenten')).toBeVisible()
  await fine(page)

  await follow(page, 'Instellingen')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()
  await fine(page)
  await page.getByRole('radio', { name: 'Nederlands' }).click()
  await expect(heading(page, 'Instellingen')).toBeVisible()

  const password = `Nieuw!${PASSWORD}`
  await page.getByRole('textbox', { name: 'Huidig wachtwoord' }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord', exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Herhaal het nieuwe wachtwoord' }).fill(password)
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Wachtwoord gewijzigd.' })).toBeVisible()
  await fine(page)
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await fine(page)
  await fillIn(page, personas.owner, password)
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await fine(page)
})
