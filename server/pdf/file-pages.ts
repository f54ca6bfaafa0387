import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  type PDFPage,
  PDFPageEmbedder,
  type PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
  decodePDFRawStream,
} from '@cantoo/pdf-lib'
import PdfDocument from 'pdfkit'
import { MAX_CLAIM_PAGES } from '#contract/claim.ts'
import type { Bytes } from '#server/files/bytes.ts'
import type { FilePages } from './sheet.ts'

// Pages of PDFs and images of unknown origin. Runs in a worker thread with a deadline, because a file may be hostile.

export type FileTask = { type: 'application/pdf' | 'image/jpeg' | 'image/png'; bytes: Bytes }
/** Why a file has no pages for a bundle. */
export type UnreadFile = 'locked' | 'damaged' | 'large'

export const readFilePages = ({ type, bytes }: FileTask): Promise<FilePages | UnreadFile> =>
  type === 'application/pdf' ? readPdf(bytes) : pageOfImage(bytes)

/** Keys of a page that stay: its content, without actions, links, form fields and structure. */
const PAGE_KEYS = new Set(['Type', 'MediaBox', 'CropBox', 'Rotate', 'Resources', 'Contents', 'Group'])
/** Keys of streams that refer to the structure of the document, or to other files. */
const FOREIGN_KEYS = ['StructParent', 'StructParents', 'Metadata', 'PieceInfo', 'OPI', 'Ref', 'F'].map((key) =>
  PDFName.of(key),
)
const LOAD = { updateMetadata: false, parseSpeed: Infinity } as const
const SAVE = { addDefaultPage: false, updateFieldAppearances: false, useObjectStreams: false } as const

async function readPdf(bytes: Bytes): Promise<FilePages | UnreadFile> {
  limitDecoding()
  let source: PDFDocument
  try {
    // Most encrypted files have an empty password: readers open them without asking.
    source = await PDFDocument.load(bytes, { ...LOAD, password: '' })
  } catch (error) {
    return error instanceof Error && /password|encrypt/i.test(error.message) ? 'locked' : 'damaged'
  }
  try {
    if (source.getPageCount() > MAX_CLAIM_PAGES) return 'large'
    const target = await PDFDocument.create({ updateMetadata: false })
    for (const page of source.getPages()) keepContent(page)
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page)
    for (const [, object] of target.context.enumerateIndirectObjects()) {
      if (object instanceof PDFStream) for (const key of FOREIGN_KEYS) object.dict.delete(key)
    }
    const pages = target.getPages().map((page) => sizeOf(page.node))
    if (pages.length === 0 || !pages.every(isDrawable)) return 'damaged'
    const pdf = new Uint8Array(await target.save(SAVE))
    // Reads each page as the bundle will, so that no bundle fails because of it.
    for (const page of target.getPages()) await embed(page.node, target, target.context.nextRef())
    return { pdf, pages }
  } catch {
    return 'damaged'
  }
}

const isDrawable = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 && width <= 20_000 && height <= 20_000

/** Draws notes, stamps and filled fields into the content of a page, and removes all but its content. */
function keepContent({ node }: PDFPage): void {
  const { context } = node
  if (!node.get(PDFName.of('Contents'))) node.set(PDFName.of('Contents'), context.obj([]))
  const { Annots } = node.normalizedEntries()
  for (let index = 0; index < Annots.size(); index += 1) {
    const annotation = Annots.lookup(index)
    if (annotation instanceof PDFDict) drawAnnotation(node, annotation)
  }
  for (const key of node.keys()) if (!PAGE_KEYS.has(key.decodeText())) node.delete(key)
}

const HIDDEN = 2
const NO_VIEW = 32
const NOT_DRAWN = new Set(['Popup', 'Link'])

/** Draws the appearance of an annotation where readers show it (ISO 32000-1, 12.5.5). */
function drawAnnotation(node: PDFPageLeaf, annotation: PDFDict): void {
  const name = annotation.lookup(PDFName.of('Subtype'))
  const flags = annotation.lookup(PDFName.of('F'))
  const isHidden = flags instanceof PDFNumber && (flags.asNumber() & (HIDDEN | NO_VIEW)) !== 0
  const rect = numbersOf(annotation.lookup(PDFName.of('Rect')), 4)
  const drawn = appearanceOf(annotation)
  if (isHidden || !rect || !drawn || (name instanceof PDFName && NOT_DRAWN.has(name.decodeText()))) return
  const box = numbersOf(drawn.stream.dict.lookup(PDFName.of('BBox')), 4)
  if (!box) return
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(drawn.stream.dict.lookup(PDFName.of('Matrix')), 6) ?? []
  const corners = [0, 2].flatMap((x) => [1, 3].map((y) => [box[x] ?? 0, box[y] ?? 0] as const))
  const [xs, ys] = [corners.map(([x, y]) => a * x + c * y + e), corners.map(([x, y]) => b * x + d * y + f)]
  const span = (values: number[]) => [Math.min(...values), Math.max(...values)] as const
  const [[left, right], [bottom, top]] = [span(xs), span(ys)]
  const [[toLeft, toRight], [toBottom, toTop]] = [
    span([rect[0] ?? 0, rect[2] ?? 0]),
    span([rect[1] ?? 0, rect[3] ?? 0]),
  ]
  if (!(right > left && top > bottom)) return
  const [sx, sy] = [(toRight - toLeft) / (right - left), (toTop - toBottom) / (top - bottom)]
  const place = [sx, 0, 0, sy, toLeft - left * sx, toBottom - bottom * sy].map((value) => value.toFixed(4)).join(' ')
  drawn.stream.dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
  const key = node.newXObject('A', drawn.ref)
  node.addContentStream(node.context.register(node.context.stream(`q ${place} cm ${key.toString()} Do Q\n`)))
}

