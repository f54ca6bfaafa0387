import { isUtf8 } from 'node:buffer'
import { finished } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import {
  CSV_DELIMITERS,
  CSV_PREVIEW_ROWS,
  type CsvDelimiter,
  type CsvEncoding,
  MAX_CSV_COLUMNS,
  MAX_CSV_TEXT,
} from '#contract/csv-import.ts'
import { typeOfBytes } from '#contract/document.ts'
import type { CsvFormat } from '#contract/schemas/csv-import.ts'
import type { ImportReason } from '#contract/imports.ts'
import type { CsvLayout, CsvRow } from '#server/ports.ts'
import { CsvFileError } from '#server/import/csv/csv-file-error.ts'
import { CHUNK, LINE_FEED, asUtf8, bytesOf, textOf, utf16Of, windows1252 } from './export-lines.ts'

/** Maximum characters of a row, to bound memory; an unclosed quotation mark would take the rest of the file. */
const MAX_ROW = 1024 * 1024
/** Rows from which the layout of a file is derived. */
const SAMPLED_ROWS = 2000
/** Rows among which the row of headers is searched; a spreadsheet may begin with a title. */
const HEADER_ROWS = 20
/** A file in which this share of rows is short leaves out empty cells at the end, as Excel may do. */
const SHORT_SHARE = 0.02
const MIN_SHORT = 3

const EXCEL = ['504b0304', 'd0cf11e0']
const BOM = /^\uFEFF/
/** First line with which Excel names the delimiter. */
const SEPARATOR = /^sep=(.)\s*$/i

interface File {
  file: string
  isGzip?: boolean
  /** Encoding and delimiter that a person chose; absent ones are recognised. */
  format?: CsvFormat | undefined
  /** Receives the number of bytes read. */
  read?: (bytes: number) => void
}

/** Row as the parser returns it, with the number of its first line. */
interface Raw {
  line: number
  cells: string[]
}

/** Returns encoding, delimiter, columns and first rows of a file. Throws a `CsvFileError` if it is no CSV file. */
export async function readLayout({ file, isGzip, format = {} }: File): Promise<CsvLayout> {
  const head = await headOf(file, isGzip)
  const type = typeOfBytes(head)
  // Practice systems save a table of HTML with the name of an Excel file.
  if (EXCEL.includes(head.toString('hex', 0, 4)) || type === 'text/html') throw new CsvFileError('excelFile')
  if (type !== undefined && !utf16Of(head)) emptyFile()
  const text = await textOfHead(head, format.encoding)
  const separator = format.delimiter ?? SEPARATOR.exec(text.slice(0, text.indexOf('\n')))?.[1]
  const isCut = head.length >= CHUNK
  const parsed = await Promise.all(
    CSV_DELIMITERS.map(async (delimiter) => ({ delimiter, ...(await parseHead(text, delimiter, isCut)) })),
  )
  const { delimiter, rows, open } =
    parsed.find((each) => each.delimiter === separator) ??
    parsed.toSorted((a, b) => consistency(b.rows) - consistency(a.rows))[0] ??
    emptyFile()
  // A person who chooses a delimiter sees what it does, also where it separates nothing.
  const at = headerAt(rows, format.delimiter ? 1 : 2)
  if (!rows[at] && open) throw new CsvFileError('unclosedQuote', undefined, { line: open })
  const header = rows[at] ?? emptyFile()
  const data = rows.slice(at + 1).filter(({ cells }) => !isEmpty(cells))
  const widest = Math.max(trimEnd(header.cells).length, ...data.map(({ cells }) => trimEnd(cells).length))
  const columns = uniqueNames(header.cells.slice(0, widest))
  if (columns.length > MAX_CSV_COLUMNS) throw new CsvFileError('tooManyColumns', String(MAX_CSV_COLUMNS))
  const short = data.filter(({ cells }) => cells.length < columns.length).length
  return {
    encoding: format.encoding ?? encodingOf(head, isCut),
    delimiter,
    headerLine: header.line,
    columns,
    dropsEmptyCells: short >= MIN_SHORT && short >= data.length * SHORT_SHARE,
    rows: data.slice(0, CSV_PREVIEW_ROWS).map(({ line, cells }) => ({ line, cells: cells.map(shorten) })),
    sample: data.map(({ cells }) => cells),
  }
}

