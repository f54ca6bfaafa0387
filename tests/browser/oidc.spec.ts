import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personas } from '#mocks/personas.ts'
import { freePort } from '#harness/free-port.ts'
import { CLIENT, openStrictIssuer } from '#harness/issuers.ts'
import { startServer } from '#harness/server-process.ts'
import { violations } from './axe.ts'
import { expect, test as base } from './portal.ts'
import { heading } from './steps.ts'

/** The server has a certified issuer, at which a member of staff has an account. */
const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
      const port = await freePort()
      const url = `http://localhost:${port}`
      await using issuer = await openStrictIssuer(url)
      issuer.claims = { email: personas.staff, email_verified: true }
      const oidc = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: CLIENT.clientId, OIDC_CLIENT_SECRET: CLIENT.clientSecret }
      try {
        await using server = await startServer({
          PORT: String(port),
          DATA_DIR: dataDir,
          DEMO: 'on',
          ...oidc,
          OIDC_NAME: 'Stichting De Waag',
        })
        await provide({ url, dataDir })
        await server.stop()
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker' },
  ],
})

test('staff sign in at the issuer, open the page that they wanted, and sign out at both', async ({
  page,
  provoked,
}) => {
  // The pages and cookies of the issuer, and its address with the ID token that ends its session.
  provoked.push(/127\.0\.0\.1/, /cookie that docs\/privacy\.md does not name: _/)
  await page.goto('/admin/requests')
  await page.getByRole('main').getByRole('link', { name: 'Inloggen' }).click()
  await expect(page.getByRole('link', { name: 'Inloggen met Stichting De Waag' })).toBeVisible()
  expect(await violations(page, new Set())).toEqual([])
  await page.getByRole('link', { name: 'Inloggen met Stichting De Waag' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/admin\/requests$/)
  await page.goto('/admin/settings')
  await expect(page.getByText(/^Gekoppeld op/)).toBeVisible()
  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await page.goto('/auth/oidc#refused=unavailable')
  await expect(page.getByText(/Stichting De Waag is nu niet bereikbaar/)).toBeVisible()
  expect(await violations(page, new Set())).toEqual([])
  // The session at the issuer has ended, so the issuer asks again.
  await page.getByRole('link', { name: 'Inloggen met Stichting De Waag' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
})
