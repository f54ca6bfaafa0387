import { SIGNATURE as SIGNATURE_BOX } from '#contract/form.ts'
import type { Column, Part } from './sheet.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'
import { drawFacts } from './head.ts'
import type { Pen } from './pen.ts'

const AFTER = 14
const HEADING = { font: 'bold', size: SIZES.label, colour: COLOURS.brand, gap: 0 } as const
const CELL = { x: 10, y: 5 } as const
const DENSE = { x: 6, y: 3 } as const
const SIGNATURE = { gap: 48, height: 52 } as const
const SUMS = 260
const PICTURE_HEIGHT = 200
/** Width of a drawn signature in points. */
const DRAWN_WIDTH = 220

/** Draws a part. Returns the y below. */
export function drawPart(pen: Pen, part: Part, y: number): number {
  switch (part.kind) {
    case 'text':
      return drawText(pen, part, y)
    case 'table':
      return drawTable(pen, part, y)
    case 'sums':
      return drawSums(pen, part, y)
    case 'note':
      return drawNote(pen, part, y)
    case 'signatures':
      return drawSignatures(pen, part, y)
    case 'facts':
      return drawFacts(pen, part.facts, drawHeading(pen, part.heading, pen.room(y, 80)) + 2)
    case 'contents':
      return y
    case 'pictures':
      return drawPictures(pen, part, y)
    case 'signature':
      return drawSignature(pen, part, y)
  }
}

type PartOf<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>

export function drawHeading(pen: Pen, heading: string, y: number): number {
  return pen.write('H2', heading, PAGE.left, y, { ...HEADING, width: pen.width }) + 3
}

function drawText(pen: Pen, { heading, text }: PartOf<'text'>, top: number): number {
  const style = { width: pen.width }
  // Keeps a heading with the beginning of its text.
  const beginning = Math.min(pen.height(text, style), 42)
  const y = drawHeading(pen, heading, pen.room(top, beginning + 16))
  return pen.write('P', text, PAGE.left, y, style) + AFTER
}

function drawNote(pen: Pen, { text }: PartOf<'note'>, top: number): number {
  const style = { width: pen.width }
  const y = pen.room(top, Math.min(pen.height(text, style), 120))
  return pen.write('P', text, PAGE.left, y, style) + 6
}

function drawTable(pen: Pen, { heading, columns, rows, isDense = false }: PartOf<'table'>, top: number): number {
  const padding = isDense ? DENSE : CELL
  const places = placesOf(pen, columns, padding.x)
  const styleOf = (tag: 'TH' | 'TD') => cellStyle(tag, isDense)
  const heightOf = (cells: string[], tag: 'TH' | 'TD') =>
    Math.max(...places.map(({ width }, index) => pen.height(cells[index] || ' ', { ...styleOf(tag), width }))) +
    2 * padding.y -
    2
  const header = columns.map(({ label }) => label)
  const headerHeight = heightOf(header, 'TH')
  const heights = rows.map((cells) => heightOf(cells, 'TD'))
  // Keeps the heading and the header with the first row, and the last row with the one before.
  let y = pen.room(top, Math.max(66, (heading ? 22 : 0) + headerHeight + (heights[0] ?? 0)))
  if (heading) y = drawHeading(pen, heading, y) + 2
  const end = (height: number, colour: string) => {
    y += height
    pen.line(PAGE.left, y, pen.width, colour)
  }
  const cellsOf = (cells: string[], tag: 'TH' | 'TD') =>
    places.map(({ x, width, align }, index) => {
      const style = { ...styleOf(tag), width, align }
      return [cells[index] ?? '', x, y + padding.y, style] as const
    })
  pen.within('Table', () => {
    pen.within('THead', () => {
      pen.within('TR', () => {
        for (const cell of cellsOf(header, 'TH')) pen.write('TH', ...cell, 'Column')
      })
    })
    end(headerHeight, COLOURS.brand)
    pen.within('TBody', () => {
      for (const [index, cells] of rows.entries()) {
        const height = heights[index] ?? 0
        const after = index > 0 && index === rows.length - 2 ? (heights[index + 1] ?? 0) : 0
        if (y + height + after > pen.bottom()) {
          y = pen.room(pen.bottom(), 1)
          for (const cell of cellsOf(header, 'TH')) pen.repeat(...cell)
          end(headerHeight, COLOURS.brand)
        }
        pen.within('TR', () => {
          for (const cell of cellsOf(cells, 'TD')) pen.write('TD', ...cell)
        })
        end(height, COLOURS.line)
      }
    })
  })
  return y + AFTER
}

