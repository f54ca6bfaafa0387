import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from './portal.ts'
import { follow, heading, signIn } from './steps.ts'

test('the session token is sent only to the API, and the XSRF token only with write requests', async ({
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

  // The login page requests the challenge of a passkey without a token.
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

test('the portal cannot be embedded in a frame of another site', async ({ page, baseURL, trouble, provoked }) => {
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
