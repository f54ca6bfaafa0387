import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { CSV_DAYS } from '#contract/csv-import.ts'
import type { CsvImport, CsvImports, CsvMapping, CsvPreview } from '#contract/schemas/csv-import.ts'
import type { ImportRun, NewImportKey } from '#contract/schemas/imports.ts'
import { deleteExpiredCsvImports } from '#server/import-jobs/csv-imports.ts'
import { maintainImports } from '#server/import-jobs/drain.ts'
import { practice, staff } from '#harness/builders.ts'
import { eachFolder } from '#harness/folders.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PRACTICE = 'de-krekel'
const FILES = `practice/${PRACTICE}/csv-imports`
const EXAMPLES = join(import.meta.dirname, 'csv')
const DAY_MS = 86_400_000
const example = (name: string) => readFileSync(join(EXAMPLES, name))

const CLIENTS = 'Klantnr;Naam;E-mail\n1;Bakker;bakker@mail.example\n2;Visser;\n'
const ANIMALS = 'Diernr;Klantnr;Diernaam;Soort;Geboren\n'

onEngines('CSV files of an admin', (engine) => {
  const folder = eachFolder()
  const testServer = eachTestServer(engine, () => ({ importFolder: folder.path }))
  let [admin, member] = ['', '']
  beforeEach(async () => {
    const { db } = testServer
    await practice(db, PRACTICE)
    await practice(db, 'other')
    admin = await testServer.signIn(await staff(db, PRACTICE, 'admin@de-krekel.example', 'CLINIC_ADMIN'))
    member = await testServer.signIn(await staff(db, PRACTICE, 'staff@de-krekel.example'))
  })

  const respond = (content: BodyInit, { name = 'klanten.csv', token = admin, type = 'text/csv' } = {}) =>
    testServer.fetch(
      new Request(`http://portal.test/api/${FILES}?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': type },
        body: content,
      }),
    )
  const upload = (content: BodyInit, name?: string) => testServer.ok<CsvImport>(respond(content, name ? { name } : {}))
  const call = (method: string, path: string, body?: unknown, token = admin) =>
    testServer.call(method, `${FILES}/${path}`, { token, ...(body !== undefined && { body }) })
  const read = (id: string) => testServer.ok<CsvImport>(call('GET', id))
  const idle = async () => void (await testServer.mails())
  const check = async ({ id, mapping }: CsvImport, changed: Partial<CsvMapping> = {}) => {
    await testServer.ok(call('PUT', `${id}/mapping`, { ...mapping, ...changed }))
    await idle()
    return await read(id)
  }
  const load = async ({ id }: CsvImport, confirmed = false) => {
    await testServer.ok(call('POST', `${id}/load`, { confirmed }))
    await idle()
    return await read(id)
  }
  const loadWhole = async (content: BodyInit, changed: Partial<CsvMapping> = {}) =>
    await load(await check(await upload(content), changed), true)
  const problemsIn = (file: CsvImport) =>
    (file.problems?.first ?? []).map(({ line, column, given, code }) => [line, column, given, code])
  const ofKind = ({ suggestions }: CsvImport, kind: CsvMapping['kind']) =>
    suggestions.find((mapping) => mapping.kind === kind)!
  const clientNames = async () => (await rowsOf(testServer.db, 'client', ['last_name'])).map((row) => row.last_name)

  test(
    'are recognised, checked, loaded as a whole, and change nothing a second time',
    { tags: ['database'] },
    async () => {
      const uploaded = await upload(CLIENTS)
      expect(uploaded).toMatchObject({
        state: 'uploaded',
        encoding: 'utf-8',
        delimiter: ';',
        fileName: 'klanten.csv',
        columns: [{ name: 'Klantnr', samples: ['1', '2'] }, { name: 'Naam' }, { name: 'E-mail' }],
        mappingOrigin: 'suggested',
        mapping: {
          kind: 'client',
          columns: [
            { column: 'Klantnr', field: 'clientNumber' },
            { column: 'Naam', field: 'lastName' },
            { column: 'E-mail', field: 'email' },
          ],
        },
      })
      expect(uploaded.preview[1]).toMatchObject({ line: 3, problems: [] })
      expect(uploaded.preview[1]?.values).toContainEqual({ field: 'lastName', value: 'Visser' })
      const checked = await check(uploaded)
      expect(checked).toMatchObject({
        state: 'checked',
        counts: { rows: 2, added: 2, updated: 0, unchanged: 0, leftOut: 0 },
      })
      expect(await clientNames()).toEqual([])
      const loaded = await load(checked)
      expect(loaded).toMatchObject({ state: 'done', counts: checked.counts, progress: 100 })
      expect(await clientNames()).toEqual(['Bakker', 'Visser'])
      expect(readdirSync(folder.path)).toEqual([])
      expect(await outcomeOf(call('POST', `${loaded.id}/load`, {}))).toBe('409 conflict')

      const again = await upload(CLIENTS.replace('Visser;', 'Visser-de Wit;'))
      expect(again).toMatchObject({ mappingOrigin: 'stored' })
      expect((await loadWhole(CLIENTS.replace('Visser;', 'Visser-de Wit;'))).counts).toMatchObject({
        updated: 1,
        unchanged: 1,
      })
      const audit = await testServer.read<{ content: unknown[] }>(`practice/${PRACTICE}/audit`, admin)
      expect(audit.content[0]).toMatchObject({
        action: 'imported',
        account: { username: 'admin@de-krekel.example' },
        changes: { client: { updated: 1 } },
      })
    },
  )

  test('are refused if they are Excel files, empty, or sent by a member of staff', async () => {
    const excel = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])
    expect(await (await respond(excel)).json()).toMatchObject({ errors: [{ code: 'excelFile' }] })
    expect(await (await respond('Naam\nBakker\n')).json()).toMatchObject({ errors: [{ code: 'noColumns' }] })
    expect(await outcomeOf(respond(CLIENTS, { token: member }))).toBe('403 forbidden')
    expect(await outcomeOf(respond(CLIENTS, { type: 'image/png' }))).toBe('415 unsupported-media-type')
    expect(readdirSync(folder.path)).toEqual([])
    expect(await testServer.ok<CsvImports>(testServer.call('GET', FILES, { token: admin }))).toEqual({ content: [] })
  })

  test('stay invisible to other practices, and are removed on request or when they expire', async () => {
    const { id } = await upload(CLIENTS)
    const other = await staff(testServer.db, 'other', 'admin@other.example', 'CLINIC_ADMIN')
    const path = `practice/other/csv-imports/${id}`
    expect(await outcomeOf(testServer.callAs(other, 'GET', path))).toBe('404 not-found')
    expect(await outcomeOf(call('DELETE', id))).toBe('204')
    expect(readdirSync(folder.path)).toEqual([])

    const { id: old } = await upload(CLIENTS)
    await upload(CLIENTS)
    await testServer.db
      .updateTable('csv_import')
      .set({ uploaded_at: new Date(testServer.now.getTime() - (CSV_DAYS + 1) * DAY_MS).toISOString() })
      .where('id', '=', old)
      .execute()
    await deleteExpiredCsvImports(testServer, testServer.now)
    expect(await rowsOf(testServer.db, 'csv_import', ['id'])).toHaveLength(1)
  })

  test('report each problem by line, column, value and reason, also as a file', async () => {
    await loadWhole(CLIENTS)
    const animals = `${ANIMALS}D1;1;Simba;kat;31-02-2020\nD2;9;Bello;hond;\nD3;1;Dorus;eenhoorn;1-1-2020\n;;;;\nD4;1\n`
    const uploaded = await upload(animals, 'dieren.csv')
    const checked = await check(uploaded)
    expect(problemsIn(checked)).toEqual([
      [2, 'Geboren', '31-02-2020', 'invalidDate'],
      [3, 'Klantnr', '9', 'unknown'],
      [4, 'Soort', 'eenhoorn', 'readAsOther'],
      [6, 'Diernaam', undefined, 'missingCells'],
    ])
    expect(checked.counts).toMatchObject({ rows: 4, added: 2, leftOut: 2 })
    const file = await call('GET', `${checked.id}/problems`)
    expect(file.headers.get('content-disposition')).toContain('problemen')
    expect((await file.text()).split('\r\n')[2]).toMatch(/^3;Klantnr;9;.*;ja$/)

    const mapped = [...uploaded.mapping.values, { field: 'species', from: 'Eenhoorn', to: 'HORSE' }]
    expect(problemsIn(await check(uploaded, { values: mapped }))).toHaveLength(3)
  })

  test('show a preview of a mapping, and refuse a mapping that does not fit', async () => {
    const { id, mapping } = await upload('Klantnr;Naam;Telefoon;Telefoon;\n1;Bakker;010-1;010-2;x\n')
    const columns = [
      { column: 'Klantnr', field: 'clientNumber' },
      { column: 'Naam', field: 'companyName' },
      { column: 'Telefoon', field: 'phone' },
      { column: 'Telefoon (2)', field: 'phone' },
      { column: '#5', field: 'city' },
    ]
    const preview = await testServer.ok<CsvPreview>(call('POST', `${id}/preview`, { ...mapping, columns }))
    expect(preview.rows[0]?.values).toEqual(
      expect.arrayContaining([
        { field: 'companyName', value: 'Bakker' },
        { field: 'phone', value: '010-1; 010-2' },
        { field: 'city', value: 'x' },
      ]),
    )
    for (const wrong of [
      [{ column: 'Adres', field: 'street' }],
      [{ column: 'Naam', field: 'species' }],
      [{ column: 'Naam', field: 'city' }],
    ])
      expect(await outcomeOf(call('PUT', `${id}/mapping`, { ...mapping, columns: wrong }))).toBe(
        '400 validation-failed',
      )
    expect((await read(id)).state).toBe('uploaded')
  })

  test('need a confirmation if much is left out', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `${at + 1};Naam ${at};x@mail.example`)
    const many = ['Klantnr;Naam;E-mail', ...rows.map((row, at) => (at < 6 ? `${row};te veel` : row))].join('\n')
    const checked = await check(await upload(many))
    expect(checked).toMatchObject({ state: 'checked', large: [{ kind: 'client', what: 'leftOut', count: 6, of: 20 }] })
    expect(await outcomeOf(call('POST', `${checked.id}/load`, {}))).toBe('409 conflict')
    expect(await load(checked, true)).toMatchObject({ state: 'done', counts: { added: 14, leftOut: 6 } })
  })

  test('survive a restart and a move to another server', async () => {
    const uploaded = await upload(CLIENTS)
    await testServer.db.updateTable('csv_import').set({ server: 'gone' }).execute()
    await testServer.ok(call('PUT', `${uploaded.id}/mapping`, uploaded.mapping))
    await idle()
    expect(await read(uploaded.id)).toMatchObject({ state: 'checking' })
    await maintainImports({ ...testServer.ports, imports: testServer.ports.imports! }, { isAlone: true })
    expect(await read(uploaded.id)).toMatchObject({ state: 'checked' })
  })

  test('sent with a key are read with the stored mapping', async () => {
    const { key } = await testServer.ok<NewImportKey>(
      testServer.call('POST', `practice/${PRACTICE}/import-keys`, {
        token: admin,
        body: { name: 'Nacht', proof: { currentPassword: 'Welkom#2026' } },
      }),
    )
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
    const send = (content: string, query: string) =>
      testServer.fetch(
        new Request(`http://portal.test/api/practice/${PRACTICE}/import?${query}`, {
          method: 'PUT',
          headers,
          body: content,
        }),
      )
    expect(await outcomeOf(send(CLIENTS, 'sequence=1'))).toBe('400 invalid-parameter')
    expect(await outcomeOf(send(CLIENTS, 'sequence=1&kind=client'))).toBe('409 mapping-missing')
    await check(await upload(CLIENTS))
    expect(await outcomeOf(send(CLIENTS, 'sequence=1&kind=client'))).toBe('202')
    await idle()
    expect(await clientNames()).toEqual(['Bakker', 'Visser'])
    expect(await outcomeOf(send('Nummer;Naam\n3;Smit\n', 'sequence=2&kind=client'))).toBe('202')
    await idle()
    const run = await testServer.read<ImportRun>(`practice/${PRACTICE}/imports/2`, admin)
    expect(run).toMatchObject({
      state: 'refused',
      problems: { first: [{ code: 'otherColumns', value: 'Klantnr, E-mail' }] },
    })
  })

  describe('of five systems', () => {
    const SYSTEMS: Record<string, [file: string, kind?: CsvMapping['kind']][]> = {
      kliniek: [
        ['kliniek-klanten.csv'],
        ['kliniek-dieren.csv'],
        ['kliniek-herinneringen.csv'],
        ['kliniek-facturen.csv'],
      ],
      clinic: [['clinic-owners.csv'], ['clinic-pets.csv'], ['clinic-appointments.csv']],
      praktijk: [['praktijk-relaties.txt'], ['praktijk-patienten.txt'], ['praktijk-consulten.txt']],
      vee: [['vee-klanten.csv'], ['vee-dieren.csv'], ['vee-logboek.csv']],
      eigen: [
        ['eigen-lijst.csv', 'client'],
        ['eigen-lijst.csv', 'patient'],
      ],
    }

    test.each(Object.entries(SYSTEMS))(
      'the files of %s load without a loss',
      { tags: ['database'] },
      async (_, files) => {
        for (const [name, kind] of files) {
          const uploaded = await upload(example(name), name)
          const checked = await check(uploaded, kind ? ofKind(uploaded, kind) : {})
          const loaded = await load(checked)
          expect(loaded.counts).toEqual(checked.counts)
          expect(await check(await upload(example(name), name), kind ? ofKind(uploaded, kind) : {})).toMatchObject({
            counts: { added: 0, updated: 0 },
          })
        }
      },
    )
  })
})
