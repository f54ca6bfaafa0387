import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { addAuthenticator, fillIn, heading } from './steps.ts'

test('staff create a passkey after signing in, and sign in with it', async ({ page, trouble }) => {
  const device = await addAuthenticator(page)
  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: 'Inloggen met passkey' })).toBeVisible()
  await fillIn(page, personas.staff, PASSWORD)
  await page.getByRole('button', { name: 'Passkey maken' }).click()
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Huidig wachtwoord' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Passkey toevoegen' }).click()
  await expect(page.getByText('Passkey toegevoegd.')).toBeVisible()
  expect(await device.credentials()).toEqual([
    expect.objectContaining({ rpId: 'localhost', isResidentCredential: true, userName: 'staff@dewaag.example' }),
  ])
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () =>
      Promise.resolve(!localStorage.getItem('test-no-autofill'))
  })
  // The virtual authenticator chooses the passkey without a user.
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, /Femke/)).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('test-no-autofill', 'yes')
    sessionStorage.clear()
  })
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Inloggen met passkey' }).click()
  await expect(heading(page, /Femke/)).toBeVisible()
  expect(trouble).toEqual([])
})
