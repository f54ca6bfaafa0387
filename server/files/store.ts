import type { ArrivingFile, Files } from '#server/ports.ts'

/**
 * Stores a file, then writes its row, then stores the file again if a purge has removed it. The purge removes files
 * without a row, so it may remove this one until the row exists.
 */
export async function storeWithRow(
  files: Files,
  { key, content }: { key: string; content: Uint8Array | (() => Promise<ArrivingFile>) },
  writeRow: () => Promise<unknown>,
): Promise<void> {
  const put = async () => await files.put(key, typeof content === 'function' ? await content() : content)
  await put()
  await writeRow()
  if ((await files.sizeOf(key)) === undefined) await put()
}

/** Key prefix of files that belong to a record. */
export const DOCUMENT_KEYS = 'paper-'

/** Storage key of the photo that an owner gave an animal. */
export const animalPhotoKey = (patientId: string): string => `${DOCUMENT_KEYS}animal-photo-${patientId}`

/** Storage key of the PDF of a completed form. */
export const formKey = (answerId: string): string => `${DOCUMENT_KEYS}form-${answerId}`

/** Storage key of the PDF that an owner has accepted or declined. */
export const estimateAnswerKey = (answerId: string): string => `${DOCUMENT_KEYS}estimate-answer-${answerId}`

/** Key prefix of files that wait for a record. */
export const SENT_KEYS = 'sent-'

export const photoKey = (id: string): string => `photo-${id}`

export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Error codes for no space, of the file system and of buckets. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'PUT 507'])

export function storageProblem(error: unknown): 'storage-full' | 'unavailable' | undefined {
  if (!(error instanceof StorageError)) return undefined
  return FULL.has(error.code) ? 'storage-full' : 'unavailable'
}
