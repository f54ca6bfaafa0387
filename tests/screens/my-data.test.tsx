import { act, screen, waitFor } from '@testing-library/react'
import { strFromU8, unzipSync } from 'fflate'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ATTACHMENT_TYPES } from '#contract/attachment.ts'
import { answers } from '#mocks/faults.ts'
import { cancelAll } from '#src/lib/cancellation.ts'
import { GENERAL } from './faults.tsx'
import { holdRequests } from '#harness/hold-requests.ts'
import { request, sharedCard } from '#harness/builders.ts'
import { arrivesAt, database, injectFault, openPortal, tokenOf, withoutCapabilities } from '#harness/portal.tsx'

const SETTINGS = '/client/portal/settings'
const DONE = /^Uw gegevens zijn gedownload/
let saved: { name: string; file: Blob }[]

beforeEach(() => {
  saved = []
  let file: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    file = given as Blob
    return 'blob:x'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  return () => vi.restoreAllMocks()
})

const download = () => screen.findByRole('button', { name: 'Gegevens downloaden' })
const unzipped = async () => unzipSync(new Uint8Array(await saved[0]!.file.arrayBuffer()))

async function everything() {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  await portal.user.click(await download())
  await screen.findByText(DONE)
  const files = await unzipped()
  const text = (name: string) => strFromU8(files[name]!)
  return { files, text, json: JSON.parse(text('gegevens.json')) as Record<string, Record<string, unknown>[]> }
}

/** The owner's rows as the database has them. */
async function rows() {
  const db = database()
  const { uuid } = await db
    .selectFrom('client')
    .select('uuid')
    .where('email', '=', 'owner@mail.example')
    .executeTakeFirstOrThrow()
  const of = async (table: 'reminder' | 'appointment' | 'invoice' | 'visit_form' | 'attachment' | 'patient') =>
    (await db.selectFrom(table).select('data').where('client_uuid', '=', uuid).execute()).map(
      ({ data }) => JSON.parse(data) as { uuid: string; type?: string },
    )
  const entries = await db
    .selectFrom('logbook_entry')
    .innerJoin('patient', 'patient.uuid', 'logbook_entry.patient_uuid')
    .select('logbook_entry.data')
    .where('patient.client_uuid', '=', uuid)
    .execute()
  return {
    uuid,
    patients: await of('patient'),
    reminders: await of('reminder'),
    appointments: await of('appointment'),
    invoices: await of('invoice'),
    visitForms: await of('visit_form'),
    attachments: await of('attachment'),
    entries: entries.map(({ data }) => JSON.parse(data) as { uuid: string }),
  }
}

const FEW = 6

/** Each invoice has to be drawn; where it is not about all of them, a few say as much. */
async function keepFewInvoices() {
  const { invoices } = await rows()
  const surplus = invoices.slice(FEW).map(({ uuid }) => uuid)
  await database().deleteFrom('invoice').where('uuid', 'in', surplus).execute()
}

const byUuid = (records: readonly Record<string, unknown>[]) =>
  records
    .map(({ file: _, url: __, logbook: ___, bookedFor: ____, ...record }) => record)
    .toSorted((a, b) => String(a['uuid']).localeCompare(String(b['uuid'])))

