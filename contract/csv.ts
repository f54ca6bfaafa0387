const BOM = '\uFEFF'
/** Characters that begin a formula in a spreadsheet, with their full-width and small forms. */
const FORMULA_SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]'
/** White space, invisible characters and quotation marks, which spreadsheets ignore before a formula. */
const SKIPPED = '[\\s\\p{Cc}\\p{Cf}"\'`´‘’“”]*'
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${SKIPPED}${FORMULA_SIGN})`, 'u')
/** Commas and tabs, which end a cell in some spreadsheet locales, so a formula may follow within an unquoted cell. */
// Excludes tabs from the skipped characters, so that a run of tabs is matched in linear time.
const FORMULA_FURTHER_ON = new RegExp(`[,\\t](?:(?!\\t)${SKIPPED.slice(0, -1)})*${FORMULA_SIGN}`, 'u')

/** Number as text. It is not escaped, because a minus before a number starts no formula. */
export class CsvNumber {
  readonly #text: string
  constructor(text: string) {
    this.#text = text.replace('.', ',')
  }
  toString(): string {
    return this.#text
  }
}

export type CsvCell = string | CsvNumber | null | undefined

function cell(value: CsvCell): string {
  if (value instanceof CsvNumber) return value.toString()
  const text = value ?? ''
  const harmless = FORMULA.test(text) ? `'${text}` : text
  const isQuoted = /[";\r\n]/.test(harmless) || FORMULA_FURTHER_ON.test(harmless)
  return isQuoted ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Formats a date, or the date of a moment, for Dutch spreadsheets. */
export const dayCell = (date: string | null | undefined): CsvCell => date?.slice(0, 10).split('-').reverse().join('-')

/** Formats a number that is not money, with all its decimals. */
export const numberCell = (value: number | null | undefined): CsvCell =>
  value == null ? undefined : new CsvNumber(value.toString())

export const centsCell = (cents: number | null): CsvCell =>
  cents === null ? undefined : new CsvNumber((cents / 100).toFixed(2))

type CsvRows = readonly (readonly CsvCell[])[]

/** Formats rows without a byte order mark, to append to other rows. */
export const csvLines = (rows: CsvRows): string => rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')

/** Formats a CSV file for Dutch spreadsheets: semicolons, and UTF-8 marked by a byte order mark. */
export const toCsv = (rows: CsvRows): string => BOM + csvLines(rows)
