import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Checked, checkLine } from '#server/import/check.ts'
import { type Reason, reasonOf } from '#server/import/reasons.ts'
import { isUtf8 } from 'node:buffer'
import type { CsvEncoding } from '#contract/csv-import.ts'

/** Maximum bytes of a line, to bound memory; a record has a few hundred characters. */
const MAX_LENGTH = 1024 * 1024
export const LINE_FEED = 10
export const CHUNK = 256 * 1024
const LIST = /^\uFEFF?\s*\[/

export type Line = { number: number; text: string } | { number: number; unreadable: Reason }

/** Limits of an export. Reading stops at the first line beyond the limit. */
export interface ExportLimits {
  lines: number
}

export interface LinesOptions {
  isGzip?: boolean
  /** Receives the number of bytes read, for a progress bar. */
  read?: (bytes: number) => void
}

/**
 * Yields the lines of an export in batches, each validated separately. If reading stops early, a problem of line 0
 * gives the reason.
 */
export async function* checkedLines(
  file: string,
  { exportLimits, ...options }: LinesOptions & { exportLimits?: ExportLimits | undefined } = {},
): AsyncGenerator<Checked[]> {
  let count = 0
  for await (const lines of linesOf(file, options)) {
    const batch: Checked[] = []
    for (const line of lines) {
      count = Math.max(count + 1, line.number)
      if (exportLimits && count > exportLimits.lines) {
        yield [...batch, wrongLine(0, reasonOf('tooManyLines', String(exportLimits.lines)))]
        return
      }
      batch.push('text' in line ? checkLine(line.number, line.text) : wrongLine(line.number, line.unreadable))
    }
    yield batch
  }
}

export const wrongLine = (line: number, reason: Reason): Checked => ({
  line,
  problems: [{ line, field: '', ...reason }],
})

/** Whether a file is compressed with gzip, judged by its content. */
export function isGzipFile(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const start = Buffer.alloc(2)
    return readSync(descriptor, start, 0, 2, 0) === 2 && start.toString('hex') === '1f8b'
  } finally {
    closeSync(descriptor)
  }
}

/** Streams the unpacked content of a file. */
export function bytesOf(file: string, isGzip = false): AsyncIterable<Buffer> {
  const packed = createReadStream(file, { highWaterMark: CHUNK })
  return isGzip ? pipeline(packed, createGunzip({ chunkSize: CHUNK }), () => {}) : packed
}

/** Streams the non-empty lines of a file in batches, or the entries of a file that is a JSON list. */
export async function* linesOf(file: string, { isGzip, read }: LinesOptions = {}): AsyncGenerator<Line[]> {
  const content = bytesOf(file, isGzip)
  const collector = new Collector()
  let split: ((chunk: Buffer) => void) | undefined
  for await (const chunk of asUtf8(content)) {
    split ??= LIST.test(chunk.toString('utf8', 0, 1000))
      ? createArraySplitter((line, part, isEnd) => collector.take(line, part, isEnd))
      : lineSplitter(collector)
    split(chunk)
    read?.(chunk.length)
    yield collector.lines()
  }
  collector.end()
  yield collector.lines()
}

function lineSplitter(collector: Collector): (chunk: Buffer) => void {
  let number = 1
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      collector.take(number, chunk.subarray(start, end), true)
      start = end + 1
      number += 1
    }
    collector.take(number, chunk.subarray(start), false)
  }
}

/** Joins lines that are split across chunks. */
class Collector {
  #lines: Line[] = []
  #number = 0
  #rest: Buffer[] = []
  #length = 0

  take(number: number, part: Buffer, isEnd: boolean) {
    this.#number = number
    this.#length += part.length
    if (this.#length <= MAX_LENGTH && part.length > 0) this.#rest.push(part)
    if (isEnd) this.end()
  }

  lines(): Line[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }

  end() {
    const [only] = this.#rest
    const bytes = only && this.#rest.length === 1 ? only : Buffer.concat(this.#rest)
    const isTooLong = this.#length > MAX_LENGTH
    this.#rest = []
    this.#length = 0
    if (isTooLong) this.#lines.push({ number: this.#number, unreadable: reasonOf('tooLongLine', String(MAX_LENGTH)) })
    else {
      const text = textOf(bytes).replace(/^\uFEFF/, '')
      if (text.trim() !== '') this.#lines.push({ number: this.#number, text })
    }
  }
}

// Encodings in which practice systems write exports, with their first two bytes.

const UTF_16 = [
  { encoding: 'utf-16le', start: /^(?:fffe|..00)$/ },
  { encoding: 'utf-16be', start: /^(?:feff|00..)$/ },
] as const

/** Returns the variant of UTF-16 that the first two bytes show: a byte order mark, or a Latin character. */
export const utf16Of = (bytes: Buffer): (typeof UTF_16)[number]['encoding'] | undefined =>
  UTF_16.find(({ start }) => start.test(bytes.toString('hex', 0, 2)))?.encoding

/** Converts UTF-16, with or without a byte order mark, to UTF-8; passes other bytes through. `given` is a known encoding. */
export async function* asUtf8(chunks: AsyncIterable<Buffer>, given?: CsvEncoding): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined
  let first: Buffer = Buffer.alloc(0)
  let isKnown = false
  for await (const chunk of chunks) {
    if (!isKnown) {
      first = first.length > 0 ? Buffer.concat([first, chunk]) : chunk
      if (first.length < 2) continue
      const encoding = given === undefined ? utf16Of(first) : UTF_16.find((each) => each.encoding === given)?.encoding
      decoder = encoding && new TextDecoder(encoding)
      isKnown = true
    }
    const bytes = first.length > 0 ? first : chunk
    first = Buffer.alloc(0)
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes
  }
  if (first.length > 0) yield first
}

export const windows1252 = new TextDecoder('windows-1252')
const BEYOND_ASCII = /[^\0-\x7f\ufffd]/

/**
 * Decodes a line as UTF-8, or as Windows-1252 if invalid. A line with some valid non-ASCII UTF-8 stays UTF-8, and only
 * its broken characters are replaced.
 */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return isUtf8(bytes) || BEYOND_ASCII.test(text) ? text : windows1252.decode(bytes)
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const OPEN = new Set([91, 123])
const CLOSE = new Set([93, 125])

/** Receives part of a list entry, with the number of the line where the entry begins. */
export type OnLinePart = (line: number, part: Buffer, isEnd: boolean) => void

/** Splits the bytes of a JSON list, which may span several lines, into its entries. */
export function createArraySplitter(take: OnLinePart): (chunk: Buffer) => void {
  let line = 1
  let firstLine = 1
  let depth = 0
  let isText = false
  let isEscaped = false
  return (chunk) => {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === LINE_FEED) line += 1
      if (isEscaped) isEscaped = false
      else if (isText) {
        if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isText = false
      } else if (byte === QUOTE) isText = true
      else if (OPEN.has(byte)) {
        depth += 1
        if (depth === 2) firstLine = line
        // Skips the opening bracket of the list.
        if (depth === 1) start = at + 1
      } else if (CLOSE.has(byte)) {
        depth -= 1
        if (depth === 0) {
          take(firstLine, chunk.subarray(start, at), true)
          start = at + 1
        }
      } else if (byte === COMMA && depth === 1) {
        take(firstLine, chunk.subarray(start, at), true)
        start = at + 1
      }
    }
    take(firstLine, chunk.subarray(start), false)
  }
}
