import type { ImportReason } from '#contract/imports.ts'
import {
  MAX_PRICE_ITEMS,
  MAX_PRICE_TEXT,
  PRICE_FIELDS,
  type PriceField,
  REQUIRED_PRICE_FIELDS,
} from '#contract/price-list.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import { type PriceCsv, type PriceItem, priceItemSchema } from '#contract/schemas/price-list.ts'
import { cleanLine } from '#contract/text.ts'
import { readFields } from '#server/http/read-fields.ts'
import { readCell } from '#server/import/csv/cells.ts'
import { CsvFileError } from '#server/import/csv/csv-file-error.ts'
import headers from '#server/import/csv/headers.json' with { type: 'json' }
import { decimalOf, namesOf, suggestColumns } from '#server/import/csv/suggest.ts'
import { readBoolean } from '#server/import/normalise/words.ts'
import { reasonOf } from '#server/import/reasons.ts'
import type { CsvLayout, CsvRow } from '#server/ports.ts'

const NAMES = namesOf(headers.priceItem, PRICE_FIELDS)
/** Word before a price that may be higher in a given case. */
const FROM = /^(?:vanaf|v\.?a\.?|from)\b\.?\s*/i
/** A whole amount as written in the Netherlands: `45,-`. */
const WHOLE = /[.,]\s*[-–—]+$/

/** Returns the items of a CSV file. Throws a `CsvFileError` if it lacks a column that each item needs. */
export function readPriceCsv(
  { columns, sample, delimiter }: Pick<CsvLayout, 'columns' | 'sample' | 'delimiter'>,
  rows: readonly CsvRow[],
): PriceCsv {
  const found = suggestColumns(NAMES, columns)
  const at = new Map(found.map(({ column, field }) => [field, columns.indexOf(column)]))
  const missing = REQUIRED_PRICE_FIELDS.filter((field) => !at.has(field))
  if (missing.length > 0) throw new CsvFileError('otherColumns', missing.join(', '))
  const cell = (row: CsvRow | { cells: readonly string[] }, field: PriceField) =>
    cleanLine(row.cells[at.get(field) ?? -1] ?? '').trim()
  const prices = sample.map((cells) => cell({ cells }, 'price').replace(FROM, ''))
  const decimal = decimalOf(prices, delimiter)

  const items: PriceItem[] = []
  const problems: ImportProblem[] = []
  let category = ''
  for (const row of rows) {
    // A list for people names a category once, on its first row or on a row of its own.
    const isHeading =
      !row.problem && cell(row, 'price') === '' && (!at.has('category') || cell(row, 'description') === '')
    category = cell(row, isHeading && !at.has('category') ? 'description' : 'category') || category
    if (isHeading) continue
    const value = row.problem ?? itemOf((field) => (field === 'category' ? category : cell(row, field)), decimal)
    if (!('code' in value) && items.length < MAX_PRICE_ITEMS) items.push(value)
    else problems.push(problemOf(row, 'code' in value ? value : { code: 'tooMany' }, found))
  }
  return { items, problems, rows: items.length + problems.length, columns: found }
}

interface Wrong {
  code: ImportReason
  field?: PriceField
  column?: string
}

function itemOf(cellOf: (field: PriceField) => string, decimal: ',' | '.'): PriceItem | Wrong {
  const price = cellOf('price')
  const amount = readCell(price.replace(FROM, '').replace(WHOLE, ''), 'number', { dateOrder: 'dmy', decimal })
  if (price !== '' && typeof amount !== 'number') return { code: 'invalidAmount', field: 'price' }
  const from = cellOf('from')
  const isFrom = FROM.test(price) || FROM.test(from) || readBoolean(from, 'from') === true
  const texts = (['note', 'unit'] as const).map((field) => [field, cellOf(field)]).filter(([, text]) => text !== '')
  const { value, problems } = readFields(priceItemSchema, {
    category: cellOf('category'),
    description: cellOf('description'),
    ...(price !== '' && { price: amount }),
    ...(isFrom && { from: true }),
    ...Object.fromEntries(texts),
  })
  const [first] = problems
  if (!first) return value
  const field = PRICE_FIELDS.find((each) => first.pointer === `#/${each}`) ?? 'description'
  return { code: REASONS.find((code) => code === first.code) ?? 'invalidText', field }
}

const REASONS = ['required', 'tooLong', 'invalidAmount'] as const satisfies ImportReason[]

function problemOf(row: CsvRow, { code, field, column }: Wrong, found: PriceCsv['columns']): ImportProblem {
  const header = column ?? found.find((each) => each.field === field)?.column
  const limits: Partial<Record<PriceField, number>> = MAX_PRICE_TEXT
  const limit = code === 'tooMany' ? MAX_PRICE_ITEMS : code === 'tooLong' && field ? limits[field] : undefined
  return {
    line: row.line,
    field: field ?? '',
    ...reasonOf(code, limit === undefined ? undefined : String(limit)),
    ...(header !== undefined && { column: header }),
  }
}
