import type { Locator, Page } from '@playwright/test'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { enterAs, follow, heading, rows, sidebar, tabTo } from './steps.ts'

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

test.describe('the first page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('is at most 3.7 screens long, and nothing is covered by the bottom bar', async ({ page }) => {
    await enterAs(page, 'owner')
    await page.goto('/client/portal/reminders?active=true')
    const face = page.getByRole('complementary', { name: 'Uw praktijk' })
    await expect(face).toBeVisible()
    // The owner of the demo data has an appointment, late reminders, medicines, four tasks of the practice, invoices and six new records.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3.7 * 844)
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
