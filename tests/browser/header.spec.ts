import { expect, test } from './portal.ts'
import { enterAs, heading, withoutStart } from './steps.ts'

const drawing = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/></svg>`

/** Height of the header without a logo, with its border. */
const MAX_HEADER = 64

for (const [shape, logo] of [
  ['wide', { body: drawing(600, 60) }],
  ['tall', { body: drawing(60, 600) }],
  ['square', { body: drawing(100, 100) }],
  ['broken', { body: '<svg' }],
  ['missing', { status: 404 }],
] as const)
  test(`a ${shape} logo is as high as a line, and leaves the header as high as without`, async ({ page, provoked }) => {
    provoked.push(/404/)
    await page.route('**/files/shape', (route) => route.fulfill({ contentType: 'image/svg+xml', ...logo }))
    await page.route(/\/api\/practice\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), logoUrl: '/files/shape' } })
    })
    await withoutStart(page)
    await enterAs(page, 'owner')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/client/portal/reminders?active=true')
      await expect(heading(page, 'Vandaag')).toBeVisible()
      const image = page.getByRole('banner').locator('img[src$="/files/shape"]')
      const header = await page.getByRole('banner').boundingBox()
      expect(header?.height).toBeLessThanOrEqual(MAX_HEADER)
      const isShown = shape !== 'broken' && shape !== 'missing'
      await expect(image).toHaveCount(isShown ? 1 : 0)
      if (!isShown) continue
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
      const { height = 0 } = (await image.boundingBox()) ?? {}
      expect(height).toBeGreaterThanOrEqual(28)
      expect(height).toBeLessThanOrEqual(40)
    }
  })

test('a window that becomes wide leaves the focus where it is', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 800 })
  await enterAs(page, 'owner')
  await page.goto('/client/invoices')
  await expect(heading(page, 'Facturen')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /^Van: / }).click()
  // The sidebar follows the width after a moment.
  await page.waitForFunction(() => !JSON.parse(sessionStorage.getItem('portal') ?? '').state.narrow)
  await expect(page.getByRole('dialog', { name: 'Van' })).toBeVisible()
})
