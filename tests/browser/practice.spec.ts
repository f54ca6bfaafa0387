import { expect, test } from './portal.ts'
import { follow, heading, signIn } from './steps.ts'

test('leaving the form with unsaved changes requires confirmation', async ({ page }) => {
  await signIn(page, 'staff')
  await follow(page, 'Praktijkgegevens')
  const title = page.getByRole('textbox', { name: 'Welkomsttitel' })
  await title.fill('Onaf')

  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Verlaten zonder op te slaan?' })
  await expect(dialog.getByRole('button', { name: 'Annuleren' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/practice$/)
  await expect(title).toHaveValue('Onaf')

  const dialogTypes: string[] = []
  page.on('dialog', (question) => {
    dialogTypes.push(question.type())
    void question.accept()
  })
  await page.reload()
  await expect(heading(page, 'Praktijkgegevens')).toBeVisible()
  expect(dialogTypes).toEqual(['beforeunload'])
  await expect(title).toHaveValue('Onaf')
  await page.getByRole('main').getByRole('button', { name: 'Weggooien' }).click()
  await expect(title).not.toHaveValue('Onaf')
  await page.reload()
  await expect(heading(page, 'Praktijkgegevens')).toBeVisible()
  expect(dialogTypes).toHaveLength(1)
})
