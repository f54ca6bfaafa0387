import { type Bytes, ByteBuffer, inflate, isSize, lettersAt, viewOf } from './bytes.ts'

const SIGNATURE = '\u{89}PNG\r\n\u{1A}\n'
/** Chunks that affect the rendering of a still picture; all others are dropped, including animation chunks. */
const ALLOWED = /^(IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|bKGD|pHYs)$/
/** Encoders write 8 kB of data per chunk, so 10 MB has 1,300 chunks. */
const MAX_CHUNKS = 10_000
const PALETTE = 3
/** Bit depths and samples per pixel, by colour type. */
const COLOURS: Readonly<Record<number, { depths: readonly number[]; samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  [PALETTE]: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
}
/** Maximum size of the scan lines, which viewers keep in memory however small the file is. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024
const MAX_PROFILE_BYTES = 4 * 1024 * 1024
const MAX_FILTER_TYPE = 4

interface Header {
  width: number
  height: number
  depth: number
  colour: number
  samples: number
  isInterlaced: boolean
}

/**
 * Validates and strips a PNG. The format is a signature, then chunks of type, data and checksum, from IHDR to IEND. The
 * data is inflated to check that it contains exactly the scan lines. Repeated chunks are dropped, except IDAT.
 */
export async function cleanPng(bytes: Bytes): Promise<Bytes | undefined> {
  if (lettersAt(bytes, 0, 8) !== SIGNATURE) return undefined
  const cleaned = new ByteBuffer(bytes.length)
  cleaned.add(bytes.subarray(0, 8))
  const data = new ByteBuffer(bytes.length)
  const seen = new Set<string>()
  let header: Header | undefined
  let colours = 0
  let last = ''
  let offset = 8
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    const chunk = chunkAt(bytes, offset)
    if (!chunk) return undefined
    const { type, content, end } = chunk
    if ((type === 'IHDR') !== (count === 0)) return undefined
    if (type === 'IHDR') header = headerOf(content)
    if (!header) return undefined
    const hasData = seen.has('IDAT')
    if (type === 'PLTE') {
      if (colours > 0 || hasData || !isPalette(content, header)) return undefined
      colours = content.length / 3
    }
    if (type === 'tRNS' && (hasData || !isTransparency(content.length, header, colours))) return undefined
    if (type === 'IDAT') {
      if (hasData && last !== 'IDAT') return undefined
      data.add(content)
    }
    const isFirst = type === 'IDAT' || !seen.has(type)
    if (ALLOWED.test(type)) seen.add(type)
    if (isFirst && ALLOWED.test(type) && (type !== 'iCCP' || (await isProfile(content))))
      cleaned.add(bytes.subarray(offset, end))
    if (type === 'IEND') {
      if (content.length > 0 || (header.colour === PALETTE && colours === 0)) return undefined
      return (await areScanLines(data.bytes(), header)) ? cleaned.bytes() : undefined
    }
    last = type
    offset = end
  }
  return undefined
}

/** Returns undefined for a chunk that is incomplete, unnamed, or has a wrong checksum. */
function chunkAt(bytes: Bytes, offset: number): { type: string; content: Bytes; end: number } | undefined {
  const view = viewOf(bytes)
  const length = view.getUint32(offset)
  const type = lettersAt(bytes, offset + 4, 4)
  const end = offset + 12 + length
  if (end > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return undefined
  if (crc32(bytes.subarray(offset + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
  return { type, content: bytes.subarray(offset + 8, end - 4), end }
}

function headerOf(content: Uint8Array): Header | undefined {
  if (content.length !== 13) return undefined
  const view = viewOf(content)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth, colour] = [view.getUint8(8), view.getUint8(9)]
  const [compression, filter, interlace] = [view.getUint8(10), view.getUint8(11), view.getUint8(12)]
  const { depths = [], samples = 0 } = COLOURS[colour] ?? {}
  if (!isSize(width, height) || !depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    return undefined
  return { width, height, depth, colour, samples, isInterlaced: interlace === 1 }
}

const isPalette = ({ length }: Uint8Array, { colour, depth }: Header) =>
  colour !== 0 &&
  colour !== 4 &&
  length > 0 &&
  length % 3 === 0 &&
  length / 3 <= (colour === PALETTE ? 1 << depth : 256)

function isTransparency(length: number, { colour }: Header, colours: number): boolean {
  if (colour === PALETTE) return length > 0 && length <= colours
  return (colour === 0 && length === 2) || (colour === 2 && length === 6)
}

/** Whether a chunk is a colour profile: a name, a zero byte, compression method 0, and the deflated profile. */
async function isProfile(content: Bytes): Promise<boolean> {
  const name = content.indexOf(0)
  if (name < 1 || name > 79 || content[name + 1] !== 0) return false
  let size = 0
  return await inflate(content.subarray(name + 2), (chunk) => {
    size += chunk.length
    return size <= MAX_PROFILE_BYTES
  })
}

/**
 * Whether the data inflates to exactly the scan lines, each after its filter byte. Stops reading at the first excess
 * byte.
 */
async function areScanLines(data: Bytes, header: Header): Promise<boolean> {
  const lines = linesOf(header)
  if (lines.reduce((sum, { count, length }) => sum + count * length, 0) > MAX_INFLATED_BYTES) return false
  let pass = lines.shift()
  let line = 0
  let at = 0
  const isWhole = await inflate(data, (chunk) => {
    for (let offset = 0; offset < chunk.length;) {
      if (!pass || (at === 0 && (chunk[offset] ?? 0) > MAX_FILTER_TYPE)) return false
      const step = Math.min(chunk.length - offset, pass.length - at)
      offset += step
      at += step
      if (at < pass.length) continue
      at = 0
      line += 1
      if (line < pass.count) continue
      line = 0
      pass = lines.shift()
    }
    return true
  })
  return isWhole && pass === undefined
}

/** First column, first row, and column and row steps of the Adam7 passes. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns the number of scan lines and their length in bytes, by pass. */
function linesOf({ width, height, depth, samples, isInterlaced }: Header): { count: number; length: number }[] {
  const bits = depth * samples
  return (isInterlaced ? PASSES : [[0, 0, 1, 1] as const])
    .map(([left, top, across, down]) => ({
      columns: Math.ceil((width - left) / across),
      count: Math.ceil((height - top) / down),
    }))
    .filter(({ columns, count }) => columns > 0 && count > 0)
    .map(({ columns, count }) => ({ count, length: 1 + Math.ceil((columns * bits) / 8) }))
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}
