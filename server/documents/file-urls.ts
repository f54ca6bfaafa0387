import { isWebsite } from '#contract/website.ts'
import type { Call, Services } from '#server/context.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { type Named, renderedName, uploadedName } from './names.ts'
import { type FileGrant, createSignedFileUrls } from './signed-file-url.ts'
import { type DocumentType, type RenderedType, documentKey } from './types.ts'
import { uploadedKeys } from './uploaded.ts'

type Listed = Named & { uuid: string; url?: string | undefined }

export interface FileUrls {
  fileUrlOf(c: Call, type: RenderedType, clientId: string, record: Listed): Promise<string>
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
  const givenUrl = async (uploaded: Set<string>, c: Call, type: DocumentType, clientId: string, record: Listed) => {
    const { uuid, url } = record
    const document = { type, uuid, clientId }
    if (uploaded.has(documentKey(document)))
      return await signedUrl(c, document, uploadedName(type, record, c.get('identity').language))
    return type !== 'invoice' && url && isWebsite(url) ? url : undefined
  }
  const renderedUrl = (c: Call, type: RenderedType, clientId: string, record: Listed) =>
    signedUrl(c, { type, uuid: record.uuid, clientId }, renderedName(type, record, c.get('identity').language))

  return {
    async fileUrlOf(c, type, clientId, record) {
      const uploaded = await uploadedKeys(db, [{ type, uuid: record.uuid }])
      return (await givenUrl(uploaded, c, type, clientId, record)) ?? (await renderedUrl(c, type, clientId, record))
    },

    async withFileUrls(c, type, clientId, records) {
      const uploaded = await uploadedKeys(
        db,
        records.map(({ uuid }) => ({ type, uuid })),
      )
      return await Promise.all(
        records.map(async (record) => {
          const given = await givenUrl(uploaded, c, type, clientId, record)
          const isRendered = given === undefined && type !== 'attachment'
          return { ...record, url: isRendered ? await renderedUrl(c, type, clientId, record) : given }
        }),
      )
    },
  }
}
