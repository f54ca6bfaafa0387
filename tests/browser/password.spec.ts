import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './portal.ts'
import { fillIn, heading } from './steps.ts'

const WHO = 'admin@delinde.example'

test('a mailed link resets a forgotten password only once', async ({ page, server, trouble }) => {
  const password = `Nieuw!${Date.now()}`
  await page.goto('/auth/login')
  await page.getByRole('banner').getByRole('link', { name: 'Wachtwoord vergeten' }).click()
  await page.getByRole('textbox', { name: 'E-mailadres' }).fill(WHO)
  await page.getByRole('button', { name: 'Link sturen' }).click()
  await expect(heading(page, 'Kijk in uw e-mail')).toBeVisible()

  let link: string | undefined
  await expect.poll(async () => (link = await linkFor(WHO, join(server.dataDir, 'outbox')))).toBeTruthy()
  await page.goto(link!)
  await expect(heading(page, 'Nieuw wachtwoord kiezen')).toBeVisible()
  expect(page.url()).toBe(`${server.url}/auth/reset-password`)
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord' }).fill('kort')
  await page.getByRole('textbox', { name: 'Herhaal het nieuwe wachtwoord' }).fill(password)
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
  const field = page.getByRole('textbox', { name: 'Nieuw wachtwoord' })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(password)
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
  await expect(heading(page, 'Wachtwoord opgeslagen')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
    new URL(link!).searchParams.get('token')!,
  )

  await page.getByRole('main').getByRole('link', { name: 'Inloggen' }).click()
  await fillIn(page, WHO, password)
  await expect(page).toHaveURL('/admin/dashboard')
  await page.getByRole('link', { name: 'Uitloggen' }).click()

  await page.goto(link!)
  await expect(page.getByText(/^Deze link is niet meer geldig\./)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nieuw wachtwoord' })).toHaveCount(0)
  expect(trouble.splice(0)).toEqual([expect.stringContaining('401')])
})

/** Returns the newest password link that was mailed to an e-mail address. */
async function linkFor(address: string, outbox: string): Promise<string | undefined> {
  const names = await readdir(outbox).catch(() => [])
  const mails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(outbox, name), 'utf8')),
  )
  return mails
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => /http:\S+\/auth\/reset-password\?token=[\w-]+/.exec(mail)?.[0])
    .at(-1)
}
