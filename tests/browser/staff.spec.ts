import { expect, test } from './portal.ts'
import { act, countOf, follow, heading, leaveList, register, rowOf, rows, signIn } from './steps.ts'

test('staff find, register, lock and remove a client', async ({ page }) => {
  await signIn(page, 'staff')
  await expect(heading(page, /^Goede(morgen|middag|navond), Femke/)).toBeVisible()
  const figures = page.getByRole('main').getByRole('link')
  const registeredAtFirst = Number((await figures.filter({ hasText: /^Geregistreerd/ }).innerText()).match(/\d+$/)?.[0])
  const unregisteredAtFirst = Number((await figures.filter({ hasText: /^Niet/ }).innerText()).match(/\d+$/)?.[0])
  expect(registeredAtFirst).toBeGreaterThan(25)

  await follow(page, 'Cliënten')
  await expect(page).toHaveURL('/admin/clients/registered')
  await expect(rows(page)).toHaveCount(25)
  expect(await countOf(page, 'Geregistreerd')).toBe(registeredAtFirst)
  const firstOfPageOne = await rows(page).first().innerText()
  await page.getByRole('link', { name: 'Volgende pagina' }).click()
  await expect(page).toHaveURL('/admin/clients/registered?page=2')
  await expect(page.getByText(/^26–50 van/)).toBeVisible()
  expect(await rows(page).first().innerText()).not.toBe(firstOfPageOne)

  await page.getByRole('link', { name: /^Niet geregistreerd/ }).click()
  await expect(page).toHaveURL(/\/unregistered/)
  await expect(page.getByRole('button', { name: /registreren$/i }).first()).toBeVisible()
  await page
    .getByRole('searchbox', { name: 'Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier' })
    .fill('uit DEN boog')
  await expect(page).toHaveURL(/\/unregistered\?lastName=uit/)
  const other = rowOf(page, 'Uit den Boogaard', 'Pieter')
  await expect(rows(page).filter({ hasNotText: 'Uit den Boogaard' })).toHaveCount(0)

  await register(page, other)
  await expect(other.getByText('Geregistreerd', { exact: true })).toBeVisible()
  await expect.poll(() => countOf(page, 'Niet geregistreerd')).toBe(unregisteredAtFirst - 1)
  await expect.poll(() => countOf(page, 'Geregistreerd')).toBe(registeredAtFirst + 1)
  await expect(page.getByRole('status').filter({ hasText: 'Pieter Uit den Boogaard is geregistreerd' })).toBeVisible()
  await leaveList(page)
  await expect(other).toHaveCount(0)

  await page.getByRole('link', { name: /^Geregistreerd/ }).click()
  await expect(page).toHaveURL(/\/registered/)
  await expect(page.getByRole('button', { name: /blokkeren$|^Acties/ }).first()).toBeAttached()
  await page.getByRole('searchbox').fill('boogaard')
  // A later search result would remove the message of the next step.
  await expect(page).toHaveURL(/\/registered\?lastName=boogaard/)
  const client = rowOf(page, 'Uit den Boogaard', 'Pieter')
  await act(client, 'blokkeren')
  await expect(client.getByText('Geblokkeerd')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'is geblokkeerd' })).toBeVisible()
  // An immediate press counts as the second half of a double press and is ignored.
  await expect(async () => {
    await act(client, 'deblokkeren')
    await expect(client.getByText('Geblokkeerd')).toHaveCount(0, { timeout: 500 })
  }).toPass()

  await act(client, 'verwijderen')
  const dialog = page.getByRole('dialog', { name: 'Pieter Uit den Boogaard verwijderen uit het portaal?' })
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(dialog).toBeHidden()
  await expect(client.getByRole('button', { name: /Pieter Uit den Boogaard( verwijderen)?$/ }).last()).toBeFocused()
  await act(client, 'verwijderen')
  await dialog.getByRole('button').last().click()
  await expect(client).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'is verwijderd uit het portaal' })).toBeVisible()
  await expect.poll(() => countOf(page, 'Geregistreerd')).toBe(registeredAtFirst)
  await expect.poll(() => countOf(page, 'Niet geregistreerd')).toBe(unregisteredAtFirst)
})
