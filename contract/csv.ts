const BOM = '\uFEFF'
/** Characters that begin a formula in a spreadsheet, with their full-width and small forms. */
const FORMULA_SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]'
/** White space, invisible characters and quotation marks, which spreadsheets drop or skip in front of a formula. */
const SKIPPED = '[\\s\\p{Cc}\\p{Cf}"\'`´‘’“”]*'
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${SKIPPED}${FORMULA_SIGN})`, 'u')
/** A spreadsheet of another locale ends a cell at these too, so a formula may follow within an unquoted one. */
// Without tabs in what is skipped, so that a run of them is read once.
const FORMULA_FURTHER_ON = new RegExp(`[,\\t](?:(?!\\t)${SKIPPED.slice(0, -1)})*${FORMULA_SIGN}`, 'u')

/** A number is an amount of money, and stays one: a minus in front of it begins no formula. */
export type CsvCell = string | number | null | undefined

function cell(value: CsvCell): string {
  if (typeof value === 'number') return value.toFixed(2).replace('.', ',')
  const text = value ?? ''
  const harmless = FORMULA.test(text) ? `'${text}` : text
  const isQuoted = /[";\r\n]/.test(harmless) || FORMULA_FURTHER_ON.test(harmless)
  return isQuoted ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A day as spreadsheets in Dutch read it; of a moment its day. */
export const dayCell = (date: string | null | undefined): CsvCell => date?.slice(0, 10).split('-').reverse().join('-')

/** A number that is not money, with as many decimals as it has. */
export const numberCell = (value: number | null | undefined): CsvCell => value?.toString().replace('.', ',')

type CsvRows = readonly (readonly CsvCell[])[]

/** An amount in cents; empty where it is not known. */
export const centsCell = (cents: number | null): CsvCell => (cents === null ? undefined : cents / 100)

/** Rows that go on where others end. */
export const csvLines = (rows: CsvRows): string => rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')

/** As spreadsheets in Dutch open it: by semicolons, and in UTF-8 because of the mark in front. */
export const toCsv = (rows: CsvRows): string => BOM + csvLines(rows)
