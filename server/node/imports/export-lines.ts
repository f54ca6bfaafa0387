import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Checked, checkLine } from '#server/import/check.ts'
import { type Reason, reasonOf } from '#server/import/reasons.ts'
import { asUtf8, textOf } from './export-text.ts'
import { createArraySplitter } from './json-array.ts'

/** A record has a few hundred characters; bounds the memory of a line. */
const LONGEST = 1024 * 1024
const LINE_FEED = 10
const CHUNK = 256 * 1024
const LIST = /^\uFEFF?\s*\[/

export type Line = { number: number; text: string } | { number: number; unreadable: Reason }

/** Beyond it an export is read no further. */
export interface Most {
  lines: number
}

export interface LinesOptions {
  isGzip?: boolean
  /** Gets the number of bytes, for a progress bar. */
  read?: (bytes: number) => void
}

/** The lines of an export, each validated for itself. Where it is read no further, line 0 says why. */
export async function* checkedLines(
  file: string,
  { most, ...options }: LinesOptions & { most?: Most } = {},
): AsyncGenerator<Checked[]> {
  let count = 0
  for await (const lines of linesOf(file, options)) {
    const some: Checked[] = []
    for (const line of lines) {
      count = Math.max(count + 1, line.number)
      if (most && count > most.lines) {
        yield [...some, wrongLine(0, reasonOf('tooManyLines', String(most.lines)))]
        return
      }
      some.push('text' in line ? checkLine(line.number, line.text) : wrongLine(line.number, line.unreadable))
    }
    yield some
  }
}

const wrongLine = (line: number, reason: Reason): Checked => ({ line, problems: [{ line, field: '', ...reason }] })

/** Whether a file is compressed with gzip, whatever its name. */
export function isGzipFile(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const start = Buffer.alloc(2)
    return readSync(descriptor, start, 0, 2, 0) === 2 && start.toString('hex') === '1f8b'
  } finally {
    closeSync(descriptor)
  }
}

/** Streams the non-empty lines of a file in batches, or the entries of a file that is a JSON list. */
export async function* linesOf(file: string, { isGzip, read }: LinesOptions = {}): AsyncGenerator<Line[]> {
  const packed = createReadStream(file, { highWaterMark: CHUNK })
  const content = isGzip ? pipeline(packed, createGunzip({ chunkSize: CHUNK }), () => {}) : packed
  const collector = new Collector()
  let split: ((chunk: Buffer) => void) | undefined
  for await (const chunk of asUtf8(content as AsyncIterable<Buffer>)) {
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

/** Puts lines together that lie across chunks. */
class Collector {
  #lines: Line[] = []
  #number = 0
  #rest: Buffer[] = []
  #length = 0

  take(number: number, part: Buffer, isEnd: boolean) {
    this.#number = number
    this.#length += part.length
    if (this.#length <= LONGEST && part.length > 0) this.#rest.push(part)
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
    const isTooLong = this.#length > LONGEST
    this.#rest = []
    this.#length = 0
    if (isTooLong) this.#lines.push({ number: this.#number, unreadable: reasonOf('tooLongLine', String(LONGEST)) })
    else {
      const text = textOf(bytes).replace(/^\uFEFF/, '')
      if (text.trim() !== '') this.#lines.push({ number: this.#number, text })
    }
  }
}