interface Place {
  x: number
  width: number
  align: 'left' | 'right'
}

const cellStyle = (tag: 'TH' | 'TD', isDense: boolean) => ({
  ...(isDense && ({ size: SIZES.dense, gap: 1 } as const)),
  ...(tag === 'TH' && ({ font: 'bold', size: isDense ? SIZES.dense : SIZES.label, colour: COLOURS.muted } as const)),
})

/** Columns of text are wider than columns of figures. */
function placesOf(pen: Pen, columns: Column[], gap: number): Place[] {
  const weightOf = ({ figures, weight }: Column) => weight ?? (figures ? 2 : 5)
  const whole = columns.reduce((sum, column) => sum + weightOf(column), 0)
  let x: number = PAGE.left
  return columns.map((column, index) => {
    const width = (pen.width * weightOf(column)) / whole
    const left = x
    x += width
    const isLast = index === columns.length - 1
    return { x: left, width: isLast ? width : width - gap, align: column.figures ? 'right' : 'left' }
  })
}

function drawSignatures(pen: Pen, { labels }: PartOf<'signatures'>, top: number): number {
  const width = (pen.width - SIGNATURE.gap * (labels.length - 1)) / labels.length
  const y = pen.room(top, SIGNATURE.height)
  for (const [index, label] of labels.entries()) {
    const x = PAGE.left + index * (width + SIGNATURE.gap)
    pen.write('P', label, x, y, { size: SIZES.label, colour: COLOURS.muted, width })
    pen.line(x, y + SIGNATURE.height - AFTER, width, COLOURS.text)
  }
  return y + SIGNATURE.height
}

/** Draws two pictures in a row. */
function drawPictures(pen: Pen, { alt, pictures }: PartOf<'pictures'>, top: number): number {
  const width = (pen.width - AFTER) / 2
  let y = top
  for (const [index, picture] of pictures.entries()) {
    const isLeft = index % 2 === 0
    if (isLeft) y = pen.room(y, PICTURE_HEIGHT)
    const x = isLeft ? PAGE.left : PAGE.left + width + AFTER
    pen.picture(picture, `${alt} ${index + 1}`, [x, y], [width, PICTURE_HEIGHT])
    if (!isLeft || index === pictures.length - 1) y += PICTURE_HEIGHT + AFTER
  }
  return y
}

function drawSignature(pen: Pen, { alt, strokes }: PartOf<'signature'>, top: number): number {
  const height = (DRAWN_WIDTH * SIGNATURE_BOX.height) / SIGNATURE_BOX.width
  const y = pen.room(top, height + AFTER)
  pen.strokes(strokes, alt, [PAGE.left, y], DRAWN_WIDTH / SIGNATURE_BOX.width)
  pen.line(PAGE.left, y + height, DRAWN_WIDTH, COLOURS.text)
  return y + height + AFTER
}

function drawSums(pen: Pen, { rows }: PartOf<'sums'>, top: number): number {
  const x = pen.right - SUMS
  const step = 21
  let y = pen.room(top, rows.length * step + AFTER)
  pen.within('Table', () => {
    for (const [index, { label, value, strong }] of rows.entries()) {
      if (strong && index > 0) pen.line(x, y, SUMS)
      const style = { ...(strong && { font: 'bold' as const, size: 11 }) }
      pen.within('TR', () => {
        pen.write('TH', label, x, y + 5, { ...style, width: SUMS * 0.58 }, 'Row')
        pen.write('TD', value, x + SUMS * 0.55, y + 5, { ...style, width: SUMS * 0.45, align: 'right' })
      })
      y += step
    }
  })
  return y + AFTER + 4
}
