import type { Page } from '@playwright/test'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { fillIn, heading } from './steps.ts'

test.use({ serviceWorkers: 'allow' })

interface Manifest {
  id: string
  lang: string
  icons: { src: string; sizes: string; purpose: string }[]
  shortcuts: { name: string; url: string }[]
}

/** Returns the manifest, and fails on what the browser rejects in it. */
async function manifestOf(page: Page): Promise<Manifest> {
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  return JSON.parse(data!) as Manifest
}

test('a shortcut of the installed app opens its page after signing in', async ({ page }) => {
  await page.goto('/auth/login')
  const { url } = (await manifestOf(page)).shortcuts[1]!
  await page.goto(url)
  await page.getByRole('main').getByRole('link', { name: 'Inloggen' }).click()
  await fillIn(page, personas.owner, PASSWORD)
  await expect(page).toHaveURL(url)
  await expect(heading(page, 'Dieren')).toBeVisible()
})
