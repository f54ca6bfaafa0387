import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { follow, heading, sidebar, signIn } from './steps.ts'

test('one press on the button signs in, though what checks the fields was late', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Gebruikersnaam' }).fill(personas.owner)
  const asked = page.waitForRequest('**/*.js')
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill(PASSWORD)
  const arrived = (await asked).response()
  arrive()
  await (await arrived)?.finished()
  await page.getByRole('main').getByRole('button', { name: 'Inloggen' }).click()
  await expect(heading(page, 'Herinneringen')).toBeVisible()
})

test('an owner sees what is due, and what was', async ({ page }) => {
  await signIn(page, 'owner')
  await expect(page).toHaveURL('/client/portal/reminders?active=true')
  await expect(heading(page, 'Herinneringen')).toBeVisible()
  const groups = page.getByRole('main').getByRole('heading', { level: 2 })
  for (const name of ['Te laat', 'Komende drie maanden', 'Later']) {
    await expect(groups.filter({ hasText: name })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Bel voor een afspraak' })).toHaveAttribute('href', /^tel:\+31/)
  await expect(sidebar(page).locator('a').first()).toHaveText(/20 actieve herinneringen/)

  await page.getByRole('radio', { name: 'Niet actief' }).click()
  await expect(page).toHaveURL('/client/portal/reminders?active=false')
  await expect(page.getByText('10 herinneringen zijn afgerond of vervallen.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Niet actief' })).toBeChecked()
  await expect(page.getByText('10 herinneringen zijn afgerond of vervallen.')).toBeVisible()
  await follow(page, 'Instellingen')
  await follow(page, /^Herinneringen/)
  await expect(page).toHaveURL('/client/portal/reminders?active=false')
})

test('an owner chooses another language', async ({ page }) => {
  await signIn(page, 'owner')
  await follow(page, 'Instellingen')
  await expect(page.getByRole('main')).toContainText('Anneke van den Berg')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page).toHaveTitle('Settings · Dierenportaal')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expect(page.getByText(/\b(Taal|Instellingen|Praktijk|Uitloggen|Herinneringen)\b/)).toHaveCount(0)
  expect((await saved).ok()).toBe(true)
  await expect(page.getByRole('status')).toHaveText('The language is changed.')
  await page.reload()
  await expect(heading(page, 'Settings')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: 'Nederlands' }).click()
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
})
