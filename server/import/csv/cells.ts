import type { CsvFieldType, DateOrder, DecimalMark } from '#contract/csv-import.ts'
import { withoutZeros } from '#contract/fold-name.ts'
import { cleanLine } from '#contract/text.ts'

// Rewrites cells whose meaning depends on the mapping, such as the order of a date. Other values pass unchanged to
// the readers of an export (`../normalise/`), which understand many ways of writing.

export interface CellFormat {
  dateOrder: DateOrder
  decimal: DecimalMark
}

/** A year of two digits is at most this many years in the future. */
const YEARS_AHEAD = 20
const DATE = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})(?=$|[ T,])/
/** Apostrophes around a date, and before a year of two digits, as in `1-2-'24`. */
const APOSTROPHES = /^['‘’]|['‘’](?=\d{2}(?!\d))|['‘’]$/g
const NAMED_MONTH = /^(\d{1,2}[- ][a-z]{3,9}\.?[- ])(\d{2})(?=$|[ T,])/i
const POSITIONS = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const

/** Returns the value that the reader of the field gets for a cell. */
export function readCell(text: string, type: CsvFieldType, format: CellFormat): string | number {
  if (type === 'date' || type === 'moment') return isoDay(text, format.dateOrder)
  if (type === 'number') return plainNumber(text, format.decimal)
  return text
}

function isoDay(text: string, order: DateOrder): string {
  const cell = cleanLine(text).replace(APOSTROPHES, '')
  const [all = '', one = '', , two = '', three = ''] = DATE.exec(cell) ?? []
  if (all === '') return cell.replace(NAMED_MONTH, (_, before: string, year: string) => before + fullYear(year))
  const parts = [one, two, three]
  // The place of a year of four digits leaves no doubt about the year.
  const isYearLast = order === 'ymd' && three.length === 4
  const positions = POSITIONS[one.length === 4 ? 'ymd' : isYearLast ? 'dmy' : order]
  const [year = '', month = '', day = ''] = positions.map((at) => parts[at])
  if (year.length !== 2 && year.length !== 4) return cell
  return `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${cell.slice(all.length)}`
}

function fullYear(year: string): string {
  if (year.length !== 2) return year
  const now = new Date().getUTCFullYear()
  const inCentury = now - (now % 100) + Number(year)
  return String(inCentury > now + YEARS_AHEAD ? inCentury - 100 : inCentury)
}

const NUMBERS = {
  ',': { grouped: /^(\D*)(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?(\D*)$/, decimal: /^(\D*\d*),(\d+)(\D*)$/ },
  '.': { grouped: /^(\D*)(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?(\D*)$/, decimal: /^(\D*\d*)\.(\d+)(\D*)$/ },
} as const
const PLAIN = /^[-+]?\d*\.?\d+$/

/** Removes separators of thousands, and writes a decimal point. */
function plainNumber(text: string, mark: DecimalMark): string | number {
  const { grouped, decimal } = NUMBERS[mark]
  const cell = cleanLine(text)
    .replace(grouped, (_, before: string, digits: string, fraction: string | undefined, after: string) =>
      [before, digits.replaceAll(/\D/g, ''), fraction === undefined ? '' : `.${fraction}`, after].join(''),
    )
    .replace(decimal, '$1.$2$3')
  const number = cell.replaceAll(/[€\s]|\bEUR\b/gi, '')
  return PLAIN.test(number) ? Number(number) : cell
}

/** Returns the text of a cell such as `="0123"`, in which a spreadsheet keeps leading zeros. */
export const withoutFormula = (cell: string): string => cell.replace(/^="?([^"]*)"?$/, '$1')

/**
 * Returns the form of a number by which records are found. Spreadsheets drop leading zeros, so zeros do not count.
 */
export const keyText = (text: string): string =>
  withoutZeros(
    withoutFormula(cleanLine(text))
      .replace(/^(\d+)[.,]0+$/, '$1')
      .toLowerCase(),
  )
