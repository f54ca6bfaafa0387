import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { act, follow, heading, rows, sidebar, signIn } from './steps.ts'

// What a program reads and no person wrote; all other text is replaced.
const NOT_TEXT = /^(.*uuid|id|.*Id|date|.*At|roles|language|token|status|species|type|code|locked|registered)$/i

const hostile = (answer: unknown, text: string): unknown => {
  if (Array.isArray(answer)) return answer.map((each) => hostile(each, text))
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      typeof value === 'string' && !NOT_TEXT.test(name) ? text : hostile(value, text),
    ]),
  )
}

/** Whatever the API answers, its texts are this one. A practice has all of its fields, also those that are empty now. */
async function answerWith(page: Page, text: string): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const type = response.headers()['content-type'] ?? ''
    if (!type.includes('json')) return route.fulfill({ response })
    const answer = (await response.json()) as object
    const isPractice = /\/api\/practice\/[^/]+$/.test(new URL(route.request().url()).pathname)
    const all = {
      website: 'x',
      phone: 'x',
      logoUrl: 'x',
      title: 'x',
      text: 'x',
      email: 'x',
      iban: 'x',
      bookingUrl: 'x',
    }
    const whole = isPractice ? { ...answer, ...all } : answer
    return route.fulfill({ response, json: hostile(whole, text) })
  })
}

async function expectHarmless(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main')).toBeVisible()
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    protocols: [...document.querySelectorAll('a[href]')].map(
      (link) => new URL((link as HTMLAnchorElement).href).protocol,
    ),
    images: [...document.images].map(({ src }) => new URL(src).pathname),
    added: document.querySelectorAll('#root script, iframe, object, embed, [onerror], [onclick]').length,
  }))
  expect(found.ran).toBe(false)
  expect(found.added).toBe(0)
  expect(found.protocols.filter((protocol) => !['http:', 'https:', 'tel:', 'mailto:'].includes(protocol))).toEqual([])
  expect(found.images.filter((path) => !/^\/(flags\/..|favicon)\.svg$/.test(path))).toEqual([])
}

/** A script to whatever takes it for HTML, and to whatever takes it for an address. */
const text = 'javascript:window.ran=1//<img src=x onerror="window.ran=1">{{7*7}}${7*7}<script>window.ran=1</script>'

test('answers full of scripts are shown as text, and nothing runs', async ({ page }) => {
  await answerWith(page, text)
  await signIn(page, 'staff')
  await expect(heading(page, text)).toBeVisible()
  await expect(sidebar(page)).toContainText(text)
  await expectHarmless(page)
  await page.getByRole('searchbox').fill('berg')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
  await expectHarmless(page)
  await follow(page, 'Cliënten')
  await expect(rows(page).first()).toContainText(text)
  await expectHarmless(page)
  await act(rows(page).first(), 'verwijderen')
  await expect(page.getByRole('dialog')).toContainText(text)
  await page.getByRole('dialog').getByRole('button', { name: 'Annuleren' }).click()
  await page.getByRole('link', { name: /^Niet geregistreerd/ }).click()
  await expect(rows(page).first()).toContainText(text)
  await expectHarmless(page)
  await page.getByRole('link', { name: /^Geregistreerd/ }).click()
  await act(rows(page).first(), 'Bekijk als')
  await expect(page.getByRole('region', { name: 'U bekijkt het portaal als' })).toContainText(text)
  await expect.poll(() => page.title()).toContain(`Bekeken als ${text}`)
  await expectHarmless(page)
  await page.getByRole('link', { name: 'Uitloggen' }).click()

  await signIn(page, 'two')
  await expect(page.getByRole('main').getByRole('button').first()).toContainText(text)
  await expectHarmless(page)
  await page.getByRole('main').getByRole('button').first().click()
  await expect(heading(page, 'Herinneringen')).toBeVisible()
  await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
  await expectHarmless(page)
  await follow(page, 'Instellingen')
  await expect(page.getByRole('definition').filter({ hasText: text }).first()).toBeVisible()
  await expectHarmless(page)
})

