import { saveFile } from './save-file.ts'

const BOM = '\uFEFF'
/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A number is an amount of money, and stays one: a minus in front of it begins no formula. */
export type CsvCell = string | number | null | undefined

function cell(value: CsvCell): string {
  if (typeof value === 'number') return value.toFixed(2).replace('.', ',')
  const text = value ?? ''
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** As spreadsheets in Dutch open it: by semicolons, and in UTF-8 because of the mark in front. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')
}

export const saveCsv = (name: string, csv: string): void => saveFile(name, 'text/csv', csv)
