import { fileName, saveFile } from './save.ts'

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

/** A day as spreadsheets in Dutch read it; of a moment its day. */
export const dayCell = (date: string | null | undefined): CsvCell => date?.slice(0, 10).split('-').reverse().join('-')

/** A number that is not money, with as many decimals as it has. */
export const numberCell = (value: number | null | undefined): CsvCell => value?.toString().replace('.', ',')

/** As spreadsheets in Dutch open it: by semicolons, and in UTF-8 because of the mark in front. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')
}

type NameParts = readonly (string | undefined)[]

/** A table as a file that is called by these parts. */
export const csvFile = (nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): File =>
  new File([toCsv(rows)], `${fileName(nameParts)}.csv`, { type: 'text/csv;charset=utf-8' })

export function saveCsv(nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): void {
  const file = csvFile(nameParts, rows)
  saveFile(file.name, file)
}
