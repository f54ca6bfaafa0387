/** Reason why an export was not loaded, apart from its content. */
export type ImportFailure =
  /** Another import is running, or the database is unreachable. The run is tried again later. */
  | 'later'
  /** The server is stopping. */
  | 'stopped'
  /** Another server has adopted the run. */
  | 'taken'
  /** The import exceeded its time limit, and nothing was loaded. */
  | 'overdue'
  /** This server lacks the file of the export. */
  | 'gone'
  /** The disk is full, or a defect occurred. */
  | 'failed'

export class ImportError extends Error {
  override name = 'ImportError'
  readonly failure: ImportFailure

  constructor(failure: ImportFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}
