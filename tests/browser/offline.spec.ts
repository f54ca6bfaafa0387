import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { PASSWORD } from '#mocks/personas.ts'
import { expect, test } from './portal.ts'
import { act, addAuthenticator, enterAs, follow, heading, open, rows } from './steps.ts'

// Owners read their records without a connection, from a new tab.

const WITHOUT_CONNECTION = /ERR_INTERNET_DISCONNECTED|CallError/

async function keep(page: Page): Promise<void> {
  await open(page, '/client/portal/settings', 'Instellingen')
  await page.getByRole('button', { name: 'Op dit apparaat bewaren' }).click()
  await expect(page.getByText('Uw gegevens staan versleuteld op dit apparaat.')).toBeVisible()
}

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'Er is geen verbinding' })
const asOf = (page: Page) => page.getByRole('region', { name: /Zonder verbinding: gegevens van .* \d{4}.*\d{2}:\d{2}/ })

/** Clears the session and goes offline in the same tab, because the test's authenticator belongs to the tab. */
async function comeBackOffline(page: Page, context: BrowserContext): Promise<void> {
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller))
  await page.addInitScript(() => sessionStorage.clear())
  await context.setOffline(true)
  await page.goto('/')
  await expect(heading(page, 'Welkom terug')).toBeVisible()
}

/** Returns the names of stored offline data. */
const left = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const mark = localStorage.getItem('portal-offline') === null ? [] : ['mark']
        const request = indexedDB.open('portal-offline')
        request.onsuccess = () => {
          const db = request.result
          if (!db.objectStoreNames.contains('kept')) return resolve(mark)
          const keys = db.transaction('kept').objectStore('kept').getAllKeys()
          keys.onsuccess = () => resolve([...mark, ...keys.result.map(String)])
        }
      }),
  )

test.describe('offline reading in a new tab', () => {
  // The portal opens offline by its service worker, whose setup takes longer than most tests. Other tests block it.
  test.use({ serviceWorkers: 'allow' })

  test('opens the stored pages after a restart without a connection', async ({ page, context, provoked }) => {
    provoked.push(WITHOUT_CONNECTION)
    await addAuthenticator(page)
    await enterAs(page, 'owner')
    await keep(page)
    await comeBackOffline(page, context)
    await offer(page).getByRole('button', { name: 'Lezen' }).click()
    await expect(heading(page, 'Vandaag')).toBeVisible()
    await expect(asOf(page)).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

    await page.getByRole('region', { name: 'Uw afspraak' }).getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Wat u moet doen' }).getByRole('listitem').first()).toBeVisible()
    await expect(asOf(page)).toBeVisible()

    await follow(page, 'Dieren')
    await expect(heading(page, 'Dieren')).toBeVisible()
    const photo = page.getByRole('main').getByRole('listitem').locator('img[src^="data:image/jpeg"]').first()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(152)
    await page.getByRole('main').getByRole('link', { name: 'Bella' }).click()
    await page.getByRole('link', { name: 'Dierkaart' }).click()
    await expect(page.getByRole('table', { name: 'Vaccinaties' }).getByRole('row', { name: /Rabiës/ })).toBeVisible()
    await expect(asOf(page)).toBeVisible()

    for (const [link, rows] of [
      ['Facturen', 'row'],
      ['Bezoeken', 'listitem'],
    ] as const) {
      await follow(page, link)
      await expect(heading(page, link)).toBeVisible()
      await expect(page.getByRole('main').getByRole(rows).nth(1)).toBeVisible()
      await expect(asOf(page)).toBeVisible()
    }

    await follow(page, 'Formulieren')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Toestemming voor narcose/ })
      .click()
    await expect(page.getByRole('main').getByText('Handtekening', { exact: true })).toBeVisible()
    await expect(asOf(page)).toBeVisible()

    // No request has failed so far. Pages that were not stored, and actions that need a connection, report an error.
    const alert = page.getByRole('alert').filter({ hasText: 'Controleer uw verbinding' })
    await expect(alert).toHaveCount(0)
    await follow(page, 'Uitslagen en documenten')
    await expect(alert).toBeVisible()
    await expect(asOf(page)).toBeVisible()
  })

  test('stays locked if the device does not recognise its user', async ({ page, context, provoked }) => {
    provoked.push(WITHOUT_CONNECTION)
    const authenticator = await addAuthenticator(page)
    await enterAs(page, 'owner')
    await keep(page)
    await comeBackOffline(page, context)
    await authenticator.verified(false)
    await offer(page).getByRole('button', { name: 'Lezen' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'niet worden geopend' })).toBeVisible()
    await expect(heading(page, 'Welkom terug')).toBeVisible()
    expect(await left(page)).toEqual(['mark', 'lock', 'sealed'])
  })

  test('discards stored records that were modified outside the portal', async ({ page, context, provoked }) => {
    provoked.push(WITHOUT_CONNECTION)
    await addAuthenticator(page)
    await enterAs(page, 'owner')
    await keep(page)
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open('portal-offline')
          request.onsuccess = () => {
            const store = request.result.transaction('kept', 'readwrite').objectStore('kept')
            const sealed = store.get('sealed')
            sealed.onsuccess = () => {
              const { data, ...rest } = sealed.result as { data: ArrayBuffer }
              new Uint8Array(data)[0]! ^= 1
              store.put({ ...rest, data }, 'sealed').onsuccess = () => resolve()
            }
          }
        }),
    )
    await comeBackOffline(page, context)
    await offer(page).getByRole('button', { name: 'Lezen' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'staan niet meer op dit apparaat' })).toBeVisible()
    expect(await left(page)).toEqual([])
  })
})

