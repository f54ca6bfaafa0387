import { isUtf8 } from 'node:buffer'

// The encodings in which practice systems write exports.

const UTF_16 = [
  { encoding: 'utf-16le', marks: ['fffe', '7b00', '5b00', '0d00', '0a00'] },
  { encoding: 'utf-16be', marks: ['feff', '007b', '005b', '000d', '000a'] },
] as const

/** As UTF-8, of UTF-16 with or without a byte order mark; other bytes as they are. */
export async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined
  let first: Buffer = Buffer.alloc(0)
  let isKnown = false
  for await (const chunk of chunks) {
    if (!isKnown) {
      first = first.length > 0 ? Buffer.concat([first, chunk]) : chunk
      if (first.length < 2) continue
      const mark = first.subarray(0, 2).toString('hex')
      const found = UTF_16.find(({ marks }) => marks.some((each) => each === mark))
      decoder = found && new TextDecoder(found.encoding)
      isKnown = true
    }
    const bytes = first.length > 0 ? first : chunk
    first = Buffer.alloc(0)
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes
  }
  if (first.length > 0) yield first
}

const windows1252 = new TextDecoder('windows-1252')
const BEYOND_ASCII = /[^\0-\x7f\ufffd]/

/**
 * The text of a line. What is not UTF-8 is Windows-1252, unless some of it is UTF-8 all the same: then only the broken characters
 * are replaced.
 */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return isUtf8(bytes) || BEYOND_ASCII.test(text) ? text : windows1252.decode(bytes)
}
