import {
  CSV_FIELDS,
  CSV_KINDS,
  type CsvKind,
  type DateOrder,
  type DecimalMark,
  csvFieldType,
  csvFieldValues,
  isLineField,
  missingCsvFields,
} from '#contract/csv-import.ts'
import { foldText } from '#contract/fold-name.ts'
import type { CsvMapping } from '#contract/schemas/csv-import.ts'
import { readBoolean, readSex, wordReader } from '../normalise/words.ts'
import headers from './headers.json' with { type: 'json' }

/** Names, delimiter and first rows of a file, from which a mapping is derived. */
export interface Sample {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  delimiter: string
}

/** Different words of a column beyond which it is no list of values. */
const MAX_WORDS = 50
/** Weight of a column that few other kinds have, compared with a reference to a client or an animal. */
const [OWN, SHARED] = [3, 1]

const plain = (header: string) => foldText(header).replaceAll(' ', '')

/** Returns the fields by the headers that stand for them, of which a group lists several for each field. */
export const namesOf = <Field extends string>(
  group: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): ReadonlyMap<string, Field> =>
  new Map(fields.flatMap((field) => [field, ...group[field].split(' ')].map((name) => [plain(name), field] as const)))

const HEADERS: Readonly<Record<CsvKind | 'itemisedInvoice', ReadonlyMap<string, string>>> = (() => {
  const { ofClient, ofPatient, line, ...own } = headers
  const of = (kind: CsvKind, isItemised = kind === 'invoiceLine'): ReadonlyMap<string, string> => {
    const fields = CSV_FIELDS[kind]
    const ofLine = isItemised ? [line, ofPatient] : []
    const groups: Record<string, string>[] = [...ofLine, own[kind], ofClient, ofPatient]
    const found = new Map<string, string>()
    for (const group of groups)
      for (const [field, names] of Object.entries(group))
        if (Object.hasOwn(fields, field) && (isItemised || kind !== 'invoice' || !isLineField(field)))
          for (const name of [field, ...names.split(' ')]) if (!found.has(plain(name))) found.set(plain(name), field)
    return found
  }
  return {
    client: of('client'),
    patient: of('patient'),
    reminder: of('reminder'),
    appointment: of('appointment'),
    invoice: of('invoice'),
    itemisedInvoice: of('invoice', true),
    invoiceLine: of('invoiceLine'),
    visitForm: of('visitForm'),
    logbookEntry: of('logbookEntry'),
  }
})()

/** Fields of which several columns are joined; of other fields the first column counts. */
const JOINED = new Set(['start', 'houseNumber'])

/** Returns a mapping for each kind, the likeliest kind first. */
export function suggestMappings(sample: Sample): CsvMapping[] {
  const all = CSV_KINDS.map((kind) => ({ kind, columns: columnsOf(kind, sample) }))
  const scored = all.map(({ kind, columns }) => ({ kind, columns, score: scoreOf(kind, columns) }))
  return scored
    .toSorted((a, b) => b.score - a.score)
    .map(({ kind, columns }) => ({ kind, columns, ...suggestFormat(kind, columns, sample) }))
}

/** Returns the columns of a kind. Invoices whose number occurs in several rows have a line in each row. */
function columnsOf(kind: CsvKind, sample: Sample): CsvMapping['columns'] {
  const plainColumns = suggestColumns(HEADERS[kind], sample.columns)
  if (kind === 'invoiceLine') return withoutVatAmounts(plainColumns, sample)
  const number = plainColumns.find(({ field }) => field === 'number' || field === 'uuid')
  if (kind !== 'invoice' || number === undefined) return plainColumns
  const numbers = cellsOf(sample, number.column)
  if (new Set(numbers).size === numbers.length) return plainColumns
  const itemised = withoutVatAmounts(suggestColumns(HEADERS.itemisedInvoice, sample.columns), sample)
  return itemised.some(({ field }) => field === 'lineDescription') ? itemised : plainColumns
}

const VAT_RATE = /^(?:\D+|\D*(?:[1-6]|9|12|19|21)(?:[.,]0+)?\s*%?|0(?:[.,]\d+)?\s*%?)$/

/** Removes a column that names VAT and contains amounts instead of rates. */
const withoutVatAmounts = (columns: CsvMapping['columns'], sample: Sample): CsvMapping['columns'] =>
  columns.filter(
    ({ column, field }) => field !== 'vatRate' || cellsOf(sample, column).every((cell) => VAT_RATE.test(cell)),
  )

function cellsOf(sample: Sample, column: string): string[] {
  const at = sample.columns.indexOf(column)
  return sample.rows.map((row) => row[at]?.trim() ?? '').filter(Boolean)
}

