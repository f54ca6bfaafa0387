import { isWebsite } from '#contract/website.ts'
import type { Call, Services } from '#server/context.ts'
import { publicRoot } from '#server/http/public-root.ts'
import { type PaperAccess, createPaperAddresses } from './file-url.ts'
import { type PaperKind, paperKey } from './types.ts'
import { type Named, drawnName, storedName } from './names.ts'
import { storedKeys } from './uploaded.ts'

type Listed = Named & { uuid: string; url?: string | undefined }

export interface PaperUrls {
  /** Where one paper is read. */
  urlOf(c: Call, kind: PaperKind, clientId: string, record: Listed): Promise<string>
  /** Records with the address of their file, where they have one. */
  withUrls<Paper extends Listed>(c: Call, kind: PaperKind, clientId: string, records: Paper[]): Promise<Paper[]>
}

export function createPaperUrls(services: Pick<Services, 'db' | 'secret' | 'clock' | 'settings'>): PaperUrls {
  const { db, settings } = services
  const addresses = createPaperAddresses(services)

  const signedUrl = async (c: Call, paper: Omit<PaperAccess, 'accountId'>, name: string) => {
    const { accountId } = c.get('identity')
    return new URL(await addresses.make({ ...paper, accountId }, name), publicRoot(c, settings.publicUrl)).href
  }
  const urlIn = async (stored: Set<string>, c: Call, kind: PaperKind, clientId: string, record: Listed) => {
    const { uuid, url } = record
    const { language } = c.get('identity')
    const paper = { kind, uuid, clientId }
    if (stored.has(paperKey(paper))) return await signedUrl(c, paper, storedName(kind, record, language))
    if (kind !== 'invoice' && url && isWebsite(url)) return url
    return kind === 'attachment' ? undefined : await signedUrl(c, paper, drawnName(kind, record, language))
  }

  return {
    async urlOf(c, kind, clientId, record) {
      const url = await urlIn(await storedKeys(db, [{ kind, uuid: record.uuid }]), c, kind, clientId, record)
      return url!
    },

    async withUrls(c, kind, clientId, records) {
      const stored = await storedKeys(
        db,
        records.map(({ uuid }) => ({ kind, uuid })),
      )
      return await Promise.all(
        records.map(async (record) => {
          const { url: _, ...rest } = record
          const url = await urlIn(stored, c, kind, clientId, record)
          return { ...rest, ...(url && { url }) } as typeof record
        }),
      )
    },
  }
}