test('stored records are refreshed after five minutes', async ({ page }) => {
  const age = (minutes: number) =>
    page.evaluate((minutes) => {
      const mark = JSON.parse(localStorage.getItem('portal-offline')!) as { keptAt: number }
      localStorage.setItem('portal-offline', JSON.stringify({ ...mark, keptAt: mark.keptAt - minutes * 60_000 }))
    }, minutes)
  const keptAt = () => page.evaluate(() => JSON.parse(localStorage.getItem('portal-offline')!).keptAt as number)
  await addAuthenticator(page)
  await enterAs(page, 'owner')
  await keep(page)
  const first = await keptAt()
  await follow(page, 'Dieren')
  await expect(heading(page, 'Dieren')).toBeVisible()
  expect(await keptAt()).toBe(first)
  await age(6)
  await follow(page, 'Facturen')
  await expect.poll(keptAt).toBeGreaterThan(first)
})

test('nothing is stored if the storage quota is reached, and the portal reports it', async ({ page, baseURL }) => {
  await addAuthenticator(page)
  await enterAs(page, 'owner')
  await open(page, '/client/portal/settings', 'Instellingen')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: baseURL!, quotaSize: 1 })
  await page.getByRole('button', { name: 'Op dit apparaat bewaren' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'niet genoeg ruimte' })).toBeVisible()
  expect(await left(page)).toEqual([])
})

const WAYS: Record<string, (page: Page) => Promise<void>> = {
  // Pressed by the keyboard, because a second click at one point within half a second is ignored.
  'from the settings': (page) => page.getByRole('button', { name: 'Van dit apparaat wissen' }).press('Enter'),
  'at signing out': (page) => page.getByRole('link', { name: 'Uitloggen' }).click(),
  'with one’s own change of password': async (page) => {
    // The server keeps the former password, because other tests sign in with it.
    await page.route('**/api/password/change', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('textbox', { name: 'Huidig wachtwoord' }).fill(PASSWORD)
    await page.getByRole('textbox', { name: 'Nieuw wachtwoord', exact: true }).fill('Welkom#2027')
    await page.getByRole('textbox', { name: 'Herhaal het nieuwe wachtwoord' }).fill('Welkom#2027')
    await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
    await expect(page.getByText(/^Wachtwoord gewijzigd/)).toBeVisible()
  },
  'when the server ends the session, as it does with a lock or a changed password': async (page) => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }))
    await follow(page, 'Uitslagen en documenten')
  },
  'when somebody else signs in': async (page) => {
    await enterAs(page, 'two')
    await page.goto('/client/portal/settings')
  },
  'after thirty days': async (page) => {
    await page.evaluate((days) => {
      const mark = JSON.parse(localStorage.getItem('portal-offline')!) as { keptAt: number }
      localStorage.setItem('portal-offline', JSON.stringify({ ...mark, keptAt: mark.keptAt - days * 86_400_000 }))
    }, 31)
    await page.reload()
  },
}

test('stored records are deleted once they may no longer be read on this device', async ({ page, provoked }) => {
  provoked.push(/401|CallError/)
  await addAuthenticator(page)
  for (const [when, way] of Object.entries(WAYS)) {
    await test.step(when, async () => {
      await enterAs(page, 'owner')
      await keep(page)
      expect(await left(page)).toEqual(['mark', 'lock', 'sealed'])
      await way(page)
      await expect.poll(() => left(page), when).toEqual([])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})

test('staff who view as a client cannot turn on offline reading', async ({ page }) => {
  await enterAs(page, 'staff')
  await page.goto('/admin/clients/registered')
  await act(rows(page).first(), 'Bekijk als')
  await expect(heading(page, 'Vandaag')).toBeVisible()
  await open(page, '/client/portal/settings', 'Instellingen')
  await expect(page.getByRole('heading', { name: 'Taal' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lezen zonder verbinding' })).toHaveCount(0)
})

test('a browser profile on disk contains no readable record', async ({ playwright, server, launchOptions }) => {
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'))
  try {
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: server.url,
      locale: 'nl-NL',
    })
    const page = context.pages()[0]!
    await addAuthenticator(page)
    await enterAs(page, 'owner')
    await keep(page)
    await context.close()
    const files = (await readdir(profile, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const contents = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name))))
    const holds = (text: string) =>
      files
        .filter((_, index) =>
          ['utf8', 'utf16le'].some((code) => contents[index]!.includes(text, 0, code as BufferEncoding)),
        )
        .map(({ name }) => name)
    // Only the note that records are stored may be readable.
    expect(holds('keptAt').length).toBeGreaterThan(0)
    for (const record of ['Bella', '528140000712345', 'Artrocam', 'DZ-208841'])
      expect(holds(record), record).toEqual([])
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
})
