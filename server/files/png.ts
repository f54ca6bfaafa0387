import { isSize, joined, lettersAt, viewOf } from './bytes.ts'

const SIGNATURE = '\u{89}PNG\r\n\u{1A}\n'
/** Allow-list of chunks that affect rendering; all others are dropped. */
const KEPT = /^(IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|bKGD|pHYs|acTL|fcTL|fdAT)$/

/** PNG: a signature, then chunks of length, type, data and checksum, from IHDR to IEND. */
export function stripPng(bytes: Uint8Array): Uint8Array | undefined {
  if (lettersAt(bytes, 0, 8) !== SIGNATURE) return undefined
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 8)]
  let hasData = false
  for (let offset = 8; ;) {
    const length = view.getUint32(offset)
    const type = lettersAt(bytes, offset + 4, 4)
    const end = offset + 12 + length
    if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return undefined
    if ((type === 'IHDR') !== (offset === 8)) return undefined
    if (type === 'IHDR' && (length !== 13 || !isSize(view.getUint32(16), view.getUint32(20)))) return undefined
    hasData ||= type === 'IDAT' && length > 0
    if (KEPT.test(type)) kept.push(bytes.subarray(offset, end))
    if (type === 'IEND') return length === 0 && hasData && end === bytes.length ? joined(kept) : undefined
    offset = end
  }
}
