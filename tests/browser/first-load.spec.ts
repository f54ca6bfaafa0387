import { readdirSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { expect, test } from './portal.ts'
import { enterAs, heading, hold, rows, withoutStart } from './steps.ts'

// The first script requests the data of the page while the packages are still loading.

test('the login form and the messages load in parallel with the packages', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('portal-language', 'en'))
  const [form, texts] = [page.waitForRequest('**/assets/login-*.js'), page.waitForRequest('**/assets/i18n/*.json')]
  await page.route('**/assets/vendor-*.js', async (route) => {
    await Promise.all([form, texts])
    await route.continue()
  })
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/auth/login')
  await expect(heading(page, 'Welcome back')).toBeVisible()
  const scripts = requested.filter((path) => path.endsWith('.js'))
  expect(scripts.toSorted()).toEqual([...new Set(scripts)].toSorted())
  expect(requested.filter((path) => path.includes('i18n'))).toEqual(['/assets/i18n/en.json'])
})

test('each language is loaded as one message file', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.json')) requested.push(pathname)
  })
  await enterAs(page, 'staff')
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Cliënten', exact: true }).click()
  await expect(heading(page, 'Cliënten')).toBeVisible()
  await page.getByRole('link', { name: 'Instellingen', exact: true }).click()
  await expect(heading(page, 'Instellingen')).toBeVisible()
  // The language changes after signing out, because an account would store it.
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await page.getByRole('button', { name: 'Taal: Nederlands' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  expect(requested).toEqual(['/assets/i18n/nl.json', '/assets/i18n/en.json'])
  expect(readdirSync('dist/assets/i18n').filter((name) => !name.endsWith('.br'))).toEqual(['en.json', 'nl.json'])
})

for (const [who, address, title] of [
  ['staff', '/admin/clients/registered', 'Cliënten'],
  ['owner', '/client/portal/reminders', 'Vandaag'],
] as const) {
  test(`${address} loads its data in one call, before the packages arrive`, async ({ page }) => {
    await enterAs(page, who)
    const started = page.waitForResponse('**/api/portal/start*')
    await page.route('**/assets/vendor-*.js', async (route) => {
      await started
      await route.continue()
    })
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(`${pathname}${search}`)
    })
    await page.goto(address)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    // The next page and blocks below the first screen, such as that of estimates, are requested later.
    const first = /\/(user|capabilities|reminders|patients|appointments)\b|(?<!\/estimates)\?page=0&size=(1|25)\b/
    expect(calls[0]).toContain('/api/portal/start')
    expect(calls.slice(1).filter((call) => first.test(call))).toEqual([])
  })
}

test('the portal repeats prefetch calls that failed', async ({ page, trouble }) => {
  await enterAs(page, 'staff')
  await page.route('**/api/portal/start*', (route) => route.abort('connectionreset'), { times: 1 })
  await page.goto('/admin/clients/registered')
  await expect(page.getByRole('row')).toHaveCount(26)
  expect(trouble.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')])
})

test('the header is painted before any asset arrives', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const release = await hold(page, '**/assets/**')
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const picture = page.locator('header.first-picture')
  await expect(picture).toHaveCSS('display', 'flex')
  const before = await appearanceOf(picture)
  release()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  expect(await appearanceOf(page.getByRole('banner'))).toEqual(before)
})

/** Height and painted colour. CSS can write one colour in many ways. */
const appearanceOf = (element: Locator) =>
  element.evaluate((it) => {
    const canvas = document.createElement('canvas').getContext('2d')!
    canvas.fillStyle = getComputedStyle(it).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    return { height: it.getBoundingClientRect().height, colour: [...canvas.getImageData(0, 0, 1, 1).data] }
  })

test('the tabs do not shift when their counts arrive', async ({ page }) => {
  await enterAs(page, 'staff')
  await withoutStart(page)
  const release = await hold(page, /\/clients\?.*\bsize=1(&|$)/)
  await page.goto('/admin/clients/registered')
  await expect(rows(page)).toHaveCount(25)
  const tab = page.getByRole('link', { name: /^Niet geregistreerd/ })
  const before = await tab.boundingBox()
  await expect(tab).toHaveAccessibleName('Niet geregistreerd')
  release()
  await expect(tab).toHaveAccessibleName(/ \d/)
  await expect(page.getByRole('link', { name: /^Geregistreerd \d/ })).toBeVisible()
  expect((await tab.boundingBox())!.x).toBeCloseTo(before!.x, 0)
})

for (const width of [390, 1024]) {
  test(`the rows do not shift when late parts arrive, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'staff')
    const release = await hold(page, '**/assets/invitation-*.js', '**/assets/email-toggle-*.js')
    await page.goto('/admin/clients/registered')
    await expect(rows(page)).toHaveCount(25)
    await expect(page.getByRole('link', { name: /^Niet geregistreerd \d/ })).toBeVisible()
    const tops = () => rows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().top)))
    const sides = () =>
      page
        .getByRole('main')
        .locator('input:not([role=combobox]), tr button')
        .evaluateAll((all) =>
          all.flatMap((it) => {
            const { left, right } = it.getBoundingClientRect()
            const isLater = it.getAttribute('aria-label')?.endsWith('opnieuw uitnodigen')
            return isLater || right === 0 ? [] : [`${it.getAttribute('aria-label')} ${left} ${right}`]
          }),
        )
    const [before, sidesBefore] = [await tops(), await sides()]
    release()
    await expect(rows(page).filter({ hasText: 'E-mail kwam niet aan' })).not.toHaveCount(0)
    await expect(page.getByRole('combobox')).toBeVisible()
    await expect(page.getByRole('button', { name: 'E-mailadressen tonen' })).toBeVisible()
    expect(await sides()).toEqual(sidesBefore)
    const moved = (await tops()).map((top, index) => Math.abs(top - before[index]!))
    // A line of text may move a row by up to 4 px.
    expect(Math.max(...moved)).toBeLessThanOrEqual(4)
  })
}
