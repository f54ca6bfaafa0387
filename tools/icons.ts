import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import playwright from '../tests/browser/playwright.config.ts'

// Renders the icons of the installed application from the favicon: run `node tools/icons.ts` when the favicon changes.

const PUBLIC = join(import.meta.dirname, '../public')
/** Scale of the drawing in a maskable icon. Systems may crop everything outside a centred circle of 80 % of the icon's size. */
const WITHIN_MASK = 0.92

const favicon = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')
const masked = favicon
  .replace(' rx="4"', '')
  .replace(/(<g [^>]*transform=")([^"]*)"/, (_, start: string, transform: string) => {
    const margin = 16 * (1 - WITHIN_MASK)
    return `${start}translate(${margin} ${margin}) scale(${WITHIN_MASK}) ${transform}"`
  })
const ICONS = [
  { name: '192.png', size: 192, drawing: favicon },
  { name: '512.png', size: 512, drawing: favicon },
  { name: 'maskable-512.png', size: 512, drawing: masked },
]

await mkdir(join(PUBLIC, 'icons'), { recursive: true })
const browser = await chromium.launch(playwright.use?.launchOptions)
for (const { name, size, drawing } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block }</style>${drawing.replace('<svg', `<svg width="${size}"`)}`,
  )
  await writeFile(join(PUBLIC, 'icons', name), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
