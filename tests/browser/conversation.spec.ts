import { audit } from './audit.ts'
import { expect, test } from './portal.ts'
import { enterAs, open } from './steps.ts'

const PHONE = { width: 390, height: 844 }

test('an owner and the practice write in a request until it ends, and the owner reopens it', async ({
  browser,
  page,
  baseURL,
}) => {
  const context = await browser.newContext({ viewport: PHONE, locale: 'nl-NL', ...(baseURL && { baseURL }) })
  const phone = await context.newPage()
  await enterAs(phone, 'owner')
  await open(phone, '/client/requests/new?kind=QUESTION', 'Nieuw verzoek')
  await phone.getByRole('textbox', { name: 'Uw vraag' }).fill('Mag Bella weer wandelen?')
  await phone.keyboard.press('Tab')
  await phone.getByRole('button', { name: 'Versturen', exact: true }).press('Enter')
  const ofOwner = phone.getByRole('log', { name: 'Berichten' })
  await expect(ofOwner).toContainText('Mag Bella weer wandelen?')
  const id = new URL(phone.url()).pathname.split('/').at(-1)!

  // Staff press no mouse button.
  await enterAs(page, 'staff')
  await open(page, `/admin/requests/${id}`, 'Vraag')
  await page.getByRole('textbox', { name: 'Uw antwoord' }).focus()
  await page.keyboard.type('Hoe loopt ze nu?')
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByText('Uw praktijk wacht op de cliënt.')).toBeVisible()
  await audit(page, 'request of staff that waits for the owner')

  await phone.reload()
  await expect(phone.getByText('De praktijk wacht op uw antwoord.')).toBeVisible()
  await audit(phone, 'request of an owner that the practice asks back about')
  await phone.getByRole('textbox', { name: 'Uw bericht' }).fill('Ze hinkt een beetje.')
  await phone.keyboard.press('Control+Enter')
  await expect(ofOwner).toContainText('Ze hinkt een beetje.')

  await page.reload()
  await expect(page.getByRole('log', { name: 'Berichten' })).toContainText('Ze hinkt een beetje.')
  await page.getByRole('textbox', { name: 'Uw antwoord' }).focus()
  await page.keyboard.type('Geef haar nog een week rust.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: 'Volgend verzoek' })).toBeVisible()
  await audit(page, 'ended request of staff')

  await phone.reload()
  await expect(phone.getByText('De praktijk heeft dit verzoek afgesloten.')).toBeVisible()
  await audit(phone, 'ended request of an owner')
  await phone.getByRole('textbox', { name: 'Uw bericht' }).fill('Dank u wel. Mag ze zwemmen?')
  await phone.getByRole('button', { name: 'Heropenen en versturen' }).press('Enter')
  await expect(phone.getByText('De praktijk heeft uw bericht nog niet gezien.')).toBeVisible()
  await context.close()
})
