import { expect, test } from './portal.ts'
import { follow, heading, sidebar, signIn } from './steps.ts'

test('an owner of two practices chooses one, and then the other', async ({ page }) => {
  await signIn(page, 'two')
  await expect(page).toHaveURL('/auth/select-clinic')
  await page.getByRole('button', { name: /DAP De Linde/ }).click()
  await expect(heading(page, 'Herinneringen')).toBeVisible()
  await expect(sidebar(page)).toContainText('DAP De Linde')
  await page.reload()
  await expect(sidebar(page)).toContainText('DAP De Linde')

  await follow(page, 'Andere praktijk')
  await page.getByRole('button', { name: /DAP De Waag/ }).click()
  await expect(sidebar(page)).toContainText('DAP De Waag')
  await expect(sidebar(page)).not.toContainText('DAP De Linde')
})

test('who has two practices comes by the choice to the page that was asked for', async ({ page }) => {
  await page.goto('/client/portal/settings')
  await expect(heading(page, 'Geen toegang')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Inloggen' }).click()
  await page.getByRole('textbox', { name: 'Gebruikersnaam' }).fill('two@mail.example')
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill('Welkom#2026')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /DAP De Waag/ }).click()
  await expect(page).toHaveURL('/client/portal/settings')
})

test('who has no practice is told so on every page', async ({ page }) => {
  await signIn(page, 'none')
  await expect(page).toHaveURL('/auth/no-clinic')
  await expect(heading(page, 'U bent nog niet gekoppeld')).toBeVisible()
  await page.goto('/client/portal/reminders')
  await expect(page).toHaveURL('/auth/no-clinic')
  await page.getByRole('main').getByRole('button', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
})
