/** Why an export was not loaded, for reasons other than its content. */
export type ImportFailure =
  /** Another import is under way, or the database cannot be reached: later. */
  | 'later'
  /** The server stops. */
  | 'stopped'
  /** Another server has taken it. */
  | 'taken'
  /** It took longer than one may, and nothing was loaded. */
  | 'overdue'
  /** The file is not here. */
  | 'gone'
  /** The disk is full, or a defect. */
  | 'failed'

export class ImportError extends Error {
  override name = 'ImportError'
  readonly failure: ImportFailure

  constructor(failure: ImportFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}
