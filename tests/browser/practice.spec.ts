import { expect, test as shared } from './portal.ts'
import { countOf, enterAs, follow, heading, sidebar, signIn, tabTo } from './steps.ts'

// A worker, and so a server, of their own: other stories visit the practice that these change.
const test = shared.extend<object, { apart: boolean }>({ apart: [true, { scope: 'worker', option: true }] })

// And one after the other.
test.describe.configure({ mode: 'serial' })

test('a member of staff changes the practice by keyboard, and a client sees it', async ({ page }) => {
  await signIn(page, 'staff')
  await follow(page, 'Praktijkgegevens')
  const name = page.getByRole('textbox', { name: 'Naam' })
  await tabTo(page, name)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Kliniek De Waag')
  await expect(page.getByRole('complementary')).toContainText('Kliniek De Waag')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText(/De praktijkgegevens zijn opgeslagen/)
  await expect(name).toBeFocused()
  await expect(sidebar(page).getByText('Kliniek De Waag')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Alle cliënten verwijderen' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Uitloggen' }).click()
  await expect(heading(page, 'Welkom terug')).toBeVisible()
  await signIn(page, 'owner')
  await expect(sidebar(page).getByText('Kliniek De Waag')).toBeAttached()
})

test('what is not saved is not lost without a question', async ({ page }) => {
  await signIn(page, 'staff')
  await follow(page, 'Praktijkgegevens')
  const title = page.getByRole('textbox', { name: 'Titel' })
  await title.fill('Onaf')

  // Back, to the dashboard.
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Weggaan zonder op te slaan?' })
  await expect(dialog.getByRole('button', { name: 'Annuleren' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/practice$/)
  await expect(title).toHaveValue('Onaf')

  // Closing the tab is the browser's own question.
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.accept()
  })
  await page.reload()
  await expect(heading(page, 'Praktijkgegevens')).toBeVisible()
  expect(asked).toEqual(['beforeunload'])
  // What was typed is there again, and is discarded by a person.
  await expect(title).toHaveValue('Onaf')
  await page.getByRole('main').getByRole('button', { name: 'Weggooien' }).click()
  await expect(title).not.toHaveValue('Onaf')
  await page.reload()
  await expect(heading(page, 'Praktijkgegevens')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('a clinic admin removes all clients by keyboard, when the name was typed', async ({ page }) => {
  await signIn(page, 'admin')
  await follow(page, 'Cliënten')
  const count = await countOf(page, 'Geregistreerd')
  const others = await countOf(page, 'Niet geregistreerd')
  await follow(page, 'Praktijkgegevens')
  const opener = page.getByRole('button', { name: 'Alle cliënten verwijderen' })
  await expect(page.getByText(`alle ${count} geregistreerde cliënten`)).toBeVisible()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Alle ${count} cliënten verwijderen?` })
  const name = dialog.getByRole('textbox')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await page.mouse.click(5, 300)
  await expect(dialog).toHaveCount(0)

  await opener.click()
  await page.keyboard.type('Kliniek De Waag')
  await tabTo(page, dialog.getByRole('button', { name: 'Alles verwijderen' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText(new RegExp(`Alle ${count} cliënten zijn verwijderd`))
  await follow(page, 'Cliënten')
  await expect(page.getByText('Nog niemand op het portaal')).toBeVisible()
  expect(await countOf(page, 'Niet geregistreerd')).toBe(count + others)

  await follow(page, 'Activiteiten')
  await expect(page.getByText(`Alle cliënten verwijderd uit het portaal: ${count}`)).toBeVisible()
  await expect(page.getByText('Praktijkgegevens gewijzigd')).toBeVisible()
})

test('a new logo is shown at once, and to clients', async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/practice')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Logo kiezen' }).click()
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByRole('status')).toHaveText(/Het nieuwe logo is opgeslagen/)
  const picture = sidebar(page).locator('img')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.reload()
  await expect(picture).toBeVisible()
})
