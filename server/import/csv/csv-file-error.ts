import type { ImportReason } from '#contract/imports.ts'

/** A file that cannot be read as CSV. */
export class CsvFileError extends Error {
  override name = 'CsvFileError'
  readonly code: ImportReason
  readonly value: string | undefined
  readonly at: { line: number; column?: string | undefined } | undefined

  constructor(code: ImportReason, value?: string, at?: CsvFileError['at']) {
    super(code)
    this.code = code
    this.value = value
    this.at = at
  }
}