const emptyFile = (): never => {
  throw new CsvFileError('noColumns')
}
const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
const shorten = (cell: string) => cell.slice(0, MAX_CSV_TEXT)

async function headOf(file: string, isGzip?: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytesOf(file, isGzip)) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= CHUNK) break
  }
  return Buffer.concat(chunks)
}

async function textOfHead(head: Buffer, encoding?: CsvEncoding): Promise<string> {
  let text = ''
  for await (const part of textsOf(only(head), encoding)) text += part
  return text
}

function encodingOf(head: Buffer, isCut: boolean): CsvEncoding {
  const utf16 = utf16Of(head)
  if (utf16) return utf16
  // A cut file may end within a character.
  const whole = isCut ? head.subarray(0, head.lastIndexOf(LINE_FEED)) : head
  return isUtf8(whole) ? 'utf-8' : 'windows-1252'
}

/** Yields the text of a file in parts that end with a line, with line feeds alone between lines. */
async function* textsOf(bytes: AsyncIterable<Buffer>, encoding?: CsvEncoding): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  const decoded = (part: Buffer) => {
    const text = decode(part, encoding)
    const start = isFirst ? text.replace(BOM, '') : text
    isFirst = false
    return start.replaceAll(/\r\n?/g, '\n')
  }
  for await (const chunk of asUtf8(bytes, encoding)) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = all.lastIndexOf(LINE_FEED) + 1
    // A file with carriage returns alone has no line feed; it is decoded as it arrives.
    if (end === 0 && all.length < MAX_ROW) rest = all
    else {
      const cut = end || all.length
      yield decoded(all.subarray(0, cut))
      rest = all.subarray(cut)
    }
  }
  if (rest.length > 0) yield decoded(rest)
}

function decode(part: Buffer, encoding?: CsvEncoding): string {
  if (encoding === 'windows-1252') return windows1252.decode(part)
  if (encoding !== undefined || isUtf8(part)) return part.toString('utf8')
  // Each line is decoded by itself, because a file may mix UTF-8 and Windows-1252.
  return linesOfBytes(part).map(textOf).join('')
}

function linesOfBytes(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, start)
    const next = end < 0 ? bytes.length : end + 1
    lines.push(bytes.subarray(start, next))
    start = next
  }
  return lines
}

/** Yields the rows of a text in batches. Throws a `CsvError` after the rows before the error. */
async function* rowsOf(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<Raw[]> {
  let rows: Raw[] = []
  let line = 1
  // The rows are taken by a callback, because a stream loses its buffered rows when it fails.
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: '\n',
    max_record_size: MAX_ROW,
    on_record(cells: string[], { lines }) {
      rows.push({ line, cells: cells.map(withoutQuotes) })
      line = lines + 1
      return null
    },
  })
  const ended = finished(parser.resume()).catch((error: unknown) => error)
  const taken = () => {
    const batch = rows
    rows = []
    return batch
  }
  for await (const text of texts) {
    if (parser.destroyed) break
    parser.write(text)
    yield taken()
  }
  if (!parser.destroyed) parser.end()
  const error = await ended
  yield taken()
  if (error) throw error
}

/** The parser keeps quotation marks around a text with an unescaped quotation mark. */
const withoutQuotes = (cell: string): string =>
  cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') && !cell.includes('\n')
    ? cell.slice(1, -1).replaceAll('""', '"')
    : cell

