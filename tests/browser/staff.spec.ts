import { expect, test } from './portal.ts'
import { act, countOf, enterAs, follow, heading, leaveList, register, rowOf, rows, signIn } from './steps.ts'

test('staff find, register, lock and delete a client', async ({ page }) => {
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
    .getByRole('searchbox', { name: 'Zoek op naam, bedrijf, cliëntnummer, e-mail of dier' })
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
  // A search that arrives later would take the message of what is done below with it.
  await expect(page).toHaveURL(/\/registered\?lastName=boogaard/)
  const client = rowOf(page, 'Uit den Boogaard', 'Pieter')
  await act(client, 'blokkeren')
  await expect(client.getByText('Geblokkeerd')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'is geblokkeerd' })).toBeVisible()
  // At once it would be the second half of a double press, which does nothing.
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

test('staff view the portal as a client and come back to the list as it was', async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered?page=2&lastName=van')
  await expect(page.getByText(/^26–\d+ van/)).toBeVisible()
  // How far each invitation is comes after the rows.
  await expect(rows(page).filter({ hasText: 'Geactiveerd' })).not.toHaveCount(0)
  const list = await rows(page).allInnerTexts()

  await act(rows(page).first(), 'Bekijk als')
  const banner = page.getByRole('region', { name: /^U bekijkt het portaal als/ })
  await expect(banner).toBeVisible()
  await expect(page).toHaveTitle(/^Bekeken als .+ · Dierenportaal$/)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Terug naar beheer' })).toBeVisible()
  await expect(header.getByRole('link')).toHaveCount(3)
  await follow(page, 'Instellingen')
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await expect(page.locator('input[type=password]')).toHaveCount(0)

  await page.reload()
  await expect(banner).toBeVisible()
  await expect(page).toHaveURL('/client/portal/settings')
  await banner.getByRole('button', { name: 'Terug naar beheer' }).click()
  await expect(page).toHaveURL('/admin/clients/registered?page=2&lastName=van')
  await expect(page.getByText(/^26–\d+ van/)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('van')
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(list)
  await expect(page).toHaveTitle('Cliënten · Dierenportaal')
  await expect(banner).toBeHidden()
})

test('after signing out, Back shows nothing', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, 'staff')
  await follow(page, 'Cliënten')
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await page.goBack()
  await expect(heading(page, /Geen toegang|Welkom terug/)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Uitloggen' })).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test(
  'a client whose address another one uses is refused, and its row says why',
  { tag: '@wide' },
  async ({ page, trouble }) => {
    await enterAs(page, 'staff')
    await page.goto('/admin/clients/unregistered?lastName=uit+den+boogaard')
    for (const name of ['Pieter', 'Hanneke']) {
      await register(page, rowOf(page, name))
      if (name === 'Pieter') await expect(rowOf(page, name).getByText('Geregistreerd', { exact: true })).toBeVisible()
    }
    await expect(rowOf(page, 'Hanneke')).toContainText('Een andere cliënt gebruikt dit e-mailadres al')
    for (const told of ['een andere cliënt gebruikt dit e-mailadres al', '(409)'])
      await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible()
    expect(trouble.splice(0)).toEqual([expect.stringContaining('409')])

    await page.goto('/admin/clients/registered?lastName=uit+den+boogaard')
    await act(rowOf(page, 'Pieter'), 'verwijderen')
    await page.getByRole('dialog').getByRole('button').last().click()
    await expect(rowOf(page, 'Pieter')).toHaveCount(0)
  },
)
