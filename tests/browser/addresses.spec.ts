import { expect, test } from './portal.ts'
import { enterAs, fillIn, heading, rows } from './steps.ts'

test('former and short addresses lead to signing in', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/portal/user/login?x=1')
  await expect(page).toHaveURL('/auth/login?x=1')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
})

test('the former outlet addresses still open their page', async ({ page }) => {
  await enterAs(page, 'owner')
  const former = [
    '/client/portal/(client:settings)',
    '/client/portal(client:settings)',
    '/client/portal/%28client%3Asettings%29',
  ]
  for (const address of former) {
    await page.goto(address)
    await expect(page).toHaveURL('/client/portal/settings')
    await expect(heading(page, 'Instellingen')).toBeVisible()
  }
  for (const address of ['/client', '/client/portal', '/client/portal/(client:reminders)']) {
    await page.goto(address)
    await expect(page).toHaveURL('/client/portal/reminders?active=true')
  }
})

test('an unknown address becomes /404, with a way back', async ({ page }) => {
  await page.goto('/auth/forgot-password')
  await expect(heading(page, 'Wachtwoord vergeten')).toBeVisible()
  for (const address of ['/admin/xyz', '/nergens', '/client/portal/xyz', '/auth/xyz']) {
    await page.goto(address)
    await expect(page).toHaveURL('/404')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Inloggen' })).toBeVisible()
    await expect(heading(page, 'Pagina niet gevonden')).toBeVisible()
  }
  await page.goto('/auth/forgot-password')
  await page.goto('/nergens')
  await page.getByRole('button', { name: 'Terug' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
})

test('an address that cannot be decoded becomes /404', async ({ page }) => {
  for (const address of ['/%E0%A4%A', '/admin/%FF', '/client/patients/%E0%A4%A', '/%']) {
    await page.goto(address)
    await expect(page).toHaveURL('/404')
    await expect(heading(page, 'Pagina niet gevonden')).toBeVisible()
  }
})

test('Back on a page that was opened from nowhere leads home', async ({ page }) => {
  await page.goto('/404')
  await page.getByRole('button', { name: 'Terug' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('a deep link asks to sign in, and then opens', async ({ page }) => {
  await page.goto('/admin/clients/registered?page=2&lastName=van')
  await expect(page).toHaveURL('/not-authorised')
  await expect(heading(page, 'Geen toegang')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Inloggen' }).click()
  await fillIn(page, 'staff@dewaag.example', 'Welkom#2026')
  await expect(page).toHaveURL('/admin/clients/registered?page=2&lastName=van')
  await expect(page.getByRole('searchbox')).toHaveValue('van')
})

test('an owner has no business in the clinic', async ({ page }) => {
  await enterAs(page, 'owner')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/admin/clients/registered')
  await expect(page).toHaveURL('/not-authorised')
  expect(asked.filter((path) => path.startsWith('/api/') && path.endsWith('/clients'))).toEqual([])
})

test('what an address asks in a wrong way falls back', async ({ page }) => {
  await enterAs(page, 'staff')
  for (const search of ['page=-3&lastName=', 'page=abc', 'page=1.5&lastName=%20', 'page=99999999999', 'page=1&x']) {
    await page.goto(`/admin/clients/registered?${search}`)
    await expect(page.getByText(/^1–25 van/)).toBeVisible()
    await expect(rows(page)).toHaveCount(25)
  }
  await page.goto('/admin/clients/registered?lastName=%25')
  await expect(page.getByText('Niemand gevonden')).toBeVisible()
  await page.goto('/admin/clients/registered?page=900')
  await page.getByRole('button', { name: 'Naar de eerste pagina' }).click()
  await expect(rows(page)).toHaveCount(25)
  await expect(page).toHaveURL('/admin/clients/registered')
})
