import type { Page } from '@playwright/test'
import { expect } from './portal.ts'
import { acceptPasswordLinks, act, enterAs, heading, open, openAppointment, rows } from './steps.ts'

/** Callback for each screen, with the name of the screen. */
export type Visit = (screen: string) => Promise<void>

/** Address and title. */
type Screen = readonly [string, string | RegExp]

export const SCREENS = {
  everybody: [
    ['/auth/forgot-password', 'Wachtwoord vergeten'],
    ['/auth/reset-password', 'Geen geldige link'],
    ['/auth/letter', 'Aanmelden met uw brief'],
    ['/404', 'Pagina niet gevonden'],
    ['/not-authorised', 'Geen toegang'],
    ['/accessibility', 'Toegankelijkheid'],
    ['/card', 'Deze link werkt niet meer'],
  ],
  clinic: [
    ['/admin/dashboard', /^Goede/],
    ['/admin/clients/registered', 'Cliënten'],
    ['/admin/clients/unregistered', 'Cliënten'],
    ['/admin/visits', 'Afspraken'],
    ['/admin/audit', 'Activiteiten'],
    ...['', '/clients', '/security', '/data', '/retention'].map(
      (tab) => [`/admin/practice${tab}`, 'Praktijkgegevens'] as Screen,
    ),
    ['/admin/staff', 'Medewerkers'],
    ['/admin/figures', 'Cijfers'],
    ['/admin/settings', 'Instellingen'],
  ],
  owner: [
    ['/client/portal/reminders?active=true', 'Vandaag'],
    ['/client/portal/settings', 'Instellingen'],
    ['/client/attachments/lab-results', 'Uitslagen en documenten'],
    ['/client/invoices', 'Facturen'],
  ],
} satisfies Record<string, Screen[]>

/** Search parameters of the views of an animal. */
export const VIEWS_OF_AN_ANIMAL = ['', '?show=medicines', '?show=card', '?show=border', '?show=thread']

// The walks visit every URL once, and states with further controls.

export const walks = {
  'for everybody': async (page, visit) => {
    await open(page, '/auth/login', 'Welkom terug')
    await visit('login')
    await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Gebruikersnaam' })).toHaveAttribute('aria-invalid', 'true')
    await visit('login, refused')
    for (const [address, title] of SCREENS.everybody) {
      await open(page, address, title)
      await visit(address)
    }
    await acceptPasswordLinks(page)
    await open(page, '/auth/reset-password?token=from-a-mail', 'Nieuw wachtwoord kiezen')
    await visit('new password')
    await enterAs(page, 'two')
    await open(page, '/auth/select-clinic', 'Welke praktijk wilt u bekijken?')
    await visit('select-clinic')
  },
  'of a clinic': async (page, visit) => {
    await enterAs(page, 'admin')
    for (const [address, title] of SCREENS.clinic) {
      await open(page, address, title)
      await visit(address)
    }
    await open(page, '/admin/visits', 'Afspraken')
    await page.getByRole('main').getByRole('link', { name: /Simba/ }).first().click()
    await expect(heading(page, /^Simba: /)).toBeVisible()
    await visit('visit')
    await open(page, '/admin/dashboard', /^Goede/)
    await page.getByRole('searchbox').fill('van')
    await expect(page.getByRole('link', { name: /^Alle/ }).first()).toBeVisible()
    await visit('dashboard, found')
    await open(page, '/admin/audit', 'Activiteiten')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await visit('command palette')
    await open(page, '/admin/practice/clients', 'Praktijkgegevens')
    await page.getByRole('button', { name: 'E-mail aan cliënten bekijken' }).click()
    await expect(page.getByRole('region', { name: 'De e-mail' })).toBeVisible()
    await visit('mail to clients')
    await open(page, '/admin/clients/registered', 'Cliënten')
    await act(rows(page).first(), 'verwijderen')
    await expect(page.getByRole('dialog')).toBeVisible()
    await visit('delete')
    await open(page, '/admin/clients/unregistered', 'Cliënten')
    await page.getByRole('button', { name: 'Selecteren' }).click()
    await page
      .getByRole('checkbox', { name: /selecteren$/ })
      .first()
      .check()
    await visit('unregistered, selected')
  },
  'of requests at a clinic': async (page, visit) => {
    await enterAs(page, 'admin')
    await open(page, '/admin/requests?state=all', 'Verzoeken')
    await visit('requests')
    await rows(page)
      .filter({ hasText: /Verzonden|niet gezien/ })
      .first()
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('button', { name: 'Beantwoorden' }).click()
    await expect(page.getByRole('textbox', { name: /^Uw antwoord/ })).toBeFocused()
    await visit('request, refused')
    await open(page, '/admin/requests?state=answered', 'Verzoeken')
    await rows(page).first().getByRole('link').first().click()
    await expect(page.getByRole('log', { name: 'Berichten' })).toBeVisible()
    await visit('request, answered')
    await open(page, '/admin/requests/settings', 'Instellingen voor verzoeken')
    await visit('settings of requests')
  },
  'of an owner': async (page, visit) => {
    await enterAs(page, 'owner')
    for (const [address, title] of SCREENS.owner) {
      await open(page, address, title)
      await visit(address)
    }
    // A resized window may have moved the months into the page or out of it.
    await open(page, '/client/invoices', 'Facturen')
    await page.getByRole('button', { name: /^Van: / }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await visit('invoices, months')
    await open(page, '/client/invoices?status=UNPAID', 'Facturen')
    await page
      .getByRole('button', { name: /betalen$/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await visit('invoices, how to pay')
    await openAppointment(page)
    await visit('appointment')
    await open(page, '/client/requests', 'Verzoeken')
    await visit('requests')
    for (const kind of ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS']) {
      await open(page, `/client/requests/new?kind=${kind}`, 'Nieuw verzoek')
      await visit(`request ${kind}`)
    }
    for (const view of ['', '?show=animals', '?show=medicines']) {
      await open(page, `/client/herd${view}`, 'Veestapel')
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
      await visit(`herd ${view}`)
    }
    await open(page, '/client/visit-forms', 'Bezoeken')
    await visit('visit-forms')
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('link', { name: 'Alle bezoeken' })).toBeVisible()
    await visit('one visit')
  },
  'of a visit': async (page, visit) => {
    await enterAs(page, 'owner')
    await open(page, '/client/portal/reminders?active=true', 'Vandaag')
    await page.getByRole('region', { name: 'Uw afspraak' }).getByRole('link').first().click()
    await expect(page.getByRole('textbox', { name: /^Wat wilt u vragen/ })).toBeVisible()
    await visit('visit')
  },
  'of an animal': async (page, visit) => {
    await enterAs(page, 'owner')
    await open(page, '/client/patients', 'Dieren')
    await visit('patients')
    const animal = (await page.getByRole('link', { name: 'Fleur' }).getAttribute('href'))!
    for (const view of VIEWS_OF_AN_ANIMAL) {
      await open(page, `${animal}${view}`, 'Fleur')
      await visit(`patient ${view}`)
    }
    await open(page, `${animal}?show=card`, 'Fleur')
    await page.getByRole('button', { name: 'Delen met een link' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await visit('patient, sharing')
    await page.getByRole('dialog').getByRole('button', { name: 'Link maken' }).click()
    const link = await page.getByRole('textbox', { name: 'De link' }).inputValue()
    await visit('patient, shared')
    await open(page, link, 'Fleur')
    await visit('shared card')
  },
} satisfies Record<string, (page: Page, visit: Visit) => Promise<void>>
