import type { Page } from '@playwright/test'
import { misfits } from './misfits.ts'
import { expect, test } from './portal.ts'
import { act, enterAs, heading, rows, settled, withoutStart } from './steps.ts'

// Practice systems send unchecked texts: scripts, and names that cannot wrap.

/** Text that runs as a script when read as HTML or as a URL. */
const SCRIPT = 'javascript:window.ran=1//<img src=x onerror="window.ran=1">{{7*7}}${7*7}<script>window.ran=1</script>'
const LONG_SCRIPT = SCRIPT + 'W'.repeat(1000)
/** Fields that programs read. All other texts are replaced. */
const NOT_TEXT =
  /^(.*uuid|id|.*Id|date|.*At|roles|language|token|status|species|type|code|locked|registered|kind|state|currency|action)$/i
const NAMES = /Name$|^(name|title|description|breed|productName|veterinarian|number|apart|summary)$/
/** Fields that a practice may leave empty. */
const ALL_FIELDS = {
  website: 'x',
  phone: 'x',
  title: 'x',
  text: 'x',
  email: 'x',
  iban: 'x',
  bookingUrl: 'x',
  address: 'x',
  logoUrl: 'x',
}

/** Replaces texts by the script. Names in the first item of a list also become long. */
function hostile(value: unknown, name = '', isFirst = true): unknown {
  if (Array.isArray(value)) return value.map((item, index) => hostile(item, name, index === 0))
  if (typeof value === 'string' && !NOT_TEXT.test(name)) return isFirst && NAMES.test(name) ? LONG_SCRIPT : SCRIPT
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hostile(item, key, isFirst)]))
}

test.beforeEach(async ({ page }) => {
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET' || route.request().url().endsWith('/capabilities')) return route.fallback()
    try {
      const response = await route.fetch()
      if (!response.headers()['content-type']?.includes('json')) return await route.fulfill({ response })
      const isPractice = /\/api\/practice\/[^/]+$/.test(new URL(route.request().url()).pathname)
      const body: unknown = await response.json()
      return await route.fulfill({
        response,
        json: hostile(isPractice ? { ...(body as object), ...ALL_FIELDS } : body),
      })
    } catch (error) {
      // The page that made the call was closed.
      if (!/disposed|closed/.test(String(error))) throw error
      return undefined
    }
  })
  // Separate calls, so that each response can be replaced.
  await withoutStart(page)
})

test('the pages of a practice show HTML in data as text', async ({ page }) => {
  await enterAs(page, 'admin')
  await openHostile(page, '/admin/dashboard')
  await page.getByRole('searchbox').fill('van')
  await expect(page.getByRole('link', { name: /^Alle/ }).first()).toBeVisible()
  await expectHarmless(page, 'dashboard, found')
  for (const address of ['/admin/audit', '/admin/practice', '/admin/clients/unregistered', '/admin/clients/registered'])
    await openHostile(page, address)
  await act(rows(page).first(), 'verwijderen')
  await expect(page.getByRole('dialog')).toContainText(SCRIPT)
  await expectHarmless(page, 'removal')
  await page.keyboard.press('Escape')
  await act(rows(page).first(), 'Bekijk als')
  await expect(page.getByRole('region', { name: 'U bekijkt het portaal als' })).toContainText(SCRIPT)
  await expect.poll(() => page.title()).toContain(`Bekeken als ${SCRIPT}`)
  await expectHarmless(page, 'viewed as a client')
})

test('the pages of an owner show HTML in data as text', async ({ page }) => {
  await enterAs(page, 'two')
  await openHostile(page, '/auth/select-clinic')
  await enterAs(page, 'owner')
  for (const address of ['portal/reminders?active=true', 'portal/settings', 'attachments/lab-results', 'invoices'])
    await openHostile(page, `/client/${address}`)
  await openHostile(page, '/client/visit-forms')
  await rows(page).first().getByRole('link').click()
  await expect(heading(page, SCRIPT)).toBeVisible()
  await expectHarmless(page, 'one visit')
  await openHostile(page, '/client/patients')
  // The second animal has medicines.
  const animal = await page.getByRole('main').getByRole('listitem').nth(1).getByRole('link').getAttribute('href')
  for (const view of ['logbook', 'card', 'border', 'thread', 'medicines'])
    await openHostile(page, `${animal}?show=${view}`)
})

async function openHostile(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(heading(page, /./)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect.poll(() => page.getByRole('main').evaluate(textsAndValues)).toContain(SCRIPT)
  await expectHarmless(page, address)
}

const textsAndValues = (part: HTMLElement) =>
  [part.innerText, ...[...part.querySelectorAll('input')].map(({ value }) => value)].join(' ')

async function expectHarmless(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    protocols: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map(({ href }) => new URL(href).protocol)
      .filter((protocol) => !['http:', 'https:', 'tel:', 'mailto:'].includes(protocol)),
    // Flags of the languages are part of the code.
    images: [...document.images]
      .filter(({ className }) => !className.startsWith('flag_'))
      .map(({ src }) => new URL(src).pathname)
      .filter((path) => path !== '/favicon.svg'),
    added: document.querySelectorAll('#root script, iframe, object, embed, [onerror], [onclick]').length,
  }))
  expect.soft(found, screen).toEqual({ ran: false, protocols: [], images: [], added: 0 })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await settled(page)
    const { wide, beyond } = await misfits(page)
    expect.soft({ wide, beyond }, `${screen}, ${width} px`).toEqual({ wide: [], beyond: [] })
  }
}
