import { lowContrast, violations } from './axe.ts'
import { expect, test } from './portal.ts'
import { heading } from './steps.ts'

test('a visitor reads, searches and prints the prices of a practice without code of signed-in pages', async ({
  page,
}) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  const response = (await page.goto('/prices/de-waag'))!
  expect(await response.text()).toContain('<title>Prijzen · DAP De Waag</title>')
  expect(response.headers()).not.toHaveProperty('x-robots-tag')
  await expect(heading(page, 'Prijzen van DAP De Waag')).toBeVisible()
  await expect(page).toHaveTitle('Prijzen · DAP De Waag')
  expect(files.filter((file) => /signed-in|login|auth|admin|client/.test(file))).toEqual([])
  expect(files.filter((file) => file.startsWith('/api/'))).toEqual(['/api/prices/de-waag'])

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect([...(await violations(page, new Set())), ...(await lowContrast(page, new Set()))]).toEqual([])
  }
  await page.getByRole('searchbox', { name: 'Zoek in de prijzen' }).fill('gebit kat')
  await expect(page.getByText(/^1 prijs gevonden/)).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(1)

  await page.goto('/prices/de-waag')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('rowheader', { name: 'Echo van de buik' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Afdrukken' })).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeHidden()
})
