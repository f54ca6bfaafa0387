import PdfDocument from 'pdfkit'
import { SIGNATURE } from '#contract/form.ts'
import { type Faces, type Weight, ZERO_WIDTH_SPACE, drawInFaces } from './faces.ts'
import { cleaned, readable } from './readable.ts'
import type { Picture, Sheet } from './sheet.ts'
import { COLOURS, PAGE, SIZES } from './page.ts'
import { BoundedMap } from '#server/http/rate-limit.ts'

interface Style {
  font?: Weight
  size?: number
  colour?: string
  align?: 'left' | 'right'
  width: number
  gap?: number
}

export type Pen = ReturnType<typeof createPen>
type Group = 'Sect' | 'L' | 'LI' | 'Table' | 'THead' | 'TBody' | 'TR'
export type Tag = 'H1' | 'H2' | 'P' | 'Lbl' | 'LBody' | 'TH' | 'TD'
type Scope = 'Column' | 'Row'
type Point = [x: number, y: number]
type Size = [width: number, height: number]

type Drawn = Pick<Sheet, 'language' | 'name' | 'from' | 'isWide'>

function openDocument({ language, name, from, isWide = false }: Drawn) {
  return new PdfDocument({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    margins: { top: PAGE.top, bottom: PAGE.bottom, left: PAGE.left, right: PAGE.left },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    font: '',
    info: { Title: oneLine(name), Author: oneLine(from.name), Creator: 'Dierenportaal', Producer: 'Dierenportaal' },
  })
}

/** Draws on pages and tags what it draws (PDF/UA structure) for screen readers. */
export function createPen(drawn: Drawn, faces: Faces) {
  const { language } = drawn
  const doc = openDocument(drawn)
  const right = doc.page.width - PAGE.left
  let weight: Weight = 'regular'
  drawInFaces(doc, faces, () => weight)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let parent = root

  const styled = ({ font = 'regular', size = SIZES.text, colour = COLOURS.text }: Style) => {
    weight = font
    return doc.font(font).fontSize(size).fillColor(colour)
  }
  // A space ends each line: without it, its last word and the next line's first are read as one.
  const plain = (text: string, { width }: Style) =>
    readable(text, faces, language)
      .replaceAll(/ *\n/g, ' \n')
      .replaceAll(/\S{2,}/g, (word) => (CLUSTERED.test(word) && doc.widthOfString(word) > width ? parted(word) : word))
  const optionsOf = ({ align = 'left', width, gap = 2 }: Style) => ({ align, width, lineGap: gap })
  const bottom = () => doc.page.height - doc.page.margins.bottom

  return {
    doc,
    bottom,
    right,
    width: right - PAGE.left,
    ...figuresIn(doc, (element) => parent.add(element)),

    height(text: string, style: Style): number {
      return styled(style).heightOfString(plain(text, style), optionsOf(style))
    },

    /** Writes text that may break over pages. Returns the y below. */
    write(tag: Tag, text: string, x: number, y: number, style: Style, scope?: Scope): number {
      const written = () => void styled(style).text(plain(text, style), x, y, optionsOf(style))
      parent.add(doc.struct(tag, scope ? { scope } : {}, written))
      return doc.y
    },

    /** Repeats text, such as a table header on the next page, as an artifact that screen readers skip. */
    repeat(text: string, x: number, y: number, style: Style): void {
      doc.markContent('Artifact', { type: 'Pagination' })
      styled(style).text(plain(text, style), x, y, optionsOf(style))
      doc.endMarkedContent()
    },

    /** Runs `work` with a structure element as the parent. */
    within(tag: Group, work: () => void): void {
      const outer = parent
      parent = doc.struct(tag)
      outer.add(parent)
      work()
      parent = outer
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

    /** A footer: an artifact, outside the structure. */
    margin(text: string, x: number, y: number, style: Style): void {
      doc.page.margins.bottom = 0
      doc.markContent('Artifact', { type: 'Pagination' })
      styled(style).text(plain(text, style), x, y, { ...optionsOf(style), lineBreak: true, height: 12, ellipsis: true })
      doc.endMarkedContent()
      doc.page.margins.bottom = PAGE.bottom
    },

    /** Breaks the page if the height does not fit. Returns the y to continue at. */
    room(y: number, height: number): number {
      if (y + height <= bottom()) return y
      doc.addPage()
      return PAGE.top
    },
  }
}

/** Draws pictures, each with a text for screen readers. */
function figuresIn(doc: PDFKit.PDFDocument, add: (element: PDFKit.PDFStructureElement) => void) {
  // Opened once, so that the file contains a picture once for all pages.
  const pictures = new Map<string, PdfPicture>()
  function opened({ url, bytes }: Picture): PdfPicture {
    const picture = pictures.get(url) ?? doc.openImage(bytes)
    if (!pictures.has(url)) decodeCached(picture, url)
    pictures.set(url, picture)
    return picture
  }

  const figure = (alt: string, [x, y]: Point, [width, height]: Size, drawn: () => void) =>
    add(doc.struct('Figure', { alt: oneLine(alt), bbox: [x, y, x + width, y + height] }, drawn))

  return {
    picture(shown: Picture, alt: string, [x, y]: Point, fit: Size): void {
      const picture = opened(shown)
      // Exif orientations from 5 turn the picture by a quarter.
      const isTurned = (picture.orientation ?? 1) > 4
      const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height]
      const scale = Math.min(fit[0] / width, fit[1] / height)
      const drawn = () => void doc.image(picture, x, y, { fit })
      figure(alt, [x, y], [width * scale, height * scale], drawn)
    },

    /** Draws the place of a page of another PDF, which `fillPages` fills. Returns the number of its object. */
    place(size: { width: number; height: number }, alt: string, [x, y]: Point, fit: Size): number {
      const obj = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] })
      obj.end('')
      const scale = Math.min(fit[0] / size.width, fit[1] / size.height)
      const [width, height] = [size.width * scale, size.height * scale]
      const left = x + (fit[0] - width) / 2
      const drawn = () => void doc.image({ ...size, label: `P${obj.id}`, obj }, left, y, { fit: [width, height] })
      figure(alt, [left, y], [width, height], drawn)
      return obj.id
    },

    /** Draws a signature within its box. `scale` is points of the page for each unit of the box. */
    strokes(strokes: readonly (readonly number[])[], alt: string, [x, y]: Point, scale: number): void {
      const drawn = () => {
        for (const stroke of strokes) {
          for (let place = 0; place + 1 < stroke.length; place += 2) {
            const [left = 0, top = 0] = stroke.slice(place, place + 2)
            const at = [x + left * scale, y + Math.min(top, SIGNATURE.height) * scale] as const
            if (place === 0) doc.moveTo(...at)
            else doc.lineTo(...at)
          }
        }
        doc.lineWidth(1.2).strokeColor('#000').stroke()
      }
      figure(alt, [x, y], [SIGNATURE.width * scale, SIGNATURE.height * scale], drawn)
    },

    /** Draws the squares of a QR code; `true` is dark. */
    squares(rows: readonly (readonly boolean[])[], alt: string, [x, y]: Point, size: number): void {
      const step = size / rows.length
      const drawn = () => {
        for (const [row, squares] of rows.entries()) {
          for (let from = 0; from < squares.length; from += 1) {
            if (!squares[from]) continue
            const light = squares.indexOf(false, from)
            const until = light === -1 ? squares.length : light
            doc.rect(x + from * step, y + row * step, (until - from) * step, step)
            from = until
          }
        }
        doc.fill('#000')
      }
      figure(alt, [x, y], [size, size], drawn)
    },
  }
}

