import { coveredControls } from '../hit-test.ts'
import { settled } from '../steps.ts'
import { translate } from '../translate.ts'
import { SCREENS, VIEWS_OF_AN_ANIMAL } from '../walks.ts'
import { sheetsOf } from './sheets.ts'
import type { Tab } from './tab.ts'
import { expect, test } from './test.ts'
import type { Visitor } from './visitor.ts'

// Runs a short scenario in each installed browser. All other browser tests (tests/browser/*.spec.ts) run in Chromium only.

const DESKTOP = { width: 1440, height: 900 }
const LAPTOP = { width: 1280, height: 844 }
const TELEPHONE = { width: 390, height: 844 }
/** A laptop 1280 px wide, at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 640 }

test('staff register a client and view the portal as a client', async ({ tab, visitor }) => {
  await tab.resize(DESKTOP)
  await visitor.signIn('staff')
  await visitor.sees('h1', /^Goede(morgen|middag|navond), Femke/)
  await visitor.follow('Cliënten')
  await visitor.isReady('Cliënten')
  await visitor.press('link', 'Volgende pagina')
  await visitor.isAt(/^\/admin\/clients\/registered\?page=2$/)
  await visitor.sees('main', /26–50 van/)

  await visitor.press('button', /^Bekijk als/, 'tbody')
  await visitor.isReady('Vandaag')
  await visitor.follow('Instellingen')
  await visitor.isReady('Instellingen')
  await visitor.press('button', 'Terug naar beheer')
  await visitor.isAt(/^\/admin\/clients\/registered\?page=2$/)
  await visitor.isReady('Cliënten')

  await visitor.press('link', /^Niet geregistreerd/)
  await visitor.isAt(/^\/admin\/clients\/unregistered/)
  // Waits for the new list: the former one has a search field of the same name.
  await visitor.sees('tbody', /Registreren/)
  await visitor.fill(/^Zoek op naam, bedrijf, cliëntnummer, telefoon, e-mail of dier/, 'boogaard')
  await visitor.isAt(/lastName=boogaard/)
  await visitor.press('button', 'Pieter Uit den Boogaard registreren')
  await visitor.press('button', 'Registreren', '[role="dialog"], dialog')
  await visitor.sees('[role="status"]', /Pieter Uit den Boogaard is geregistreerd/)

  await visitor.press('link', 'Uitloggen')
  await visitor.isReady('Welkom terug')
  // The colour of the practice stays for the next visit.
  const kept = await tab.evaluate(() => Object.keys(sessionStorage))
  expect(kept.filter((name) => name !== 'portal-colours')).toEqual([])
})

test('an owner reads reminders, invoices and a visit on a phone', async ({ tab, visitor }) => {
  await tab.resize(TELEPHONE)
  await visitor.signIn('owner')
  await visitor.isReady('Vandaag')
  await visitor.sees('h2', 'Nu doen')
  await visitor.press('radio', 'Niet actief')
  await visitor.isAt(/^\/client\/portal\/reminders\?active=false$/)
  await visitor.sees('main', /10 herinneringen zijn afgerond of vervallen/)

  await visitor.follow('Facturen')
  await visitor.isReady('Facturen')
  await visitor.sees('main', /1–25 van \d+/)
  await visitor.press('radio', 'Openstaand')
  await visitor.isAt(/^\/client\/invoices\?status=UNPAID$/)
  await visitor.sees('tbody tr', /Openstaand|Te laat/)

  await visitor.follow('Bezoeken')
  await visitor.isReady('Bezoeken')
  await visitor.press('link', /./, 'tbody')
  await visitor.press('link', 'Alle bezoeken')
  await visitor.isReady('Bezoeken')

  await visitor.press('link', 'Uitloggen')
  await visitor.isReady('Welkom terug')
})

test('no control is covered on the public screens', async ({ tab, visitor }) => {
  await visitor.open('/auth/login', 'Welkom terug')
  await everythingIsHit(tab, visitor, 'login')
  for (const [address, title] of SCREENS.everybody) {
    await visitor.open(address, title)
    await everythingIsHit(tab, visitor, address)
  }
})

test('no control is covered on the screens of a clinic', async ({ tab, visitor }) => {
  await tab.resize(DESKTOP)
  await visitor.signIn('admin')
  for (const [address, title] of SCREENS.clinic) {
    await visitor.open(address, title)
    await everythingIsHit(tab, visitor, address)
  }
  await tab.resize(DESKTOP)
  await visitor.open('/admin/clients/registered', 'Cliënten')
  await visitor.press('button', / verwijderen$/, 'tbody')
  await visitor.sees('[role="dialog"], dialog', /verwijderen uit het portaal/)
  await everythingIsHit(tab, visitor, 'delete')
})

test('no control is covered on the screens of an owner', async ({ tab, visitor }) => {
  await visitor.signIn('owner')
  for (const [address, title] of SCREENS.owner) {
    await visitor.open(address, title)
    await everythingIsHit(tab, visitor, address)
  }
  // On a narrow window the months are behind a button.
  await tab.resize(DESKTOP)
  await visitor.open('/client/invoices', 'Facturen')
  await visitor.press('button', /^Van: /)
  await visitor.sees('[role="dialog"]', /jan/)
  await everythingIsHit(tab, visitor, 'invoices, months')
  await openFirstVisit(visitor)
  await everythingIsHit(tab, visitor, 'one visit')
  const animal = await addressOfFleur(tab, visitor)
  for (const view of VIEWS_OF_AN_ANIMAL) {
    await visitor.open(animal + view, 'Fleur')
    await everythingIsHit(tab, visitor, `patient ${view}`)
  }
})

test('a page translated by the browser keeps working', async ({ tab, visitor }) => {
  await visitor.open('/auth/login', 'Welkom terug')
  await tab.evaluate(translate)
  await visitor.enter('owner')
  await visitor.isReady('Vandaag')
  await visitor.press('radio', 'Niet actief')
  await visitor.isAt(/active=false/)
  await visitor.follow('Facturen')
  await visitor.isReady('Facturen')
  await visitor.press('button', /^Van: /)
  await visitor.press('button', /^jan/, '[role="dialog"]')
  await visitor.isAt(/from=\d{4}-01/)
  await visitor.follow('Instellingen')
  await visitor.press('radio', 'English')
  await visitor.isReady('Settings')
  await visitor.press('radio', 'Nederlands')
  await visitor.isReady('Instellingen')
  await visitor.press('link', 'Uitloggen')
  await visitor.isReady('Welkom terug')
})

test('a pet card and a visit each fit one printed sheet', async ({ tab, visitor }) => {
  await visitor.signIn('owner')
  await visitor.open(`${await addressOfFleur(tab, visitor)}?show=card`, 'Fleur')
  expect(sheetsOf(await tab.print())).toBe(1)
  await openFirstVisit(visitor)
  expect(sheetsOf(await tab.print())).toBe(1)
})

test.describe('a browser that denies cookies and storage', () => {
  test.use({ blocked: true })

  test('lets an owner sign in, read reminders and invoices, and sign out', async ({ tab, visitor }) => {
    await visitor.open('/auth/login', 'Welkom terug')
    expect(await tab.evaluate(keepsSomething)).toBe(false)
    await visitor.enter('owner')
    await visitor.isReady('Vandaag')
    await visitor.follow('Facturen')
    await visitor.isReady('Facturen')
    await visitor.sees('tbody tr', /./)
    await visitor.press('link', 'Uitloggen')
    await visitor.isReady('Welkom terug')
  })
})

const softly = expect.configure({ soft: true })

async function everythingIsHit(tab: Tab, visitor: Visitor, screen: string) {
  for (const window of [LAPTOP, TELEPHONE, ZOOMED]) {
    await tab.resize(window)
    // The sidebar closes shortly after the window becomes narrow.
    if (window !== LAPTOP) await visitor.hasNoSidebar()
    await settled(tab)
    // A timer of the wide window may open the sidebar once more in WebKit.
    await softly.poll(() => coveredControls(tab), { message: `${screen}, ${window.width} px` }).toEqual([])
  }
}

async function addressOfFleur(tab: Tab, visitor: Visitor): Promise<string> {
  await visitor.open('/client/patients', 'Dieren')
  await visitor.sees('main a', 'Fleur')
  return tab.evaluate(() => {
    const links = [...document.querySelectorAll('main a')]
    return links.find(({ textContent }) => textContent === 'Fleur')!.getAttribute('href')!
  })
}

async function openFirstVisit(visitor: Visitor) {
  await visitor.open('/client/visit-forms', 'Bezoeken')
  await visitor.press('link', /./, 'tbody')
  await visitor.sees('main a', 'Alle bezoeken')
}

function keepsSomething(): boolean {
  document.cookie = 'kept=1'
  if (document.cookie) return true
  try {
    localStorage.setItem('kept', '1')
    return true
  } catch {
    return false
  }
}
