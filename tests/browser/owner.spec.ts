import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import ICAL from 'ical.js'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { enterAs, follow, heading, rows, sidebar, signIn, tabTo } from './steps.ts'

// One worker for each project: starting a server takes longer than a test.
test.describe.configure({ mode: 'default' })

test('signing in takes one press while the validation chunk is loading', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Gebruikersnaam' }).fill(personas.owner)
  const requested = page.waitForRequest('**/*.js')
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill(PASSWORD)
  const response = (await requested).response()
  arrive()
  await (await response)?.finished()
  await page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(heading(page, 'Vandaag')).toBeVisible()
})

test('reminders can be filtered by active and not active', async ({ page }) => {
  await signIn(page, 'owner')
  await expect(page).toHaveURL('/client/portal/reminders?active=true')
  await expect(heading(page, 'Vandaag')).toBeVisible()
  const main = page.getByRole('main')
  for (const name of ['Nu doen', 'Te betalen', 'Nieuw', 'Herinneringen']) {
    await expect(main.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  await expect(sidebar(page).locator('a').first()).toHaveText(/20 actieve herinneringen/)

  await page.getByRole('radio', { name: 'Niet actief' }).click()
  await expect(page).toHaveURL('/client/portal/reminders?active=false')
  await expect(page.getByText('10 herinneringen zijn afgerond of vervallen.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Niet actief' })).toBeChecked()
  await expect(page.getByText('10 herinneringen zijn afgerond of vervallen.')).toBeVisible()
  await follow(page, 'Instellingen')
  await follow(page, /^Vandaag/)
  await expect(page).toHaveURL('/client/portal/reminders?active=false')
})

test('the first page offers an appointment, a calendar entry and a payment', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/portal/reminders?active=true')
  const first = page.getByRole('region', { name: 'Nu doen' }).getByRole('listitem').first()
  await expect(first).toContainText(/Bella: vaccinatie .* is \d+ dagen te laat/)
  await first.getByRole('button', { name: /^Afspraak maken: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Afspraak maken' })
  await expect(dialog.getByRole('link', { name: 'Bel voor een afspraak' })).toHaveAttribute('href', /^tel:\+31/)
  const file = await saved(page, dialog.getByRole('button', { name: 'Zet in uw agenda' }))
  expect(file.suggestedFilename()).toMatch(/^herinnering.+\.ics$/)
  const [event] = new ICAL.Component(ICAL.parse(await textOf(file))).getAllSubcomponents('vevent')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  expect(new ICAL.Event(event).startDate.toString()).toBe(today)
  await dialog.getByRole('button', { name: 'Sluiten' }).click()

  await page.getByRole('link', { name: 'Betalen' }).click()
  await expect(page).toHaveURL('/client/invoices?status=UNPAID')
  await expect(page.getByRole('radio', { name: 'Openstaand' })).toBeChecked()
})

test.describe('the first page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('is at most 3.6 screens long, and nothing is covered by the bottom bar', async ({ page }) => {
    await enterAs(page, 'owner')
    await page.goto('/client/portal/reminders?active=true')
    const face = page.getByRole('complementary', { name: 'Uw praktijk' })
    await expect(face).toBeVisible()
    // The owner of the demo data has an appointment, late reminders, medicines, invoices and six new records.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3.6 * 844)
    const bar = page.getByRole('navigation', { name: 'Meest gebruikt' })
    await page.mouse.wheel(0, 10_000)
    await expect.poll(async () => (await bar.boundingBox())!.y - (await bottomOf(face))).toBeGreaterThan(0)

    await tabTo(page, bar.getByRole('link', { name: 'Dieren' }))
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Dieren')).toBeVisible()
    const more = bar.getByRole('button', { name: 'Meer' })
    await more.click()
    await expect(sidebar(page).locator('a').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sidebar(page)).toBeHidden()
    await expect(more).toBeFocused()
    await page.emulateMedia({ media: 'print' })
    await expect(bar).toBeHidden()
  })
})

const bottomOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox())!
  return y + height
}

test('the logbook covers five years, and its medicines are exported as CSV', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/patients')
  await page.getByRole('link', { name: 'Fleur' }).click()
  await expect(heading(page, 'Fleur')).toBeVisible()
  const logbook = page.getByRole('list', { name: 'Logboek' })
  const entries = logbook.getByRole('heading', { level: 3 })
  await expect(entries.first()).toBeVisible()
  const ofThisYear = await entries.count()
  await page.getByRole('radio', { name: '5 jaar' }).click()
  await expect(page).toHaveURL(/\?startDate=\d{4}-\d\d-\d\d/)
  await expect.poll(() => entries.count()).toBeGreaterThan(ofThisYear)
  const fiveYears = await entries.count()
  await page.reload()
  await expect(entries).toHaveCount(fiveYears)

  await page.getByRole('navigation', { name: 'Over Fleur' }).getByRole('link', { name: 'Medicijnlogboek' }).click()
  await expect(page.getByRole('radio', { name: '5 jaar' })).toBeChecked()
  const medicines = page.getByRole('table', { name: 'Medicijnlogboek' })
  await expect(medicines).toBeVisible()
  const names = await medicines.getByRole('strong').allInnerTexts()
  expect(names.length).toBeGreaterThan(5)
  const file = await saved(page, page.getByRole('button', { name: 'Opslaan als CSV' }))
  expect(file.suggestedFilename()).toMatch(/fleur.+\.csv$/)
  const [, ...lines] = (await textOf(file)).trim().split('\r\n')
  expect(lines).toHaveLength(names.length)
  for (const [index, line] of lines.entries()) expect(line).toContain(names[index])
})

