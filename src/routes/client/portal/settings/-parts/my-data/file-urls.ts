import { getInvoiceFile } from '#src/api/invoices.ts'
import { FILE_URL_TRUSTED_MS } from '#src/lib/files/open.ts'
import { type MyData, documentLists, photosOf } from './data.ts'
import { type Calls, attachmentList, requestList, visitFormList } from './lists.ts'
import type { DocumentFile } from './documents.ts'

type Urls = ReadonlyMap<string, string | undefined>
const urlsOf = (records: readonly { uuid: string; url?: string | undefined }[]): Urls =>
  new Map(records.map(({ uuid, url }) => [uuid, url]))

/** Where the files are. Addresses live some minutes only: a list of them that is older is asked for again. */
export function createFileUrls(calls: Calls, data: MyData, collectedAt: number) {
  const withPhotos = [...documentLists(data), ['requests', photosOf(data.requests ?? [])] as const]
  const lists = new Map(
    withPhotos.map(([list, records]) => [list, { at: collectedAt, urls: Promise.resolve(urlsOf(records)) }]),
  )
  const askedAnew = async (list: string): Promise<Urls> => {
    const silent = { silent: true }
    if (list === 'requests') return urlsOf(photosOf((await requestList(calls, silent))?.all ?? []))
    const found = list === 'visit-forms' ? visitFormList(calls, silent) : attachmentList(calls, list, silent)
    return urlsOf((await found)?.all ?? [])
  }

  const ofList = async (list: string): Promise<Urls> => {
    const known = lists.get(list)
    if (known && Date.now() - known.at < FILE_URL_TRUSTED_MS) return await known.urls
    const urls = askedAnew(list)
    lists.set(list, { at: Date.now(), urls })
    return await urls
  }
  const ofInvoice = (uuid: string): Promise<unknown> => {
    const options = { signal: calls.signal, silent: true, nullOn404: true }
    return calls.gate(() => getInvoiceFile(calls.clientId, uuid, options))
  }

  /** As the API answers it; the caller validates it. */
  return async ({ list, uuid }: Pick<DocumentFile, 'list' | 'uuid'>): Promise<unknown> =>
    list === 'invoices' ? await ofInvoice(uuid) : (await ofList(list)).get(uuid)
}
