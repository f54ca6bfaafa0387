import { type CsvCell, toCsv } from '#contract/csv.ts'
import { fileName, saveFile } from './save.ts'

type NameParts = readonly (string | undefined)[]

/** A table as a file that is called by these parts. */
export const csvFile = (nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): File =>
  new File([toCsv(rows)], `${fileName(nameParts)}.csv`, { type: 'text/csv;charset=utf-8' })

export function saveCsv(nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): void {
  const file = csvFile(nameParts, rows)
  saveFile(file.name, file)
}