/** Returns the columns whose header names a field. Of several columns of a line's field, the most specific header counts. */
export function suggestColumns<Field extends string>(
  names: ReadonlyMap<string, Field>,
  columns: readonly string[],
): { column: string; field: Field }[] {
  const order = [...names.keys()]
  const found = columns.flatMap((column) => {
    // The number of a repeated header does not count.
    const name = plain(column.replace(/ \(\d+\)$/, ''))
    const field = names.get(name)
    return field === undefined
      ? []
      : [{ column, field, rank: isLineField(field) && !field.startsWith('patient') ? order.indexOf(name) : 0 }]
  })
  return found
    .filter(
      ({ field, rank }, at) =>
        JOINED.has(field) ||
        !found.some(
          (other, place) => other.field === field && (other.rank < rank || (other.rank === rank && place < at)),
        ),
    )
    .map(({ column, field }) => ({ column, field }))
}

/** A mapping without a required field is less likely than any complete mapping. */
function scoreOf(kind: CsvKind, columns: CsvMapping['columns']): number {
  const fields = new Set(columns.map(({ field }) => field))
  const missing = missingCsvFields(kind, fields).length
  const sum = [...fields].reduce((total, field) => {
    const type = csvFieldType(kind, field)
    return total + (type === 'client' || type === 'patient' ? SHARED : OWN)
  }, 0)
  return sum - missing * 1000
}

function suggestFormat(
  kind: CsvKind,
  columns: CsvMapping['columns'],
  sample: Sample,
): Pick<CsvMapping, 'values' | 'dateOrder' | 'decimal'> {
  const textsOf = (...types: string[]) =>
    columns.flatMap(({ column, field }) =>
      types.includes(String(csvFieldType(kind, field))) ? cellsOf(sample, column) : [],
    )
  return {
    values: columns.flatMap(({ column, field }) => suggestValues(kind, field, cellsOf(sample, column))),
    dateOrder: orderOf(textsOf('date', 'moment')),
    decimal: decimalOf(textsOf('number'), sample.delimiter),
  }
}

function suggestValues(kind: CsvKind, field: string, cells: readonly string[]): CsvMapping['values'] {
  const permitted = csvFieldValues(kind, field)
  const words = new Map(cells.map((cell) => [cell.toLowerCase(), cell]))
  if (permitted.length === 0 || words.size > MAX_WORDS) return []
  const isFlag = csvFieldType(kind, field) === 'flag'
  const wordOf = wordReader(permitted)
  return [...words.values()].flatMap((from) => {
    // A text such as `mannelijk gecastreerd` keeps its neutering, so it has no entry.
    if (field === 'sex' && readSex(from).neutered !== undefined) return []
    const to = isFlag ? readBoolean(from, field)?.toString() : wordOf(from)
    return to === undefined ? [] : [{ field, from, to }]
  })
}

function orderOf(texts: readonly string[]): DateOrder {
  const dates = texts.flatMap((text) => {
    const [, first, second] = /^(\d{1,4})[-/. ](\d{1,2})[-/. ]\d{2,4}/.exec(text) ?? []
    return first === undefined ? [] : [{ first, second: Number(second) }]
  })
  const ambiguous = dates.filter(({ first }) => first.length < 3)
  if (ambiguous.length === 0) return dates.length > 0 ? 'ymd' : 'dmy'
  const isMonthFirst =
    ambiguous.some(({ second }) => second > 12) && ambiguous.every(({ first }) => Number(first) <= 12)
  return isMonthFirst ? 'mdy' : 'dmy'
}

export function decimalOf(texts: readonly string[], delimiter: string): DecimalMark {
  for (const text of texts) {
    const mark = /([.,])\d{1,2}(?!\d)/.exec(text.replace(/[^\d.,].*$/, ''))?.[1]
    if (mark === ',' || mark === '.') return mark
  }
  return delimiter === ',' ? '.' : ','
}

/** Returns the columns of a mapping that a file lacks. */
export const missingColumns = (mapping: CsvMapping, columns: readonly string[]): string[] =>
  mapping.columns.map(({ column }) => column).filter((column) => !columns.includes(column))

export interface MappingError {
  pointer: string
  code: string
}

/** Returns what is wrong with a mapping of a file with these columns. */
export function mappingErrors(mapping: CsvMapping, columns: readonly string[]): MappingError[] {
  const { kind } = mapping
  const errors: MappingError[] = []
  const add = (pointer: string, code: string) => void errors.push({ pointer: `#/${pointer}`, code })
  const used = new Set<string>()
  for (const [at, { column, field }] of mapping.columns.entries()) {
    if (!columns.includes(column) || used.has(column)) add(`columns/${at}/column`, 'unknownValue')
    if (csvFieldType(kind, field) === undefined) add(`columns/${at}/field`, 'unknownValue')
    used.add(column)
  }
  for (const [at, { field, to }] of mapping.values.entries())
    if (to !== '' && !csvFieldValues(kind, field).includes(to)) add(`values/${at}/to`, 'unknownValue')
  const fields = new Set(mapping.columns.map(({ field }) => field))
  if (missingCsvFields(kind, fields).length > 0) add('columns', 'required')
  return errors
}
