import { type Bytes, isSize, joined, lettersAt, viewOf } from './bytes.ts'

/** Allow-list of chunks that affect rendering; all others are dropped. */
const KEPT = /^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/
/** Flags of VP8X. */
const EXIF_AND_XMP = 0x0c

/** WebP: a RIFF with chunks of type, length and data, each padded to an even length. What follows the RIFF is cut off. */
export function cleanWebp(file: Bytes): Bytes | undefined {
  if (lettersAt(file, 0, 4) !== 'RIFF' || lettersAt(file, 8, 4) !== 'WEBP') return undefined
  const riffEnd = viewOf(file).getUint32(4, true) + 8
  if (riffEnd > file.length) return undefined
  const bytes = file.subarray(0, riffEnd)
  const view = viewOf(bytes)
  const kept = [bytes.slice(0, 12)]
  let hasData = false
  for (let offset = 12; offset < bytes.length;) {
    const type = lettersAt(bytes, offset, 4)
    const length = view.getUint32(offset + 4, true)
    const end = offset + 8 + length + (length % 2)
    if (end > bytes.length) return undefined
    const size = sizeOf(type, view, offset + 8)
    if (type.startsWith('VP8') ? !size || !isSize(...size) : offset === 12) return undefined
    if (type === 'VP8X' && offset > 12) return undefined
    hasData ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'
    if (KEPT.test(type)) {
      const chunk = bytes.slice(offset, end)
      if (type === 'VP8X') viewOf(chunk).setUint8(8, view.getUint8(offset + 8) & ~EXIF_AND_XMP)
      kept.push(chunk)
    }
    offset = end
  }
  if (!hasData) return undefined
  const clean = joined(kept)
  viewOf(clean).setUint32(4, clean.length - 8, true)
  return clean
}

/** Dimensions in a bitstream header; undefined for other chunks and for an invalid one. */
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
