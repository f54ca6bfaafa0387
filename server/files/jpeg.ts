import { type Bytes, Collected, isSize, lettersAt, viewOf } from './bytes.ts'

const [SOI, EOI, SOS, EXIF] = [0xd8, 0xd9, 0xda, 0xe1]
/** APPn segments to keep, by their prefix, with how many a picture has at most: colour information. Of Exif only the orientation is kept. */
const KEPT_APPLICATION: Readonly<Record<number, { prefix: string; most: number }>> = {
  0xe0: { prefix: 'JFIF\0', most: 1 },
  // A colour profile is numbered in one byte.
  0xe2: { prefix: 'ICC_PROFILE\0', most: 255 },
  0xee: { prefix: 'Adobe', most: 1 },
}

/** Cameras write fewer than a hundred, with 64 kB of data each where they are long. */
const MAX_SEGMENTS = 2000
/** Progressive JPEGs have about ten; a viewer takes as long for each as for the whole picture. */
const MAX_SCANS = 100
/** Of an Exif segment with the orientation, which may be shorter in the file. */
const EXIF_BYTES = 36

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

interface Counts {
  scans: number
  exif: number
  application: Map<number, number>
}

/** Returns the bytes to keep of a segment; none for metadata, and for more application segments than a picture has. */
function keptOf(segment: Uint8Array, marker: number, counts: Counts): Uint8Array | undefined {
  const data = segment.subarray(4)
  if (marker === EXIF) {
    const orientation = counts.exif === 0 ? orientationOf(data) : undefined
    if (orientation !== undefined) counts.exif += 1
    return orientation === undefined ? undefined : exifOf(orientation)
  }
  const application = KEPT_APPLICATION[marker]
  if (!application) return marker < 0xe0 ? segment : undefined
  const { prefix, most } = application
  const count = counts.application.get(marker) ?? 0
  if (count >= most || lettersAt(data, 0, prefix.length) !== prefix) return undefined
  counts.application.set(marker, count + 1)
  return segment
}

/** JPEG: segments of marker, length and data, and behind the header of each scan its data, from SOI to EOI. */
export function cleanJpeg(bytes: Bytes): Bytes | undefined {
  const view = viewOf(bytes)
  if (view.getUint16(0) !== 0xff_00 + SOI) return undefined
  const kept = new Collected(bytes.length + EXIF_BYTES)
  kept.add(bytes.subarray(0, 2))
  const counts: Counts = { scans: 0, exif: 0, application: new Map() }
  let hasFrame = false
  let offset = 2
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    // Fill bytes before a marker.
    while (view.getUint8(offset) === 0xff && view.getUint8(offset + 1) === 0xff) offset += 1
    if (view.getUint8(offset) !== 0xff) return undefined
    const marker = view.getUint8(offset + 1)
    if (marker === EOI) {
      // Cameras append previews and films behind the end.
      kept.add(bytes.subarray(offset, offset + 2))
      return hasFrame && counts.scans > 0 ? kept.bytes() : undefined
    }
    // Stand-alone markers do not occur between segments.
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
    const segment = keptOf(bytes.subarray(offset, end), marker, counts)
    if (segment) kept.add(segment)
    offset = end
  }
  return undefined
}

/** Eight bits a sample, of grey, three colours or CMYK. */
function isFrameHeader(view: DataView, offset: number): boolean {
  const components = view.getUint8(offset + 9)
  return (
    isSize(view.getUint16(offset + 7), view.getUint16(offset + 5)) &&
    view.getUint8(offset + 4) === 8 &&
    [1, 3, 4].includes(components) &&
    view.getUint16(offset + 2) === 8 + 3 * components
  )
}

/** Within the data of a scan, FF is followed by 00, or by the number of a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1 && (bytes[at + 1] === 0 || isRestart(bytes[at + 1]))) at = bytes.indexOf(0xff, at + 2)
  return at === -1 ? bytes.length : at
}

const isRestart = (marker = 0) => marker >= 0xd0 && marker <= 0xd7

/** The Exif orientation, 2 to 8. */
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

/** An Exif segment with the orientation only. */
function exifOf(orientation: number): Uint8Array {
  const head = [0xff, EXIF, 0, 34, ...new TextEncoder().encode('Exif\0\0MM'), 0, 42, 0, 0, 0, 8]
  return Uint8Array.from([...head, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0])
}
