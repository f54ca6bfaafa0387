import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './portal.ts'
import { act, enterAs, heading, open, openAppointment, rows, settled } from './steps.ts'

// Every screen by the rules of WCAG 2.2 AA that a machine can check: wide and light, and dark on a phone, for a run of the rules
// takes longer than the screen. That none breaks the security policy or writes to the console, the fixture sees to.

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const [device, window] of Object.entries({
  wide: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const)) {
  test.describe(device, () => {
    test.use(window)

    test('the screens for everybody are accessible', async ({ page }) => {
      await look(page, '/auth/login', 'Welkom terug')
      await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
      await expect(page.getByRole('textbox', { name: 'Gebruikersnaam' })).toHaveAttribute('aria-invalid', 'true')
      await audit(page, 'login, refused')
      await page.getByRole('button', { name: 'Taal: Nederlands' }).click()
      await audit(page, 'language menu')
      await look(page, '/auth/forgot-password', 'Wachtwoord vergeten')
      await look(page, '/auth/reset-password', 'Geen geldige link')
      await look(page, '/auth/reset-password?token=from-a-mail', 'Nieuw wachtwoord kiezen')
      await look(page, '/404', 'Pagina niet gevonden')
      await look(page, '/not-authorised', 'Geen toegang')
      await look(page, '/accessibility', 'Toegankelijkheid')
    })

    test('the screens of a clinic are accessible', async ({ page }) => {
      await enterAs(page, 'staff')
      await look(page, '/admin/dashboard', /^Goede/)
      await page.getByRole('searchbox').fill('van')
      await expect(page.getByRole('link', { name: /^Alle/ }).first()).toBeVisible()
      await audit(page, 'dashboard, found')
      await look(page, '/admin/clients/unregistered', 'Cliënten')
      await look(page, '/admin/clients/registered?lastName=niemand', 'Cliënten')
      await look(page, '/admin/clients/registered', 'Cliënten')
      await act(rows(page).first(), 'verwijderen')
      await expect(page.getByRole('dialog')).toBeVisible()
      await audit(page, 'dialog')
      await page.keyboard.press('Escape')
      await act(rows(page).first(), 'Bekijk als')
      await expect(heading(page, 'Herinneringen')).toBeVisible()
      await audit(page, 'viewed as a client')
    })

    test('the screens of a clinic admin are accessible', async ({ page }) => {
      await enterAs(page, 'admin')
      await look(page, '/admin/audit', 'Activiteiten')
      await look(page, '/admin/audit?search=niemand', 'Activiteiten')
      await look(page, '/admin/settings', 'Instellingen')
      await look(page, '/admin/staff', 'Medewerkers')
      await page.getByRole('button', { name: 'Uitnodigen' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await audit(page, 'invitation of staff')
      await look(page, '/admin/practice', 'Praktijkgegevens')
      await page.getByRole('textbox', { name: 'Naam' }).fill('')
      await page.getByRole('textbox', { name: 'Website' }).fill('geen adres')
      await page.getByRole('button', { name: 'Opslaan' }).click()
      await expect(page.getByRole('textbox', { name: 'Naam' })).toBeFocused()
      await audit(page, 'practice, refused')
      await page.getByRole('button', { name: 'Mail aan cliënten bekijken' }).click()
      await expect(page.getByRole('region', { name: 'De mail' })).toBeVisible()
      await audit(page, 'mail to clients')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Alle cliënten verwijderen' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await audit(page, 'remove all')
    })

    test('the screens of an owner are accessible', async ({ page }) => {
      await enterAs(page, 'owner')
      await look(page, '/client/portal/reminders?active=true', 'Herinneringen')
      await look(page, '/client/portal/reminders?active=false', 'Herinneringen')
      await look(page, '/client/portal/settings', 'Instellingen')
      await openAppointment(page)
      await audit(page, 'appointment')
      await page.keyboard.press('Escape')
      if (device === 'phone') {
        await page.getByRole('button', { name: 'Menu' }).click()
        await audit(page, 'sidebar')
      }
    })

    test('the screens of animals are accessible', async ({ page }) => {
      await enterAs(page, 'owner')
      await look(page, '/client/patients', 'Dieren')
      const animal = (await page.getByRole('link', { name: 'Fleur' }).getAttribute('href'))!
      await look(page, animal, 'Fleur')
      await page.getByRole('button', { name: /^Maand: / }).click()
      await audit(page, 'logbook, months')
      await look(page, '/client/patients/no-animal', 'Dit dier is niet gevonden')
    })

    test('the other views of an animal are accessible', async ({ page }) => {
      await enterAs(page, 'owner')
      await page.goto('/client/patients')
      const animal = (await page.getByRole('link', { name: 'Fleur' }).getAttribute('href'))!
      for (const view of ['medicines', 'card', 'border', 'thread']) await look(page, `${animal}?show=${view}`, 'Fleur')
      await look(page, `${animal}?show=medicines&startDate=2001-01-01&endDate=2001-01-31`, 'Fleur')
    })

    test('the screens of invoices are accessible', async ({ page }) => {
      await enterAs(page, 'owner')
      await look(page, '/client/invoices', 'Facturen')
      await page.getByRole('button', { name: /^Van: / }).click()
      await audit(page, 'months')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Ander jaar kiezen/ })
        .click()
      await audit(page, 'years')
      await look(page, '/client/invoices?status=PAID&from=2001-01&to=2001-02', 'Facturen')
      await open(page, '/client/invoices?status=UNPAID', 'Facturen')
      await page
        .getByRole('button', { name: /betalen$/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await audit(page, 'how to pay')
    })

    test('the screens of papers are accessible', async ({ page }) => {
      await enterAs(page, 'owner')
      await look(page, '/client/attachments/lab-results', 'Bijlagen')
      await look(page, '/client/visit-forms', 'Visiteformulieren')
      await rows(page).first().getByRole('link').click()
      await expect(page.getByRole('link', { name: 'Alle visiteformulieren' })).toBeVisible()
      await audit(page, 'one visit')
      await page.goto('/client/visit-forms?visit=none')
      await expect(page.getByText('niet gevonden')).toBeVisible()
      await audit(page, 'no visit')
    })

    test('the screens of a client of whom nothing is known yet are accessible', async ({ page }) => {
      await page.route(/\/api\/clients\/[^/]+\/./, async (route) => {
        const response = await route.fetch()
        const answer = (await response.json()) as object
        const nothing = { content: [], page: { number: 0, size: 25, totalPages: 0, totalElements: 0 } }
        await route.fulfill({ response, json: Array.isArray(answer) ? [] : 'content' in answer ? nothing : answer })
      })
      await enterAs(page, 'owner')
      for (const [address, title, text] of [
        ['portal/reminders?active=true', 'Herinneringen', 'U bent helemaal bij.'],
        ['patients', 'Dieren', 'Nog geen dieren'],
        ['invoices', 'Facturen', 'Nog geen facturen'],
        ['visit-forms', 'Visiteformulieren', 'Nog geen visiteformulieren'],
        ['attachments', 'Bijlagen', 'Nog geen bestanden'],
      ] as const) {
        await look(page, `/client/${address}`, title)
        await expect(page.getByText(text)).toBeVisible()
      }
    })

    test('the screens of choosing a practice are accessible', async ({ page }) => {
      await enterAs(page, 'two')
      await look(page, '/auth/select-clinic', 'Bij welke praktijk wilt u kijken?')
      await enterAs(page, 'none')
      await look(page, '/auth/no-clinic', 'U bent nog niet gekoppeld')
    })
  })
}

async function look(page: Page, address: string, title: string | RegExp): Promise<void> {
  await open(page, address, title)
  await audit(page, address)
}

async function audit(page: Page, screen: string): Promise<void> {
  await settled(page)
  expect.soft(await violations(page, WCAG), screen).toEqual([])
}
