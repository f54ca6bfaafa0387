import { expect, test } from './portal.ts'
import { countOf, enterAs, rows } from './steps.ts'

test('staff register all that a search finds, lock some and delete them, without a mouse for the rows', async ({
  page,
}) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/unregistered?lastName=van')
  const registered = await countOf(page, 'Geregistreerd')
  await page.getByRole('button', { name: 'Selecteren' }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Deze pagina' })).toBeFocused()
  await page.keyboard.press('Space')
  const total = await rows(page).count()
  await expect(page.getByRole('status').filter({ hasText: `${total} geselecteerd` })).toBeAttached()
  const without = await rows(page).filter({ hasText: 'Geen e-mailadres' }).count()
  await page.getByRole('main').getByRole('button', { name: 'Registreren', exact: true }).click()
  const done = page.getByRole('status').filter({ hasText: /geregistreerd en krijg/ })
  await expect(done).toBeVisible()
  await expect.poll(() => countOf(page, 'Geregistreerd')).toBe(registered + total - without)
  expect(total - without).toBeGreaterThan(1)

  await page.goto('/admin/clients/registered?lastName=bakker')
  await page.getByRole('button', { name: 'Selecteren' }).click()
  const boxes = page.getByRole('checkbox', { name: /selecteren$/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await expect(page.getByRole('checkbox', { name: 'Deze pagina' })).toBeChecked({ indeterminate: true })
  await page.getByRole('button', { name: 'Blokkeren', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 cliënten zijn geblokkeerd.' })).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Geblokkeerd' })).not.toHaveCount(0)

  await boxes.nth(0).check()
  await page.getByRole('button', { name: 'Verwijderen' }).click()
  const dialog = page.getByRole('dialog', { name: '1 cliënt verwijderen uit het portaal?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Verwijderen' })).toBeFocused()
  await page.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByRole('button', { name: 'Selecteren' })).toBeFocused()
  await expect.poll(() => countOf(page, 'Geregistreerd')).toBe(registered + total - without)
})
