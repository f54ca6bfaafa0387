import type { Locator, Page } from '@playwright/test'
import { expect, test as shared } from './portal.ts'
import { act, enterAs, heading, rows } from './steps.ts'

// Repeated presses at one point of the screen, and a held key.

// Own worker and server: other stories count the clients that these tests register and remove.
const test = shared.extend<object, { pressing: boolean }>({ pressing: [true, { scope: 'worker', option: true }] })

// One worker: starting a server takes longer than a test.
test.describe.configure({ mode: 'default' })

/** Numbers of presses, with the milliseconds between two presses. */
const HANDS = [
  [3, 0],
  [2, 60],
  [3, 150],
] as const

async function placeOf(page: Page, control: Locator, across: number) {
  // Centres the control, because a message at the bottom of a small screen could cover it.
  await control.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = (await control.boundingBox())!
  return {
    x: box.x + box.width * across,
    y: box.y + box.height / 2,
    isTouch: await page.evaluate(() => navigator.maxTouchPoints > 0),
  }
}

/** Presses the same point repeatedly: `across` is the fraction of the control's width. */
async function press(page: Page, control: Locator, times: number, apart: number, across = 0.5) {
  const { x, y, isTouch } = await placeOf(page, control, across)
  // The guard against repeated presses loads after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('repeated-presses')),
  )
  for (let time = 0; time < times; time++) {
    if (time > 0 && apart > 0) await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), apart)
    await (isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  }
}

/** Playwright repeats a key that is already down, like a keyboard. */
async function holdEnter(page: Page) {
  for (let repeats = 0; repeats < 20; repeats++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
}

/** Collects writes from now on: `POST /api/practice/…?clientUuid=…`. */
function writes(page: Page) {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/'))
      made.push(`${request.method()} ${pathname}${search}`)
  })
  return made
}

const free = (page: Page) =>
  // Skips locked clients, who always ask a question, and the two clients with one e-mail address.
  page.locator(
    'tr:not(:has-text("Geblokkeerd"), :has-text("Boogaard")) button[aria-label$=" registreren"]:not([aria-disabled=true])',
  )
const statusWith = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

/** Answers the question that the first registration of a session asks. */
async function answerOnce(page: Page) {
  const name = (await free(page).first().getAttribute('aria-label'))!.replace(' registreren', '')
  await free(page).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Registreren' }).click()
  await expect(statusWith(page, `${name} is geregistreerd`)).toBeVisible()
}

test('repeated presses at one point register one client', { tag: '@phone' }, async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/unregistered')
  const made = writes(page)
  await answerOnce(page)
  // Presses another point each time, because the former point still belongs to the registered row.
  for (const [index, [times, apart]] of HANDS.entries()) {
    made.length = 0
    const button = free(page).first()
    const name = (await button.getAttribute('aria-label'))!.replace(' registreren', '')
    await press(page, button, times, apart, 0.25 * (index + 1))
    await expect(statusWith(page, `${name} is geregistreerd`)).toBeVisible()
    expect(made, `${times} presses, ${apart} ms apart`).toHaveLength(1)
  }

  made.length = 0
  const button = free(page).first()
  const name = (await button.getAttribute('aria-label'))!.replace(' registreren', '')
  await button.focus()
  await holdEnter(page)
  await expect(statusWith(page, `${name} is geregistreerd`)).toBeVisible()
  expect(made, 'a key that is held').toHaveLength(1)
})

test('repeated presses open the confirmation of the first registration without answering it', async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/unregistered')
  const made = writes(page)
  await press(page, free(page).first(), 3, 60)
  const dialog = page.getByRole('dialog', { name: /registreren\?$/ })
  await expect(dialog).toBeVisible()
  expect(made).toEqual([])
  await press(page, dialog.getByRole('button', { name: 'Registreren' }), 3, 60)
  await expect(statusWith(page, 'is geregistreerd')).toBeVisible()
  expect(made).toHaveLength(1)
})

test('repeated presses lock or remove only the pressed client, once', { tag: '@phone' }, async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered?lastName=bakker')
  const made = writes(page)
  // Finds rows by id, because locking a client changes which row is first.
  const open = rows(page).filter({ hasNotText: 'Geblokkeerd' }).first()
  const id = await open.getAttribute('id')
  const row = page.locator(`tr#${id}`)
  const menu = row.locator('button[aria-label^="Acties voor"]')
  const name = (await menu.getAttribute('aria-label'))!.replace('Acties voor ', '')
  const isNarrow = await menu.isVisible()
  if (isNarrow) await menu.click()
  await press(
    page,
    isNarrow ? row.getByRole('menuitem', { name: 'Blokkeren' }) : row.getByRole('button', { name: /blokkeren$/ }),
    3,
    100,
  )
  await expect(statusWith(page, `${name} is geblokkeerd`)).toBeVisible()
  expect(made).toHaveLength(1)

  made.length = 0
  await page.keyboard.press('Escape')
  await act(row, 'verwijderen')
  const dialog = page.getByRole('dialog', { name: `${name} verwijderen uit het portaal?` })
  await press(page, dialog.getByRole('button', { name: 'Verwijderen' }), 3, 100)
  await expect(statusWith(page, `${name} is verwijderd`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(made).toHaveLength(1)
  expect(made[0]).toMatch(/^DELETE/)
})

test('repeated presses open the pressed practice', async ({ page }) => {
  await enterAs(page, 'two')
  for (const [times, apart] of HANDS) {
    await page.goto('/auth/select-clinic')
    const practiceIds: string[] = []
    const note = (request: { url: () => string }) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/user/client') practiceIds.push(searchParams.get('practiceId')!)
    }
    page.on('request', note)
    await press(page, page.getByRole('button', { name: /DAP De Linde/ }), times, apart)
    await expect(heading(page, 'Vandaag')).toBeVisible()
    await expect(page).toHaveURL('/client/portal/reminders?active=true')
    // If the tab showed the practice before, the response to the start contains the client.
    expect([[], ['de-linde']], `${times} presses, ${apart} ms apart`).toContainEqual(practiceIds)
    page.off('request', note)
  }
  await page.goto('/auth/select-clinic')
  await page.getByRole('button', { name: /DAP De Waag/ }).focus()
  await holdEnter(page)
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await expect(page).toHaveURL('/client/portal/reminders?active=true')
})
