import { type HerdFile } from '#contract/herd.ts'
import { slug } from '#server/documents/signed-file-url.ts'
import type { Secrets } from '#server/http/keys.ts'
import { type Signed, createSignedUrls } from '#server/http/signed-url.ts'
import type { MedicineFilter } from './medicines.ts'

/** Bearer capability to read the medicines of a client, as long as the account it was signed for has access. */
export interface HerdGrant extends MedicineFilter {
  format: HerdFile
  /** The part of a PDF, from 1. */
  part: number
  clientId: string
  accountId: string
}

type SignedQuery = Record<'by' | 'part' | 'from' | 'until' | 'ubn' | 'medicine', string> & Pick<HerdGrant, 'format'>

export function createHerdUrls(secrets: Secrets) {
  const signedUrls = createSignedUrls<SignedQuery>(secrets, 'herd')
  return {
    /** Returns a path with a query. The name is for readers only; `verify` ignores it. */
    sign: ({ clientId, accountId, format, part, startDate, endDate, ubn, medicine }: HerdGrant, name: string) =>
      signedUrls.sign(`/files/herd/${clientId}/${slug(name)}`, {
        by: accountId,
        format,
        part: String(part),
        from: startDate,
        until: endDate,
        ubn,
        medicine,
      }),

    /** Throws `forbidden` on a wrong signature or an expired URL. */
    async verify(url: string): Promise<Signed<HerdGrant>> {
      const { path, query, signedAt } = await signedUrls.verify(url)
      return {
        clientId: path[2] ?? '',
        accountId: query.by,
        format: query.format,
        part: Number(query.part),
        startDate: query.from,
        endDate: query.until,
        ubn: query.ubn,
        medicine: query.medicine,
        signedAt,
      }
    },
  }
}
