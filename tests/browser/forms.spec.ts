import { audit } from './audit.ts'
import { expect, test } from './portal.ts'
import { enterAs, heading, open } from './steps.ts'

const PHONE = { width: 390, height: 844 }

test('an owner completes a form on a phone, and its answers survive a reload', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await enterAs(page, 'owner')
  await open(page, '/client/forms', 'Formulieren')
  await audit(page, 'forms')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Vragenlijst voor het bezoek/ })
    .click()
  await expect(heading(page, /Vragenlijst voor het bezoek/)).toBeVisible()
  await page.getByRole('button', { name: 'Formulier versturen' }).click()
  const complaint = page.getByRole('textbox', { name: /^Waarvoor komt u/ })
  await expect(complaint).toBeFocused()
  await audit(page, 'incomplete form')
  await complaint.fill('Hij niest')
  await page
    .getByRole('radiogroup', { name: /eet en drinkt/ })
    .getByText('Zoals altijd')
    .click()
  await page.reload()
  await expect(complaint).toHaveValue('Hij niest')
  await page
    .getByRole('radiogroup', { name: /medicijnen/ })
    .getByText('Ja')
    .click()
  await page.getByRole('textbox', { name: /^Welke medicijnen/ }).fill('Druppels')
  await page
    .getByRole('radiogroup', { name: /kat buiten/ })
    .getByText('Nee')
    .click()
  await page.getByRole('button', { name: 'Formulier versturen' }).click()
  await expect(page.getByText('Uw formulier is verstuurd.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Druppels')).toBeVisible()
  await audit(page, 'complete form')
  await open(page, '/client/forms', 'Formulieren')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Toestemming voor narcose/ })
    .click()
  await expect(page.getByRole('button', { name: 'Toestemming intrekken' })).toBeVisible()
  await audit(page, 'consent')
})

test('an admin tries a form in the preview beside its editor, which sends nothing', async ({ page }) => {
  await enterAs(page, 'admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/admin/forms/edit?template=anaesthesia', 'Nieuw formulier')
  const preview = page.getByRole('region', { name: 'Voorbeeld' })
  const editor = page.getByRole('textbox', { name: /^Titel in het Nederlands/ })
  const [one, other] = [await editor.boundingBox(), await preview.boundingBox()]
  expect(other!.x).toBeGreaterThan(one!.x + one!.width)
  await preview.getByRole('textbox', { name: /^Telefoonnummer/ }).press('Enter')
  await expect(preview.getByText('Verplicht veld.').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/admin/forms/edit')
  await audit(page, 'editor')
})
