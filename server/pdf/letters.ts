import { correction, generate } from 'lean-qr'
import type { Language } from '#contract/languages.ts'
import { drawLetterhead } from './head.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'
import type { Pen } from './pen.ts'
import type { Letter, Letters } from './sheet.ts'
import { textsIn } from '#server/texts.ts'

const QR = { size: 108, gap: 32 } as const
const TEXT = { size: 11, gap: 3 } as const
const AFTER = 10

/** Each on a page of its own. */
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
