import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { misfits } from './misfits.ts'
import { expect } from './portal.ts'
import { settled } from './steps.ts'

/** Checks the page with axe, and its width on a phone and in a narrow window. Restores the size of the window. */
export async function audit(page: Page, screen: string): Promise<void> {
  await settled(page)
  expect.soft(await violations(page, new Set()), screen).toEqual([])
  const { width, height } = page.viewportSize()!
  for (const narrow of [390, 320]) {
    await page.setViewportSize({ width: narrow, height })
    await settled(page)
    expect.soft(await misfits(page), `${screen}, ${narrow} px`).toEqual({ wide: [], beyond: [], small: [] })
  }
  await page.setViewportSize({ width, height })
}
