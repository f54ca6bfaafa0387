import type { ImportReason } from '#contract/imports.ts'
import { type Reason, reasonOf } from '../reasons.ts'

export type Note = { field: string } & Reason

/** Notes about values of a line that were left out or changed. Paths are in yup's notation: `vat[0].rate`. */
export class Notes {
  readonly all: Note[] = []

  replace(field: string, code: ImportReason): void {
    this.all.splice(0, this.all.length, ...this.all.filter((note) => note.field !== field))
    this.add(field, code)
  }

  /** Adds a note. Returns undefined, the value of a field that is left out. */
  add(field: string, code: ImportReason, value?: string): undefined {
    this.all.push({ field, ...reasonOf(code, value) })
    return undefined
  }
}
