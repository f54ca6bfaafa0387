import { isWebsite } from '#contract/website.ts'
import type { Call, Services } from '#server/context.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { type Named, renderedName, uploadedName } from './names.ts'
import { type FileGrant, createSignedFileUrls } from './signed-file-url.ts'
import { type DocumentType, documentKey } from './types.ts'
import { uploadedKeys } from './uploaded.ts'

type Listed = Named & { uuid: string; url?: string | undefined }

export interface FileUrls {
  fileUrlOf(c: Call, type: DocumentType, clientId: string, record: Listed): Promise<string>
  /** Records with the URL of their file, where they have one. */
  withFileUrls<R extends Listed>(c: Call, type: DocumentType, clientId: string, records: R[]): Promise<R[]>
}

export function createFileUrls(services: Pick<Services, 'db' | 'secret' | 'clock' | 'settings'>): FileUrls {
  const { db, settings } = services
  const signedFileUrls = createSignedFileUrls(services)

  const signedUrl = async (c: Call, document: Omit<FileGrant, 'accountId'>, name: string) => {
    const { accountId } = c.get('identity')
    const path = await signedFileUrls.sign({ ...document, accountId }, name)
    return new URL(path, publicBaseUrl(c, settings.publicUrl)).href
  }
  const fileUrl = async (uploaded: Set<string>, c: Call, type: DocumentType, clientId: string, record: Listed) => {
    const { uuid, url } = record
    const { language } = c.get('identity')
    const document = { type, uuid, clientId }
    if (uploaded.has(documentKey(document))) return await signedUrl(c, document, uploadedName(type, record, language))
    if (type !== 'invoice' && url && isWebsite(url)) return url
    return type === 'attachment' ? undefined : await signedUrl(c, document, renderedName(type, record, language))
  }

  return {
    async fileUrlOf(c, type, clientId, record) {
      const url = await fileUrl(await uploadedKeys(db, [{ type, uuid: record.uuid }]), c, type, clientId, record)
      return url!
    },

    async withFileUrls(c, type, clientId, records) {
      const uploaded = await uploadedKeys(
        db,
        records.map(({ uuid }) => ({ type, uuid })),
      )
      return await Promise.all(
        records.map(async (record) => {
          const { url: _, ...rest } = record
          const url = await fileUrl(uploaded, c, type, clientId, record)
          return { ...rest, ...(url && { url }) } as typeof record
        }),
      )
    },
  }
}
