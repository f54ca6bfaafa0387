import { expect, test } from './portal.ts'
import { enterAs, heading, open, tabTo } from './steps.ts'

const PHONE = { width: 390, height: 844 }

test('an owner sends a request on a phone, and staff answer it by keyboard', async ({ page, browser, server }) => {
  await page.setViewportSize(PHONE)
  await enterAs(page, 'owner')
  await open(page, '/client/requests/new?kind=QUESTION', 'Nieuw verzoek')
  await page.getByRole('textbox', { name: /^Uw vraag/ }).fill('Mag Bella visolie?')
  await page.getByRole('button', { name: 'Versturen' }).click()
  await expect(page.getByText('Uw verzoek is verzonden.')).toBeVisible()

  const clinic = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block', locale: 'nl-NL' })
  const desk = await clinic.newPage()
  await enterAs(desk, 'staff')
  await open(desk, '/admin/requests?sort=date,desc', 'Verzoeken')
  const row = desk.getByRole('row', { name: /Mag Bella visolie/ })
  await tabTo(desk, row.getByRole('link').first())
  await desk.keyboard.press('Enter')
  await expect(heading(desk, 'Vraag')).toBeVisible()
  await desk.keyboard.press('Alt+Digit1')
  const answer = desk.getByRole('textbox', { name: /^Uw antwoord/ })
  await expect(answer).toBeFocused()
  const text = await answer.inputValue()
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByText('Het verzoek is beantwoord.')).toBeVisible()
  await clinic.close()

  await page.reload()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText(/^Beantwoord door/)).toBeVisible()
})
