import { expect, test } from './portal.ts'
import { enterAs, heading, rows, signIn } from './steps.ts'

// The oldest supported browsers (package.json), simulated by removing what they lack, and one that is older still.

test.describe('a browser of 2023', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      // Features that Chrome 109, Firefox 115 or Safari 16.4 lacks.
      const newer: [object, string[]][] = [
        [AbortSignal, ['any']],
        [Map, ['groupBy']],
        [Object, ['groupBy']],
        [Promise, ['withResolvers', 'try']],
        [URL, ['canParse', 'parse']],
        [Array, ['fromAsync']],
        [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
        [String.prototype, ['isWellFormed', 'toWellFormed']],
        [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
        [
          Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
          ['map', 'filter', 'take', 'toArray', 'some'],
        ],
        [Response.prototype, ['bytes']],
        [Document.prototype, ['startViewTransition']],
        [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
        [window, ['navigation', 'requestIdleCallback', 'Iterator', 'Temporal', 'CloseWatcher']],
        [Intl, ['DurationFormat', 'Segmenter']],
      ]
      for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
    })
  })

  test('lets staff sign in, search and read their list', async ({ page }) => {
    await signIn(page, 'staff')
    expect(await page.evaluate(() => 'any' in AbortSignal || 'toSorted' in Array.prototype)).toBe(false)
    await page.goto('/admin/clients/registered')
    await expect(rows(page)).toHaveCount(25)
    await page.getByRole('searchbox').fill('jansen')
    await expect(page).toHaveURL(/jansen/)
    await expect(rows(page).first()).toContainText(/jansen/i)
  })

  test('shows an owner the first page and an animal', async ({ page }) => {
    await enterAs(page, 'owner')
    await page.goto('/client/portal/reminders')
    await expect(heading(page, 'Vandaag')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await page.goto('/client/patients')
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
})

test('an unsupported browser shows in both languages that it is too old', async ({ page }) => {
  await page.addInitScript(() => {
    CSS.supports = (...condition: string[]) => condition[0] !== 'container-type'
  })
  await page.goto('/auth/login')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Deze browser is te oud')
  await expect(alert.locator('[lang=en]')).toContainText('This browser is too old')
  await page.waitForLoadState('networkidle')
  await expect(alert).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})
