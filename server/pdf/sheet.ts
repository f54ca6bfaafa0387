import type { Language } from '#contract/languages.ts'

/** A paper as it is to be read: in the words of its reader, without what is absent. How it looks is for whoever draws it. */
export interface Sheet {
  language: Language
  /** What it is. */
  title: string
  /** What it is called among others, with its number. */
  name: string
  from: Letterhead
  /** Name and address of whom it is for. */
  to: string[]
  facts: Fact[]
  parts: Part[]
}

export interface Letterhead {
  name: string
  /** How they are reached, and their account. */
  lines: string[]
  /** PNG or JPEG. */
  logo?: Uint8Array | undefined
}

export interface Fact {
  label: string
  value: string
}

/** A column of figures has its figures below each other. */
export interface Column {
  label: string
  figures?: boolean
}

export type Part =
  | { kind: 'text'; heading: string; text: string }
  | { kind: 'table'; heading?: string; columns: Column[]; rows: string[][] }
  /** Figures that are added up; the strong ones are what it is about. */
  | { kind: 'sums'; rows: (Fact & { strong?: boolean })[] }
  | { kind: 'note'; text: string }
