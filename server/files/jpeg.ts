import { type Bytes, isSize, joined, lettersAt, viewOf } from './bytes.ts'

const [SOI, EOI, SOS, EXIF] = [0xd8, 0xd9, 0xda, 0xe1]
/** APPn segments to keep, by their prefix: colour information. Of Exif only the orientation is kept. */
const KEPT_APPLICATION: Readonly<Record<number, string>> = { 0xe0: 'JFIF\0', 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' }

/** Of a progressive JPEG there are ten or so; each takes a viewer as long as the whole picture. */
const MOST_SCANS = 100

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function isKept(marker: number, data: Uint8Array): boolean {
  const start = KEPT_APPLICATION[marker]
  return start === undefined ? marker < 0xe0 : lettersAt(data, 0, start.length) === start
}

/** JPEG: segments of marker, length and data, and behind the header of each scan its data, from SOI to EOI. */
export function cleanJpeg(bytes: Bytes): Bytes | undefined {
  const view = viewOf(bytes)
  if (view.getUint16(0) !== 0xff_00 + SOI) return undefined
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let hasFrame = false
  let scans = 0
  for (let offset = 2; ;) {
    // Fill bytes before a marker.
    while (view.getUint8(offset) === 0xff && view.getUint8(offset + 1) === 0xff) offset += 1
    if (view.getUint8(offset) !== 0xff) return undefined
    const marker = view.getUint8(offset + 1)
    if (marker === EOI) {
      // Cameras append previews and films behind the end.
      kept.push(bytes.subarray(offset, offset + 2))
      return hasFrame && scans > 0 ? joined(kept) : undefined
    }
    // Stand-alone markers do not occur between segments.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI)) return undefined
    const length = view.getUint16(offset + 2)
    const segmentEnd = offset + 2 + length
    if (segmentEnd > bytes.length) return undefined
    if (isFrame(marker)) {
      if (hasFrame || !isSize(view.getUint16(offset + 7), view.getUint16(offset + 5))) return undefined
      const components = view.getUint8(offset + 9)
      if (view.getUint8(offset + 4) !== 8 || ![1, 3, 4].includes(components) || length !== 8 + 3 * components)
        return undefined
      hasFrame = true
    }
    if (marker === SOS) scans += 1
    if (scans > MOST_SCANS) return undefined
    const end = marker === SOS ? endOfScan(bytes, segmentEnd) : segmentEnd
    const data = bytes.subarray(offset + 4, end)
    const orientation = marker === EXIF ? orientationOf(data) : undefined
    if (isKept(marker, data)) kept.push(bytes.subarray(offset, end))
    else if (orientation) kept.push(exifOf(orientation))
    offset = end
  }
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
