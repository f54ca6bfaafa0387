import { type Bytes, ByteBuffer, isSize, lettersAt, viewOf } from './bytes.ts'

const [SOI, EOI, SOS, EXIF] = [0xd8, 0xd9, 0xda, 0xe1]
/**
 * APPn segments with colour information that are kept, by prefix and maximum number. Exif is handled separately: only
 * the orientation is kept.
 */
const ALLOWED_APPLICATION: Readonly<Record<number, { prefix: string; max: number }>> = {
  0xe0: { prefix: 'JFIF\0', max: 1 },
  // Segments of a colour profile are numbered in one byte.
  0xe2: { prefix: 'ICC_PROFILE\0', max: 255 },
  0xee: { prefix: 'Adobe', max: 1 },
}

/** Cameras write fewer than a hundred segments, of up to 64 kB each. */
const MAX_SEGMENTS = 2000
/** Progressive JPEGs have about ten scans; a viewer takes as long for each scan as for the whole picture. */
const MAX_SCANS = 100
/** Size of an Exif segment with only the orientation, which may exceed the original. */
const EXIF_BYTES = 36

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

interface Counts {
  scans: number
  exif: number
  application: Map<number, number>
}

/** Returns the bytes of a segment to keep; undefined for metadata and for too many application segments. */
function allowedPart(segment: Uint8Array, marker: number, counts: Counts): Uint8Array | undefined {
  const data = segment.subarray(4)
  if (marker === EXIF) {
    const orientation = counts.exif === 0 ? orientationOf(data) : undefined
    if (orientation !== undefined) counts.exif += 1
    return orientation === undefined ? undefined : exifOf(orientation)
  }
  const application = ALLOWED_APPLICATION[marker]
  if (!application) return marker < 0xe0 ? segment : undefined
  const { prefix, max } = application
  const count = counts.application.get(marker) ?? 0
  if (count >= max || lettersAt(data, 0, prefix.length) !== prefix) return undefined
  counts.application.set(marker, count + 1)
  return segment
}

/**
 * Validates and strips a JPEG. The format has segments of marker, length and data, from SOI to EOI. Compressed data
 * follows the header of each scan.
 */
export function cleanJpeg(bytes: Bytes): Bytes | undefined {
  const view = viewOf(bytes)
  if (view.getUint16(0) !== 0xff_00 + SOI) return undefined
  const cleaned = new ByteBuffer(bytes.length + EXIF_BYTES)
  cleaned.add(bytes.subarray(0, 2))
  const counts: Counts = { scans: 0, exif: 0, application: new Map() }
  let hasFrame = false
  let offset = 2
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    // Skips fill bytes before a marker.
    while (view.getUint8(offset) === 0xff && view.getUint8(offset + 1) === 0xff) offset += 1
    if (view.getUint8(offset) !== 0xff) return undefined
    const marker = view.getUint8(offset + 1)
    if (marker === EOI) {
      // Drops data after the end: cameras append previews and videos.
      cleaned.add(bytes.subarray(offset, offset + 2))
      return hasFrame && counts.scans > 0 ? cleaned.bytes() : undefined
    }
    // Standalone markers are invalid between segments.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI)) return undefined
    const segmentEnd = offset + 2 + view.getUint16(offset + 2)
    if (segmentEnd > bytes.length) return undefined
    if (isFrame(marker)) {
      if (hasFrame || !isFrameHeader(view, offset)) return undefined
      hasFrame = true
    }
    if (marker === SOS) counts.scans += 1
    if (counts.scans > MAX_SCANS) return undefined
    const end = marker === SOS ? endOfScan(bytes, segmentEnd) : segmentEnd
    const segment = allowedPart(bytes.subarray(offset, end), marker, counts)
    if (segment) cleaned.add(segment)
    offset = end
  }
  return undefined
}

/** Whether a frame has eight bits per sample and one, three or four components (grey, colour or CMYK). */
function isFrameHeader(view: DataView, offset: number): boolean {
  const components = view.getUint8(offset + 9)
  return (
    isSize(view.getUint16(offset + 7), view.getUint16(offset + 5)) &&
    view.getUint8(offset + 4) === 8 &&
    [1, 3, 4].includes(components) &&
    view.getUint16(offset + 2) === 8 + 3 * components
  )
}

/** Returns the end of a scan. Within its data, FF is followed by 00 or a restart number. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1 && (bytes[at + 1] === 0 || isRestart(bytes[at + 1]))) at = bytes.indexOf(0xff, at + 2)
  return at === -1 ? bytes.length : at
}

const isRestart = (marker = 0) => marker >= 0xd0 && marker <= 0xd7

/** Returns the Exif orientation from 2 to 8; undefined for the normal orientation. */
function orientationOf(exif: Uint8Array): number | undefined {
  if (lettersAt(exif, 0, 6) !== 'Exif\0\0') return undefined
  const tiff = viewOf(exif.subarray(6))
  try {
    const little = tiff.getUint16(0) === 0x49_49
    const directory = tiff.getUint32(4, little)
    for (let entry = tiff.getUint16(directory, little) - 1; entry >= 0; entry -= 1) {
      const at = directory + 2 + entry * 12
      if (tiff.getUint16(at, little) !== 0x01_12) continue
      const value = tiff.getUint16(at + 8, little)
      return value >= 2 && value <= 8 ? value : undefined
    }
  } catch {
    // Damaged Exif is dropped.
  }
  return undefined
}

/** Returns an Exif segment with only the orientation. */
function exifOf(orientation: number): Uint8Array {
  const head = [0xff, EXIF, 0, 34, ...new TextEncoder().encode('Exif\0\0MM'), 0, 42, 0, 0, 0, 8]
  return Uint8Array.from([...head, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0])
}
