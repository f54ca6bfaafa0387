import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { ROOT } from '#harness/server-process.ts'

// Sets up an empty portal as docs/operate/first-day.md describes, until the first owner is signed in.

const CSV = join(ROOT, 'tests/server/csv')

/** Counted work of a person: presses, and filled fields. */
export interface Effort {
  presses: number
  fields: number
}

type Save = (page: Page, name: string) => Promise<void>

/** Does the work of the practice, and returns the path of the link in the mail to its first client. */
export async function setUpPractice(page: Page, { setupUrl, dataDir, logo }: Start, save: Save, effort: Effort) {
  const { press, fill } = counted(effort)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const choose = async (file: string) => {
    await page.locator('input[type=file]').setInputFiles(file)
    effort.presses += 1
  }

  await page.goto(setupUrl)
  await fill(page.getByRole('textbox', { name: 'Naam van de praktijk' }), 'Dierenkliniek Het Spoor')
  await fill(page.getByRole('textbox', { name: 'Telefoon' }), '030 123 45 67')
  await fill(page.getByRole('textbox', { name: 'E-mailadres voor cliënten' }), 'balie@hetspoor.example')
  await fill(page.getByRole('textbox', { name: 'Website' }), 'www.hetspoor.example')
  await choose(logo)
  await fill(page.getByRole('textbox', { name: 'Voornaam' }), 'Ilse')
  await fill(page.getByRole('textbox', { name: 'Achternaam' }), 'de Boer')
  await fill(page.getByRole('textbox', { name: 'Uw e-mailadres' }), 'ilse@hetspoor.example')
  await fill(page.locator('input[type=password]').first(), DEMO_PASSWORD)
  await fill(page.locator('input[type=password]').last(), DEMO_PASSWORD)
  await press(button('Praktijk maken en inloggen'))
  await page.getByRole('region', { name: 'Aan de slag' }).waitFor()
  await save(page, 'first-day-dashboard')

  await press(page.getByRole('link', { name: 'Gegevens laden' }))
  for (const file of ['kliniek-klanten.csv', 'kliniek-dieren.csv', 'kliniek-herinneringen.csv']) {
    await choose(join(CSV, file))
    await page.getByRole('heading', { name: file }).waitFor()
    if (file === 'kliniek-dieren.csv') await save(page, 'first-day-columns')
    await press(button('Controleren'))
    await press(button('Nu laden'))
    await page.getByRole('heading', { name: 'Geladen' }).waitFor()
    await press(page.getByRole('link', { name: /^Alle bestanden/ }))
  }

  await press(page.getByRole('link', { name: 'Overzicht' }))
  await press(page.getByRole('link', { name: 'Cliënten kiezen' }))
  await press(button('Piet Bakker registreren'))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Registreren' }))
  return await invitationIn(join(dataDir, 'outbox'))
}

/** Opens the invitation on a phone, and signs in for the first time. */
export async function acceptInvitation(page: Page, path: string, save: Save, effort: Effort): Promise<void> {
  const { press, fill } = counted(effort)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: /^Welkom/ }).waitFor()
  await save(page, 'first-day-invitation')
  await fill(page.locator('input[type=password]').first(), DEMO_PASSWORD)
  await fill(page.locator('input[type=password]').last(), DEMO_PASSWORD)
  await press(page.getByRole('button', { name: 'Opslaan en inloggen' }))
  await page.getByRole('heading', { level: 1, name: 'Vandaag' }).waitFor()
  await save(page, 'first-day-owner')
}

interface Start {
  setupUrl: string
  /** File of the practice's logo. */
  logo: string
  dataDir: string
}

const counted = (effort: Effort) => ({
  press: async (target: Locator) => {
    await target.click()
    effort.presses += 1
  },
  fill: async (target: Locator, text: string) => {
    await target.fill(text)
    effort.fields += 1
  },
})

/** Waits for the first mail of an outbox folder, and returns the path of its link to choose a password. */
async function invitationIn(outbox: string): Promise<string> {
  for (;;) {
    const name = (await readdir(outbox).catch(() => [])).find((file) => file.endsWith('.eml'))
    const mail = name === undefined ? '' : await readFile(join(outbox, name), 'utf8')
    const path = /\/auth\/reset-password\?token=[\w-]+/.exec(mail)?.[0]
    if (path) return path
    await delay(100)
  }
}
