import type { Language } from '#contract/languages.ts'

/** Content of a document in the reader's language, without layout. */
export interface Sheet {
  language: Language
  /** Landscape, for a table with many columns. */
  isWide?: boolean
  /** Places the recipient higher than a window envelope needs. */
  isCompact?: boolean
  /** E.g. *Factuur*. */
  title: string
  /** Title with the document number, for the metadata and the footer of the PDF. */
  name: string
  from: Letterhead
  /** The recipient's address lines. */
  to: string[]
  facts: Fact[]
  parts: Part[]
}

export interface Letterhead {
  name: string
  /** Contact details and IBAN. */
  lines: string[]
  logo?: Picture | undefined
}

/** A PNG or JPEG; the content of its URL never changes. */
export interface Picture {
  url: string
  type: string
  bytes: Uint8Array
}

export interface Fact {
  label: string
  value: string
}

/** `figures`: right-aligned numbers. */
export interface Column {
  label: string
  figures?: boolean
  /** Relative width; the default depends on `figures`. */
  weight?: number
}

export type Part =
  | { kind: 'text'; heading: string; text: string }
  | { kind: 'table'; heading?: string; columns: Column[]; rows: string[][]; isDense?: boolean }
  /** Totals; `strong` ones are emphasised. */
  | { kind: 'sums'; rows: (Fact & { strong?: boolean })[] }
  | { kind: 'note'; text: string }
  | { kind: 'signatures'; labels: string[] }
  | { kind: 'facts'; heading: string; facts: Fact[] }
  /** Titles and page numbers of the other documents of a bundle. */
  | { kind: 'contents'; heading: string; titleLabel: string; pageLabel: string }
  /** Photos, in rows; `alt` with a number names each. */
  | { kind: 'pictures'; alt: string; pictures: Picture[] }
  /** Drawn signature: strokes of points `x, y, …` in the box `SIGNATURE` of the contract. */
  | { kind: 'signature'; alt: string; strokes: number[][] }

/** Documents and files in one PDF. The first document has the contents. */
export interface Bundle {
  language: Language
  name: string
  from: Letterhead
  sheets: Sheet[]
  files: (FilePages & { label: string })[]
}

/** Pages of a file, as a PDF without anything but pages. */
export interface FilePages {
  pdf: Uint8Array<ArrayBuffer>
  /** Sizes of the pages as a reader sees them, in points. */
  pages: { width: number; height: number }[]
}

/** Letters of a practice, each on a page of its own. */
export interface Letters {
  language: Language
  name: string
  from: Letterhead
  letters: Letter[]
}

export interface Letter {
  /** The recipient's address lines. */
  to: string[]
  title: string
  opening: string
  /** Steps in order; the renderer adds their numbers. */
  steps: string[]
  code: Fact
  url: string
  closing: string[]
}