test('invoices are filtered by keyboard, and the PDF opens in a new tab', { tag: '@viewer' }, async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/invoices')
  await expect(page.getByText(/^1–25 van \d+$/)).toBeVisible()
  await page.getByRole('radio', { name: 'Openstaand' }).click()
  await expect(page).toHaveURL('/client/invoices?status=UNPAID')
  await expect(rows(page).filter({ hasText: 'Betaald' })).toHaveCount(0)
  await expect(rows(page).first()).toContainText(/Openstaand|Te laat/)
  await page.getByRole('radio', { name: 'Alle' }).click()
  await expect(page).toHaveURL('/client/invoices')

  const from = page.getByRole('button', { name: /^Van: / })
  await tabTo(page, from)
  await page.keyboard.press('Enter')
  const months = page.getByRole('dialog', { name: 'Van' })
  await expect(months.getByRole('button', { name: 'Vorig jaar' })).toBeVisible()
  await months.getByRole('button', { name: 'Vorig jaar' }).press('Enter')
  await months.getByRole('button', { name: /^jan/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(months).toHaveCount(0)
  await expect(from).toBeFocused()
  const year = new Date().getFullYear() - 1
  await expect(page).toHaveURL(`/client/invoices?from=${year}-02`)
  await expect(from).toHaveAccessibleName(`Van: feb ${year}`)

  await fileOf(page, page.getByRole('button', { name: /^Factuur .+ openen$/ }).first())
})

test('closing a visit returns the focus to its row, and an attachment opens', { tag: '@viewer' }, async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/visit-forms')
  const visit = rows(page).nth(3).getByRole('link')
  const title = await visit.innerText()
  await visit.click()
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await fileOf(page, page.getByRole('link', { name: 'Bestand openen' }))
  await page.getByRole('link', { name: 'Alle bezoeken' }).click()
  await expect(heading(page, 'Bezoeken')).toBeVisible()
  await expect(visit).toBeFocused()
  await expect(visit).toBeInViewport()

  await follow(page, 'Uitslagen en documenten')
  await expect(page).toHaveURL('/client/attachments/lab-results')
  await fileOf(page, page.getByRole('list', { name: 'Labuitslagen' }).getByRole('link').first())
  await page.getByRole('link', { name: /^Behandelplannen/ }).click()
  await expect(page.getByRole('list', { name: 'Behandelplannen' }).getByRole('listitem').first()).toBeVisible()
})

test('an owner downloads all data as an archive', async ({ page }) => {
  await enterAs(page, 'owner')
  await page.goto('/client/portal/settings')
  const file = await saved(page, page.getByRole('button', { name: 'Gegevens downloaden' }))
  await expect(page.getByRole('status').filter({ hasText: /^Uw gegevens worden gedownload/ })).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  const archive = unzipSync(await readFile(await file.path()))
  const names = Object.keys(archive)
  const lists = ['facturen', 'bezoeken', 'labuitslagen', 'behandelplannen', 'overeenkomsten']
  const tables = ['dieren', 'herinneringen', 'logboek', ...lists].map((list) => `${list}.csv`)
  expect(names).toEqual(expect.arrayContaining(['lees-mij.txt', 'gegevens.json', ...tables]))
  for (const list of lists) expect(names.filter((name) => name.startsWith(`${list}/`))).not.toEqual([])
  expect(JSON.parse(strFromU8(archive['gegevens.json']!))).toBeTruthy()
  const documents = names.filter((name) => name.includes('/'))
  for (const name of documents)
    expect(strFromU8(archive[name]!.subarray(0, 4), true), name).toMatch(/^(%PDF|\xFF\xD8|RIFF)/)
  expect(strFromU8(archive['lees-mij.txt']!)).toContain('Er ontbreekt niets.')
})

test('an owner changes the language', async ({ page }) => {
  await signIn(page, 'owner')
  await follow(page, 'Instellingen')
  await expect(page.getByRole('main')).toContainText('Anneke van den Berg')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page).toHaveTitle('Settings · Dierenportaal')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expect(page.getByText(/\b(Taal|Instellingen|Praktijk|Uitloggen|Herinneringen)\b/)).toHaveCount(0)
  expect((await saved).ok()).toBe(true)
  await expect(page.getByRole('status')).toHaveText('The language has been changed.')
  await page.reload()
  await expect(heading(page, 'Settings')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: 'Nederlands' }).click()
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
})

async function saved(page: Page, button: Locator): Promise<Download> {
  const download = page.waitForEvent('download')
  await button.click()
  return await download
}

const textOf = async (file: Download) => await readFile(await file.path(), 'utf8')

/** Opens a file in its new tab, and checks that the request carries no token and no referrer. */
async function fileOf(page: Page, opener: Locator): Promise<void> {
  const context = page.context()
  const responsePromise = context.waitForEvent('response', (response) =>
    new URL(response.url()).pathname.startsWith('/files/'),
  )
  const opened = context.waitForEvent('page')
  await opener.click()
  const [answer, tab] = await Promise.all([responsePromise, opened])
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const { authorization, referer } = await answer.request().allHeaders()
  expect({ authorization, referer }).toEqual({})
  await tab.waitForURL('**/files/**')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()
}
