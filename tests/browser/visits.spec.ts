import { audit } from './audit.ts'
import { expect, test as shared } from './portal.ts'
import { enterAs, heading, open, tabTo } from './steps.ts'

const PHONE = { width: 390, height: 844 }
/** Height above the bar at the bottom of a phone, in pixels. */
const SHOWN_HEIGHT = 790

// A worker of its own, so that no other test has completed the form of the visit.
const test = shared.extend<object, { visiting: boolean }>({ visiting: [true, { scope: 'worker', option: true }] })

test.use({ viewport: PHONE })

test('an owner prepares a visit on a phone, with the keyboard alone', async ({ page }) => {
  await enterAs(page, 'owner')
  await open(page, '/client/portal/reminders?active=true', 'Vandaag')
  await tabTo(page, page.getByRole('region', { name: 'Uw afspraak' }).getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Simba: Vaccinatie/)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await audit(page, 'visit')

  const toDo = page.getByRole('region', { name: 'Wat u moet doen' })
  const fillIn = toDo.getByRole('link', { name: 'Invullen' })
  for (const shown of [
    page.getByText(/ om \d\d:\d\d$/).first(),
    toDo.getByText('Vooraf:'),
    toDo.getByText(/^Nog 1/),
    fillIn,
  ]) {
    const box = (await shown.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(SHOWN_HEIGHT)
  }

  const questions = page.getByRole('textbox', { name: /^Wat wilt u vragen/ })
  await tabTo(page, questions)
  // Replaces the questions of the demo data.
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Mag hij na de vaccinatie naar buiten?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Uw vragen zijn opgeslagen.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vragen opslaan' })).toBeFocused()
  await audit(page, 'visit with questions')
  await page.reload()
  await expect(questions).toHaveValue('Mag hij na de vaccinatie naar buiten?')

  await tabTo(page, fillIn)
  await page.keyboard.press('Enter')
  await expect(heading(page, /Vragenlijst voor het bezoek/)).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: /Vaccinatie: niesziekte$/ }))
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Simba: Vaccinatie/)).toBeVisible()
})
