import type { Page } from '@playwright/test'
import { missed } from './hit-test.ts'
import { misfits } from './misfits.ts'
import { expect, test } from './portal.ts'
import { settled, sidebar } from './steps.ts'
import { walks } from './walks.ts'

const ON_ITS_SIDE = { width: 844, height: 390 }
const UPRIGHT = { width: 390, height: 844 }
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
