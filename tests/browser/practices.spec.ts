import { expect, test } from './portal.ts'
import { follow, heading, sidebar, signIn } from './steps.ts'

test('an owner of two practices switches between them', async ({ page }) => {
  await signIn(page, 'two')
  await expect(page).toHaveURL('/auth/select-clinic')
  await page.getByRole('button', { name: /DAP De Linde/ }).click()
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await expect(sidebar(page)).toContainText('DAP De Linde')
  await page.reload()
  await expect(sidebar(page)).toContainText('DAP De Linde')

  await follow(page, 'Andere praktijk')
  await page.getByRole('button', { name: /DAP De Waag/ }).click()
  await expect(sidebar(page)).toContainText('DAP De Waag')
  await expect(sidebar(page)).not.toContainText('DAP De Linde')
})
