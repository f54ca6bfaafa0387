import type { Language } from '#contract/languages.ts'
import type { Fact, Sheet } from './sheet.ts'
import { ADDRESS_TOP, COLOURS, LOGO, PAGE, SIZES } from './page.ts'
import type { Pen } from './pen.ts'
import { textsIn } from '#server/texts.ts'

const CONTACT = { width: 200, gap: 24 }
/** Top of the address on pages that need not fit a window envelope. */
const COMPACT_ADDRESS_TOP = 108

/** Draws letterhead, recipient, title and facts. Returns the y below. */
export function drawHead(pen: Pen, sheet: Sheet): number {
  const y = drawLetterhead(pen, sheet) + 12
  return sheet.facts.length > 0 ? drawFacts(pen, sheet.facts, y) : y
}

/** Draws letterhead, recipient and title. Returns the y below. */
export function drawLetterhead(
  pen: Pen,
  {
    language,
    from,
    to,
    title,
    isWide = false,
    isCompact = isWide,
  }: Pick<Sheet, 'language' | 'from' | 'to' | 'title' | 'isWide' | 'isCompact'>,
): number {
  const ends = [drawSender(pen, from, language), drawContact(pen, from)]
  let y = Math.max(isCompact ? COMPACT_ADDRESS_TOP : ADDRESS_TOP, ...ends.map((end) => end + CONTACT.gap))
  for (const line of to) y = pen.write('P', line, PAGE.left, y, { size: 11, width: pen.width * 0.6 })
  return pen.write('H1', title, PAGE.left, isCompact ? y + 16 : Math.max(y + 34, 258), {
    font: 'bold',
    size: SIZES.title,
    colour: COLOURS.brand,
    width: pen.width,
  })
}

function drawSender(pen: Pen, { name, logo }: Sheet['from'], language: Language): number {
  if (logo) {
    const label = textsIn(language).text('pdf.logo', { practice: name })
    pen.picture(logo, label, [PAGE.left, PAGE.top], [LOGO.width, LOGO.height])
    return PAGE.top + LOGO.height
  }
  const width = pen.width - CONTACT.width - CONTACT.gap
  return pen.write('P', name, PAGE.left, PAGE.top, { font: 'bold', size: SIZES.name, colour: COLOURS.brand, width })
}

function drawContact(pen: Pen, { name, lines, logo }: Sheet['from']): number {
  const style = { size: 9, width: CONTACT.width, align: 'right' } as const
  const x = pen.right - CONTACT.width
  let y = PAGE.top + 1
  if (logo) y = pen.write('P', name, x, y, { ...style, font: 'bold' })
  for (const line of lines) y = pen.write('P', line, x, y, { ...style, colour: COLOURS.muted })
  return y
}

/** Draws facts in columns between two lines. Returns the y below. */
export function drawFacts(pen: Pen, facts: Fact[], top: number): number {
  const columns = facts.length === 5 ? 3 : Math.min(Math.max(facts.length, 1), 4)
  const step = pen.width / columns
  const label = { size: SIZES.label, colour: COLOURS.muted, width: step - 12, gap: 0 }
  const value = { font: 'bold', width: step - 12 } as const
  let y = top
  pen.line(PAGE.left, y, pen.width)
  y += 9
  pen.within('L', () => {
    for (let first = 0; first < facts.length; first += columns) {
      const row = facts.slice(first, first + columns)
      const labels = Math.max(...row.map((fact) => pen.height(fact.label, label)))
      const values = Math.max(...row.map((fact) => pen.height(fact.value, value)))
      y = pen.room(y, labels + values + 11)
      for (const [index, fact] of row.entries()) {
        const x = PAGE.left + index * step
        pen.within('LI', () => {
          pen.write('Lbl', fact.label, x, y, label)
          pen.write('LBody', fact.value, x, y + labels + 2, value)
        })
      }
      y += labels + values + 11
    }
  })
  pen.line(PAGE.left, y - 2, pen.width)
  return y + 16
}
