import type { Page } from '@playwright/test'
import { audit } from './audit.ts'
import { expect, test } from './portal.ts'
import { enterAs, heading, open } from './steps.ts'

const PHONE = { width: 390, height: 844 }

/** Writes an estimate as staff, with the keyboard alone after the client is chosen. Returns its id. */
async function writeEstimate(page: Page, reason: string): Promise<string> {
  await enterAs(page, 'staff')
  await open(page, '/admin/estimates/edit', 'Nieuwe begroting')
  await page.getByRole('searchbox').fill('van den Berg')
  await page.getByRole('main').getByRole('link', { name: 'Anneke van den Berg' }).first().click()
  await page.getByRole('textbox', { name: 'Waarvoor' }).focus()
  await page.keyboard.type(reason)
  await page.getByRole('textbox', { name: 'Omschrijving' }).focus()
  await page.keyboard.type('Narcose')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('145,50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Regel 2' }).getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type('Kies trekken')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('40')
  await page.keyboard.press('Tab')
  await page.keyboard.type('180')
  await audit(page, 'form of an estimate')
  await page.getByRole('button', { name: 'Versturen' }).click()
  await expect(heading(page, reason)).toBeVisible()
  await audit(page, 'estimate of staff')
  return new URL(page.url()).pathname.split('/').at(-1)!
}

const isFocused = (page: Page, name: string) =>
  page.evaluate((text) => document.activeElement?.textContent === text, name)

/** Presses of the owner: each moves the focus by Tab, which does not count, and presses Enter or taps. */
const WAYS = {
  keyboard: async (page: Page, name: string) => {
    for (let steps = 0; steps < 60 && !(await isFocused(page, name)); steps += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  },
  touch: async (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap(),
}

for (const [way, press] of Object.entries(WAYS)) {
  test(`an owner accepts an estimate by ${way} in two presses, and the practice sees it`, async ({
    browser,
    page,
    baseURL,
  }) => {
    const reason = `Gebit reinigen, ${way}`
    const id = await writeEstimate(page, reason)
    const context = await browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      locale: 'nl-NL',
      ...(baseURL && { baseURL }),
    })
    const phone = await context.newPage()
    await enterAs(phone, 'owner')
    await open(phone, `/client/estimates/${id}`, reason)
    await audit(phone, 'open estimate')
    await press(phone, 'Akkoord')
    await expect(phone.getByRole('dialog')).toBeVisible()
    await audit(phone, 'confirmation')
    await press(phone, 'Ja, akkoord')
    await expect(phone.getByText(/^Akkoord gegeven door Anneke van den Berg/)).toBeVisible()
    await audit(phone, 'accepted estimate')
    await open(phone, '/client/estimates', 'Begrotingen')
    await audit(phone, 'estimates of the owner')
    await context.close()
    await page.reload()
    await expect(page.getByText(/^Akkoord gegeven door Anneke van den Berg/)).toBeVisible()
    await open(page, '/admin/estimates', 'Begrotingen')
    await expect(page.getByRole('row', { name: new RegExp(reason) })).toContainText('Akkoord')
    await audit(page, 'estimates of the practice')
  })
}
