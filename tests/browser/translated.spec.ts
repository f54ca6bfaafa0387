import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { enterAs, fillIn, heading, open, rowOf, rows } from './steps.ts'
import { translate } from './translate.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'

// Browsers translate a page by replacing its text nodes.

test.beforeEach(({ page }) => page.addInitScript(translate))

test('signing in and resetting a password work on a page translated by the browser', async ({ page, trouble }) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(page.getByText('Verplicht veld.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Gebruikersnaam' }).fill(personas.owner)
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill('Verkeerd#1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Inloggen is niet gelukt.')
  await expect(page.getByRole('button', { name: 'Inloggen', exact: true })).not.toHaveAttribute('aria-busy')
  expect(trouble.splice(0)).toEqual([expect.stringContaining('401')])

  await page.getByRole('main').getByRole('link', { name: 'Wachtwoord vergeten?' }).click()
  await page.getByRole('textbox', { name: 'E-mailadres' }).fill(personas.none)
  await page.getByRole('button', { name: 'Link sturen' }).click()
  await expect(heading(page, 'Kijk in uw e-mail')).toBeVisible()
  await page.getByRole('main').getByRole('button').click()
  await expect(heading(page, 'Wachtwoord vergeten')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'inloggen' }).click()
  await fillIn(page, personas.owner, PASSWORD)
  await expect(heading(page, 'Vandaag')).toBeVisible()
})

test('the pages of an owner work when translated by the browser', async ({ page, trouble }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/portal/reminders?active=true')
  await expect(page.getByRole('region', { name: 'Nieuw', exact: true })).toBeVisible()
  await saved(page, /^Zet in uw agenda: /, 'BEGIN:VCALENDAR')
  await saved(page, 'Alles in uw agenda zetten', 'BEGIN:VCALENDAR')
  await page.getByRole('radio', { name: 'Niet actief' }).click()
  await expect(page).toHaveURL(/active=false/)

  await page.getByRole('link', { name: 'Facturen' }).first().click()
  await expect(heading(page, 'Facturen')).toBeVisible()
  await saved(page, /CSV/, ';')
  const from = page.getByRole('button', { name: /^Van: / })
  await from.click()
  await page.getByRole('dialog').getByRole('button', { name: 'jan' }).click()
  await expect(from).toContainText('jan')

  await page.getByRole('link', { name: 'Instellingen' }).click()
  await page.getByRole('textbox', { name: 'Huidig wachtwoord' }).fill('Verkeerd#1')
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord' }).fill('Ander#2026')
  await page.getByRole('textbox', { name: 'Herhaal het nieuwe wachtwoord' }).fill('Ander#2026')
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await expect(page.getByRole('textbox', { name: 'Huidig wachtwoord' })).toHaveAttribute('aria-invalid', 'true')
  expect(trouble.splice(0).length).toBe(1)

  await page.getByRole('radio', { name: 'English' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).first().click()
  await expect(heading(page, 'Reminders')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('keer zorg')
  // The account stores the language, and later tests of the same server expect Dutch.
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('radio', { name: 'Nederlands' }).click()
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(page.getByRole('textbox', { name: 'Gebruikersnaam' })).toBeVisible()
})

test('the pages of a practice work when translated by the browser', async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/dashboard')
  await page.getByRole('searchbox').fill('van')
  await expect(page.getByRole('link', { name: /^Alle/ }).first()).toBeVisible()
  await page.getByRole('searchbox').fill('niemand')
  await expect(page.getByRole('link', { name: /^Alle/ })).toHaveCount(0)

  await open(page, '/admin/clients/unregistered', 'Cliënten')
  await page.getByRole('searchbox').fill('de boer')
  await expect(rows(page)).toHaveCount(5)
  const row = rowOf(page, 'Boer', 'Ruud')
  await row.getByRole('button', { name: /registreren$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Registreren' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Boer' }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Selecteren' }).click()
  const picks = page.getByRole('checkbox', { name: /selecteren$/ })
  await picks.nth(0).check()
  await expect(page.getByText('1 geselecteerd').first()).toBeVisible()
  await picks.nth(1).check()
  await expect(page.getByText('2 geselecteerd').first()).toBeVisible()
  await page.getByRole('button', { name: 'Klaar' }).click()
  await saved(page, 'Lijst downloaden als CSV', 'Boer')
})

async function saved(page: Page, button: string | RegExp, content: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(content)
}
