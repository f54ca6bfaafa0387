import type { Locator, Page } from '@playwright/test'
import { lowContrast, violations } from './axe.ts'
import { coveredControls } from './hit-test.ts'
import { misfits } from './misfits.ts'
import { expect, test } from './portal.ts'
import { act, enterAs, heading, open, rows, settled, sidebar, withoutStart } from './steps.ts'
import { walks } from './walks.ts'

// Opens every screen once, and checks WCAG 2.2 AA with axe, overflow, and
// whether another element covers a control.
const WIDE = { width: 1440, height: 900 }
const ON_ITS_SIDE = { width: 844, height: 390 }
const UPRIGHT = { width: 390, height: 844 }
const TABLET = { width: 1024, height: 768 }
/** A laptop 1280 px wide, at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 640 }
/** The distances of WCAG 1.4.12. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

test.use({ viewport: WIDE })

for (const [area, walk] of Object.entries(walks)) {
  test(`screens ${area} are accessible, fit every window, and have no covered controls`, async ({ page }) => {
    await walk(page, async (screen) => {
      const isDocked = await sidebar(page).isVisible()
      await audit(page, screen)
      expect.soft(await coveredControls(page), screen).toEqual([])
      await page.setViewportSize(ZOOMED)
      // The sidebar closes shortly after the window becomes narrow.
      await sidebar(page).waitFor({ state: 'hidden' })
      await fits(page, `${screen}, 400 %`)
      for (const window of [ON_ITS_SIDE, UPRIGHT]) {
        await page.setViewportSize(window)
        await settled(page)
        expect.soft(await coveredControls(page), `${screen}, ${window.width} px`).toEqual([])
      }
      await setLetters(page, 2)
      await fits(page, `${screen}, large letters`)
      expect.soft(await coveredControls(page), `${screen}, large letters`).toEqual([])
      await setLetters(page, 1)
      await setStyle(page, SPACED)
      await fits(page, `${screen}, spaced text`)
      await setStyle(page, '')
      await page.setViewportSize(WIDE)
      // The sidebar returns shortly afterwards, and moves the controls of the walk.
      if (isDocked) await sidebar(page).waitFor()
      await settled(page)
    })
  })
}

// Dialogs, errors and empty screens need only axe.

test('dialogs and errors of a practice are accessible', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Taal: Nederlands' }).click()
  await audit(page, 'language menu')
  await enterAs(page, 'admin')
  await open(page, '/admin/clients/registered?lastName=niemand', 'Cliënten')
  await audit(page, 'nobody found')
  await open(page, '/admin/clients/registered', 'Cliënten')
  await act(rows(page).first(), 'Bekijk als')
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await audit(page, 'viewed as a client')
  await page.getByRole('banner').getByRole('link', { name: 'Terug naar beheer' }).click()
  await expect(heading(page, 'Cliënten')).toBeVisible()
  await open(page, '/admin/staff', 'Medewerkers')
  await page.getByRole('button', { name: 'Uitnodigen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await audit(page, 'invitation of staff')
  await open(page, '/admin/practice', 'Praktijkgegevens')
  await page.getByRole('textbox', { name: 'Naam' }).fill('')
  await page.getByRole('textbox', { name: 'Website' }).fill('geen adres')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('textbox', { name: 'Naam' })).toBeFocused()
  await audit(page, 'practice, refused')
  await page.getByRole('link', { name: 'Cliënten en e-mail' }).click()
  await page.getByRole('button', { name: 'Alle cliënten verwijderen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await audit(page, 'remove all')
})

test('dialogs and errors of an owner are accessible', async ({ page }) => {
  await enterAs(page, 'owner')
  await open(page, '/client/portal/reminders?active=false', 'Herinneringen')
  await audit(page, 'reminders of before')
  await open(page, '/client/patients', 'Dieren')
  const animal = (await page.getByRole('link', { name: 'Fleur' }).getAttribute('href'))!
  await open(page, animal, 'Fleur')
  await page.getByRole('button', { name: /^Maand: / }).click()
  await audit(page, 'logbook, months')
  await open(page, `${animal}?show=medicines&startDate=2001-01-01&endDate=2001-01-31`, 'Fleur')
  await audit(page, 'no medicines')
  await open(page, '/client/patients/no-animal', 'Dit dier is niet gevonden')
  await audit(page, 'no animal')
  await open(page, '/client/invoices?status=PAID&from=2001-01&to=2001-02', 'Facturen')
  await audit(page, 'no invoices')
  await page.getByRole('button', { name: /^Van: / }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ander jaar kiezen/ })
    .click()
  await audit(page, 'years')
  await page.goto('/client/visit-forms?visit=none')
  await expect(page.getByText('niet gevonden')).toBeVisible()
  await audit(page, 'no visit')
  await page.setViewportSize(UPRIGHT)
  await page.getByRole('button', { name: 'Menu' }).click()
  await audit(page, 'sidebar over the page')
})

test('pages without data are accessible to an owner', async ({ page }) => {
  await withoutStart(page)
  await page.route(/\/api\/clients\/[^/]+\/./, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    const nothing = { content: [], page: { number: 0, size: 25, totalPages: 0, totalElements: 0 } }
    const counted = 'waiting' in answer ? { ...answer, waiting: 0 } : answer
    await route.fulfill({ response, json: Array.isArray(answer) ? [] : 'content' in answer ? nothing : counted })
  })
  await enterAs(page, 'owner')
  for (const [address, title, text] of [
    ['portal/reminders?active=true', 'Vandaag', 'U bent helemaal bij.'],
    ['patients', 'Dieren', 'Nog geen dieren'],
    ['invoices', 'Facturen', 'Nog geen facturen'],
    ['visit-forms', 'Bezoeken', 'Nog geen bezoeken'],
    ['attachments', 'Uitslagen en documenten', 'Nog geen bestanden'],
  ] as const) {
    await open(page, `/client/${address}`, title)
    await expect(page.getByText(text)).toBeVisible()
    await audit(page, address)
  }
  await enterAs(page, 'none')
  await open(page, '/auth/no-clinic', 'U bent nog niet gekoppeld')
  await audit(page, 'no-clinic')
})

test('the dashboard shows its counts in two rows of two on a tablet', async ({ page }) => {
  await page.setViewportSize(TABLET)
  await enterAs(page, 'staff')
  await page.goto('/admin/dashboard')
  const figures = page.getByRole('main').getByRole('link', { name: /\d$/ })
  await expect(figures).toHaveCount(4)
  expect(await inEachLine(figures)).toEqual([2, 2])
})

test('practice, navigation and header actions are visible from 641 to 1024 px', async ({ page }) => {
  await enterAs(page, 'owner')
  await open(page, '/client/portal/reminders', 'Vandaag')
  const header = page.getByRole('banner')
  for (const width of [641, 667, 720, 744, 768, 844, 1024]) {
    await page.setViewportSize({ width, height: 700 })
    await sidebar(page).waitFor()
    await settled(page)
    expect.soft(await misfits(page), `${width} px`).toMatchObject({ wide: [], beyond: [] })
    await expect(sidebar(page).getByRole('link', { name: 'Facturen' }), `${width} px`).toBeInViewport()
    for (const name of ['Dierenportaal', /van den Berg/, 'Uitloggen']) {
      await expect(header.getByRole('link', { name }), `${width} px`).toBeInViewport()
    }
    await expect(header.getByRole('button', { name: 'Menu' }), `${width} px`).toBeInViewport()
    await expect(header.getByRole('button', { name: /^Taal/ }), `${width} px`).toBeInViewport()
    const practice = await header.getByTitle('DAP De Waag').boundingBox()
    expect.soft(practice?.width, `${width} px`).toBeGreaterThan(80)
    expect.soft((await header.boundingBox())?.height, `${width} px`).toBeLessThan(60)
  }
})

/** Keys of elements that were checked on earlier screens of this worker. */
const checked = { parts: new Set<string>(), texts: new Set<string>() }

/** Checks WCAG 2.2 AA, with the contrast in the light and the dark theme. */
async function audit(page: Page, screen: string): Promise<void> {
  await settled(page)
  expect.soft(await violations(page, checked.parts), screen).toEqual([])
  expect.soft(await lowContrast(page, checked.texts), screen).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  expect.soft(await lowContrast(page, checked.texts), `${screen}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Number of elements in each row, from top to bottom. */
async function inEachLine(all: Locator): Promise<number[]> {
  const tops = await all.evaluateAll((found) => found.map((it) => Math.round(it.getBoundingClientRect().top)))
  return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
}

async function fits(page: Page, screen: string) {
  await settled(page)
  expect.soft(await misfits(page), screen).toEqual({ wide: [], beyond: [], small: [] })
}

/** Scales the default font size, like the setting of a browser or phone. */
async function setLetters(page: Page, times: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
  await devtools.detach()
}

/** Replaces the added style of the page. The content security policy forbids a style element. */
async function setStyle(page: Page, text: string) {
  await page.evaluate((text) => {
    const added = new CSSStyleSheet()
    added.replaceSync(text)
    document.adoptedStyleSheets = [added]
  }, text)
}