describe('all of one’s own', () => {
  test('has the account as well: its user name, its language, and where it is signed in', async () => {
    await tokenOf('owner')
    await keepFewInvoices()
    const { json, text } = await everything()
    const account = json['account'] as unknown as Record<string, unknown> & { sessions: Record<string, unknown>[] }
    expect(account).toMatchObject({ username: 'owner@mail.example', language: 'nl' })
    expect(account.sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(account.sessions).toHaveLength(2)
    expect(account).toMatchObject({ reminderMails: { subscribed: false } })
    expect(JSON.stringify(account)).not.toMatch(/token|password/i)
    const overview = text('lees-mij.txt')
    expect(overview).toContain('- Gebruikersnaam: owner@mail.example')
    expect(overview).toContain('- Taal: Nederlands')
    expect(overview).toContain('- Herinneringen per mail: uit')
    expect(overview.match(/^- Ingelogd op /gm)).toHaveLength(2)
    expect(overview.match(/\(dit apparaat\)/g)).toHaveLength(1)
  })

  test('says since when one gets mails of what is due', async () => {
    await keepFewInvoices()
    const { uuid } = await rows()
    const owner = await database()
      .selectFrom('client')
      .select('account_id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow()
    const since = '2026-03-05T12:00:00.000Z'
    await database()
      .insertInto('reminder_subscription')
      .values({ client_uuid: uuid, account_id: owner.account_id!, subscribed_at: since, week: '2026-03-02' })
      .execute()
    const { json, text } = await everything()
    expect(json['account']).toMatchObject({ reminderMails: { subscribed: true, since } })
    expect(text('lees-mij.txt')).toContain('- Herinneringen per mail: aan sinds 5 maart 2026')
  })

  test('leaves out where one is signed in where the API does not tell', async () => {
    withoutCapabilities()
    await keepFewInvoices()
    const { json } = await everything()
    expect(json['account']).toMatchObject({ username: 'owner@mail.example' })
    expect(json['account']).not.toHaveProperty('sessions')
    expect(json['account']).not.toHaveProperty('reminderMails')
  })

  test('has the links to cards of animals, without what opens them', async () => {
    const { uuid: clientId, patients } = await rows()
    const { id: accountId } = await database()
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'owner@mail.example')
      .executeTakeFirstOrThrow()
    const animal = patients[0] as { uuid: string; name?: string }
    await sharedCard(database(), { clientId, accountId, patientId: animal.uuid }, { note: 'Oppas Jan' })
    await keepFewInvoices()
    const { json, text } = await everything()
    expect(json['sharedCards']).toMatchObject([{ patientUuid: animal.uuid, note: 'Oppas Jan', parts: ['identity'] }])
    expect(text('gegevens.json')).not.toMatch(/secret|hash/)
    expect(text('lees-mij.txt')).toContain(
      `- Dierkaart van ${animal.name} gedeeld met een link (Oppas Jan), tot 1 januari 2999`,
    )
  })

  test('has what was asked of the practice as a table, and its photos as files', async () => {
    await keepFewInvoices()
    const { uuid: clientId } = await rows()
    const db = database()
    const { account_id: accountId } = await db
      .selectFrom('client')
      .select('account_id')
      .where('uuid', '=', clientId)
      .executeTakeFirstOrThrow()
    const sender = { clientId, accountId: accountId! }
    await db.deleteFrom('request').where('client_uuid', '=', clientId).execute()
    const asked = await request(db, {
      ...sender,
      kind: 'REPEAT_MEDICINE',
      state: 'answered',
      closed_at: '2026-06-16T09:00:00.000Z',
      data: JSON.stringify({ text: 'Graag gauw', products: [{ name: 'Penivet' }] }),
      answer: JSON.stringify({ text: 'Ligt klaar.', by: 'Sanne' }),
    })
    const photo = crypto.randomUUID()
    await db
      .insertInto('request_photo')
      .values({
        id: photo,
        client_uuid: clientId,
        account_id: accountId!,
        request_uuid: asked,
        position: 0,
        type: 'image/jpeg',
        bytes: 3,
        created_at: '2026-06-15T09:00:00.000Z',
      })
      .execute()
    const picture = new Uint8Array([0xff, 0xd8, 0xff])
    injectFault(
      http.get(`*/files/photos/${photo}`, () =>
        HttpResponse.arrayBuffer(picture.buffer, { headers: { 'content-type': 'image/jpeg' } }),
      ),
    )
    const { files, text, json } = await everything()
    const table = text('verzoeken.csv')
    expect(table).toContain('Verzonden op;Soort;Dier;Wat u vroeg;Status;Gezien op;Afgehandeld op;Antwoord;')
    expect(table).toMatch(/;Medicijn opnieuw;;"Penivet\s+Graag gauw";Beantwoord;/)
    expect(table).toContain(';Ligt klaar.;')
    const path = Object.keys(files).find((name) => name.startsWith('verzoeken/'))
    expect(path).toMatch(/\.jpg$/)
    expect(files[path!]).toEqual(picture)
    expect(table).toContain(path!)
    expect(json['requests']).toMatchObject([{ uuid: asked, photos: [{ id: photo, file: path }] }])
  })

  test('is one file with everything that the database has', async () => {
    // More than one page of them.
    const { uuid, patients: animals } = await rows()
    for (let index = 0; index < 230; index += 1) {
      const key = crypto.randomUUID()
      const record = { uuid: key, date: '1999-05-01', active: index < 5, description: 'Ontworming' }
      await database()
        .insertInto('reminder')
        .values({
          ...record,
          active: record.active ? 1 : 0,
          description: undefined,
          client_uuid: uuid,
          data: JSON.stringify(record),
        } as never)
        .execute()
    }
    for (const date of ['1900-01-01', '2099-01-01']) {
      const record = { uuid: crypto.randomUUID(), date, description: '=HYPERLINK("x")' }
      await database()
        .insertInto('logbook_entry')
        .values({ uuid: record.uuid, date, patient_uuid: animals[0]!.uuid, data: JSON.stringify(record) })
        .execute()
    }
    const { files, text, json } = await everything()
    const known = await rows()
    expect(byUuid(json['reminders']!)).toEqual(byUuid(known.reminders))
    expect(byUuid(json['appointments']!)).toEqual(byUuid(known.appointments))
    const requests = await database()
      .selectFrom('request')
      .select('uuid')
      .where('client_uuid', '=', known.uuid)
      .execute()
    expect(byUuid(json['requests']!).map(({ uuid }) => uuid)).toEqual(byUuid(requests).map(({ uuid }) => uuid))
    expect(json['seen']!.length).toBeGreaterThan(0)
    expect(text(Object.keys(files).find((name) => name.endsWith('gezien.csv'))!)).toContain('Datum;Wie;Wat')
    expect(JSON.stringify(json['requests'])).not.toContain('signature')
    expect(byUuid(json['invoices']!)).toEqual(byUuid(known.invoices))
    expect(byUuid(json['visit-forms']!)).toEqual(byUuid(known.visitForms))
    for (const type of ATTACHMENT_TYPES)
      expect(byUuid(json[type]!)).toEqual(byUuid(known.attachments.filter((one) => one.type === type)))
    expect(byUuid(json['patients']!)).toEqual(byUuid(known.patients))
    const logbooks = json['patients']!.flatMap(({ logbook }) => logbook as Record<string, unknown>[])
    expect(byUuid(logbooks)).toEqual(byUuid(known.entries))
    expect(json['client']).toMatchObject({ uuid, lastName: 'van den Berg', city: 'Zeist' })
    expect(json['practice']).toMatchObject({ id: 'de-waag' })

    // A table for each list, guarded against formulas.
    const lines = (name: string) => text(name).split('\r\n').length - 2
    expect(lines('dieren.csv')).toBe(4)
    expect(lines('herinneringen.csv')).toBe(known.reminders.length)
    expect(lines('facturen.csv')).toBe(40)
    expect(text('afspraken.csv')).toMatch(
      /^Begin;Duur in minuten;Dieren;Reden van bezoek;Plaats;Dierenarts;Voorbereiding;Status\r\n/,
    )
    expect(lines('afspraken.csv')).toBe(5)
    expect(text('logboek.csv')).toContain(`"'=HYPERLINK(""x"")"`)
    expect(files['dieren.csv']!.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    expect(text('dieren.csv')).toMatch(/^Naam;Diersoort;Ras/)
    expect(text('dieren.csv')).toContain('Bella;Hond;Stabij')

    // The invoices are drawn by the server; each has its file, which the record and the table name.
    const invoices = Object.keys(files).filter((name) => name.startsWith('facturen/'))
    expect(invoices).toHaveLength(40)
    expect(json['invoices']!.map(({ file }) => String(file)).toSorted()).toEqual(invoices.toSorted())
    for (const name of invoices) expect(strFromU8(files[name]!.slice(0, 5))).toBe('%PDF-')
    expect(text('facturen.csv')).toContain(invoices[0]!)

    const overview = text('lees-mij.txt')
    expect(overview).toContain('Gegevens van Anneke van den Berg bij DAP De Waag')
    expect(overview).toContain(`- Herinneringen: ${known.reminders.length}\r\n`)
    expect(overview).toContain('- 40 bestanden in de map facturen\r\n')
    // Each attachment is there, or is told of.
    const papers = ATTACHMENT_TYPES.flatMap((type) => json[type]!)
    const without = papers.filter(({ file }) => file === undefined)
    expect(Object.keys(files)).toEqual(expect.arrayContaining(papers.flatMap(({ file }) => (file ? [file] : []))))
    expect(overview.match(/: er is geen bestand bij\./g) ?? []).toHaveLength(without.length)
    expect(saved[0]!.name).toMatch(/^mijn-gegevens-dap-de-waag-\d{4}-\d\d-\d\d\.zip$/)

    // No signed address and no token.
    const all = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n')
    expect(all).not.toContain('signature=')
    expect(all).not.toContain(sessionStorage.getItem('portal-token'))
  })

  test('never asks more than three things at once, and sends no token with a file', async () => {
    let running = 0
    let most = 0
    const tokens: (string | null)[] = []
    await keepFewInvoices()
    const count = async ({ request }: { request: Request }) => {
      most = Math.max(most, (running += 1))
      if (new URL(request.url).pathname.startsWith('/files/')) tokens.push(request.headers.get('authorization'))
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
      return undefined
    }
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    injectFault(http.get('*/api/*', count), http.get('*/files/*', count))
    await portal.user.click(await download())
    await screen.findByText(DONE)
    expect(most).toBe(3)
    expect(tokens.length).toBeGreaterThanOrEqual(FEW)
    expect(new Set(tokens)).toEqual(new Set([null]))
  })

  test('files that cannot be had are told of, and the others are there', async () => {
    await keepFewInvoices()
    const { attachments, invoices } = await rows()
    const elsewhere = 'https://elsewhere.example/scan.pdf?secret=1'
    const [foreign] = attachments
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
    // A file that failed is reported here only.
    expect(screen.queryByText(/De server gaf een fout/)).toBeNull()
    const left = [...ATTACHMENT_TYPES, 'invoices'].flatMap((list) => json[list]!.filter(({ file }) => !file))
    expect(screen.getByText(DONE)).toHaveTextContent(`op ${left.length} onderdelen na. In lees-mij.txt`)
  })

  test('is in the language in use, and says what the API does not have', async () => {
    await keepFewInvoices()
    injectFault(
      http.get('*/api/clients/:id/agreements', () => HttpResponse.json({ code: 'not-found' }, { status: 404 })),
    )
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.user.click(screen.getByRole('radio', { name: 'English' }))
    await portal.user.click(await screen.findByRole('button', { name: 'Download data' }))
    await screen.findByText(/^Your data has been downloaded/)
    const files = await unzipped()
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['read-me.txt', 'data.json', 'animals.csv', 'invoices.csv']),
    )
    expect(Object.keys(files)).not.toContain('agreements.csv')
    const overview = strFromU8(files['read-me.txt']!)
    expect(overview).toContain('- Agreements: your practice does not have this in the portal.')
  })
})

