import { type Signed, createSignedUrls } from '#server/http/signed-url.ts'
import type { Secrets } from '#server/http/keys.ts'
import type { ImageKind } from '#server/ports.ts'

/** Bearer capability, single use: to upload a logo of one image type for a practice. */
export interface Upload {
  id: string
  practiceId: string
  accountId: string
  kind: ImageKind
}

export interface UploadUrls {
  /** Returns a path with a query. */
  sign(upload: Omit<Upload, 'id'>): Promise<string>
  /** Throws `forbidden` on a wrong signature or an expired URL. */
  verify(url: string): Promise<Signed<Upload>>
}

export function createUploadUrls(secrets: Secrets): UploadUrls {
  const signedUrls = createSignedUrls<{ practice: string; by: string; type: ImageKind }>(secrets, 'logo upload')

  return {
    sign: ({ practiceId, accountId, kind }) =>
      signedUrls.sign(`/files/upload/${crypto.randomUUID()}`, { practice: practiceId, by: accountId, type: kind }),

    async verify(url) {
      const { path, query, signedAt } = await signedUrls.verify(url)
      const { practice, by, type } = query
      return { id: path.at(-1) ?? '', practiceId: practice, accountId: by, kind: type, signedAt }
    },
  }
}
