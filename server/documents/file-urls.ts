import { fileTypeOf } from '#contract/document.ts'
import { isWebsite } from '#contract/website.ts'
import type { Call, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import {
  type DocumentType,
  type NamedRecord,
  type RenderedType,
  documentKey,
  renderedName,
  uploadedName,
} from './types.ts'
import { type FileGrant, createSignedFileUrls } from './signed-file-url.ts'
import { type Uploaded, isFileOf, uploadedFiles, versionOf } from './uploaded.ts'

type Listed = NamedRecord & { uuid: string; url?: string | undefined; mimeType?: string | undefined }

export function createFileUrls(services: Pick<Services, 'db' | 'secret' | 'clock' | 'settings'>) {
  const { db, settings } = services
  const signedFileUrls = createSignedFileUrls(services)

  const signedUrl = async (c: Call, document: Omit<FileGrant, 'accountId'>, name: string) => {
    const { accountId } = c.get('identity')
    const path = await signedFileUrls.sign({ ...document, accountId }, name)
    return new URL(path, publicBaseUrl(c, settings.publicUrl)).href
  }
  /** Returns the URL of the file of a document, and its media type if this server serves it. */
  async function placeOf(
    c: Call,
    type: DocumentType,
    { clientId, record, uploaded }: { clientId: string; record: Listed; uploaded: ReadonlyMap<string, Uploaded> },
  ): Promise<{ url: string | undefined; mimeType?: string }> {
    const { language } = c.get('identity')
    const { uuid, url } = record
    const stored = uploaded.get(documentKey({ type, uuid }))
    const file = stored && isFileOf(stored, record) ? stored : undefined
    const document = { type, uuid, clientId, version: versionOf(file) }
    if (file) {
      const mimeType = fileTypeOf({ ...record, sniffed: file.sniffed })
      return { mimeType, url: await signedUrl(c, document, uploadedName(type, record, { language, type: mimeType })) }
    }
    if (type !== 'invoice' && url && isWebsite(url)) return { url }
    if (type === 'attachment') return { url: undefined }
    const drawn = await signedUrl(c, document, renderedName(type, record, language))
    // The `mimeType` of the record describes a file that the practice has not sent.
    return { url: drawn, ...(record.mimeType !== undefined && { mimeType: 'application/pdf' }) }
  }

  return {
    /** Returns the URL of the UBL file of an invoice. */
    ublUrlOf: (c: Call, clientId: string, record: Listed): Promise<string> => {
      const document = { type: 'invoice', uuid: record.uuid, clientId, format: 'ubl' } as const
      return signedUrl(c, document, renderedName('invoice', record, c.get('identity').language, 'xml'))
    },

    async fileUrlOf(c: Call, type: RenderedType, clientId: string, record: Listed): Promise<string> {
      const uploaded = await uploadedFiles(db, [{ type, uuid: record.uuid }])
      const { url } = await placeOf(c, type, { clientId, record, uploaded })
      if (url === undefined) throw new ProblemError('not-found')
      return url
    },

    async withFileUrls<R extends Listed>(c: Call, type: DocumentType, clientId: string, records: R[]): Promise<R[]> {
      const uploaded = await uploadedFiles(
        db,
        records.map(({ uuid }) => ({ type, uuid })),
      )
      return await Promise.all(
        records.map(async (record) => ({ ...record, ...(await placeOf(c, type, { clientId, record, uploaded })) })),
      )
    },
  }
}
