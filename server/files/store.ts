import type { Files } from '#server/ports.ts'

/**
 * Stores a file and then writes its row. A purge that removes files without a row may have found this key in between, and no longer
 * does once the row is there, so a file that is missing then is stored again.
 */
export async function storeWithRow(
  files: Files,
  { key, content }: { key: string; content: Uint8Array },
  writeRow: () => Promise<unknown>,
): Promise<void> {
  await files.put(key, content)
  await writeRow()
  if ((await files.sizeOf(key)) === undefined) await files.put(key, content)
}

/** Key prefix of documents, and of no other files. */
export const DOCUMENT_KEYS = 'paper-'

/** Storage key of a photo of a request. */
export const photoKey = (id: string): string => `photo-${id}`

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
