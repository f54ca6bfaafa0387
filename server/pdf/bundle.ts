import { drawHead } from './head.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'
import { drawPart } from './parts.ts'
import type { Pen } from './pen.ts'
import type { Bundle, Part, Sheet } from './sheet.ts'

/** Place of a page of a file: smaller margins than those of texts, so that the page stays legible. */
const FILE = { left: 36, top: 44, bottom: 56 } as const

export interface DrawnBundle {
  /** Pages on which the documents and files begin, from 1. */
  starts: number[]
  /** Objects that the pages of each file have to fill. */
  places: number[][]
}

/** Draws a bundle. The contents need the pages of an earlier drawing, because they come first. */
export function drawBundle(pen: Pen, { sheets, files }: Bundle, startsBefore: readonly number[]): DrawnBundle {
  const starts: number[] = []
  const begin = (title: string) => {
    if (starts.length > 0) pen.doc.addPage()
    starts.push(pen.doc.bufferedPageRange().count)
    pen.doc.outline.addItem(title)
  }
  const titles = [...sheets.map(({ name }) => name), ...files.map(({ label }) => label)]
  const contents = titles.map((title, index) => [title, String(startsBefore[index] ?? '')]).slice(1)
  for (const sheet of sheets) {
    begin(sheet.name)
    pen.within('Sect', () => {
      let y = drawHead(pen, sheet)
      for (const part of sheet.parts) y = drawPart(pen, asTable(part, contents), y)
    })
  }
  const places = files.map(({ label, pages }) => {
    begin(label)
    return pages.map((page, index) => {
      if (index > 0) pen.doc.addPage()
      return drawFilePage(pen, page, pages.length > 1 ? `${label} (${index + 1}/${pages.length})` : label)
    })
  })
  return { starts, places }
}

const asTable = (part: Part, rows: string[][]): Sheet['parts'][number] =>
  part.kind === 'contents'
    ? {
        kind: 'table',
        heading: part.heading,
        columns: [
          { label: part.titleLabel, weight: 8 },
          { label: part.pageLabel, figures: true, weight: 1 },
        ],
        rows,
        isDense: true,
      }
    : part

function drawFilePage(pen: Pen, page: { width: number; height: number }, label: string): number {
  const { width, height } = pen.doc.page
  let place = 0
  pen.within('Sect', () => {
    const style = { font: 'bold', size: SIZES.label, colour: COLOURS.brand, width: pen.width } as const
    pen.write('H2', label, PAGE.left, FILE.top - 20, style)
    const room = [width - 2 * FILE.left, height - FILE.top - FILE.bottom] as const
    place = pen.place(page, label, [FILE.left, FILE.top], [...room])
  })
  return place
}