/** Returns the first rows, and the line of a row whose quotation mark is not closed. */
async function parseHead(
  text: string,
  delimiter: CsvDelimiter,
  isCut: boolean,
): Promise<{ rows: Raw[]; open?: number }> {
  const whole = isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  const rows: Raw[] = []
  try {
    for await (const batch of rowsOf(only(whole), delimiter)) rows.push(...batch)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows: rows.slice(0, SAMPLED_ROWS), open: (rows.at(-1)?.line ?? 0) + 1 }
  }
  return { rows: rows.slice(0, SAMPLED_ROWS) }
}

async function* only<T>(one: T): AsyncGenerator<T> {
  yield one
}

/** Number of rows with the most common number of cells, if that is more than one. */
function consistency(rows: readonly Raw[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows)
    if (cells.length > 1 && !isEmpty(cells)) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  // More cells decide between equals: a text in a cell may contain another delimiter once.
  return Math.max(0, ...[...counts].map(([cells, count]) => count + cells / 1000))
}

/** Returns the position of the row of headers: the first with enough cells that is at least half as wide as the widest. */
function headerAt(rows: readonly Raw[], minimum: number): number {
  const filled = rows.slice(0, HEADER_ROWS).map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const most = Math.max(...filled)
  return filled.findIndex((count) => count >= minimum && count * 2 >= most)
}

/** Removes empty cells at the end. */
const trimEnd = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)

function uniqueNames(cells: readonly string[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, at) => {
    const name =
      cell
        .trim()
        .replaceAll(/\s+/g, ' ')
        .slice(0, MAX_CSV_TEXT - 10) || `#${at + 1}`
    let unique = name
    for (let number = 2; used.has(unique); number += 1) unique = `${name} (${number})`
    used.add(unique)
    return unique
  })
}

/**
 * Yields the rows below the headers in batches. A row whose cells cannot be told apart has a problem. Throws a
 * `CsvFileError` with the line if the rest of the file cannot be read.
 */
export async function* csvRows({ file, isGzip, format, read }: File, layout: CsvLayout): AsyncGenerator<CsvRow[]> {
  const { columns, delimiter, headerLine } = layout
  const counted = (async function* () {
    for await (const chunk of bytesOf(file, isGzip)) {
      read?.(chunk.length)
      yield chunk
    }
  })()
  let last = 0
  try {
    for await (const batch of rowsOf(textsOf(counted, format?.encoding), delimiter)) {
      last = batch.at(-1)?.line ?? last
      const rows = batch.filter(({ line, cells }) => line > headerLine && !isEmpty(cells))
      yield rows.map((row) => checkedRow(row, layout))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const at = { line: last + 1, column: columns[Number(error['column'])] }
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE' && error['quoting'] !== true
    throw isLong
      ? new CsvFileError('tooLongLine', String(MAX_ROW), at)
      : new CsvFileError('unclosedQuote', undefined, at)
  }
}

function checkedRow(row: Raw, { columns, delimiter, dropsEmptyCells }: CsvLayout): CsvRow {
  const { line, cells } = row
  const wrong = (code: ImportReason, at: number): CsvRow => {
    const column = columns[at]
    return { line, cells, problem: { code, ...(column !== undefined && { column }) } }
  }
  // A quotation mark that is not closed takes the lines up to the next quotation mark into its cell.
  const open = cells.findIndex((cell) => cell.includes('\n') && isSwallowing(cell, columns.length, delimiter))
  if (open >= 0) return wrong('unclosedQuote', open)
  if (trimEnd(cells).length > columns.length) return wrong('extraCells', columns.length - 1)
  if (cells.length < columns.length && !dropsEmptyCells) return wrong('missingCells', cells.length)
  return row
}

/** The parser keeps the quotation mark of such a cell, or the cell contains a whole row. */
const isSwallowing = (cell: string, columns: number, delimiter: string): boolean =>
  cell.startsWith('"') || (columns > 2 && cell.split('\n').some((line) => line.split(delimiter).length >= columns))
