import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { messages } from '#tools/build/messages.ts'
import { lowContrast, violations } from './axe.ts'
import { misfits } from './misfits.ts'
import { settled } from './steps.ts'

// The kit page shows every component of src/ui in every state, including states that the other browser tests never reach.

test.use({ viewport: { width: 1440, height: 900 } })

async function serveKit() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-kit-'))
  const options = { configFile: false, logLevel: 'error' } as const
  const input = 'tools/kit/index.html'
  await build({ ...options, plugins: [react(), messages()], build: { outDir: folder, rolldownOptions: { input } } })
  const server = await preview({ ...options, build: { outDir: folder }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: new URL(input, server.resolvedUrls!.local[0]).href,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function audit(page: Page, name: string) {
  await settled(page)
  expect.soft(await violations(page, new Set()), name).toEqual([])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await lowContrast(page, new Set()), `${name}, ${colorScheme}`).toEqual([])
  }
}

test('every component in every state is accessible and fits a window of 320 px', async ({ page }) => {
  await using kit = await serveKit()
  await page.goto(kit.url)
  await page.getByRole('main').waitFor()
  await audit(page, 'kit')
  const windows = await page
    .locator('iframe')
    .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('src')!))
  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  expect.soft(await misfits(page)).toMatchObject({ wide: [], beyond: [] })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const search of windows) {
    await page.goto(new URL(search, kit.url).href)
    await expect(page).not.toHaveTitle(/^Kit/)
    await audit(page, search)
  }
  for (const search of ['?only=confirmdialog', '?only=modal-modalbody-modalformfoot']) {
    await page.goto(new URL(search, kit.url).href)
    const dialog = page.getByRole('dialog')
    for (const opener of await page.getByRole('button', { name: 'Openen' }).all()) {
      await opener.click()
      await dialog.waitFor()
      await audit(page, search)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  }
})
