import type { Locator, Page } from '@playwright/test'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import type { InspectedPage } from './hit-test.ts'
import { expect } from './portal.ts'

export async function signIn(page: Page, who: Persona): Promise<void> {
  await page.goto('/auth/login')
  await fillIn(page, personas[who], PASSWORD)
}

export async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Gebruikersnaam' }).fill(username)
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill(password)
  await page.keyboard.press('Enter')
  // A reload before the first page would interrupt signing in.
  await expect(page).not.toHaveURL(/\/auth\/login/)
  await expect(page.getByRole('link', { name: 'Uitloggen' })).toBeVisible()
}

/** Signs in without the login page. */
export async function enterAs(page: Page, who: Persona): Promise<void> {
  // The anti-forgery cookie of an earlier session would require its header.
  await page.context().clearCookies()
  const answer = await page.request.post('/api/user/authenticate', {
    data: { username: personas[who], password: PASSWORD },
  })
  const { token } = (await answer.json()) as { token: string }
  // A file of the same origin gives access to the storage without starting the portal.
  await page.goto('/favicon.svg')
  await page.evaluate((token) => sessionStorage.setItem('portal-token', token), token)
}

/** Adds a virtual authenticator that recognises its user until `verified(false)`. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Follows a link of the sidebar, opening it by the menu button on a narrow screen. */
export async function follow(page: Page, link: string | RegExp): Promise<void> {
  await expect(sidebar(page)).toBeAttached()
  // The sidebar may still be closing.
  await expect(async () => {
    if (await sidebar(page).isHidden()) await page.getByRole('button', { name: 'Menu' }).click()
    await sidebar(page).getByRole('link', { name: link }).click({ timeout: 2000 })
  }).toPass()
}

export const sidebar = (page: Page) => page.locator('nav#sidebar')

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Lets the API accept every password link. */
export const acceptPasswordLinks = (page: Page) =>
  page.route('**/api/password/invitation', (route) => route.fulfill({ status: 204 }))

/** Opens an address and waits until the page has loaded. */
export async function open(page: Page, address: string, title: string | RegExp): Promise<void> {
  await page.goto(address)
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  // Parts of a page may render after its first paint.
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** Opens the appointment dialog of the first reminder. */
export async function openAppointment(page: Page): Promise<void> {
  await open(page, '/client/portal/reminders?active=true', 'Vandaag')
  await page
    .getByRole('button', { name: /^Afspraak maken: / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Waits for the end of all transitions, during which colours and positions are not final. */
export async function settled(page: InspectedPage): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

/** Returns the rows of the table without its header. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

export const rowOf = (page: Page, ...words: string[]) =>
  words.reduce((found, word) => found.filter({ hasText: word }), rows(page))

/** Presses an action of a row: a button, or an item of its menu on a narrow screen. */
export async function act(row: Locator, action: 'Bekijk als' | 'blokkeren' | 'deblokkeren' | 'verwijderen') {
  await expect(row).toBeVisible()
  const menu = row.getByRole('button', { name: /^Acties voor/ })
  const name = new RegExp(`(^| )${action}( |$)`, 'i')
  if (await menu.isVisible()) {
    await menu.click()
    await row.getByRole('menuitem', { name }).click()
  } else {
    await row.getByRole('button', { name }).click()
  }
}

/** Registers the client of a row, confirming the first registration of a session. */
export async function register(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /registreren$/ }).click()
  const question = page.getByRole('dialog').getByRole('button', { name: 'Registreren' })
  await expect(
    question.or(row.getByText(/^(Wordt geregistreerd|Geregistreerd)$|gebruikt dit e-mailadres al/)),
  ).toBeVisible()
  if (await question.isVisible()) await question.click()
}

/** Moves the pointer out of the list. */
export const leaveList = (page: Page) => page.getByRole('heading', { level: 1 }).click()

/** Returns the number of clients in the label of a tab. */
export async function countOf(page: Page, list: 'Geregistreerd' | 'Niet geregistreerd'): Promise<number> {
  const tab = page.getByRole('link', { name: new RegExp(`^${list}\\s*\\d`) })
  await expect(tab).toBeVisible()
  return Number((await tab.innerText()).replaceAll(/\D/g, ''))
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target, 'reached by Tab').toBeFocused()
}

/** Makes the portal send its calls one by one, so that a test can change or hold one of them. */
export const withoutStart = (page: Page) =>
  page.route('**/api/portal/start*', (route) => route.fulfill({ json: { parts: [] } }))

/** Holds requests for matching URLs until the returned function is called. */
export async function hold(page: Page, ...addresses: (string | RegExp)[]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const address of addresses) {
    await page.route(address, async (route) => {
      await promise
      await route.continue()
    })
  }
  return resolve
}
