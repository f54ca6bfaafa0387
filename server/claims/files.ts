import {
  type ClaimFileGap,
  MAX_CLAIM_BYTES,
  MAX_CLAIM_FILES,
  MAX_CLAIM_FILE_BYTES,
  MAX_CLAIM_PAGES,
} from '#contract/claim.ts'
import type { Language } from '#contract/languages.ts'
import type { Services } from '#server/context.ts'
import type { DocumentRecord } from '#server/documents/find.ts'
import { type DocumentId, documentKey, uploadedName } from '#server/documents/types.ts'
import { type Uploaded, isFileOf, uploadedFiles, uploadedType } from '#server/documents/uploaded.ts'
import { type Bytes, readUpTo } from '#server/files/bytes.ts'
import { imageKindOf } from '#server/files/images.ts'
import type { FileTask } from '#server/pdf/file-pages.ts'
import type { Bundle } from '#server/pdf/sheet.ts'
import type { Claim } from './records.ts'

export interface ClaimFiles {
  files: Bundle['files']
  /** Files that the bundle does not have, with the reason. */
  gaps: { name: string; gap: ClaimFileGap }[]
}

type Reading = Pick<Services, 'db' | 'files' | 'images' | 'bundles'>

/** Time for all files of a bundle. Further files are left out, because the caller waits. */
const MAX_MS = 9000
const TYPES: readonly FileTask['type'][] = ['application/pdf', 'image/jpeg', 'image/png']

/** Returns the pages of the files that the practice sent for the invoice, the visits and as attachments. */
export async function readClaimFiles(
  services: Reading,
  { invoice, visits, attachments }: Pick<Claim, 'invoice' | 'visits' | 'attachments'>,
  { practiceId, language }: { practiceId: string; language: Language },
): Promise<ClaimFiles> {
  const documents: DocumentRecord[] = [
    { type: 'invoice', record: invoice },
    ...visits.map((record): DocumentRecord => ({ type: 'visit-form', record })),
    ...attachments.map((record): DocumentRecord => ({ type: 'attachment', record })),
  ]
  const idOf = ({ type, record }: DocumentRecord): DocumentId => ({ type, uuid: record.uuid })
  const stored = await uploadedFiles(services.db, documents.map(idOf))
  const until = performance.now() + MAX_MS
  const read: ClaimFiles = { files: [], gaps: [] }
  let room = { bytes: MAX_CLAIM_BYTES, pages: MAX_CLAIM_PAGES }
  for (const document of documents) {
    const uploaded = stored.get(documentKey(idOf(document)))
    const found = await fileOf(services, document, uploaded)
    if (!found) continue
    const label = uploadedName(document.type, document.record, { language, type: found.type })
    const isFull = read.files.length >= MAX_CLAIM_FILES || performance.now() > until
    const pages = found.gap ?? (isFull ? 'tooMany' : await pagesOf(services, found, { practiceId, room }))
    if (typeof pages === 'string') read.gaps.push({ name: label, gap: pages })
    else {
      read.files.push({ ...pages, label })
      room = { bytes: room.bytes - pages.pdf.length, pages: room.pages - pages.pages.length }
    }
  }
  return read
}

interface Found {
  type: string
  gap?: ClaimFileGap
  stream?: () => ReadableStream<Uint8Array>
}

/** Returns the file of a document, or why there is none; undefined if the document has no file. */
async function fileOf(
  { files }: Reading,
  { type: kind, record }: DocumentRecord,
  uploaded: Uploaded | undefined,
): Promise<Found | undefined> {
  const current = uploaded && isFileOf(uploaded, record) ? uploaded : undefined
  const file = current && (await files.get(documentKey({ type: kind, uuid: record.uuid })))
  if (current && file) {
    const type = await uploadedType(record, current, file)
    if (file.size > MAX_CLAIM_FILE_BYTES) return { type, gap: 'large' }
    return { type, stream: () => file.stream() }
  }
  const type = record.mimeType ?? ''
  if (kind !== 'invoice' && record.url) return { type, gap: 'elsewhere' }
  return kind === 'attachment' || record.fileName ? { type, gap: 'absent' } : undefined
}

async function pagesOf(
  { bundles, images }: Reading,
  { type, stream }: Found,
  { practiceId, room }: { practiceId: string; room: { bytes: number; pages: number } },
) {
  const known = TYPES.find((one) => one === type)
  if (!known || !stream) return 'type'
  const bytes = await readUpTo(stream(), Math.min(MAX_CLAIM_FILE_BYTES, room.bytes))
  if (!bytes) return 'tooMany'
  const clean = await cleanOf(known, bytes)
  if (!clean) return 'damaged'
  const pages = await bundles.read({ type: known, bytes: clean }, practiceId)
  if (typeof pages === 'string') return pages
  return pages.pages.length > room.pages || pages.pdf.length > room.bytes ? 'tooMany' : pages

  /** Returns an image without metadata such as the place where it was taken; undefined for an invalid image. */
  async function cleanOf(fileType: FileTask['type'], content: Bytes): Promise<Bytes | undefined> {
    const kind = imageKindOf(fileType)
    return kind ? await images(kind, content, practiceId) : content
  }
}
