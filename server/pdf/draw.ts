import type { Bundle, Letter, Letters, Sheet } from './sheet.ts'
import { drawBundle } from './bundle.ts'
import { drawHead, drawLetterhead } from './head.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'
import { drawPart } from './parts.ts'
import { type Fonts, loadFaces } from './faces.ts'
import { type Pen, createPen } from './pen.ts'
import { cleaned } from './readable.ts'
import { textsIn } from '#server/texts.ts'
import { correction, generate } from 'lean-qr'
import type { Language } from '#contract/languages.ts'

export async function draw(sheet: Sheet | Letters | Bundle, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const faces = await loadFaces(textsOf(sheet), fonts)
  const pen = createPen(sheet, faces)
  if ('letters' in sheet) drawLetters(pen, sheet)
  else if ('files' in sheet)
    return await drawWithFiles(pen, sheet, drawBundle(createPen(sheet, faces), sheet, []).starts)
  else drawSheet(pen, sheet)
  return await bytesOf(pen)
}

async function bytesOf({ doc }: Pen): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk))
    doc.once('end', resolve)
    doc.once('error', reject)
  })
  doc.end()
  await ended
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

async function drawWithFiles(pen: Pen, bundle: Bundle, starts: number[]): Promise<Uint8Array<ArrayBuffer>> {
  const { places } = drawBundle(pen, bundle, starts)
  drawFeet(pen, bundle)
  const pdf = await bytesOf(pen)
  if (bundle.files.length === 0) return pdf
  // Loaded for bundles with files only.
  const { fillPages } = await import('./file-pages.ts')
  return await fillPages(pdf, bundle.files, places)
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [cleaned(value)]
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.values(value).flatMap(textsOf)
}

function drawSheet(pen: Pen, sheet: Sheet): void {
  let y = drawHead(pen, sheet)
  for (const part of sheet.parts) y = drawPart(pen, part, y)
  drawFeet(pen, sheet)
}

function drawFeet(pen: Pen, { name, from, language }: Pick<Sheet, 'name' | 'from' | 'language'>): void {
  const { count } = pen.doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pen.doc.switchToPage(page)
    const pageOf = textsIn(language).text('pdf.page', { page: page + 1, pages: count })
    const y = pen.doc.page.height - PAGE.bottom + 22
    const style = { size: SIZES.small, colour: COLOURS.muted, gap: 0 }
    pen.line(PAGE.left, y - 8, pen.width)
    pen.margin(`${from.name} · ${name}`, PAGE.left, y, { ...style, width: pen.width - 110 })
    pen.margin(pageOf, pen.right - 100, y, { ...style, width: 100, align: 'right' })
  }
}

const QR = { size: 108, gap: 32 } as const
const TEXT = { size: 11, gap: 3 } as const
const AFTER = 10

export function drawLetters(pen: Pen, { language, from, letters }: Letters): void {
  for (const [index, letter] of letters.entries()) {
    if (index > 0) pen.doc.addPage()
    pen.within('Sect', () => {
      const top = drawLetterhead(pen, { language, from, ...letter }) + 18
      drawLetter(pen, letter, language, top)
    })
  }
}

function drawLetter(pen: Pen, { opening, steps, code, url, closing }: Letter, language: Language, top: number): void {
  const style = { ...TEXT, width: pen.width }
  let y = pen.write('P', opening, PAGE.left, top, style) + AFTER
  pen.within('L', () => {
    for (const [index, step] of steps.entries())
      pen.within('LI', () => {
        y = pen.write('LBody', `${index + 1}. ${step}`, PAGE.left, y, style) + AFTER
      })
  })
  y += 8
  pen.squares(squaresOf(url), textsIn(language).text('pdf.qrCode', { url }), [PAGE.left, y], QR.size)
  const x = PAGE.left + QR.size + QR.gap
  const width = pen.right - x
  const below = pen.write('P', code.label, x, y + 14, { size: SIZES.text, colour: COLOURS.muted, width })
  pen.write('P', code.value, x, below + 4, { font: 'bold', size: 26, width })
  y += QR.size + 22
  for (const paragraph of closing)
    y = pen.write('P', paragraph, PAGE.left, y, { size: SIZES.text, width: pen.width }) + AFTER / 2
}

function squaresOf(text: string): boolean[][] {
  const code = generate(text, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const places = Array.from({ length: code.size }, (_, place) => place)
  return places.map((row) => places.map((column) => code.get(column, row)))
}
