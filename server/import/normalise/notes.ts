import type { ImportReason } from '#contract/imports.ts'
import { type Reason, reasonOf } from '../reasons.ts'

export type Note = { field: string } & Reason

/** What of a line is not loaded as it was. Paths are as yup writes them: `vat[0].rate`. */
export class Notes {
  readonly all: Note[] = []

  /** Says this of the field instead of what was said. */
  replace(field: string, code: ImportReason): void {
    this.all.splice(0, this.all.length, ...this.all.filter((note) => note.field !== field))
    this.add(field, code)
  }

  /** Returns undefined, the value of what is left out. */
  add(field: string, code: ImportReason, value?: string): undefined {
    this.all.push({ field, ...reasonOf(code, value) })
    return undefined
  }
}
