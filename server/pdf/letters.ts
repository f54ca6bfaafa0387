import { correction, generate } from 'lean-qr'
import { drawLetterhead } from './head.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'
import type { Pen } from './pen.ts'
import type { Letter, Letters } from './sheet.ts'

const QR = { size: 108, gap: 32 } as const
const TEXT = { size: 11, gap: 3 } as const
const AFTER = 10

/** Each on a page of its own. */
export function drawLetters(pen: Pen, { from, letters }: Letters): void {
  for (const [index, letter] of letters.entries()) {
    if (index > 0) pen.doc.addPage()
    const top = drawLetterhead(pen, { from, ...letter }) + 18
    drawLetter(pen, letter, top)
  }
}

function drawLetter(pen: Pen, { paragraphs, code, url, closing }: Letter, top: number): void {
  let y = top
  for (const paragraph of paragraphs) y = pen.write('P', paragraph, PAGE.left, y, { ...TEXT, width: pen.width }) + AFTER
  y += 8
  pen.squares(squaresOf(url), url, PAGE.left, y, QR.size)
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
