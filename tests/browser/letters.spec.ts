import type { Page } from '@playwright/test'
import { misfits } from './misfits.ts'
import { expect, test } from './portal.ts'
import { act, enterAs, heading, rows, settled } from './steps.ts'

// Somebody may have typed anything into the practice's system, and nothing says where it could be broken.

const LONG = 'W'.repeat(1000)
const NAMES = /Name$|^(name|title|description|breed|productName|veterinarian|number|apart|summary)$/

test('names of 1,000 letters stay within their page: a clinic', async ({ page }) => {
  await enterAs(page, 'staff')
  await lengthen(page)
  await look(page, '/admin/dashboard')
  await page.getByRole('searchbox').fill('van')
  await expect(page.getByRole('link', { name: /^Alle/ }).first()).toBeVisible()
  await fits(page, 'dashboard, found')
  await look(page, '/admin/practice')
  await look(page, '/admin/clients/unregistered')
  await look(page, '/admin/clients/registered')
  await act(rows(page).first(), 'verwijderen')
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits(page, 'dialog')
  await page.keyboard.press('Escape')
  await act(rows(page).first(), 'Bekijk als')
  await expect(heading(page, 'Herinneringen')).toBeVisible()
  await fits(page, 'viewed as a client')
})

test('names of 1,000 letters stay within their page: an owner', async ({ page }) => {
  await enterAs(page, 'owner')
  await lengthen(page)
  await look(page, '/client/portal/reminders?active=true')
  await look(page, '/client/portal/settings')
  await look(page, '/client/attachments/lab-results')
  await look(page, '/client/invoices')
  await look(page, '/client/patients')
  const animal = (await page.getByRole('main').getByRole('link').first().getAttribute('href'))!
  for (const view of ['logbook', 'card', 'border', 'thread', 'medicines']) await look(page, `${animal}?show=${view}`)
  await look(page, '/client/visit-forms')
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Alle bezoeken' })).toBeVisible()
  await fits(page, 'one visit')
})

test('names of 1,000 letters stay within their page: the trail of a clinic, and the choice of a practice', async ({
  page,
}) => {
  await enterAs(page, 'admin')
  await lengthen(page)
  await look(page, '/admin/audit')
  await enterAs(page, 'two')
  await look(page, '/auth/select-clinic')
})

/** In every answer the names of the first. */
async function lengthen(page: Page) {
  const long = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => (index < 1 ? long(item) : item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        typeof item === 'string' && NAMES.test(key) ? LONG : long(item),
      ]),
    )
  }
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    try {
      const response = await route.fetch()
      if (!response.headers()['content-type']?.includes('json')) return await route.fulfill({ response })
      return await route.fulfill({ response, json: long(await response.json()) })
    } catch (error) {
      // Nobody waits for the answer to a page that has been left.
      if (!/disposed|closed/.test(String(error))) throw error
      return undefined
    }
  })
}

async function look(page: Page, address: string) {
  await page.goto(address)
  await expect(heading(page, /./)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await fits(page, address)
}

async function fits(page: Page, screen: string) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await settled(page)
    const { wide, beyond } = await misfits(page)
    expect.soft({ wide, beyond }, `${screen}, ${width}`).toEqual({ wide: [], beyond: [] })
  }
}