test('the pages of an owner show them as text as well', async ({ page }) => {
  await answerWith(page, text)
  await signIn(page, 'owner')
  const main = page.getByRole('main')
  const shown = main.getByText(text).filter({ visible: true })
  for (const title of ['Herinneringen', 'Dieren', 'Facturen', 'Bezoeken', 'Uitslagen en documenten', 'Instellingen']) {
    await follow(page, new RegExp(`^${title}`))
    await expect(heading(page, title)).toBeVisible()
    await expect(shown.first()).toBeVisible()
    await expectHarmless(page)
  }
  await follow(page, 'Bezoeken')
  await rows(page).first().getByRole('link').click()
  await expect(heading(page, text)).toBeVisible()
  await expectHarmless(page)
  await follow(page, 'Dieren')
  // The second is the one with medicines.
  await main.getByRole('listitem').nth(1).getByRole('link').click()
  await expect(heading(page, text)).toBeVisible()
  for (const view of ['Medicijnlogboek', 'Dierkaart', 'Tijdlijn', 'Logboek']) {
    const tab = page.getByRole('navigation').getByRole('link', { name: view, exact: true })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(shown.first()).toBeVisible()
    await expectHarmless(page)
  }
})

test('a practice has a link to its website, if it is one', async ({ page }) => {
  const websites = ['https://dewaag.example/a?b', 'JaVaScRiPt:alert(1)', 'ftp://dewaag.example', '//dewaag.example']
  let website = ''
  await page.route('**/api/practice/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), website } })
  })
  await signIn(page, 'staff')
  for (website of websites) {
    const answered = page.waitForResponse('**/api/practice/*')
    await page.reload()
    await answered
    await expect(sidebar(page)).toContainText('De Waag')
    const link = sidebar(page).getByRole('link', { name: /Website/ })
    if (website.startsWith('https:')) {
      await expect(link).toHaveAttribute('href', website)
      await expect(link).toHaveAttribute('rel', /noopener/)
    } else {
      await expect(link).toHaveCount(0)
    }
  }
})

test('the token goes to the API only, raw, and the anti-forgery token with what changes something', async ({
  page,
  context,
}) => {
  const calls: { method: string; path: string; authorization?: string; xsrf?: string }[] = []
  page.on('request', (request) => {
    const { authorization, 'x-xsrf-token': xsrf } = request.headers()
    const { pathname: path } = new URL(request.url())
    calls.push({ method: request.method(), path, ...(authorization && { authorization }), ...(xsrf && { xsrf }) })
  })
  await signIn(page, 'owner')
  await follow(page, 'Instellingen')
  const put = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('radio', { name: 'English' }).locator('..').click()
  expect((await put).status()).toBeLessThan(300)
  await page.getByRole('radio', { name: 'Nederlands' }).locator('..').click()
  await expect(heading(page, 'Instellingen')).toBeVisible()

  // Except for the challenge of a passkey, which the login page asks for without a token.
  const api = calls.filter(({ path }) => path.startsWith('/api/') && path !== '/api/user/authenticate/passkey')
  const open = api.filter(({ path }) => path === '/api/user/authenticate')
  expect(open).toHaveLength(1)
  expect(open.filter(({ authorization }) => authorization)).toEqual([])
  for (const { authorization } of api.filter((call) => !open.includes(call))) {
    expect(authorization).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  }
  const elsewhere = calls.filter(({ path }) => !path.startsWith('/api/'))
  expect(elsewhere.some(({ path }) => path.startsWith('/assets/i18n/'))).toBe(true)
  expect(elsewhere.filter(({ authorization, xsrf }) => authorization ?? xsrf)).toEqual([])

  const cookie = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')!
  const writes = api.filter(({ method }) => method !== 'GET')
  expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'PUT'])
  for (const { xsrf } of writes) expect(xsrf).toBe(decodeURIComponent(cookie.value))
  expect(api.filter(({ method, xsrf }) => method === 'GET' && xsrf)).toEqual([])
})

test('a page of somebody else cannot show the portal in a frame', async ({ page, baseURL, trouble, provoked }) => {
  provoked.push(/frame-ancestors|^foreign request: http:\/\/127/)
  const thief = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>thief</title><iframe src="${baseURL}/auth/login" width="800" height="600"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(thief, 'listening')
  const address = thief.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  try {
    await page.goto(`http://127.0.0.1:${address.port}/`)
    await expect.poll(() => trouble.some((line) => /frame-ancestors/.test(line))).toBe(true)
    const frame = page.frames().at(-1)!
    expect(frame).not.toBe(page.mainFrame())
    await expect(frame.getByRole('textbox')).toHaveCount(0)
    await expect(frame.getByText('Welkom terug')).toHaveCount(0)
  } finally {
    thief.close()
  }
  await page.goto('/auth/login')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
})
