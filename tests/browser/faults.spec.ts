import type { Page } from '@playwright/test'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { act, fillIn, follow, heading, rows, sidebar, signIn } from './steps.ts'

// The browser writes every failed call to the console by itself; what the portal writes there is still trouble.
const BY_THE_BROWSER = /^console: Failed to load resource: /

async function lookAround(page: Page): Promise<void> {
  await signIn(page, 'staff')
  await follow(page, 'Cliënten')
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('searchbox').fill('berg')
  await expect(page).toHaveURL(/lastName=berg/)
  await act(rows(page).first(), 'Bekijk als')
  await expect(heading(page, 'Herinneringen')).toBeVisible()
  await follow(page, 'Instellingen')
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Terug naar beheer' }).click()
  await expect(rows(page).first()).toContainText('Berg')
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test('a browser whose storage is full is signed in and looked around in', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await lookAround(page)
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0)
})

test('a browser that keeps its storage shut is signed in and looked around in, until a reload', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  })
  await lookAround(page)
  await signIn(page, 'staff')
  await page.reload()
  await expect(heading(page, 'Geen toegang')).toBeVisible()
})

test('a browser that refuses even the channel between tabs is signed in and looked around in', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
    window.BroadcastChannel = function BroadcastChannel() {
      get()
    } as never
  })
  await lookAround(page)
})

test('without a network the list stays readable, and what is pressed fails at once and for good', async ({
  page,
  context,
  provoked,
}) => {
  provoked.push(BY_THE_BROWSER)
  await signIn(page, 'staff')
  await follow(page, 'Cliënten')
  await expect(rows(page)).toHaveCount(25)
  // How far each invitation is comes after the rows.
  await expect(rows(page).filter({ hasText: 'Geactiveerd' })).not.toHaveCount(0)
  const list = await rows(page).allInnerTexts()
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await act(rows(page).first(), 'verwijderen')
  await expect(page.getByRole('dialog')).toBeVisible()
  await context.setOffline(true)
  expect(await rows(page).allInnerTexts()).toEqual(list)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.getByRole('alert')).toContainText('Controleer uw verbinding')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /verwijderen$/ }),
  ).toBeFocused()
  const failed = page.waitForEvent('requestfailed', (request) => request.method() !== 'GET')
  await act(rows(page).filter({ hasNotText: 'Geblokkeerd' }).nth(1), 'blokkeren')
  await failed
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(list)
  await expect(page.getByRole('alert')).toHaveCount(1)
  expect(writes).toHaveLength(2)

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await fillIn(page, personas.admin, PASSWORD)
  await follow(page, 'Cliënten')
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(list)
  expect(writes.slice(2)).toEqual(['DELETE /api/user/session', 'POST /api/user/authenticate'])
})

test('a page that was never opened says so without a network, and opens when it is back', async ({
  page,
  context,
  provoked,
}) => {
  // The part of the page that cannot be fetched is told to the console.
  provoked.push(/^console: /)
  await signIn(page, 'owner')
  await expect(heading(page, 'Herinneringen')).toBeVisible()
  // A reload would end at the browser's own page, and with everything that was here.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await context.setOffline(true)
  await follow(page, 'Instellingen')
  const retry = page.getByRole('button', { name: 'Opnieuw proberen' })
  await expect(retry).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(sidebar(page)).toBeAttached()
  await context.setOffline(false)
  // The browser remembers a module that failed, so this loads the page anew: the one that was asked for.
  await retry.click()
  await expect(heading(page, 'Instellingen')).toBeVisible()
  await expect(page).toHaveURL('/client/portal/settings')
})

test('signing in without a network says so and keeps what was typed, also before anything was checked', async ({
  page,
  context,
  provoked,
}) => {
  provoked.push(BY_THE_BROWSER)
  // What checks the fields comes when it is needed; here it never does.
  await page.goto('/auth/login')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await context.setOffline(true)
  const username = page.getByRole('textbox', { name: 'Gebruikersnaam' })
  const password = page.getByRole('textbox', { name: 'Wachtwoord' })
  await username.fill(personas.staff)
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Controleer uw verbinding')
  await expect(username).toHaveValue(personas.staff)
  await expect(password).toHaveValue(PASSWORD)
  await expect(page.locator('body')).not.toBeFocused()
  await context.setOffline(false)
  await page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(heading(page, /Femke/)).toBeVisible()
})

test('after a refused delete and a refused retry, the focus is where the person was', async ({ page, provoked }) => {
  provoked.push(BY_THE_BROWSER)
  await signIn(page, 'staff')
  await follow(page, 'Cliënten')
  await expect(rows(page)).toHaveCount(25)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  )
  const row = rows(page).nth(2)
  await act(row, 'verwijderen')
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.getByRole('alert')).toContainText('500')
  await expect(row.getByRole('button', { name: /verwijderen$/ })).toBeFocused()

  await page.getByRole('searchbox').fill('zzz')
  const retry = page.getByRole('button', { name: 'Opnieuw proberen' })
  await retry.focus()
  const asked = page.waitForResponse('**/api/practice/*/clients?*')
  await page.keyboard.press('Enter')
  await asked
  await expect(retry).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('after signing out no history shows anything of before, not even for a moment', async ({ page }) => {
  await signIn(page, 'staff')
  await page.goto('/admin/clients/registered')
  await expect(rows(page)).toHaveCount(25)
  await page.goto('/admin/clients/unregistered')
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await page.goto('/auth/forgot-password')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.context().addInitScript(() => {
    new MutationObserver(() => {
      if (/De Waag|Femke|Bekijk als/.test(document.body?.textContent ?? '')) console.error('Seen after signing out')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  for (let steps = 0; steps < 4; steps++) {
    await page.goBack()
    await expect(heading(page, /Geen toegang|Welkom terug/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Uitloggen' })).toHaveCount(0)
    await expect(rows(page)).toHaveCount(0)
  }
  // The login page asks for the challenge of a passkey without a token.
  expect(asked.filter((path) => path.startsWith('/api/') && !path.endsWith('/authenticate/passkey'))).toEqual([])
})
