import type { Locator, Page } from '@playwright/test'
import { missed } from './hit-test.ts'
import { misfits } from './misfits.ts'
import { expect, test } from './portal.ts'
import { enterAs, settled, sidebar } from './steps.ts'
import { walks } from './walks.ts'

const ON_ITS_SIDE = { width: 844, height: 390 }
const UPRIGHT = { width: 390, height: 844 }
const TABLET = { width: 1024, height: 768 }
const LAPTOP = { width: 1280, height: 844 }
/** That laptop at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 640 }

test.use({ viewport: ON_ITS_SIDE })

for (const [area, walk] of Object.entries(walks)) {
  test(`the screens ${area} fit every window, also with letters at 200 %, and what is pressed is hit`, async ({
    page,
  }) => {
    await walk(page, async (screen) => {
      for (const window of [ON_ITS_SIDE, UPRIGHT, LAPTOP]) {
        await page.setViewportSize(window)
        await settled(page)
        expect.soft(await missed(page), `${screen}, ${window.width} px`).toEqual([])
      }
      // A while after the window has become narrow the sidebar goes.
      await page.setViewportSize(ZOOMED)
      await expect(sidebar(page)).toBeHidden()
      await fits(page, `${screen}, 400 %`)
      await page.setViewportSize(UPRIGHT)
      await setLetters(page, 2)
      await fits(page, `${screen}, large letters`)
      expect.soft(await missed(page), `${screen}, large letters`).toEqual([])
      await setLetters(page, 1)
      await page.setViewportSize(ON_ITS_SIDE)
    })
  })
}

test.describe('on a tablet', () => {
  test.use({ viewport: TABLET })

  test('no figure of the dashboard stands alone', async ({ page }) => {
    await enterAs(page, 'staff')
    await page.goto('/admin/dashboard')
    const figures = page.getByRole('main').getByRole('link', { name: /\d$/ })
    await expect(figures).toHaveCount(4)
    expect(await inEachLine(figures)).toEqual([2, 2])
  })

  test('what an owner is to do stands in one line, the documents below it', async ({ page }) => {
    await enterAs(page, 'owner')
    await page.goto('/client/portal/reminders')
    const rows = page.getByRole('list', { name: 'Wat verder aandacht vraagt' }).getByRole('listitem')
    await expect(rows).toHaveCount(6)
    expect(await inEachLine(rows)).toEqual([3, 3])
  })
})

/** How many stand beside each other, by the lines from above. */
async function inEachLine(all: Locator): Promise<number[]> {
  const tops = await all.evaluateAll((found) => found.map((it) => Math.round(it.getBoundingClientRect().top)))
  return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
}

async function fits(page: Page, screen: string) {
  await settled(page)
  expect.soft(await misfits(page), screen).toEqual({ wide: [], beyond: [], small: [] })
}

/** As the setting of the browser or the telephone does. */
async function setLetters(page: Page, times: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
  await devtools.detach()
}
