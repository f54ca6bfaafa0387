import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { documentKey } from '#server/documents/types.ts'
import { photoKey } from '#server/files/store.ts'
import {
  account,
  appointment,
  attachment,
  client,
  invoice,
  logbookEntry,
  patient,
  practice,
  reminder,
  request,
  requestPhoto,
  sharedCard,
  visitForm,
} from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

// The test clock is fixed at 15 June 2026.
onEngines('the data archive of an owner', (engine) => {
  let failing = false
  const testServer = eachTestServer(engine, {
    pdf: async () => {
      if (failing) throw new Error('no font')
      return new TextEncoder().encode('%PDF-')
    },
  })
  let db: Database
  let token: string
  let owner: string
  let clientId: string
  let bella: string

  beforeEach(async () => {
    failing = false
    db = testServer.db
    await practice(db, 'a', { name: 'DAP De Waag' })
    owner = await account(db, 'jan@mail.example')
    token = await testServer.signIn(owner)
    clientId = await client(db, 'a', { account_id: owner, last_name: 'de Vries' })
    bella = await patient(db, clientId, 'Bella', undefined, { species: 'DOG', neutered: true })
  })

  const fetchArchive = (by = token) => testServer.call('GET', `clients/${clientId}/export`, { token: by })
  const urlOf = async () => (await testServer.ok<{ url: string }>(fetchArchive())).url
  const get = (url: string) => testServer.fetch(new Request(url))
  async function archive() {
    const response = await get(await urlOf())
    expect(response.status).toBe(200)
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const text = (name: string) => strFromU8(files[name]!)
    const json = (name = 'gegevens.json') => JSON.parse(text(name)) as Record<string, Record<string, unknown>[]>
    return { response, files, names: Object.keys(files).sort(), text, json }
  }
  function data(fields: object) {
    const uuid = crypto.randomUUID()
    return { uuid, data: JSON.stringify({ uuid, ...fields }) }
  }
  async function upload(uuid: string) {
    const key = documentKey({ type: 'attachment', uuid })
    await testServer.ports.files.put(key, JPEG)
    await db.insertInto('file').values({ key, created_at: '2026-05-02T08:00:00.000Z', sha256: 'x' }).execute()
  }

  test('contains records, tables, files, photos and an overview', async () => {
    await reminder(
      db,
      clientId,
      data({ date: '2026-07-01', active: true, description: '=HYPERLINK("x")', patientUuid: bella }),
    )
    await appointment(db, clientId, { patientUuids: [bella], start: '2026-06-20T08:30:00.000Z' })
    await invoice(db, clientId, data({ date: '2026-05-01', number: 'F1', status: 'UNPAID', totalInclVat: 42.5 }))
    await visitForm(db, clientId, data({ date: '2026-05-02', medication: [{ product: 'Penivet', dosage: '2 x' }] }))
    const scan = data({ date: '2026-05-02', type: 'lab-results', name: 'Bloed', fileName: 'bloed.jpg' })
    await attachment(db, clientId, { ...scan, type: 'lab-results' })
    await upload(scan.uuid)
    await logbookEntry(db, bella, { date: '2026-05-03' }, { description: 'Rabiës', kind: 'VACCINATION' })
    const requestId = await request(db, { clientId, accountId: owner, data: JSON.stringify({ text: 'Hoe lang?' }) })
    const photo = await requestPhoto(db, { clientId, accountId: owner }, requestId, 'image/jpeg')
    await testServer.ports.files.put(photoKey(photo), JPEG)
    await sharedCard(db, { clientId, accountId: owner, patientId: bella }, { note: 'Oppas Jan' })

    const { response, files, names, text, json } = await archive()
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="mijn-gegevens-2026-06-15.zip"')
    const picture = names.find((name) => name.startsWith('verzoeken/'))!
    expect(names).toEqual(
      [
        'afspraken.csv',
        'bezoeken.csv',
        'bezoeken/2026-05-02-visiteformulier-2026-05-02.pdf',
        'dieren.csv',
        'facturen.csv',
        'facturen/2026-05-01-factuur-f1.pdf',
        'gegevens.json',
        'herinneringen.csv',
        'labuitslagen.csv',
        'labuitslagen/2026-05-02-bloed.jpg',
        'lees-mij.txt',
        'logboek.csv',
        'verzoeken.csv',
        picture,
      ].sort(),
    )
    expect(files['labuitslagen/2026-05-02-bloed.jpg']).toEqual(JPEG)
    expect(files[picture]).toEqual(JPEG)

    expect(json()).toMatchObject({
      account: { username: 'jan@mail.example', language: 'nl' },
      practice: { id: 'a', name: 'DAP De Waag' },
      client: { uuid: clientId, lastName: 'de Vries' },
      sessions: [{}],
      sharedCards: [{ patientUuid: bella, note: 'Oppas Jan' }],
      patients: [{ uuid: bella, name: 'Bella' }],
      reminders: [{ description: '=HYPERLINK("x")' }],
      appointments: [{ patientUuids: [bella] }],
      invoices: [{ number: 'F1', file: 'facturen/2026-05-01-factuur-f1.pdf' }],
      attachments: [{ uuid: scan.uuid, file: 'labuitslagen/2026-05-02-bloed.jpg' }],
      logbookEntries: [{ description: 'Rabiës', patientUuid: bella }],
      requests: [{ text: 'Hoe lang?', photos: [{ id: photo, file: picture }] }],
      notIncluded: [],
    })
    expect(text('gegevens.json')).not.toMatch(/hash|secret|signature/)

    expect(files['dieren.csv']!.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    expect(text('dieren.csv')).toContain('Bella;;;Hond;;;ja;')
    expect(text('herinneringen.csv')).toContain(`01-07-2026;ja;"'=HYPERLINK(""x"")";;Bella`)
    expect(text('afspraken.csv')).toMatch(/20-06-2026,? 10:30;20;Bella;Vaccinatie;;;;Afgesproken/)
    expect(text('facturen.csv')).toMatch(/F1;01-05-2026;;42,50;;;42,50;.*facturen\/2026-05-01-factuur-f1\.pdf/)
    expect(text('bezoeken.csv')).toContain('Penivet: 2 x')
    expect(text('logboek.csv')).toContain('Bella;03-05-2026;Vaccinatie;Rabiës')
    expect(text('verzoeken.csv')).toContain(`Vraag;;Hoe lang?;Verzonden;;;;;;${picture}`)

    const overview = text('lees-mij.txt')
    expect(overview).toContain('Gegevens van de Vries bij DAP De Waag')
    expect(overview).toContain(
      '- Gebruikersnaam: jan@mail.example\r\n- Taal: Nederlands\r\n- Herinneringen per e-mail: uit\r\n',
    )
    expect(overview).toContain('- Dierkaart van Bella gedeeld met een link (Oppas Jan), tot 1 januari 2999')
    expect(overview).toContain('- Labuitslagen: 1\r\n')
    expect(overview).toContain('- 1 bestand in de map facturen\r\n')
    expect(overview).toContain('Er ontbreekt niets.')
  })

  test("is in the owner's language", async () => {
    await db.updateTable('account').set({ language: 'en' }).where('id', '=', owner).execute()
    const { response, names, text } = await archive()
    expect(response.headers.get('content-disposition')).toContain('my-data-2026-06-15.zip')
    expect(names).toEqual(['animals.csv', 'data.json', 'read-me.txt'])
    expect(text('animals.csv')).toContain('Name;Caretaker;')
    expect(text('read-me.txt')).toContain('- Language: English')
  })

  test('lists each missing file with a reason', async () => {
    failing = true
    await invoice(db, clientId, data({ date: '2026-05-01', number: 'F1', status: 'PAID', totalInclVat: 1 }))
    const elsewhere = 'https://elsewhere.example/scan.pdf'
    await attachment(db, clientId, data({ date: '2026-05-02', name: 'Scan', url: elsewhere }))
    await attachment(db, clientId, data({ date: '2026-05-03', name: 'Later' }))
    const { text, json } = await archive()
    const overview = text('lees-mij.txt')
    expect(overview).toContain('- Facturen, 2026-05-01, F1: het ophalen lukte niet.')
    expect(overview).toContain(`kan niet worden meegenomen. Open het zelf: ${elsewhere}`)
    expect(overview).toContain('- Overige documenten, 2026-05-03, Later: er is geen bestand bij.')
    const reasons = json()['notIncluded']!.map(({ why }) => String(why))
    expect(reasons.sort()).toEqual(['elsewhere', 'failed', 'noFile'])
    expect(testServer.logged.map(({ event }) => event)).toContain('archive-file-failed')
  })

  test('omits requests and share links of another account of the client', async () => {
    const former = await account(db, 'former@mail.example')
    const requestId = await request(db, { clientId, accountId: former, data: JSON.stringify({ text: 'Geheim' }) })
    const photo = await requestPhoto(db, { clientId, accountId: former }, requestId, 'image/jpeg')
    await testServer.ports.files.put(photoKey(photo), JPEG)
    await sharedCard(db, { clientId, accountId: former, patientId: bella }, { note: 'Oppas van vroeger' })
    const { files, names, json } = await archive()
    expect(json()).toMatchObject({ requests: [], sharedCards: [] })
    expect(names).toEqual(['dieren.csv', 'gegevens.json', 'lees-mij.txt'])
    for (const file of Object.values(files)) expect(strFromU8(file)).not.toMatch(/former@|Geheim|vroeger/)
  })

  test('cannot be downloaded with a wrong signature, or by a locked or former owner', async () => {
    const url = await urlOf()
    expect(await outcomeOf(get(url.replace(/signature=.*/, 'signature=x')))).toBe('403 forbidden')
    await db.updateTable('client').set({ locked: 1 }).where('uuid', '=', clientId).execute()
    expect(await outcomeOf(get(url))).toBe('403 client-locked')
    const other = await account(db, 'other@mail.example')
    await db.updateTable('client').set({ locked: 0, account_id: other }).where('uuid', '=', clientId).execute()
    expect(await outcomeOf(get(url))).toBe('404 not-found')
    await db.updateTable('client').set({ account_id: owner }).where('uuid', '=', clientId).execute()
    expect((await get(url)).status).toBe(200)
  })

  test('can be downloaded ten times an hour', async () => {
    const url = await urlOf()
    for (let times = 0; times < 10; times += 1) await (await get(url)).arrayBuffer()
    expect(await outcomeOf(get(url))).toBe('429 rate-limited')
  })

  test('is streamed in small chunks', async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => {
      const uuid = crypto.randomUUID()
      const record = { uuid, date: '2026-05-01', description: `Controle ${index} ${crypto.randomUUID().repeat(5)}` }
      return { uuid, patient_uuid: bella, date: record.date, data: JSON.stringify(record) }
    })
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('logbook_entry')
        .values(rows.slice(from, from + 500))
        .execute()
    const { body } = await get(await urlOf())
    const pieces: Uint8Array[] = []
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(20)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(500_000)
    const files = unzipSync(new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer()))
    expect(strFromU8(files['logboek.csv']!).split('\r\n')).toHaveLength(4002)
    expect(JSON.parse(strFromU8(files['gegevens.json']!)).logbookEntries).toHaveLength(4000)
  })
})