function appearanceOf(annotation: PDFDict): { ref: PDFRef; stream: PDFStream } | undefined {
  const appearances = annotation.lookup(PDFName.of('AP'))
  if (!(appearances instanceof PDFDict)) return undefined
  let ref = appearances.get(PDFName.of('N'))
  const states = annotation.context.lookup(ref)
  const state = annotation.lookup(PDFName.of('AS'))
  if (states instanceof PDFDict && state instanceof PDFName) ref = states.get(state)
  const stream = annotation.context.lookup(ref)
  return ref instanceof PDFRef && stream instanceof PDFStream ? { ref, stream } : undefined
}

function numbersOf(array: unknown, count: number): number[] | undefined {
  if (!(array instanceof PDFArray) || array.size() < count) return undefined
  const values = Array.from({ length: count }, (_, index) => {
    const value = array.lookup(index)
    return value instanceof PDFNumber ? value.asNumber() : Number.NaN
  })
  return values.every(Number.isFinite) ? values : undefined
}

/** Returns the visible rectangle of a page, and its rotation in degrees. */
function visibleOf(node: PDFPageLeaf) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(node.CropBox(), 4) ?? numbersOf(node.MediaBox(), 4) ?? []
  const turns = Math.round((node.Rotate()?.asNumber() ?? 0) / 90)
  return {
    box: { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) },
    rotation: (((turns % 4) + 4) % 4) * 90,
  }
}

function sizeOf(node: PDFPageLeaf): FilePages['pages'][number] {
  const { box, rotation } = visibleOf(node)
  const [width, height] = [box.right - box.left, box.top - box.bottom]
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Returns the matrix that maps the visible rectangle of a page to a square of one point, upright. */
function toUnitSquare(node: PDFPageLeaf): [number, number, number, number, number, number] {
  const { box, rotation } = visibleOf(node)
  const { left, bottom } = box
  const [w, h] = [box.right - left, box.top - bottom]
  if (rotation === 90) return [0, -1 / w, 1 / h, 0, -bottom / h, 1 + left / w]
  if (rotation === 180) return [-1 / w, 0, 0, -1 / h, 1 + left / w, 1 + bottom / h]
  if (rotation === 270) return [0, 1 / w, -1 / h, 0, 1 + bottom / h, -left / w]
  return [1 / w, 0, 0, 1 / h, -left / w, -bottom / h]
}

async function embed(node: PDFPageLeaf, target: PDFDocument, place: PDFRef): Promise<void> {
  const embedder = await PDFPageEmbedder.for(node, visibleOf(node).box, toUnitSquare(node))
  await embedder.embedIntoContext(target.context, place)
  const group = node.get(PDFName.of('Group'))
  const form = target.context.lookup(place)
  // Blending of transparent content depends on the group of the page.
  if (group && form instanceof PDFStream) form.dict.set(PDFName.of('Group'), group)
}

/** Fills the places that a bundle has for the pages of files. The other pages and their tags stay as they are. */
export async function fillPages(
  pdf: Bytes,
  files: readonly FilePages[],
  places: readonly (readonly number[])[],
): Promise<Bytes> {
  limitDecoding()
  const bundle = await PDFDocument.load(pdf, LOAD)
  for (const [index, file] of files.entries()) {
    const source = await PDFDocument.load(file.pdf, LOAD)
    const copier = PDFObjectCopier.for(source.context, bundle.context)
    const ownPlaces = places[index] ?? []
    for (const [at, page] of source.getPages().entries()) {
      const place = ownPlaces[at]
      if (place !== undefined) await embed(copier.copy(page.node), bundle, PDFRef.of(place))
    }
  }
  return new Uint8Array(await bundle.save(SAVE))
}

/** Bytes that the streams of one file may have after decoding, because a small file may inflate to gigabytes. */
const MAX_DECODED = 128 * 1024 * 1024
let decodable = 0

interface DecodeStream {
  buffer: Uint8Array
  ensureBuffer(requested: number): Uint8Array
}

/** Starts the count of decoded bytes. The library has no limit, so its buffer is wrapped once. */
function limitDecoding(): void {
  decodable = MAX_DECODED
  const prototype = decodeStreamPrototype()
  const { ensureBuffer } = prototype
  if (ensureBuffer.name === 'limited') return
  prototype.ensureBuffer = function limited(this: DecodeStream, requested) {
    if (requested > this.buffer.byteLength && (decodable -= requested) < 0) throw new RangeError('Too much to decode')
    return ensureBuffer.call(this, requested)
  }
}

function decodeStreamPrototype(): DecodeStream {
  const dict = PDFContext.create().obj({ Filter: 'RunLengthDecode' })
  const decoder: unknown = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library does not export its base class of decoders
  return Object.getPrototypeOf(Object.getPrototypeOf(decoder)) as DecodeStream
}

async function pageOfImage(bytes: Bytes): Promise<FilePages | UnreadFile> {
  try {
    const doc = new PdfDocument({ autoFirstPage: false, font: '' })
    const chunks: Uint8Array<ArrayBuffer>[] = []
    doc.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk))
    const ended = new Promise((resolve) => doc.once('end', resolve))
    const picture = doc.openImage(bytes)
    const isTurned = (picture.orientation ?? 1) > 4
    const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height]
    doc.addPage({ size: [width, height], margin: 0 }).image(picture, 0, 0, { fit: [width, height] })
    doc.end()
    await ended
    return { pdf: new Uint8Array(await new Blob(chunks).arrayBuffer()), pages: [{ width, height }] }
  } catch {
    return 'damaged'
  }
}
