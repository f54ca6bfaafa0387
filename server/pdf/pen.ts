import PdfDocument from 'pdfkit'
import type { Sheet } from './sheet.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'

type FontName = 'regular' | 'bold'
/** Not the fonts that every reader has: those lack the letters of many names. */
export type Fonts = Readonly<Record<FontName, Uint8Array>>

interface Style {
  font?: FontName
  size?: number
  colour?: string
  align?: 'left' | 'right'
  width: number
  gap?: number
}

export type Pen = ReturnType<typeof createPen>
type Tag = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Div'

/** Writes on pages one below the other, and tells readers that do not see what is a heading, a table, or nothing but a line. */
export function createPen({ language, name, from }: Sheet, fonts: Fonts) {
  const doc = new PdfDocument({
    size: 'A4',
    margins: { top: PAGE.top, bottom: PAGE.bottom, left: PAGE.left, right: PAGE.left },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    font: '',
    info: { Title: name, Author: from.name, Creator: 'Dierenportaal', Producer: 'Dierenportaal' },
  })
  for (const [font, bytes] of Object.entries(fonts)) doc.registerFont(font, bytes)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const open = [root]

  const styled = ({ font = 'regular', size = SIZES.text, colour = COLOURS.text }: Style) =>
    doc.font(font).fontSize(size).fillColor(colour)
  const optionsOf = ({ align = 'left', width, gap = 2 }: Style) => ({ align, width, lineGap: gap })
  const bottom = () => doc.page.height - doc.page.margins.bottom

  return {
    doc,
    bottom,

    height(text: string, style: Style): number {
      return styled(style).heightOfString(plain(text), optionsOf(style))
    },

    /** Goes on below itself, on a next page where it has to; answers where it ends. */
    write(tag: Tag, text: string, x: number, y: number, style: Style): number {
      const written = () => void styled(style).text(plain(text), x, y, optionsOf(style))
      open.at(-1)!.add(doc.struct(tag, {}, written))
      return doc.y
    },

    /** What is written meanwhile belongs to it. */
    within(tag: Tag, work: () => void): void {
      const element = doc.struct(tag)
      open.at(-1)!.add(element)
      open.push(element)
      work()
      open.pop()
    },

    picture(image: unknown, alt: string, x: number, y: number, fit: [number, number]): void {
      const drawn = () => void doc.image(image as string, x, y, { fit })
      open.at(-1)!.add(doc.struct('Figure', { alt }, drawn))
    },

    line(x: number, y: number, width: number, colour: string = COLOURS.line, thickness = 0.75): void {
      doc.markContent('Artifact', { type: 'Layout' })
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .strokeColor(colour)
        .stroke()
      doc.endMarkedContent()
    },

    /** In the margin of a page that is full: no part of what is read. */
    margin(text: string, x: number, y: number, style: Style): void {
      doc.page.margins.bottom = 0
      doc.markContent('Artifact', { type: 'Pagination' })
      styled(style).text(plain(text), x, y, { ...optionsOf(style), lineBreak: true, height: 12, ellipsis: true })
      doc.endMarkedContent()
      doc.page.margins.bottom = PAGE.bottom
    },

    /** Answers where to go on: here, or on a next page where so much does not fit any more. */
    room(y: number, height: number): number {
      if (y + height <= bottom()) return y
      doc.addPage()
      return PAGE.top
    },
  }
}

/** Without what cannot be seen. */
const plain = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{C}\n]/gu, '')
