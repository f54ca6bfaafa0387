import PdfDocument from 'pdfkit'

declare global {
  namespace PDFKit.Mixins {
    // Features of pdfkit that its types lack.
    interface PDFFont {
      _font: { ascender: number; font: FontProgram; widthOfString: (text: string, size: number) => number }
      registerFont(name: string, program: FontProgram): this
    }
    interface FontProgram {
      characterSet: number[]
      layout: (text: string, features?: Record<string, boolean>) => unknown
      getGlyph: (id: number, codePoints?: number[]) => { codePoints: number[] }
    }
    interface PDFText {
      _fontSize: number
      _fragment(text: string, x: number, y: number, options: LineOptions): void
    }
    interface LineOptions extends TextOptions {
      lineWidth?: number
      textWidth?: number
      wordCount?: number
    }
  }
}

/** Fonts for characters that the document's own font lacks. */
export const FALLBACKS = ['latin', 'latin-bold', 'symbols', 'more-symbols', 'math'] as const
export type Fallback = (typeof FALLBACKS)[number]

/** Embedded fonts: the 14 standard PDF fonts lack the letters of many names. Fallback fonts are read when a text needs them. */
export interface Fonts {
  regular: Uint8Array
  bold: Uint8Array
  load: (font: Fallback) => Promise<Uint8Array>
}

export type Weight = 'regular' | 'bold'

interface Face {
  name: Weight | Fallback
  program: PDFKit.Mixins.FontProgram
  covers: ReadonlySet<number>
}

/** Fonts of a document by weight, in the order in which they are tried. */
export type Faces = Readonly<Record<Weight, readonly Face[]>>

const known = new WeakMap<Uint8Array, Omit<Face, 'name'>>()
/** Text of other scripts is not shaped and ordered by these fonts, though they have some of its letters. */
const DRAWN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u

/** Reads a font once for all documents, because parsing its tables takes longer than drawing. */
function faceOf(name: Face['name'], bytes: Uint8Array): Face {
  const found = known.get(bytes) ?? read(bytes)
  known.set(bytes, found)
  return { name, ...found }
}

function read(bytes: Uint8Array): Omit<Face, 'name'> {
  // Without `font: ''`, pdfkit loads a standard font.
  const doc = new PdfDocument({ autoFirstPage: false, font: '' })
  doc.registerFont('font', bytes)
  const program = doc.font('font')._font.font
  const { layout, getGlyph } = program
  // Noto Sans decomposes letters such as `ị` (feature ccmp): as text, each `i` of the file would then be `ị`.
  program.layout = (text, features) => layout.call(program, text, { ccmp: false, ...features })
  // Glyphs are kept from one document to the next, and may have been made as parts of others, without a character.
  program.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph.call(program, id, codePoints)
    if (codePoints.length > 0) glyph.codePoints = codePoints
    return glyph
  }
  const codes = program.characterSet.filter((code) => DRAWN.test(String.fromCodePoint(code)))
  return { program, covers: new Set(codes) }
}

export async function loadFaces(texts: readonly string[], fonts: Fonts): Promise<Faces> {
  const [regular, bold] = [[faceOf('regular', fonts.regular)], [faceOf('bold', fonts.bold)]]
  const own = [...regular, ...bold]
  const missing = new Set<number>()
  for (const text of texts)
    for (const character of text)
      if (character !== '\n' && own.some(({ covers }) => !covers.has(codeOf(character)))) missing.add(codeOf(character))
  for (const name of FALLBACKS) {
    if (missing.size === 0) break
    const face = faceOf(name, await fonts.load(name))
    if (name !== 'latin-bold') regular.push(face)
    if (name !== 'latin') bold.push(face)
    // Both weights of the letters are needed.
    if (name !== 'latin') for (const code of face.covers) missing.delete(code)
  }
  return { regular, bold }
}

export const codeOf = (character: string): number => character.codePointAt(0) ?? 0

/** Returns the first face that has every character of the text. */
export const faceFor = (text: string, faces: readonly Face[]): Face | undefined =>
  faces.find(({ covers }) => Array.from(text).every((character) => covers.has(codeOf(character))))

/**
 * Pieces of text that need one font: a word, or a character with its combining marks. Lines do not break within a piece, so
 * that its measured width equals its drawn width.
 */
const PIECES = /[\p{L}\p{M}\p{N}'’]+|[^\p{M}]\p{M}*|\p{M}+/gu
/** Marks where a long word may break. */
export const ZERO_WIDTH_SPACE = '\u200B'
const CLUSTERS = /[^\p{M}]\p{M}*|\p{M}+/gu

export interface Run {
  face: Weight | Fallback
  text: string
}

/** Splits a text into runs that a single font can draw. Omits characters that no font has. */
export function runsOf(text: string, faces: readonly Face[]): Run[] {
  const runs: Run[] = []
  const add = (face: Face | undefined, piece: string) => {
    const last = runs.at(-1)
    if (last && last.face === face?.name) last.text += piece
    else if (face) runs.push({ face: face.name, text: piece })
  }
  for (const piece of text.match(PIECES) ?? []) {
    if (piece === '\n' || piece === ZERO_WIDTH_SPACE) continue
    const face = faceFor(piece, faces)
    if (face) add(face, piece)
    else for (const cluster of piece.match(CLUSTERS) ?? []) add(faceFor(cluster, faces), cluster)
  }
  return runs
}

/** Makes the document measure and draw text in several fonts; `weight` selects their order. */
export function drawInFaces(doc: PDFKit.PDFDocument, faces: Faces, weight: () => Weight): void {
  for (const { name, program } of [...faces.regular, ...faces.bold]) doc.registerFont(name, program)
  if (faces.regular.length === 1) return
  const facesNow = () => faces[weight()]
  const own = { width: doc.widthOfString.bind(doc), draw: doc._fragment.bind(doc) }
  // While a run is drawn, pdfkit measures and draws with the font of the run.
  let isInRun = false
  const within = <T>(face: string, work: () => T): T => {
    doc.font(face)
    isInRun = true
    try {
      return work()
    } finally {
      isInRun = false
      doc.font(weight())
    }
  }
  const isOwn = (text: string) => isInRun || faceFor(text.replaceAll('\n', ''), facesNow().slice(0, 1)) !== undefined
  const runsNow = (text: string) => runsOf(text, facesNow())

  doc.widthOfString = (text, options) => {
    if (isOwn(text)) return own.width(text, options)
    return runsNow(text).reduce((sum, run) => sum + within(run.face, () => own.width(run.text, options)), 0)
  }
  doc._fragment = (text, x, y, options) => {
    if (isOwn(text)) return own.draw(text, x, y, options)
    // pdfkit aligns a line in one font only.
    const { align, lineWidth = 0, width: _width, textWidth: _textWidth, wordCount: _count, ...others } = options
    const free = align === 'right' ? lineWidth - doc.widthOfString(text.replace(/\s+$/, '')) : 0
    // Ascenders differ, so all fonts share the baseline of the document's own font.
    const baseline = (-doc._font.ascender / 1000) * doc._fontSize
    let at = x + free
    for (const run of runsNow(text)) {
      within(run.face, () => own.draw(run.text, at, y, { ...others, baseline }))
      at += within(run.face, () => own.width(run.text))
    }
  }
}
