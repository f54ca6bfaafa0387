import { SNIFFED_BYTES, fileTypeOf, typeOfBytes } from '#contract/document.ts'
import type { Database } from '#server/db/schema.ts'
import type { StoredFile } from '#server/ports.ts'
import { type DocumentId, documentKey } from './types.ts'

export interface Uploaded {
  sha256: string | null
  sniffed: string | null
  /** File name at the time of the upload; null for files stored by an earlier version. */
  name: string | null
}

/** Returns the uploaded files of documents by storage key, in one query. */
export async function uploadedFiles(db: Database, documents: readonly DocumentId[]): Promise<Map<string, Uploaded>> {
  if (documents.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .select(['key', 'sha256', 'sniffed', 'name'])
    .where('key', 'in', documents.map(documentKey))
    .execute()
  return new Map(rows.map(({ key, ...row }) => [key, row]))
}

/**
 * Whether a stored file is the current file of its record. An export may have named another file that is not uploaded
 * yet.
 */
export const isFileOf = ({ name }: Pick<Uploaded, 'name'>, { fileName }: { fileName?: string | undefined }): boolean =>
  name === null || name === (fileName ?? '')

/** Returns the version of a file that its signed URL contains, so that the URL ends once the file is replaced. */
export const versionOf = (uploaded: Uploaded | undefined): string => uploaded?.sha256?.slice(0, 16) ?? ''

interface Labelled {
  mimeType?: string | undefined
  fileName?: string | undefined
}

/** Returns the media type of an uploaded file. Reads its first bytes if an earlier version stored the file. */
export async function uploadedType(record: Labelled, { sniffed }: Uploaded, file: StoredFile): Promise<string> {
  return fileTypeOf({ ...record, sniffed: sniffed ?? (await sniff(file)) })
}

async function sniff(file: StoredFile): Promise<string | undefined> {
  if (file.size === 0) return undefined
  const head = file.stream({ start: 0, end: Math.min(SNIFFED_BYTES, file.size) - 1 })
  return typeOfBytes(new Uint8Array(await new Response(head).arrayBuffer()))
}
