import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { CSV_DAYS } from '#contract/csv-import.ts'
import type { CsvImport, CsvImports, CsvMapping, CsvPreview } from '#contract/schemas/csv-import.ts'
import type { ImportRun, NewImportKey } from '#contract/schemas/imports.ts'
import { deleteExpiredCsvImports, removeFilesOfPractice } from '#server/import-jobs/csv-changes.ts'
import { maintainImports } from '#server/import-jobs/drain.ts'
import { checkLine } from '#server/import/check.ts'
import { loadExport } from '#server/import/load.ts'
import { csvImport, practice, staff } from '#harness/builders.ts'
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

  test('are removed with all their rows when a client of the practice is erased', async () => {
    await check(await upload(CLIENTS))
    const kept = await csvImport(testServer.db, 'other')
    await removeFilesOfPractice(testServer.db, PRACTICE)
    expect(await rowsOf(testServer.db, 'csv_import', ['id'])).toEqual([{ id: kept }])
    expect(await rowsOf(testServer.db, 'import_run', ['id'])).toEqual([])
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
    const shown = preview.rows[0]!.values.filter(({ value }) => value !== '')
    expect(shown.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'city', value: 'x' },
      { field: 'companyName', value: 'Bakker' },
      { field: 'phone', value: '010-1; 010-2' },
    ])
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

  test('are read and loaded with the chosen character set and delimiter', async () => {
    const text = 'Klantnr,Naam;Plaats\n1,Zoë;a\n2,Ré;b\n'
    const uploaded = await upload(text)
    const format = { encoding: 'windows-1252', delimiter: ',' } as const
    const read = await testServer.ok<CsvImport>(call('PUT', `${uploaded.id}/format`, format))
    expect(read).toMatchObject({ ...format, format, mapping: { format }, rows: [{ cells: ['1', 'ZoÃ«;a'] }, {}] })
    const columns = [
      { column: 'Klantnr', field: 'clientNumber' },
      { column: 'Naam;Plaats', field: 'lastName' },
    ]
    const checked = await check(read, { columns, format: undefined })
    expect(checked).toMatchObject({ state: 'checked', counts: { added: 2 } })
    expect(await outcomeOf(call('PUT', `${uploaded.id}/format`, { encoding: 'utf-16le' }))).toBe(
      '400 validation-failed',
    )
    await load(checked)
    expect((await clientNames()).toSorted()).toEqual(['RÃ©;b', 'ZoÃ«;a'])
    expect(await outcomeOf(call('PUT', `${uploaded.id}/format`, {}))).toBe('409 conflict')
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

  test.each([
    ['an apostrophe before the year', 'Geboren', "1-2-'24", 'birthDate', '2024-02-01'],
    ['a formula around a text', 'Chipnr', '="000528210001234"', 'chipNumber', '000528210001234'],
    ['a decimal comma', 'Gewicht', '4,5', 'weightKg', '4.5'],
  ])('read %s', async (_, header, cell, field, value) => {
    const { preview } = await upload(
      `Diernr;Klantnr;Diernaam;Soort;${header}\nD1;1;Bo;hond;${cell.replaceAll('"', '""').replace(/^=.*/, '"$&"')}\n`,
    )
    expect(preview[0]?.values).toContainEqual({ field, value })
  })

  test.each([
    [
      'the content of an image',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0x3b, 0x3b]),
      '#',
      'noColumns',
    ],
    ['a table of HTML', '<html><body><table><tr><td>Klantnr; Naam</td></tr></table>', '#', 'excelFile'],
    ['a vertical bar as delimiter', 'Klantnr|Naam\n1|A\n', '#', 'noColumns'],
    ['an open quotation mark in the headers', 'Klantnr;"Naam;E-mail\n1;A;b\n', '#/1', 'unclosedQuote'],
  ])('with %s are refused', async (_, content, pointer, code) => {
    expect(await (await respond(content)).json()).toMatchObject({ errors: [{ pointer, code }] })
  })

  describe('with injected faults', () => {
    const long = (text: string) => text.repeat(60)
    /** Headers, the cells of a valid row, and faults: a column with a wrong text for the row. */
    const FILES_WITH_FAULTS: Record<string, [string, (n: number) => string[], [string, (n: number) => string][]]> = {
      clients: [
        'Klantnr;Naam;E-mail;Telefoon;Postcode',
        (n) => [`${n}`, `Naam ${n}`, `k${n}@mail.example`, `06-${n}`, '1234 AB'],
        [
          ['E-mail', () => 'geen'],
          ['E-mail', (n) => `k${n}@mail.example, x${n}@mail.example`],
          ['Telefoon', () => long('telefoon')],
          ['Postcode', () => long('1234 AB')],
          ['Naam', () => ''],
          ['Klantnr', (n) => `${n + 1}`],
        ],
      ],
      animals: [
        'Diernr;Klantnr;Diernaam;Soort;Geslacht;Geboren;Chipnr;Gewicht',
        (n) => [`D${n}`, '1', `Dier ${n}`, 'hond', 'teef', '12-03-2020', `5282100012${n}`, '4,5'],
        [
          ['Klantnr', () => '999'],
          ['Klantnr', () => ''],
          ['Diernaam', () => ''],
          ['Soort', () => 'eenhoorn'],
          ['Geslacht', () => 'misschien'],
          ['Geboren', () => '31-02-2020'],
          ['Geboren', () => '01-01-1900'],
          ['Chipnr', () => '5,28E+14'],
          ['Chipnr', () => long('1')],
          ['Gewicht', () => 'zwaar'],
          ['Gewicht', () => '-3'],
        ],
      ],
      invoices: [
        'Factuurnr;Klantnr;Factuurdatum;Totaal;Betaald;Valuta',
        (n) => [`F${n}`, '2', '12-03-2026', '12,50', 'ja', 'EUR'],
        [
          ['Factuurdatum', () => '2026-13-01'],
          ['Factuurdatum', () => ''],
          ['Totaal', () => 'veel'],
          ['Totaal', () => '12345678901'],
          ['Valuta', () => 'USD'],
          ['Klantnr', () => 'x'],
        ],
      ],
      appointments: [
        'Afspraaknr;Klantnr;Datum;Tijd;Duur;Status',
        (n) => [`A${n}`, '1', '12-03-2026', '09:30', '20', 'gepland'],
        [
          ['Datum', () => 'morgen'],
          ['Tijd', () => '25:10'],
          ['Tijd', () => ''],
          ['Duur', () => 'lang'],
          ['Duur', () => '0'],
          ['Status', () => 'misschien'],
        ],
      ],
    }
    const FAULTS_EACH = 50

    test.each(Object.entries(FILES_WITH_FAULTS))(
      'report each of 50 faults in %s by line and column',
      { tags: ['database'] },
      async (kind, [headers, valid, faults]) => {
        if (kind !== 'clients') await loadWhole(CLIENTS)
        const columns = headers.split(';')
        const injected = Array.from({ length: FAULTS_EACH }, (__, at) => {
          const [column, wrong] = faults[at % faults.length]!
          // Every second row is valid.
          return { line: 3 + 2 * at, column, text: wrong(100 + 2 * at) }
        })
        const rows = Array.from({ length: 2 * FAULTS_EACH + 1 }, (__, at) => {
          const fault = injected.find(({ line }) => line === at + 2)
          return valid(99 + at)
            .map((cell, place) => (fault && columns[place] === fault.column ? fault.text : cell))
            .join(';')
        })
        const uploaded = await upload([headers, ...rows, ''].join('\r\n'))
        // The word `ja` means that an invoice is paid.
        const values = [
          ...uploaded.mapping.values,
          ...(columns.includes('Betaald') ? [{ field: 'status', from: 'ja', to: 'PAID' }] : []),
        ]
        const checked = await check(uploaded, { values })
        const file = await (await call('GET', `${checked.id}/problems`)).text()
        const reported = file
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(';'))
        const isFound = ({ line, column }: (typeof injected)[number]) =>
          reported.some((cells) => cells[0] === `${line}` && cells[1]?.split(' + ').includes(column))
        expect(injected.filter((each) => !isFound(each))).toEqual([])
        const faulty = new Set(injected.map((fault) => String(fault.line)))
        expect(reported.filter(([line = '']) => !faulty.has(line))).toEqual([])
      },
    )

    test.each([
      [
        'an unclosed quotation mark before a quoted cell',
        '3;"Open;\n4;Dicht;x\n5;"Goed";y\n',
        [4, 'Naam', 'unclosedQuote'],
      ],
      ['an unclosed quotation mark in the rest of the file', '3;"Open;\n4;Dicht;x\n', [4, 'Naam', 'unclosedQuote']],
      ['a row that is too long', `3;${'x'.repeat(1_200_000)}\n`, [4, 'Naam', 'tooLongLine']],
      ['a cell too many', '3;Jansen;p@mail.example;extra\n', [4, 'E-mail', 'extraCells']],
      ['a cell too few', '3;Jansen\n', [4, 'E-mail', 'missingCells']],
    ])('report %s', async (_, rows, [line, column, code]) => {
      const checked = await check(await upload(CLIENTS + rows))
      expect(checked.problems?.first[0]).toMatchObject({ line, column, code })
    })
  })

  describe('with lines of invoices', () => {
    const LINES = {
      'regels-herhaald': [
        'invoice',
        [
          [6, 'Factuurdatum', '7-11-2026', 'contradicts'],
          [7, 'Factuurnr', 'Totaal', 'totalsRow'],
        ],
      ],
      'regels-los': [
        'invoiceLine',
        [
          [6, 'Omschrijving', 'Totaal factuur', 'totalsRow'],
          [8, 'Factuurnummer', '', 'required'],
        ],
      ],
      'regels-excl': ['invoiceLine', [[4, 'Amount Excl', '8.00', 'vatRateMissing']]],
      'regels-oud': ['invoiceLine', [[4, 'BTW-code', '1', 'vatCode']]],
      'facturen-kort': ['invoice', []],
    }
    const linesIn = async (table: 'invoice' | 'pending_invoice_lines') =>
      (await rowsOf(testServer.db, table, ['lines']))
        .flatMap(({ lines }) => JSON.parse(lines ?? '[]') as Record<string, unknown>[])
        .map(({ description, vatRate, amount }) => [description, vatRate, amount])

    test.each(Object.entries(LINES))(
      '%s.csv has its kind and its problems suggested',
      async (name, [kind, problems]) => {
        await loadWhole(CLIENTS)
        const checked = await check(await upload(example(`${name}.csv`), `${name}.csv`))
        expect(checked.mapping.kind).toBe(kind)
        expect(problemsIn(checked).filter(([, , , code]) => code !== 'unknown')).toEqual(problems)
      },
    )

    test(
      'rows of one invoice become an invoice with lines, and change nothing a second time',
      { tags: ['database'] },
      async () => {
        await loadWhole(CLIENTS)
        expect((await loadWhole(example('regels-herhaald.csv'))).counts).toMatchObject({ added: 8, leftOut: 0 })
        expect(await linesIn('invoice')).toEqual(
          expect.arrayContaining([
            ['Consult', 21, 60.5],
            ['Entstof', 21, 24.2],
            ['Entstof retour', 21, -12.1],
            ['Voer', 9, 18],
          ]),
        )
        expect((await loadWhole(example('regels-herhaald.csv'))).counts).toMatchObject({
          added: 0,
          updated: 0,
          unchanged: 8,
        })
      },
    )

    test(
      'a file of lines replaces the lines of its invoices, and waits for absent invoices',
      { tags: ['database'] },
      async () => {
        await loadWhole(CLIENTS)
        await loadWhole(example('facturen-kort.csv'))
        await loadWhole('Factuurnr;Omschrijving;Prijs excl.;BTW\n2001;Consult;50;21%\n9;Voer;10;21%\n')
        expect(await linesIn('invoice')).toEqual([['Consult', 21, 60.5]])
        expect(await linesIn('pending_invoice_lines')).toEqual([['Voer', 21, 12.1]])
      },
    )

    test('a code has the rate that the mapping gives', async () => {
      const { id, mapping } = await upload(example('regels-oud.csv'))
      const values = [{ field: 'vatRate', from: '1', to: '21%' }]
      const { rows } = await testServer.ok<CsvPreview>(call('POST', `${id}/preview`, { ...mapping, values }))
      expect(rows[2]?.values).toContainEqual({ field: 'vatRate', value: '21' })
    })

    test('a word for a rate means the rate of the day', async () => {
      await loadWhole(example('regels-oud.csv'))
      const rates = (await linesIn('pending_invoice_lines')).map(([, rate]) => rate)
      expect(new Set(rates)).toEqual(new Set([6, 9, undefined]))
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

    /** Records of a practice without ids; names stand for the linked client and animals. */
    const recordsOf = async (practiceId: string) => {
      const { db } = testServer
      const clients = await rowsOf(db, 'client', '*', { practice_id: practiceId })
      const names = new Map(clients.map((row) => [row.uuid, row.client_number ?? row.last_name]))
      const patients = (await rowsOf(db, 'patient')).filter((row) => names.has(row.client_uuid))
      for (const row of patients) names.set(row.uuid, row.name)
      const named = (text: string) =>
        text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => names.get(id) ?? 'own id')
      const others = await Promise.all(
        (['reminder', 'appointment', 'invoice', 'visit_form', 'logbook_entry'] as const).map((table) =>
          rowsOf(db, table),
        ),
      )
      const ownerOf = (row: object) => String(Reflect.get(row, 'client_uuid') ?? Reflect.get(row, 'patient_uuid'))
      const ofPractice = others.flat().filter((row) => names.has(ownerOf(row)))
      return [
        ...clients.map((row) => ({ ...row, practice_id: '' })),
        ...patients.map((row) => ({ ...row, practice_id: '' })),
        ...ofPractice,
      ]
        .map((row) => named(JSON.stringify(row)))
        .toSorted()
    }

    test.each(Object.entries(SYSTEMS))(
      'the files of %s give the records of the export in JSON lines, and change nothing a second time',
      { tags: ['database'] },
      async (system, files) => {
        const loadAll = async () => {
          const loaded = []
          for (const [name, kind] of files) {
            const uploaded = await upload(example(name), name)
            const checked = await check(uploaded, kind ? ofKind(uploaded, kind) : {})
            expect((await load(checked)).counts).toEqual(checked.counts)
            loaded.push(checked.counts!)
          }
          return loaded
        }
        const first = await loadAll()
        const own = await recordsOf(PRACTICE)
        expect(await loadAll()).toEqual(first.map((counts) => ({ ...counts, added: 0, unchanged: counts.added })))
        expect(await recordsOf(PRACTICE)).toEqual(own)
        const lines = example(`${system}.jsonl`).toString().trim().split('\n')
        const expected = await loadExport(testServer.db, [lines.map((line, at) => checkLine(at + 1, line))], {
          practiceId: 'other',
          now: testServer.now,
        })
        expect(expected).toMatchObject({ loaded: true, warnings: { count: 0 } })
        const records = await recordsOf('other')
        expect(records).toHaveLength(lines.length)
        expect(own).toEqual(records)
      },
    )
  })
})
