import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Checked, checkLine } from '#server/import/check.ts'
import { type Reason, reasonOf } from '#server/import/reasons.ts'

/** A record has a few hundred characters; bounds the memory of a line. */
const LONGEST = 1024 * 1024
const LINE_FEED = 10
const CHUNK = 256 * 1024

export type Line = { number: number; text: string } | { number: number; unreadable: Reason }

/** Beyond either an export is read no further. */
export interface Most {
  lines: number
  problems: number
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
  let problems = 0
  for await (const lines of linesOf(file, options)) {
    const some: Checked[] = []
    for (const line of lines) {
      if (most && line.number > most.lines) {
        yield [...some, wrongLine(0, reasonOf('tooManyLines', String(most.lines)))]
        return
      }
      const checked = 'text' in line ? checkLine(line.number, line.text) : wrongLine(line.number, line.unreadable)
      some.push(checked)
      if ('problems' in checked) problems += checked.problems.length
      if (most && problems >= most.problems) {
        yield [...some, wrongLine(0, reasonOf('tooManyProblems', String(most.problems)))]
        return
      }
    }
    yield some
  }
}

const wrongLine = (line: number, reason: Reason): Checked => ({ line, problems: [{ line, field: '', ...reason }] })

/** Streams the non-empty lines of a file in batches. */
export async function* linesOf(file: string, { isGzip, read }: LinesOptions = {}): AsyncGenerator<Line[]> {
  let number = 0
  let rest: Buffer[] = []
  let restLength = 0
  const packed = createReadStream(file, { highWaterMark: CHUNK })
  const content = isGzip ? pipeline(packed, createGunzip({ chunkSize: CHUNK }), () => {}) : packed
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      take(lines, chunk.subarray(start, end))
      start = end + 1
    }
    keep(chunk.subarray(start))
    read?.(chunk.length)
    yield lines
  }
  const last: Line[] = []
  if (restLength > 0) take(last, Buffer.alloc(0))
  yield last

  function keep(part: Buffer) {
    restLength += part.length
    if (restLength <= LONGEST) rest.push(part)
  }

  function take(lines: Line[], end: Buffer) {
    number += 1
    keep(end)
    const [only] = rest
    const bytes = only && rest.length === 1 ? only : Buffer.concat(rest)
    const length = restLength
    rest = []
    restLength = 0
    if (length > LONGEST) lines.push({ number, unreadable: reasonOf('tooLongLine', String(LONGEST)) })
    else if (!isUtf8(bytes)) lines.push({ number, unreadable: reasonOf('notUtf8') })
    else {
      const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
      if (text.trim() !== '') lines.push({ number, text })
    }
  }
}
