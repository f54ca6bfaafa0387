import { expect, test } from './portal.ts'
import { enterAs, heading, open } from './steps.ts'

const PHONE = { width: 390, height: 844 }

test('a visitor can read a shared pet card until the owner revokes it', async ({ page, browser, server }) => {
  await enterAs(page, 'owner')
  await open(page, '/client/patients', 'Dieren')
  const animal = (await page.getByRole('link', { name: 'Bella' }).getAttribute('href'))!
  await open(page, `${animal}?show=card`, 'Bella')
  await page.getByRole('button', { name: 'Delen met een link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dierkaart van Bella delen' })
  await dialog.getByRole('textbox', { name: 'Voor wie (niet verplicht)' }).fill('Oppas Jan')
  await dialog.getByRole('button', { name: 'Link maken' }).click()
  const link = await dialog.getByRole('textbox', { name: 'De link' }).inputValue()

  const context = await browser.newContext({ viewport: PHONE, baseURL: server.url, locale: 'nl-NL' })
  const visitor = await context.newPage()
  const sent: string[] = []
  visitor.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''))
  const answer = (await visitor.goto(link))!
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  await expect(heading(visitor, 'Bella')).toBeVisible()
  await expect(visitor.getByRole('table', { name: 'Vaccinaties' })).toBeVisible()
  await expect(visitor.getByText('Allergisch voor penicilline')).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Gewichtsverloop' })).toBeHidden()
  const secret = link.split('#')[1]!
  expect(sent.filter((address) => address.includes(secret))).toEqual([])
  expect(await context.cookies()).not.toContainEqual(
    expect.objectContaining({ value: expect.stringContaining(secret) }),
  )
  expect(await visitor.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    secret,
  )

  await dialog.getByRole('button', { name: 'Link voor Oppas Jan intrekken' }).click()
  await expect(dialog.getByText('De link is ingetrokken.')).toBeVisible()
  await visitor.reload()
  await expect(heading(visitor, 'Deze link werkt niet meer')).toBeVisible()
  await expect(visitor.getByText('Bella')).toBeHidden()
  await context.close()
})
