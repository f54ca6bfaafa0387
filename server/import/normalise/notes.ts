import type { ImportReason } from '#contract/imports.ts'
import { type Reason, reasonOf } from '../reasons.ts'

export type Note = { field: string } & Reason

/** What of a line is not loaded as it was. Paths are as yup writes them: `vat[0].rate`. */
export class Notes {
  readonly all: Note[] = []

  /** Returns undefined, the value of what is left out. */
  add(field: string, code: ImportReason, value?: string): undefined {
    this.all.push({ field, ...reasonOf(code, value) })
    return undefined
  }
}
