import { act, screen, waitFor } from '@testing-library/react'
import { strFromU8, unzipSync } from 'fflate'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ATTACHMENT_TYPES } from '#contract/document.ts'
import { answers } from '#mocks/faults.ts'
import { cancelAll } from '#src/lib/cancellation.ts'
import { logbookEntry, reminder, request, requestPhoto, sharedCard } from '#harness/builders.ts'
import { holdRequests } from '#harness/hold-requests.ts'
import { arrivesAt, database, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'
import { GENERAL, settled } from './faults.tsx'
import { ownerId } from './owner.ts'
import { accountOf, savedFiles, shows } from './steps.ts'

const SETTINGS = '/client/portal/settings'
const DOWNLOAD = 'Gegevens downloaden'
const DONE = /^Uw gegevens zijn gedownload/
let saved: ReturnType<typeof savedFiles>
let clientId: string
let accountId: string

/** Each invoice is drawn as a PDF, which takes long. */
const FEW = 6

beforeEach(async () => {
  saved = savedFiles()
  clientId = await ownerId()
  accountId = (await accountOf('owner')).id
  const surplus = (await rowsOf('invoice')).slice(FEW).map(({ uuid }) => uuid)
  await database().deleteFrom('invoice').where('uuid', 'in', surplus).execute()
  return () => vi.restoreAllMocks()
})

const download = () => screen.findByRole('button', { name: DOWNLOAD })
const unzipped = async () => unzipSync(new Uint8Array(await saved[0]!.file.arrayBuffer()))

async function starts() {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.press(DOWNLOAD)
  return portal
}

async function everything() {
  await starts()
  await screen.findByText(DONE)
  const files = await unzipped()
  const text = (name: string) => strFromU8(files[name]!)
  return { files, text, json: JSON.parse(text('gegevens.json')) as Record<string, Record<string, unknown>[]> }
}

type Row = Record<string, unknown> & { uuid: string; type?: string; name?: string }
const parsed = (rows: { data: string }[]) => rows.map(({ data }) => JSON.parse(data) as Row)

/** The owner's records in the database. */
const rowsOf = async (table: 'reminder' | 'appointment' | 'invoice' | 'visit_form' | 'attachment' | 'patient') =>
  parsed(await database().selectFrom(table).select('data').where('client_uuid', '=', clientId).execute())

const byUuid = (records: readonly Record<string, unknown>[]) =>
  records
    .map(({ file: _, url: __, logbook: ___, bookedFor: ____, ...record }) => record)
    .toSorted((a, b) => String(a['uuid']).localeCompare(String(b['uuid'])))

const isNotSaved = async () => {
  expect(await download()).toBeVisible()
  expect(saved).toEqual([])
}

describe('download of all data', () => {
  test('has account, sessions, reminder mails, shared cards and requests with photos, without secrets', async () => {
    const since = '2026-03-05T12:00:00.000Z'
    const db = database()
    await db
      .insertInto('reminder_subscription')
      .values({ client_uuid: clientId, account_id: accountId, subscribed_at: since, week: '2026-03-02' })
      .execute()
    const [animal] = await rowsOf('patient')
    const patientUuid = animal!.uuid
    await sharedCard(db, { clientId, accountId, patientId: patientUuid }, { note: 'Oppas Jan' })
    await db.deleteFrom('request').where('client_uuid', '=', clientId).execute()
    const uuid = await request(db, {
      clientId,
      accountId,
      kind: 'REPEAT_MEDICINE',
      state: 'answered',
      closed_at: '2026-06-16T09:00:00.000Z',
      data: JSON.stringify({ text: 'Graag gauw', products: [{ name: 'Penivet' }] }),
      answer: JSON.stringify({ text: 'Ligt klaar.', by: 'Sanne' }),
    })
    const id = await requestPhoto(db, { clientId, accountId }, uuid, 'image/jpeg')
    const picture = new Uint8Array([0xff, 0xd8, 0xff])
    const headers = { 'content-type': 'image/jpeg' }
    injectFault(http.get(`*/files/photos/${id}`, () => HttpResponse.arrayBuffer(picture.buffer, { headers })))
    await tokenOf('owner')
    const { files, json, text } = await everything()

    const account = json['account'] as unknown as Record<string, unknown> & { sessions: Record<string, unknown>[] }
    const reminderMails = { subscribed: true, since }
    expect(account).toMatchObject({ username: 'owner@mail.example', language: 'nl', reminderMails })
    expect(account.sessions).toHaveLength(2)
    expect(account.sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(JSON.stringify(account)).not.toMatch(/token|password/i)
    const overview = text('lees-mij.txt')
    expect(overview).toContain('- Gebruikersnaam: owner@mail.example')
    expect(overview).toContain('- Taal: Nederlands')
    expect(overview).toContain('- Herinneringen per mail: aan sinds 5 maart 2026')
    expect(overview.match(/^- Ingelogd op /gm)).toHaveLength(2)
    expect(overview.match(/\(dit apparaat\)/g)).toHaveLength(1)

    expect(json['sharedCards']).toMatchObject([{ patientUuid, note: 'Oppas Jan', parts: ['identity'] }])
    expect(text('gegevens.json')).not.toMatch(/secret|hash/)
    const card = `- Dierkaart van ${animal!.name} gedeeld met een link (Oppas Jan), tot 1 januari 2999`
    expect(overview).toContain(card)

    const table = text('verzoeken.csv')
    expect(table).toContain('Verzonden op;Soort;Dier;Wat u vroeg;Status;Gezien op;Afgehandeld op;Antwoord;')
    expect(table).toMatch(/;Medicijn opnieuw;;"Penivet\s+Graag gauw";Beantwoord;/)
    expect(table).toContain(';Ligt klaar.;')
    const file = Object.keys(files).find((name) => name.startsWith('verzoeken/'))!
    expect(file).toMatch(/\.jpg$/)
    expect(files[file]).toEqual(picture)
    expect(table).toContain(file)
    expect(json['requests']).toMatchObject([{ uuid, photos: [{ id, file }] }])
  })

  test('leaves out sessions and reminder mails where the API lacks them', async () => {
    withoutCapabilities()
    const { json } = await everything()
    expect(json['account']).toMatchObject({ username: 'owner@mail.example' })
    expect(json['account']).not.toHaveProperty('sessions')
    expect(json['account']).not.toHaveProperty('reminderMails')
  })

  test('is one file with all records of the database', async () => {
    const db = database()
    const [animal] = await rowsOf('patient')
    // More than one page of the API.
    for (let index = 0; index < 230; index += 1) {
      const record = { uuid: crypto.randomUUID(), date: '1999-05-01', active: index < 5, description: 'Ontworming' }
      const { uuid, date, active } = record
      await reminder(db, clientId, { uuid, date, active: active ? 1 : 0, data: JSON.stringify(record) })
    }
    for (const date of ['1900-01-01', '2099-01-01'])
      await logbookEntry(db, animal!.uuid, { date }, { description: '=HYPERLINK("x")' })
    const { files, text, json } = await everything()
    const reminders = await rowsOf('reminder')
    const attachments = await rowsOf('attachment')
    expect(byUuid(json['reminders']!)).toEqual(byUuid(reminders))
    expect(byUuid(json['appointments']!)).toEqual(byUuid(await rowsOf('appointment')))
    expect(byUuid(json['invoices']!)).toEqual(byUuid(await rowsOf('invoice')))
    expect(byUuid(json['visit-forms']!)).toEqual(byUuid(await rowsOf('visit_form')))
    expect(byUuid(json['patients']!)).toEqual(byUuid(await rowsOf('patient')))
    for (const type of ATTACHMENT_TYPES)
      expect(byUuid(json[type]!)).toEqual(byUuid(attachments.filter((one) => one.type === type)))
    const entries = await db
      .selectFrom('logbook_entry')
      .innerJoin('patient', 'patient.uuid', 'logbook_entry.patient_uuid')
      .select('logbook_entry.data')
      .where('patient.client_uuid', '=', clientId)
      .execute()
    const logbooks = json['patients']!.flatMap(({ logbook }) => logbook as Record<string, unknown>[])
    expect(byUuid(logbooks)).toEqual(byUuid(parsed(entries)))
    const requests = await db.selectFrom('request').select('uuid').where('client_uuid', '=', clientId).execute()
    expect(byUuid(json['requests']!).map(({ uuid }) => uuid)).toEqual(byUuid(requests).map(({ uuid }) => uuid))
    expect(json['seen']!.length).toBeGreaterThan(0)
    expect(json['client']).toMatchObject({ uuid: clientId, lastName: 'van den Berg', city: 'Zeist' })
    expect(json['practice']).toMatchObject({ id: 'de-waag' })
    expect(json['account']).toMatchObject({ reminderMails: { subscribed: false } })

    // Each list is a table too, guarded against formulas.
    const lines = (name: string) => text(name).split('\r\n').length - 2
    expect(text(Object.keys(files).find((name) => name.endsWith('gezien.csv'))!)).toContain('Datum;Wie;Wat')
    expect(lines('dieren.csv')).toBe(4)
    expect(lines('herinneringen.csv')).toBe(reminders.length)
    expect(lines('facturen.csv')).toBe(FEW)
    expect(text('afspraken.csv')).toMatch(
      /^Begin;Duur in minuten;Dieren;Reden van bezoek;Plaats;Dierenarts;Voorbereiding;Status\r\n/,
    )
    expect(lines('afspraken.csv')).toBe(5)
    expect(text('logboek.csv')).toContain(`"'=HYPERLINK(""x"")"`)
    expect(files['dieren.csv']!.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    expect(text('dieren.csv')).toMatch(/^Naam;Diersoort;Ras/)
    expect(text('dieren.csv')).toContain('Bella;Hond;Stabij')

    // Each invoice has a PDF, named in the record and in the table.
    const invoices = Object.keys(files).filter((name) => name.startsWith('facturen/'))
    expect(invoices).toHaveLength(FEW)
    expect(json['invoices']!.map(({ file }) => String(file)).toSorted()).toEqual(invoices.toSorted())
    for (const name of invoices) expect(strFromU8(files[name]!.slice(0, 5))).toBe('%PDF-')
    expect(text('facturen.csv')).toContain(invoices[0]!)

    const overview = text('lees-mij.txt')
    expect(overview).toContain('Gegevens van Anneke van den Berg bij DAP De Waag')
    expect(overview).toContain('- Herinneringen per mail: uit')
    expect(overview).toContain(`- Herinneringen: ${reminders.length}\r\n`)
    expect(overview).toContain(`- ${FEW} bestanden in de map facturen\r\n`)
    // An attachment without a file is mentioned.
    const papers = ATTACHMENT_TYPES.flatMap((type) => json[type]!)
    const without = papers.filter(({ file }) => file === undefined)
    expect(Object.keys(files)).toEqual(expect.arrayContaining(papers.flatMap(({ file }) => (file ? [file] : []))))
    expect(overview.match(/: er is geen bestand bij\./g) ?? []).toHaveLength(without.length)
    expect(saved[0]!.name).toMatch(/^mijn-gegevens-dap-de-waag-\d{4}-\d\d-\d\d\.zip$/)

    const all = Object.values(files).map((file) => strFromU8(file))
    for (const secret of ['signature=', sessionStorage.getItem('portal-token')!])
      expect(all.filter((each) => each.includes(secret))).toEqual([])
  })

  test('makes at most three calls at a time, and sends no token for a file', async () => {
    let running = 0
    let most = 0
    const tokens: (string | null)[] = []
    const count = async ({ request: call }: { request: Request }) => {
      most = Math.max(most, (running += 1))
      if (new URL(call.url).pathname.startsWith('/files/')) tokens.push(call.headers.get('authorization'))
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
      return undefined
    }
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await settled()
    injectFault(http.get('*/api/*', count), http.get('*/files/*', count))
    await portal.press(DOWNLOAD)
    await screen.findByText(DONE)
    expect(most).toBe(3)
    expect(tokens.length).toBeGreaterThanOrEqual(FEW)
    expect(new Set(tokens)).toEqual(new Set([null]))
  })

  test('reports files that could not be loaded, and has the others', async () => {
    const [foreign] = await rowsOf('attachment')
    const invoices = await rowsOf('invoice')
    const elsewhere = 'https://elsewhere.example/scan.pdf?secret=1'
    await database()
      .updateTable('attachment')
      .set({ data: JSON.stringify({ ...foreign, url: elsewhere }) })
      .where('uuid', '=', foreign!.uuid)
      .execute()
    injectFault(
      http.all('https://elsewhere.example/*', () => HttpResponse.error()),
      answers('get', `clients/:id/invoices/${invoices[0]!.uuid}/file`, 500),
      http.get(`*/files/papers/invoice/${invoices[1]!.uuid}/*`, () => HttpResponse.error()),
    )
    const { files, text, json } = await everything()
    const overview = text('lees-mij.txt')
    expect(overview).toContain(`kan niet worden meegenomen. Open het zelf: ${elsewhere}\r\n`)
    expect(overview).toContain('het ophalen lukte niet, de server gaf een fout (500).')
    expect(overview).toContain(': het ophalen lukte niet.\r\n')
    expect(Object.keys(files).filter((name) => name.startsWith('facturen/'))).toHaveLength(FEW - 2)
    const scan = ATTACHMENT_TYPES.flatMap((type) => json[type]!).find(({ uuid }) => uuid === foreign!.uuid)
    expect(scan).toMatchObject({ url: elsewhere })
    expect(screen.queryByText(/De server gaf een fout/)).toBeNull()
    const left = [...ATTACHMENT_TYPES, 'invoices'].flatMap((list) => json[list]!.filter(({ file }) => !file))
    expect(screen.getByText(DONE)).toHaveTextContent(`op ${left.length} onderdelen na. In lees-mij.txt`)
  })

  test('is in English, and names lists that the API lacks', async () => {
    injectFault(answers('get', 'clients/:id/agreements', 404, 'not-found'))
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.choose('English')
    await portal.press('Download data')
    await screen.findByText(/^Your data has been downloaded/)
    const files = await unzipped()
    const names = ['read-me.txt', 'data.json', 'animals.csv', 'invoices.csv']
    expect(Object.keys(files)).toEqual(expect.arrayContaining(names))
    expect(Object.keys(files)).not.toContain('agreements.csv')
    const overview = strFromU8(files['read-me.txt']!)
    expect(overview).toContain('- Agreements: your practice does not have this in the portal.')
  })

  test('is not offered to staff who view as the client', async () => {
    const portal = await openPortal('/admin/dashboard', { as: 'admin' })
    await portal.viewAs(clientId)
    await portal.goTo(SETTINGS)
    await shows(/Alleen de cliënt zelf kan alle gegevens in één bestand downloaden/)
    expect(screen.queryByRole('button', { name: DOWNLOAD })).toBeNull()
  })
})

describe('download of all data saves nothing', () => {
  test('where a list fails, which is shown once', async () => {
    injectFault(answers('get', 'clients/:id/visit-forms', 500))
    await starts()
    expect(await screen.findAllByText(/De server gaf een fout \(500\)/)).toHaveLength(1)
    expect(await download()).toHaveFocus()
    await isNotSaved()
  })

  test.each([
    ['patients', 'Dieren'],
    ['patients/:animal/logbook', 'Logboek'],
    ['invoices', 'Facturen'],
  ])('where the list %s of the specification is not found', async (list, name) => {
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    injectFault(answers('get', `clients/:id/${list}`, 404, 'not-found'))
    await portal.press(DOWNLOAD)
    await shows(`Downloaden is mislukt bij: ${name}. Er is niets opgeslagen. Probeer het later opnieuw.`)
    await shows('Dit is niet gevonden. Misschien is het verwijderd: vernieuw de pagina. (404)')
    expect(await download()).toHaveFocus()
    await isNotSaved()
  })

  test('after an unexpected error, which is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const error = new TypeError('no room')
    vi.mocked(URL.createObjectURL).mockImplementation(() => {
      throw error
    })
    await starts()
    await shows(GENERAL)
    expect(logged.mock.calls).toEqual([[error]])
    await isNotSaved()
  })

  test('where the user stops it; until then it shows its progress', async () => {
    const forms = holdRequests('clients/:id/visit-forms')
    const portal = await starts()
    await forms.count(1)
    const bar = await screen.findByRole('progressbar', { name: 'Gegevens ophalen' })
    await waitFor(() => expect(bar).toHaveValue(14))
    expect(bar).toHaveAttribute('max', '15')
    expect(screen.getByRole('main')).toHaveTextContent('14 van 15')
    await portal.press('Stoppen')
    await shows('Downloaden gestopt. Er is niets opgeslagen.')
    expect(await download()).toHaveFocus()
    const calls = portal.calls.length
    await forms.releaseAll()
    expect(portal.calls).toHaveLength(calls)
    await isNotSaved()
  })

  test.each([
    ['the session ends', '/auth/login'],
    ['the user leaves the page', '/client/portal/reminders'],
  ])('where %s', async (_, pathname) => {
    const file = holdRequests('clients/:id/invoices/:invoice/file')
    const portal = await starts()
    await file.count(3)
    expect(await screen.findByRole('progressbar', { name: 'Bestanden ophalen' })).toBeVisible()
    if (pathname === '/auth/login') await act(() => portal.session.end('signedOut'))
    else await portal.goTo(pathname)
    await arrivesAt(portal, pathname)
    for (const one of [0, 1, 2]) await file.release(one)
    // A download that continued would request the next file before this page is shown.
    await portal.goTo('/not-authorised')
    await screen.findByRole('heading', { level: 1 })
    expect(file.held).toHaveLength(3)
    expect(saved).toEqual([])
    expect(screen.queryByText(DONE)).toBeNull()
  })

  test('where its calls are cancelled, files as well', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const asked = vi.fn<() => Promise<undefined>>(() => promise)
    injectFault(http.get('*/files/*', asked))
    await starts()
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(3))
    act(() => cancelAll())
    expect(await download()).toBeVisible()
    resolve(undefined)
    await isNotSaved()
  })
})
