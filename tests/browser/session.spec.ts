import type { Page } from '@playwright/test'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { heading, rows, signIn } from './steps.ts'

const EXPIRED = 'U bent niet (meer) ingelogd. Log opnieuw in.'

/** Collects API calls from now on, except the passkey challenge of the login page. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/user/authenticate/passkey')
      calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** Duplicates a tab with its session storage, like a browser. */
async function duplicate(page: Page): Promise<Page> {
  const entries = await page.evaluate(() => Object.entries(sessionStorage))
  const copy = await page.context().newPage()
  await copy.addInitScript((stored) => {
    if (sessionStorage.getItem('test-copied')) return
    sessionStorage.setItem('test-copied', 'yes')
    for (const [name, value] of stored) sessionStorage.setItem(name, String(value))
  }, entries)
  await copy.goto(page.url())
  return copy
}

test('signing out ends only this session, including its copies in other tabs', async ({ page, trouble }) => {
  await signIn(page, 'staff')
  await expect(heading(page, /Femke/)).toBeVisible()
  const copy = await duplicate(page)
  await expect(heading(copy, /Femke/)).toBeVisible()
  const other = await page.context().newPage()
  await signIn(other, 'owner')
  await expect(heading(other, 'Vandaag')).toBeVisible()

  const calls = watchCalls(copy)
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(copy).toHaveURL('/auth/login')
  await expect(copy.getByText(EXPIRED)).toBeVisible()
  await expect(copy.getByRole('alert')).toHaveCount(1)
  expect(calls).toEqual([])
  expect(await copy.evaluate(() => sessionStorage.getItem('portal-token'))).toBeNull()
  await other.reload()
  await expect(heading(other, 'Vandaag')).toBeVisible()
  expect(trouble).toEqual([])
})

test('a page restored from the back/forward cache ends its session before it is shown', async ({ page, provoked }) => {
  provoked.push(/^console: Failed to load resource: .* 401 /)
  await signIn(page, 'staff')
  await expect(heading(page, /Femke/)).toBeVisible()
  // A page in the back/forward cache receives no messages.
  await page.context().addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
  })
  const copy = await duplicate(page)
  await expect(heading(copy, /Femke/)).toBeVisible()
  // Offers load after the page.
  await copy.waitForLoadState('networkidle')
  const dispatch = (type: string) =>
    copy.evaluate((type) => void window.dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type)
  await dispatch('pagehide')
  await expect(heading(copy, /Femke/)).toBeHidden()
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('portal-signed-out'))).not.toMatch(/@|[0-9a-f]{8}-/)

  const calls = watchCalls(copy)
  await copy.evaluate(() => {
    new MutationObserver(() => {
      const isSeen = document.documentElement.style.visibility !== 'hidden'
      if (isSeen && /Femke|De Waag/.test(document.body.innerText)) console.error('Seen after signing out')
    }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  await dispatch('pageshow')
  await expect(copy).toHaveURL('/auth/login')
  await expect(heading(copy, 'Welkom terug')).toBeVisible()
  // The copy ends the session itself, unless it has read in the storage of the browser that the session has ended.
  expect(calls.filter((call) => call !== 'DELETE /api/user/session')).toEqual([])
  expect(await copy.evaluate(() => sessionStorage.getItem('portal-token'))).toBeNull()
})

test('the Back button never shows pages of an ended session', async ({ page }) => {
  await signIn(page, 'staff')
  await page.goto('/admin/clients/registered')
  await expect(rows(page)).toHaveCount(25)
  await page.goto('/admin/clients/unregistered')
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await page.goto('/auth/forgot-password')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
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
  expect(requested.filter((path) => path.startsWith('/api/') && !path.endsWith('/authenticate/passkey'))).toEqual([])
})

test('the token of another system is removed from the URL and the history', async ({ page, server, trouble }) => {
  const answer = await page.request.post(`${server.url}/api/user/authenticate`, {
    data: { username: personas.staff, password: PASSWORD },
    headers: { 'x-xsrf-token': await xsrfOf(page) },
  })
  const { token } = (await answer.json()) as { token: string }
  await page.route('**/api/oauth/authenticate?**', (route) => route.fulfill({ json: { token } }))
  await page.goto('/404')
  await page.goto('/auth/login?access_token=foreign')
  await expect(heading(page, /Femke/)).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/404')
  await page.goForward()
  await expect(page).toHaveURL('/admin/dashboard')
  // Only this call has its token in the address, as the specification requires.
  expect(trouble.splice(0)).toEqual([`secret in a request: ${server.url}/api/oauth/authenticate?access_token=foreign`])
})

async function xsrfOf(page: Page): Promise<string> {
  await page.goto('/404')
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
}
