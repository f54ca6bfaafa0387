import { beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { ItemisedInvoice, ListedInvoice } from '#contract/schemas/invoice.ts'
import { loadExport } from '#server/import/load.ts'
import { deletePendingLines } from '#server/import/invoice-lines.ts'
import { staff } from '#harness/builders.ts'
import {
  type AnyRecord,
  checked,
  clientLine,
  patientLine,
  practiceLine,
  recordsOfAnimal,
  smallExport,
  uuid,
} from '#harness/example-export.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const NOW = new Date('2026-04-01T10:00:00.000Z')
const [CLIENT, ANIMAL, INVOICE] = [uuid('c', 1), uuid('a', 1), uuid('5', 1)]
const CONSULT = { description: 'Consult', quantity: 1, unitPrice: 60.5, vatRate: 21, amount: 60.5, patientUuid: ANIMAL }
const FOOD = { description: 'Dieetvoer', amount: 60.5, vatRate: 21, patientName: 'Max' }
const invoiceWith = (fields: AnyRecord, number = 1) => ({
  ...recordsOfAnimal(number, { client: 1, patient: 1 }).at(-1)!,
  ...fields,
})
const separate = (line: AnyRecord, invoiceUuid = INVOICE) => ({ record: 'invoiceLine', invoiceUuid, ...line })

onEngines('lines of invoices', (engine) => {
  const testServer = eachTestServer(engine)
  beforeEach(async () => {
    testServer.now = NOW
    await load(smallExport())
  })

  const load = (records: AnyRecord[], practiceId = 'de-krekel') =>
    loadExport(testServer.db, checked(records), { practiceId, now: NOW, confirmed: true })
  const changesOf = async (records: AnyRecord[]) => (await load(records)).changes!
  async function read(invoiceId = INVOICE): Promise<ItemisedInvoice> {
    const [owner] = await rowsOf(testServer.db, 'client', ['account_id'], { uuid: CLIENT })
    return await testServer.readAs(owner!.account_id!, `clients/${CLIENT}/invoices/${invoiceId}`)
  }
  const descriptions = async (invoiceId = INVOICE) => (await read(invoiceId)).lines?.map((line) => line.description)
  const pending = () => rowsOf(testServer.db, 'pending_invoice_lines', ['uuid', 'line_count'])

  test('are stored with the invoice, counted in the list and named by the animal', async () => {
    await load([invoiceWith({ lines: [CONSULT, FOOD] })])
    expect(await read()).toMatchObject({ uuid: INVOICE, lines: [{ ...CONSULT, patientName: 'Bella' }, FOOD] })
    const { account_id: owner } = (await rowsOf(testServer.db, 'client', ['account_id'], { uuid: CLIENT }))[0]!
    const { content } = await testServer.readAs<Page<ListedInvoice>>(owner!, `clients/${CLIENT}/invoices`)
    expect(content).toMatchObject([{ lineCount: 2 }])
    expect(content[0]).not.toHaveProperty('lines')
  })

  test('stay unless an export states others, and are unchanged by the same content', async () => {
    const record = invoiceWith({ lines: [CONSULT, FOOD] })
    expect((await changesOf([record])).invoice).toMatchObject({ updated: 1 })
    expect((await changesOf([record])).invoice).toMatchObject({ updated: 0, unchanged: 1 })
    await load([invoiceWith({ description: 'Nieuw' })])
    expect(await descriptions()).toEqual(['Consult', 'Dieetvoer'])
    await load([invoiceWith({ lines: [] })])
    expect(await read()).not.toHaveProperty('lines')
  })

  test.each([
    ['after', [[invoiceWith({}, 2)], [separate(CONSULT, uuid('5', 2)), separate(FOOD, uuid('5', 2))]]],
    ['before', [[separate(CONSULT, uuid('5', 2)), separate(FOOD, uuid('5', 2))], [invoiceWith({}, 2)]]],
    ['with', [[separate(CONSULT, uuid('5', 2)), invoiceWith({}, 2), separate(FOOD, uuid('5', 2))]]],
  ])('may come in records of their own, %s the invoice', async (_, files) => {
    for (const file of files) expect((await load(file)).problems.first).toEqual([])
    expect(await descriptions(uuid('5', 2))).toEqual(['Consult', 'Dieetvoer'])
    expect(await pending()).toEqual([])
    const again = await changesOf(files.flat())
    expect([again.invoice, again.invoiceLine]).toMatchObject([{ unchanged: 1 }, { unchanged: 2, updated: 0 }])
  })

  test('wait for the invoice of the same practice only, for a month', async () => {
    const lines = [separate(CONSULT, uuid('5', 9))]
    const { warnings, changes } = await load(lines)
    expect(warnings.first).toMatchObject([{ field: 'invoiceUuid', code: 'unknown' }])
    expect(changes?.invoiceLine).toMatchObject({ added: 1 })
    expect((await changesOf(lines)).invoiceLine).toMatchObject({ added: 0, unchanged: 1 })
    const other = [
      { ...practiceLine(), id: 'de-mug' },
      { ...clientLine(7), practiceId: 'de-mug' },
    ]
    await load([...other, { ...invoiceWith({}, 9), clientUuid: uuid('c', 7) }], 'de-mug')
    expect(await rowsOf(testServer.db, 'invoice', ['lines'], { uuid: uuid('5', 9) })).toEqual([{ lines: null }])
    expect((await load(lines)).problems.first).toMatchObject([{ code: 'otherPractice' }])
    await deletePendingLines({ db: testServer.db }, new Date('2026-05-01T10:00:00Z'))
    expect(await pending()).toHaveLength(1)
    await deletePendingLines({ db: testServer.db }, new Date('2026-05-03T10:00:00Z'))
    expect(await pending()).toEqual([])
  })

  test('beyond the maximum are left out with a warning', async () => {
    const { warnings } = await load(Array.from({ length: 501 }, (_, at) => separate({ ...FOOD, amount: at })))
    expect(warnings.first).toMatchObject([{ line: 501, field: 'lines', code: 'tooMany', value: '500' }])
    expect((await read()).lines).toHaveLength(500)
  })

  test('follow a replaced invoice and a replaced animal', async () => {
    await load([invoiceWith({ lines: [CONSULT] })])
    await load([
      { ...invoiceWith({}, 2), replaces: INVOICE },
      { ...patientLine(2, 1), name: 'Bello', replaces: ANIMAL },
    ])
    expect((await read(uuid('5', 2))).lines).toMatchObject([{ patientUuid: uuid('a', 2), patientName: 'Bello' }])
  })

  test('return when an admin undoes the removal of the invoice', async () => {
    await load([invoiceWith({ lines: [CONSULT, FOOD] })])
    await load([{ record: 'invoice', uuid: INVOICE, removed: true }])
    await expect(read()).rejects.toThrow('not-found')
    const admin = await staff(testServer.db, 'de-krekel', 'baas@mail.example', 'CLINIC_ADMIN')
    const { content } = await testServer.readAs<{ content: { undo: { removal: string } }[] }>(
      admin,
      'practice/de-krekel/audit?action=records-removed',
    )
    await testServer.ok(
      testServer.callAs(admin, 'POST', `practice/de-krekel/removals/${content[0]!.undo.removal}/undo`),
    )
    expect(await descriptions()).toEqual(['Consult', 'Dieetvoer'])
  })

  test('never name an animal of another client', async () => {
    await load([clientLine(2), patientLine(2, 2), invoiceWith({ lines: [{ ...CONSULT, patientUuid: uuid('a', 2) }] })])
    expect((await read()).lines?.[0]).not.toHaveProperty('patientName')
  })
})