describe('nothing is saved by halves', () => {
  test('a list that fails is told once, and can be tried again', async () => {
    injectFault(answers('get', 'clients/:id/visit-forms', 500))
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.user.click(await download())
    expect(await screen.findAllByText(/De server gaf een fout \(500\)/)).toHaveLength(1)
    expect(await download()).toHaveFocus()
    expect(saved).toEqual([])
  })

  test.each([
    ['patients', 'Dieren'],
    ['patients/:animal/logbook', 'Logboek'],
    ['reminders', 'Herinneringen'],
    ['invoices', 'Facturen'],
    ['visit-forms', 'Bezoeken'],
  ])('a list of the specification that is answered 404 is an error, which says which: %s', async (list, name) => {
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    injectFault(answers('get', `clients/:id/${list}`, 404, 'not-found'))
    await portal.user.click(await download())
    expect(
      await screen.findByText(`Downloaden is mislukt bij: ${name}. Er is niets opgeslagen. Probeer het later opnieuw.`),
    ).toBeVisible()
    expect(
      screen.getByText('Dit is niet gevonden. Misschien is het verwijderd: vernieuw de pagina. (404)'),
    ).toBeVisible()
    expect(await download()).toHaveFocus()
    expect(saved).toEqual([])
  })

  test('what nobody foresaw is told, and logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    vi.mocked(URL.createObjectURL).mockImplementation(() => {
      throw new TypeError('no room')
    })
    await keepFewInvoices()
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.user.click(await download())
    expect(await screen.findByText(GENERAL)).toBeVisible()
    expect(logged.mock.calls).toEqual([[new TypeError('no room')]])
    expect(await download()).toBeVisible()
    expect(saved).toEqual([])
  })

  test('shows how far it is, and can be stopped', async () => {
    const forms = holdRequests('clients/:id/visit-forms')
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.user.click(await download())
    await forms.count(1)
    const bar = await screen.findByRole('progressbar', { name: 'Gegevens ophalen' })
    await waitFor(() => expect(bar).toHaveValue(14))
    expect(bar).toHaveAttribute('max', '15')
    expect(screen.getByRole('main')).toHaveTextContent('14 van 15')
    await portal.user.click(screen.getByRole('button', { name: 'Stoppen' }))
    expect(await screen.findByText('Downloaden gestopt. Er is niets opgeslagen.')).toBeVisible()
    expect(await download()).toHaveFocus()
    const calls = portal.calls.length
    await forms.releaseAll()
    expect(portal.calls).toHaveLength(calls)
    expect(saved).toEqual([])
  })

  test.each([
    ['the end of the session', '/auth/login'],
    ['another page', '/client/portal/reminders'],
  ])('%s stops it', async (_, pathname) => {
    const file = holdRequests('clients/:id/invoices/:invoice/file')
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.user.click(await download())
    await file.count(3)
    expect(await screen.findByRole('progressbar', { name: 'Bestanden ophalen' })).toBeVisible()
    await act(async () =>
      pathname === '/auth/login'
        ? await portal.session.end('signedOut')
        : await portal.router.navigate({ to: '/client/portal/reminders' }),
    )
    await arrivesAt(portal, pathname)
    for (const one of [0, 1, 2]) await file.release(one)
    // Whoever goes on would have asked for the next one long before another page is there.
    await act(() => portal.router.navigate({ to: '/not-authorised' }))
    await screen.findByRole('heading', { level: 1 })
    expect(file.held).toHaveLength(3)
    expect(saved).toEqual([])
    expect(screen.queryByText(DONE)).toBeNull()
  })

  test('what is on its way when the session ends is called off at once, files as well', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const asked = vi.fn<() => Promise<undefined>>(() => promise)
    injectFault(http.get('*/files/*', asked))
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.user.click(await download())
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(3))
    act(() => cancelAll())
    expect(await download()).toBeVisible()
    resolve(undefined)
    expect(saved).toEqual([])
  })
})

test('staff who view as a client read why there is no download for them', async () => {
  const { uuid } = await rows()
  const portal = await openPortal('/admin/dashboard', { as: 'admin' })
  await act(() => portal.session.viewAs(uuid))
  await act(() => portal.router.navigate({ to: SETTINGS }))
  expect(await screen.findByText(/Alleen de cliënt zelf kan alle gegevens in één bestand downloaden/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Gegevens downloaden' })).toBeNull()
})
