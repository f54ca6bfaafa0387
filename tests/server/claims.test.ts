import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Patient } from '#contract/schemas/patient.ts'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { attachment, logbookEntry, patient, visitForm } from '#harness/builders.ts'
import { pdfStructure } from '#harness/pdf-structure.ts'
import { onEngines, outcomeOf } from '#harness/test-server.ts'
import { type Documents, openDocuments } from './documents.ts'
import { PICTURES } from './pictures.ts'

const BELLA: Partial<Patient> = {
  species: 'DOG',
  breed: 'Stabij',
  sex: 'FEMALE',
  neutered: true,
  birthDate: '2020-08-10',
  insurance: { company: 'Dierzeker', policyNumber: 'DZ-208841' },
}

onEngines('claim bundles', (engine) => {
  let at: Documents
  let bella: string
  let invoiceId: string
  beforeEach(async () => {
    at = await openDocuments(engine)
    bella = await patient(at.testServer.db, at.clientId, 'Bella', '528140000712345', BELLA)
    invoiceId = await at.record('invoice', { number: '2026-7', date: '2026-03-12', patientNames: ['Bella'] })
  })
  afterEach(() => at[Symbol.asyncDispose]())

  async function add(build: typeof visitForm | typeof attachment, date: string, fields: Record<string, unknown>) {
    const uuid = crypto.randomUUID()
    const { patientUuid = bella } = fields
    const data = JSON.stringify({ uuid, date, patientUuid, patientName: 'Bella', type: 'attachments', ...fields })
    const animal = typeof patientUuid === 'string' ? patientUuid : null
    return await build(at.testServer.db, at.clientId, { uuid, date, patient_uuid: animal, data })
  }
  const visit = (date: string, fields = {}) => add(visitForm, date, { diagnosis: `Diagnose ${date}`, ...fields })
  const call = (token = at.tokens.owner, path = `clients/${at.clientId}/patients/${bella}/claim/${invoiceId}`) =>
    at.testServer.call('GET', path, { token })
  /** Returns the lines of the PDF's structure without their indentation. */
  async function lines() {
    const response = await call()
    expect(await at.outcomeOf(response.clone())).toBe('200 application/pdf')
    return pdfStructure(new Uint8Array(await response.arrayBuffer())).outline.map((line) =>
      line.trim().replaceAll('\u00A0', ' '),
    )
  }
  /** Returns the cells of the table below a heading. */
  const below = (all: string[], heading: string) => {
    const rest = all.slice(all.indexOf(`H2 ${heading}`) + 1)
    const end = rest.findIndex((line) => line.startsWith('H2') || line.startsWith('P '))
    return rest.slice(0, end === -1 ? undefined : end).flatMap((line) => /^TD (.*)$/.exec(line)?.[1] ?? [])
  }
  async function attach(
    fileName: string,
    content?: string | Uint8Array,
    { date = '2026-03-13', mimeType = undefined as string | undefined } = {},
  ) {
    const uuid = await add(attachment, date, { fileName, mimeType })
    if (content !== undefined) await at.store({ type: 'attachment', uuid }, content)
  }
  const pdfOfInvoice = async () =>
    new Uint8Array(await (await at.get(await at.addressOf(at.tokens.owner))).arrayBuffer())

  test('have the facts, the invoice, the visit, the history and the files of the practice', async () => {
    await visit('2026-03-12', { veterinarian: 'drs. Bakker', findings: 'Zwelling' })
    await visit('2025-09-01')
    await visit('2023-01-01')
    await logbookEntry(at.testServer.db, bella, { date: '2026-01-02' }, { description: 'Ontworming' })
    const given = { kind: 'VACCINATION', description: 'Rabiës', batchNumber: 'L1' } as const
    await logbookEntry(at.testServer.db, bella, { date: '2023-06-01' }, given)
    const items = [
      { description: 'Consult van Simba', amount: 21, patientName: 'Simba' },
      { description: 'Consult van Bella', amount: 100, patientUuid: bella },
    ]
    await at.testServer.db
      .updateTable('invoice')
      .set({ lines: JSON.stringify(items), line_count: 2 })
      .execute()
    await attach('uitslag.pdf', await pdfOfInvoice())
    await attach('foto.jpg', PICTURES.jpg)
    await attach('oud.jpg', PICTURES.jpg, { date: '2026-01-01' })
    const all = await lines()
    const text = all.join('\n')
    for (const fact of ['2026-7', '€ 121,00', 'Bella', 'Hond', 'Stabij', 'Teef, gesteriliseerd', '528140000712345'])
      expect(all).toContain(`LBody ${fact}`)
    for (const fact of ['Dierzeker', 'DZ-208841', '10 augustus 2020', 'Betaald']) expect(all).toContain(`LBody ${fact}`)
    expect(all).toContain('P Alles wat een verzekeraar meestal vraagt, staat in deze bundel.')
    expect(all).toContain('LBody € 100,00')
    expect(below(all, 'Inhoud')).toEqual(
      [
        'Factuur 2026-7',
        'Visiteformulier 12 maart 2026',
        'Voorgeschiedenis van Bella',
        'foto.jpg',
        'uitslag.pdf',
      ].flatMap((title, index) => [title, String(index + 2)]),
    )
    expect(all.filter((line) => line.startsWith('H1'))).toEqual([
      'H1 Declaratie dierenverzekering',
      'H1 Factuur',
      'H1 Visiteformulier',
      'H1 Voorgeschiedenis van Bella',
    ])
    expect(text).toMatch(/Figure \[foto\.jpg\] [^]*Figure \[uitslag\.pdf\] /)
    expect(text).toContain('H2 Bezoek op 1 september 2025')
    expect(text).not.toContain('2023-01-01')
    expect(below(all, 'Logboek')).toEqual(['2 jan 2026', 'Ontworming'])
    expect(below(all, 'Vaccinaties')).toEqual(['Rabiës', '1 jun 2023', 'L1'])
  })

  test('name every missing part on the first page, with what the owner can do', async () => {
    await at.testServer.db.deleteFrom('patient').where('uuid', '=', bella).execute()
    bella = await patient(at.testServer.db, at.clientId, 'Bella')
    invoiceId = await at.record('invoice', { date: '2026-03-12', status: 'UNPAID', patientNames: ['Bella', 'Simba'] })
    await visit('2026-03-10', { diagnosis: undefined, url: 'https://files.example/visit.pdf' })
    await attach('weg.pdf')
    await attach('brief.docx', 'a letter', { mimeType: 'application/msword' })
    await attach('kapot.pdf', '%PDF-1.4 broken')
    await attach('kapot.png', PICTURES.png.slice(0, 40))
    const all = await lines()
    const cells = below(all, 'Wat ontbreekt')
    expect(cells.filter((_, index) => index % 2 === 0).toSorted()).toEqual(
      [
        'Verzekeraar',
        'Polisnummer',
        'Chipnummer',
        'Geboortedatum',
        'Factuurnummer',
        'Specificatie van de factuur',
        'Bedrag voor Bella',
        'Bewijs van betaling',
        'Verslag van de dag van behandeling',
        'Diagnose',
        'Bestand visiteformulier-2026-03-10',
        'Bestand weg.pdf',
        'Bestand brief.docx',
        'Bestand kapot.pdf',
        'Bestand kapot.png',
      ].toSorted(),
    )
    expect(cells).toContain(
      'Het verslag van 10 maart 2026 is het dichtst bij die dag. Controleer of het bij deze factuur hoort.',
    )
    expect(all.filter((line) => line.startsWith('Figure'))).toEqual([])
  })

  test('leave out a file with too many pages next to others, and records of another animal', async () => {
    const simba = await patient(at.testServer.db, at.clientId, 'Simba')
    await visit('2026-03-12', { patientUuid: simba, patientName: 'Simba' })
    for (let index = 0; index < 13; index += 1) await attach(`foto ${index}.jpg`, PICTURES.jpg)
    const all = await lines()
    const missing = below(all, 'Wat ontbreekt')
    expect(missing).toContain('Verslag van het bezoek')
    expect(missing.filter((cell) => cell.includes('te groot worden'))).toHaveLength(1)
    expect(all.filter((line) => line.startsWith('Figure'))).toHaveLength(12)
  })

  test('leave out records with only a name if another animal has that name, and say so', async () => {
    const onlyName = { patientUuid: null, patientName: 'bella', findings: 'Alleen een naam' }
    await visit('2026-03-12', { findings: 'Van dit dier' })
    await visit('2026-03-12', onlyName)
    expect((await lines()).join('\n')).toContain('Alleen een naam')
    await patient(at.testServer.db, at.clientId, 'Bella')
    const all = await lines()
    expect(all.join('\n')).toContain('Van dit dier')
    expect(all.join('\n')).not.toContain('Alleen een naam')
    expect(below(all, 'Wat ontbreekt')).toContain('Gegevens met alleen een naam')
  })

  test('are in the language of the owner, and have a name', async () => {
    await at.testServer.db.updateTable('account').set({ language: 'en' }).where('id', '=', at.accounts.owner).execute()
    const response = await call(at.tokens.staff)
    expect(response.headers.get('content-disposition')).toContain('filename="insurance-Bella-2026-7.pdf"')
    expect(pdfStructure(new Uint8Array(await response.arrayBuffer())).outline).toContain('    H1 Pet insurance claim')
  })

  test('are made for readers of the client only, and not of a credit note', async () => {
    expect(await outcomeOf(call(at.tokens.other))).toBe('404 not-found')
    expect(await outcomeOf(call(at.tokens.elsewhere))).toBe('404 not-found')
    expect(await outcomeOf(call(at.tokens.owner))).toBe('200')
    invoiceId = await at.record('invoice', { totalInclVat: -20 })
    expect(await outcomeOf(call())).toBe('409 conflict')
  })

  test('are logged as a read by staff', async () => {
    const reads = () =>
      at.testServer.db.selectFrom('audit').select('action').where('client_uuid', '=', at.clientId).execute()
    await call()
    expect(await reads()).toEqual([])
    await call(at.tokens.staff)
    expect(await reads()).toEqual([{ action: 'viewed-as' }])
  })

  describe('of the sample client', () => {
    test('are made for staff', async () => {
      const sample = `clients/${SAMPLE_CLIENT_ID}`
      const [animals, { content }] = await Promise.all([
        at.testServer.readAs<Patient[]>(at.accounts.staff, `${sample}/patients`),
        at.testServer.readAs<{ content: { uuid: string; totalInclVat: number }[] }>(
          at.accounts.staff,
          `${sample}/invoices`,
        ),
      ])
      const invoice = content.find(({ totalInclVat }) => totalInclVat > 0)
      const response = await call(at.tokens.staff, `${sample}/patients/${animals[0]?.uuid}/claim/${invoice?.uuid}`)
      const { outline } = pdfStructure(new Uint8Array(await response.arrayBuffer()))
      expect(outline.join('\n')).toMatch(/H1 Declaratie dierenverzekering · /)
    })
  })
})
