import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#harness/free-port.ts'
import { ROOT, logOf, startServer } from '#harness/server-process.ts'
import { violations } from './axe.ts'
import { expect, test as base } from './portal.ts'
import { addAuthenticator, heading } from './steps.ts'

let setupUrl = ''

/** The server has no practice, and prints the address of its set-up. */
const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
      const port = await freePort()
      try {
        await using server = await startServer({ PORT: String(port), DATA_DIR: dataDir })
        setupUrl = String(logOf(server).find(({ event }) => event === 'setup-code')?.['url'])
        await provide({ url: `http://localhost:${port}`, dataDir })
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker' },
  ],
})

test('an admin sets up an empty portal with a logo and a passkey', async ({ page, trouble }) => {
  await addAuthenticator(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(setupUrl)
  expect(await violations(page, new Set())).toEqual([])
  await page.getByRole('textbox', { name: 'Naam van de praktijk' }).fill('De Krekel')
  await page.getByRole('textbox', { name: 'Telefoon' }).fill('0182 123456')
  await page.locator('input[type=file]').setInputFiles(join(ROOT, 'docs/pictures/owner.png'))
  await page.getByRole('textbox', { name: 'Voornaam' }).fill('Tess')
  await page.getByRole('textbox', { name: 'Uw e-mailadres' }).fill('tess@krekel.example')
  await page.getByRole('radio', { name: 'Met een passkey' }).check()
  await page.getByRole('button', { name: 'Praktijk maken en inloggen' }).click()
  await expect(heading(page, /Tess$/)).toBeVisible()
  const steps = page.getByRole('region', { name: 'Aan de slag' })
  await expect(steps.getByRole('listitem').filter({ hasText: 'Gedaan' })).toHaveText([
    /^Logo en telefoonnummer/,
    /^Uw account extra beveiligen/,
  ])
  await page.goto(setupUrl)
  await expect(heading(page, 'Het portaal is ingesteld')).toBeVisible()
  expect(trouble).toEqual([])
})
