import { expect, test } from './portal.ts'
import { heading } from './steps.ts'

// Who comes to sign in gets the form and the texts while the packages are still on their way.

for (const [language, title] of [
  ['nl', 'Welkom terug'],
  ['en', 'Welcome back'],
] as const) {
  test(`the form and the texts are asked for beside the packages: ${language}`, async ({ page }) => {
    await page.addInitScript((stored) => localStorage.setItem('portal-language', stored), language)
    const [form, texts] = [page.waitForRequest('**/assets/form-*.js'), page.waitForRequest('**/assets/i18n/*.json')]
    await page.route('**/assets/vendor-*.js', async (route) => {
      await Promise.all([form, texts])
      await route.continue()
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/auth/login')
    await expect(heading(page, title)).toBeVisible()
    const scripts = asked.filter((path) => path.endsWith('.js'))
    expect(scripts.toSorted()).toEqual([...new Set(scripts)].toSorted())
    expect((await texts).url()).toContain(`/${language}.json`)
  })
}

test('without the script that preloads the login the portal opens all the same', async ({ page, trouble }) => {
  await page.route('**/assets/preload-login-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/auth/login')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  expect(trouble.splice(0)).toEqual([expect.stringContaining('404')])
})
