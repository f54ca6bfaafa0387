import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'
import { act, enterAs, open, rows } from './steps.ts'

// A window of 1280 px at 400 % is one of 320 px.
test.use({ viewport: { width: 320, height: 640 } })

// There no page scrolls sideways, nothing is cut, and all that is pressed can be hit.

test('at 400 % the screens for everybody fit', async ({ page }) => {
  await look(page, '/auth/login', 'Welkom terug')
  await look(page, '/auth/forgot-password', 'Wachtwoord vergeten')
  await look(page, '/auth/reset-password?token=from-a-mail', 'Nieuw wachtwoord kiezen')
  await look(page, '/404', 'Pagina niet gevonden')
  await look(page, '/accessibility', 'Toegankelijkheid')
  await enterAs(page, 'two')
  await look(page, '/auth/select-clinic', 'Bij welke praktijk wilt u kijken?')
})

test('at 400 % the pages of a clinic fit', async ({ page }) => {
  await enterAs(page, 'admin')
  await look(page, '/admin/dashboard', /^Goede/)
  await page.getByRole('searchbox').fill('van')
  await expect(page.getByRole('link', { name: /^Alle/ }).first()).toBeVisible()
  await fits(page, 'dashboard, found')
  await look(page, '/admin/clients/registered', 'Cliënten')
  await act(rows(page).first(), 'verwijderen')
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits(page, 'dialog')
  await look(page, '/admin/clients/unregistered', 'Cliënten')
  await page.getByRole('button', { name: 'Selecteren' }).click()
  await page
    .getByRole('checkbox', { name: /selecteren$/ })
    .first()
    .check()
  await fits(page, 'clients, selected')
  await look(page, '/admin/audit', 'Activiteiten')
  await look(page, '/admin/practice', 'Praktijkgegevens')
})

test('at 400 % the first page, the settings and the papers of an owner fit', async ({ page }) => {
  await enterAs(page, 'owner')
  await look(page, '/client/portal/reminders?active=true', 'Herinneringen')
  await look(page, '/client/portal/settings', 'Instellingen')
  await look(page, '/client/attachments/lab-results', 'Bijlagen')
  await look(page, '/client/invoices', 'Facturen')
  await page.getByRole('button', { name: /^Van: / }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await fits(page, 'months')
  await look(page, '/client/visit-forms', 'Visiteformulieren')
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Alle visiteformulieren' })).toBeVisible()
  await fits(page, 'one visit')
})

test('at 400 % the pages of an animal fit', async ({ page }) => {
  await enterAs(page, 'owner')
  await look(page, '/client/patients', 'Dieren')
  const animal = (await page.getByRole('link', { name: 'Fleur' }).getAttribute('href'))!
  await look(page, animal, 'Fleur')
  for (const view of ['medicines', 'card', 'thread']) await look(page, `${animal}?show=${view}`, 'Fleur')
})

async function look(page: Page, address: string, title: string | RegExp) {
  await open(page, address, title)
  await fits(page, address)
}

async function fits(page: Page, screen: string) {
  const found = await page.evaluate(() => {
    const told = (element: Element) => `${element.tagName} "${element.textContent}" ${element.className}`
    const inMain = [...document.querySelectorAll('main, main *')]
    // What is there for who does not see it has no room of its own.
    const unseen = inMain.filter((element) => getComputedStyle(element).clipPath !== 'none')
    const seen = inMain.filter((element) => !unseen.some((hidden) => hidden.contains(element)))
    // Tabs that have no room scroll by themselves, and so does what is typed.
    const all = [document.documentElement, ...seen.filter((element) => !element.closest('nav, input'))]
    const wide = all.filter(
      (element) => getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1,
    )
    const beyond = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < 0 || right > innerWidth + 1)
    })
    // WCAG 2.5.8: 24 by 24 px, but for links in a text; one whose box is small may have a larger one laid over it.
    const small = [...document.querySelectorAll('main :is(a, button, label:has(input))')].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      const isStretched = getComputedStyle(element, '::after').position === 'absolute'
      return width > 0 && !isStretched && Math.min(width, height) < 24 && !element.closest('p, dd')
    })
    const few = (elements: Element[]) => elements.slice(0, 5).map(told)
    return { wide: few(wide), beyond: few(beyond), small: few(small) }
  })
  expect.soft(found, screen).toEqual({ wide: [], beyond: [], small: [] })
}
