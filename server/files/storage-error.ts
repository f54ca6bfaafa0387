/** The file storage failed. The code is for the log. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Codes of the file system, and of a bucket whose store has no room. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'PUT 507'])

export function storageProblem(error: unknown): 'storage-full' | 'unavailable' | undefined {
  if (!(error instanceof StorageError)) return undefined
  return FULL.has(error.code) ? 'storage-full' : 'unavailable'
}
