import { beforeEach, expect, test } from 'vitest'
import type { InvoiceUbl } from '#contract/schemas/invoice.ts'
import { loadExport } from '#server/import/load.ts'
import { brokenRules, cents, parseXml, text } from '#harness/en16931.ts'
import { type AnyRecord, checked, practiceLine, recordsOfAnimal, smallExport, uuid } from '#harness/example-export.ts'
import { rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const NOW = new Date('2026-04-01T10:00:00.000Z')
const [CLIENT, INVOICE] = [uuid('c', 1), uuid('5', 1)]
const SELLER = {
  legalName: 'De Krekel B.V.',
  street: 'Krekelweg',
  postalCode: '3511 AB',
  city: 'Utrecht',
  country: 'NL',
  vatNumber: 'NL123456782B90',
}
const LINES = [{ description: 'Consult', vatRate: 21, amount: 121 }]

onEngines('the UBL file of an invoice', (engine) => {
  const testServer = eachTestServer(engine)
  const practiceId = 'de-krekel'
  let owner = ''
  const load = (records: AnyRecord[]) =>
    loadExport(testServer.db, checked(records), { practiceId, now: NOW, confirmed: true })
  const invoiceWith = (fields: AnyRecord) => ({
    ...recordsOfAnimal(1, { client: 1, patient: 1 }).at(-1)!,
    number: '2026-17',
    totalInclVat: 121,
    vat: undefined,
    lines: LINES,
    ...fields,
  })
  const ask = () => testServer.readAs<InvoiceUbl>(owner, `clients/${CLIENT}/invoices/${INVOICE}/ubl`)

  beforeEach(async () => {
    testServer.now = NOW
    await load(smallExport())
    await load([practiceLine(practiceId, { seller: SELLER }), invoiceWith({})])
    owner = (await rowsOf(testServer.db, 'client', ['account_id'], { uuid: CLIENT }))[0]!.account_id!
  })

  test('is served by a signed URL as a download, named after the invoice', async () => {
    const { url, obstacle } = await ask()
    expect(obstacle).toBeUndefined()
    const response = await testServer.fetch(new Request(url!))
    expect(response.headers.get('content-type')).toBe('application/xml')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="factuur-.+\.xml"/)
    const root = parseXml(await response.text())
    expect(brokenRules(root)).toEqual([])
    expect(cents(root, 'LegalMonetaryTotal/TaxInclusiveAmount')).toBe(12_100)
    expect(text(root, 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName')).toBe('De Krekel B.V.')
    expect((await testServer.fetch(new Request(url!.replace('format=ubl', 'format=')))).status).toBe(403)
  })

  test('is absent with its reason, also for a URL that was signed before', async () => {
    const { url, obstacle } = await ask()
    expect(obstacle).toBeUndefined()
    await load([practiceLine(practiceId, { seller: { ...SELLER, vatNumber: '' } })])
    expect(await ask()).toEqual({ obstacle: 'seller' })
    expect((await testServer.fetch(new Request(url!))).status).toBe(404)
    await load([practiceLine(practiceId, { seller: SELLER }), invoiceWith({ totalInclVat: 130 })])
    expect(await ask()).toEqual({ obstacle: 'amounts' })
    await load([invoiceWith({ lines: [{ description: 'Consult', amount: 121 }] })])
    expect(await ask()).toEqual({ obstacle: 'rate' })
    await load([invoiceWith({ lines: [] })])
    expect(await ask()).toEqual({ obstacle: 'lines' })
  })
})
