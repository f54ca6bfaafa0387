import type { Letters, Sheet } from './sheet.ts'
import { drawHead } from './head.ts'
import { drawLetters } from './letters.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'
import { drawPart } from './parts.ts'
import { type Fonts, loadFaces } from './faces.ts'
import { type Pen, createPen } from './pen.ts'
import { cleaned } from './readable.ts'
import { textsIn } from '#server/texts.ts'

/** A sheet, or letters, as a PDF. */
export async function draw(sheet: Sheet | Letters, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const pen = createPen(sheet, await loadFaces(textsOf(sheet), fonts))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pen.doc.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk))
    pen.doc.once('end', resolve)
    pen.doc.once('error', reject)
  })
  if ('letters' in sheet) drawLetters(pen, sheet)
  else drawSheet(pen, sheet)
  pen.doc.end()
  await ended
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Every text of a sheet. */
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

function drawFeet(pen: Pen, { name, from, language }: Sheet): void {
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
