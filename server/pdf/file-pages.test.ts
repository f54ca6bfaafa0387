import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { deflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { MAX_CLAIM_PAGES } from '#contract/claim.ts'
import { readFilePages } from './file-pages.ts'

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = (text: string): Bytes => Uint8Array.from(Buffer.from(text, 'latin1'))
const read = (bytes: Bytes) => readFilePages({ type: 'application/pdf', bytes })

async function pdfOf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Bytes> {
  const doc = new PdfDocument({ size: [300, 200], autoFirstPage: false, ...options })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.once('end', resolve))
  for (let page = 0; page < pages; page += 1) doc.addPage().text(`page ${page}`)
  doc.end()
  await ended
  return Uint8Array.from(Buffer.concat(chunks))
}

const failureOf = async (bytes: Bytes) => {
  const pages = await read(bytes)
  return typeof pages === 'string' ? pages : `${pages.pages.length} pages`
}

/** A PDF whose object stream inflates to more than may be decoded. */
const BOMB = () => {
  // Two layers of compression: the file has a few hundred bytes.
  const data = deflateSync(deflateSync(Buffer.alloc(160 * 1024 ** 2), { level: 1 })).toString('latin1')
  const dict = `<</Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode /FlateDecode] /Length ${data.length}>>`
  return bytesOf(`%PDF-1.5\n1 0 obj\n${dict}\nstream\n${data}\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n`)
}
const CYCLE = bytesOf(
  '%PDF-1.4\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type /Pages /Count 1 /Kids [2 0 R]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF',
)

test.each<[what: string, file: () => Bytes | Promise<Bytes>, expected: string]>([
  ['an ordinary file', () => pdfOf(2), '2 pages'],
  ['a file without a password to read', () => pdfOf(1, { ownerPassword: 'x' }), '1 pages'],
  ['a file with a password', () => pdfOf(1, { userPassword: 'x' }), 'locked'],
  ['a file with as many pages as a bundle', () => pdfOf(MAX_CLAIM_PAGES), `${MAX_CLAIM_PAGES} pages`],
  ['a file with more pages', () => pdfOf(MAX_CLAIM_PAGES + 1), 'large'],
  ['a file that breaks off', async () => (await pdfOf(1)).slice(0, 400), 'damaged'],
  ['a file without pages', () => bytesOf('%PDF-1.4\n%%EOF'), 'damaged'],
  ['a text', () => bytesOf('no PDF at all'), 'damaged'],
  ['a page tree that contains itself', () => CYCLE, 'damaged'],
  ['arrays in arrays', () => bytesOf(`%PDF-1.4\n1 0 obj\n${'['.repeat(200_000)}\nendobj`), 'damaged'],
  ['an object stream that inflates too much', BOMB, 'damaged'],
])('readFilePages reads %s', async (_, file, expected) => expect(await failureOf(await file())).toBe(expected))

test('readFilePages turns pages as readers show them, and cuts them to the visible part', async () => {
  const doc = await PDFDocument.load(await pdfOf(2))
  const [turned, cropped] = doc.getPages()
  turned?.node.set(PDFName.of('Rotate'), doc.context.obj(-90))
  cropped?.setCropBox(10, 10, 50, 20)
  const read = await readFilePages({ type: 'application/pdf', bytes: new Uint8Array(await doc.save()) })
  expect(read).toMatchObject({
    pages: [
      { width: 200, height: 300 },
      { width: 50, height: 20 },
    ],
  })
})

test('readFilePages keeps what fields and notes show, without forms and scripts', async () => {
  const doc = await PDFDocument.load(await pdfOf(1))
  const field = doc.getForm().createTextField('chip')
  field.setText('528140')
  const [page] = doc.getPages()
  field.addToPage(page!, { x: 10, y: 10, width: 100, height: 20 })
  const script = doc.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })
  doc.catalog.set(PDFName.of('OpenAction'), script)
  page?.node.set(PDFName.of('AA'), doc.context.obj({ O: script }))
  const whole = new Uint8Array(await doc.save({ useObjectStreams: false }))
  const pages = await read(whole)
  const text = typeof pages === 'string' ? pages : Buffer.from(pages.pdf).toString('latin1')
  expect(Buffer.from(whole).toString('latin1')).toMatch(/JavaScript[^]*AcroForm|AcroForm[^]*JavaScript/)
  expect(text).not.toMatch(/JavaScript|OpenAction|Annots|AcroForm/)
  expect(text).toMatch(/\/Subtype \/Form/)
})

test('readFilePages makes a page of an image, and refuses a broken one', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const image = (bytes: Buffer) => readFilePages({ type: 'image/png', bytes: Uint8Array.from(bytes) })
  expect(await image(png)).toMatchObject({ pages: [{ width: 1, height: 1 }] })
  expect(await image(png.subarray(0, 30))).toBe('damaged')
})
