import type { IntlShape } from 'react-intl'
import type { MessageId } from '#src/lib/message-id.ts'
import { type CsvCell, toCsv } from '#contract/csv.ts'

/** Downloads a URL. */
export function saveFrom(url: string, name: string): void {
  // No referrer: the host of the file need not know the page.
  const link = Object.assign(document.createElement('a'), { href: url, download: name, rel: 'noreferrer' })
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads a blob. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  saveFrom(url, name)
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** The parts as the name of a file, without its end: letters and digits, and none of the diacritics. */
export const fileName = (parts: readonly (string | null | undefined)[]): string =>
  parts
    .join('-')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()

type NameParts = readonly (string | undefined)[]

/** A table as a file that is called by these parts. */
export const csvFile = (nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): File =>
  new File([toCsv(rows)], `${fileName(nameParts)}.csv`, { type: 'text/csv;charset=utf-8' })

export function saveCsv(nameParts: NameParts, rows: readonly (readonly CsvCell[])[]): void {
  const file = csvFile(nameParts, rows)
  saveFile(file.name, file)
}

/** Columns of a table: the heading and the cell of an item. */
export type CsvColumns<T> = readonly (readonly [heading: MessageId, cell: (item: T) => CsvCell])[]

/** The rows of a table, with the headings first. */
export const csvRows = <T>(columns: CsvColumns<T>, items: readonly T[], { formatMessage }: IntlShape): CsvCell[][] => [
  columns.map(([id]) => formatMessage({ id })),
  ...items.map((item) => columns.map(([, cell]) => cell(item))),
]

/** Whether this device takes such a file from a page. Browsers offer it on pages only that are served safely. */
export const canShare = (file: File): boolean =>
  (navigator as Partial<Navigator>).canShare?.({ files: [file] }) ?? false

/** Web Share. Must be called in the click handler; a cancelled share needs no message. */
export async function share(data: ShareData): Promise<'shared' | 'calledOff' | 'failed'> {
  try {
    await navigator.share(data)
    return 'shared'
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError' ? 'calledOff' : 'failed'
  }
}
