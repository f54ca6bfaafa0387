import type { IntlShape } from 'react-intl'
import type { MessageId } from '#src/lib/message-id.ts'
import { type CsvCell, toCsv } from '#contract/csv.ts'

export function saveFrom(url: string, name: string): void {
  // Hides the URL of the page from the host of the file.
  const link = Object.assign(document.createElement('a'), { href: url, download: name, rel: 'noreferrer' })
  document.body.append(link)
  link.click()
  link.remove()
}

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  saveFrom(url, name)
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Joins texts into a file name without extension: letters without diacritics, and digits. */
export const fileName = (parts: readonly (string | null | undefined)[]): string =>
  parts
    .join('-')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()

type NameParts = readonly (string | undefined)[]

/** Downloads a table as a CSV file with a name made of these parts. */
export const csvFile = (nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): File =>
  new File([toCsv(rows)], `${fileName(nameParts)}.csv`, { type: 'text/csv;charset=utf-8' })

export function saveCsv(nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): void {
  const file = csvFile(nameParts, rows)
  saveFile(file.name, file)
}

/** Column of a table: its heading and the cell of an item. */
export type CsvColumns<T> = readonly (readonly [heading: MessageId, cell: (item: T) => CsvCell])[]

/** Returns the rows of a table, starting with the headings. */
export const csvRows = <T>(columns: CsvColumns<T>, items: readonly T[], { formatMessage }: IntlShape): CsvCell[][] => [
  columns.map(([id]) => formatMessage({ id })),
  ...items.map((item) => columns.map(([, cell]) => cell(item))),
]

/** Whether the device can share a file (Web Share). Browsers support it only on pages served over HTTPS. */
export const canShare = (file: File): boolean =>
  (navigator as Partial<Navigator>).canShare?.({ files: [file] }) ?? false

/** Shares files (Web Share). Must be called in the click handler; a cancelled share shows no message. */
export async function share(data: ShareData): Promise<'shared' | 'calledOff' | 'failed'> {
  try {
    await navigator.share(data)
    return 'shared'
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError' ? 'calledOff' : 'failed'
  }
}