const oneLine = (text: string) => cleaned(text).replaceAll('\n', ' ')

/** Letters with marks, and characters of two code units: pdfkit would break a word that is wider than its line within them. */
const CLUSTERED = /\p{M}|[\u{10000}-\u{10FFFF}]/u
/** A word that may break between its characters. */
const parted = (word: string) => (word.match(/[^\p{M}]\p{M}*|\p{M}+/gu) ?? []).join(ZERO_WIDTH_SPACE)

/** A picture opened by pdfkit. A JPEG needs no decoding. */
interface PdfPicture {
  width: number
  height: number
  /** Name and object in the file; absent until pdfkit embeds the picture. */
  label?: string
  /** Exif orientation of a JPEG. */
  orientation?: number
  obj?: PDFKit.PDFKitReference
  imgData?: Uint8Array | null | undefined
  alphaChannel?: Uint8Array
  finalize?(): void
}

declare global {
  namespace PDFKit.Mixins {
    // Features of pdfkit that its types lack.
    interface PDFImage {
      openImage(bytes: Uint8Array): PdfPicture
      image(picture: PdfPicture, x: number, y: number, options: { fit: [number, number] }): this
    }
    interface StructureElementOptions {
      /** Left, top, right and bottom. */
      bbox?: [number, number, number, number]
      scope?: 'Column' | 'Row'
    }
  }
}

const MAX_CACHED = 8
const decoded = new BoundedMap<string, Pick<PdfPicture, 'imgData' | 'alphaChannel'>>(MAX_CACHED)

/** Caches the decoded logo between documents: decoding an alpha channel takes longer than drawing the rest of a page. */
export function decodeCached(picture: PdfPicture, url: string): void {
  const { finalize } = picture
  if (!finalize) return
  const known = decoded.get(url)
  if (known) {
    const use = () => finalize.call(Object.assign(picture, known))
    // The methods by which pdfkit decodes a PNG that a PDF cannot embed; each ends with `finalize`.
    Object.assign(picture, { splitAlphaChannel: use, loadIndexedAlphaChannel: use, decodeData: use })
    return
  }
  picture.finalize = () => {
    const { imgData, alphaChannel } = picture
    decoded.set(url, { imgData, ...(alphaChannel && { alphaChannel }) })
    finalize.call(picture)
  }
}
