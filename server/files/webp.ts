import { type Bytes, ByteBuffer, isSize, lettersAt, viewOf } from './bytes.ts'

/** Chunks that affect the rendering of a picture, and of a frame of an animation; all others are dropped. */
const ALLOWED = /^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/
const ALLOWED_IN_FRAME = /^(VP8[ L]|ALPH)$/
const EXIF_AND_XMP = 0x0c
/** Maximum number of chunks, including those of frames: an animation of 1,000 frames has 3,000. */
const MAX_CHUNKS = 5000
const CHUNK_HEADER = 8
const FRAME_HEADER = 16

interface Chunk {
  type: string
  content: Bytes
  /** The chunk including its header and padding. */
  whole: Bytes
}

/**
 * Validates and strips a WebP. The format is a RIFF with chunks of type, length and data, each padded to an even
 * length. Data after the RIFF is dropped.
 */
export function cleanWebp(file: Bytes): Bytes | undefined {
  if (lettersAt(file, 0, 4) !== 'RIFF' || lettersAt(file, 8, 4) !== 'WEBP') return undefined
  const riffEnd = viewOf(file).getUint32(4, true) + 8
  if (riffEnd > file.length) return undefined
  const cleaned = new ByteBuffer(riffEnd)
  cleaned.add(file.subarray(0, 12))
  const counted = { chunks: 0 }
  let hasData = false
  for (const { type, content, whole } of chunksOf(file.subarray(12, riffEnd), counted)) {
    const isFirst = cleaned.length === 12
    if (type.startsWith('VP8') ? !isPicture(type, content) : isFirst) return undefined
    if (type === 'VP8X' && !isFirst) return undefined
    hasData ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    if (type === 'ANMF') {
      const frame = cleanFrame(content, counted)
      if (!frame) return undefined
      addChunk(cleaned, type, frame)
    } else if (ALLOWED.test(type)) {
      const chunk = whole.slice()
      if (type === 'VP8X') viewOf(chunk).setUint8(CHUNK_HEADER, viewOf(content).getUint8(0) & ~EXIF_AND_XMP)
      cleaned.add(chunk)
    }
  }
  if (!hasData) return undefined
  const clean = cleaned.bytes()
  viewOf(clean).setUint32(4, clean.length - 8, true)
  return clean
}

/** Yields the chunks of a RIFF or of a frame. Throws a `RangeError` for an incomplete chunk or for too many chunks. */
function* chunksOf(bytes: Bytes, counted: { chunks: number }): Generator<Chunk> {
  const view = viewOf(bytes)
  for (let offset = 0; offset < bytes.length;) {
    const length = view.getUint32(offset + 4, true)
    const start = offset + CHUNK_HEADER
    const end = start + length + (length % 2)
    counted.chunks += 1
    if (end > bytes.length || counted.chunks > MAX_CHUNKS) throw new RangeError('Not a chunk of a picture')
    const type = lettersAt(bytes, offset, 4)
    yield { type, content: bytes.subarray(start, start + length), whole: bytes.subarray(offset, end) }
    offset = end
  }
}

/**
 * Strips a frame of an animation: position, size, duration, and one picture. Returns undefined for an invalid frame.
 */
function cleanFrame(frame: Bytes, counted: { chunks: number }): Bytes | undefined {
  const view = viewOf(frame)
  if (!isSize(1 + uint24(view, 6), 1 + uint24(view, 9))) return undefined
  const cleaned = new ByteBuffer(frame.length)
  cleaned.add(frame.subarray(0, FRAME_HEADER))
  let hasData = false
  for (const { type, content, whole } of chunksOf(frame.subarray(FRAME_HEADER), counted)) {
    if (!ALLOWED_IN_FRAME.test(type)) continue
    if (type !== 'ALPH') {
      if (hasData || !isPicture(type, content)) return undefined
      hasData = true
    }
    cleaned.add(whole)
  }
  return hasData ? cleaned.bytes() : undefined
}

function addChunk(cleaned: ByteBuffer, type: string, content: Uint8Array): void {
  const header = new Uint8Array(CHUNK_HEADER)
  header.set(new TextEncoder().encode(type))
  viewOf(header).setUint32(4, content.length, true)
  cleaned.add(header)
  cleaned.add(content)
  if (content.length % 2 > 0) cleaned.add(new Uint8Array(1))
}

function isPicture(type: string, content: Uint8Array): boolean {
  const size = sizeOf(type, viewOf(content), 0)
  return size !== undefined && isSize(...size)
}

/** Returns the dimensions in a bitstream header; undefined for other chunks and invalid headers. */
function sizeOf(type: string, view: DataView, at: number): [width: number, height: number] | undefined {
  if (type === 'VP8X') return [1 + uint24(view, at + 4), 1 + uint24(view, at + 7)]
  if (type === 'VP8 ' && view.getUint8(at + 3) === 0x9d && view.getUint16(at + 4) === 0x01_2a) {
    return [view.getUint16(at + 6, true) & 0x3f_ff, view.getUint16(at + 8, true) & 0x3f_ff]
  }
  if (type === 'VP8L' && view.getUint8(at) === 0x2f) {
    const bits = view.getUint32(at + 1, true)
    return [1 + (bits & 0x3f_ff), 1 + ((bits >>> 14) & 0x3f_ff)]
  }
  return undefined
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00
