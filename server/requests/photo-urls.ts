import type { Call, Services } from '#server/context.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type Signed, createSignedUrls } from '#server/http/signed-url.ts'
import type { PhotoUrl } from './queries.ts'

export type Reader = { accountId: string } | { keyId: string }

/** Bearer capability for one photo, valid while the reader it was signed for still has access. */
interface PhotoGrant {
  id: string
  clientId: string
  reader: Reader
}

export interface PhotoUrls {
  /** Returns a function that signs URLs; the default reader is the calling account. */
  urlsFor(c: Call, reader?: Reader): PhotoUrl
  /** Throws `forbidden` on a wrong signature or an expired URL. */
  verify(url: string): Promise<Signed<PhotoGrant>>
}

export function createPhotoUrls(services: Pick<Services, 'secret' | 'clock' | 'settings'>): PhotoUrls {
  const { settings } = services
  const signedUrls = createSignedUrls<{ client: string; by?: string; key?: string }>(services, 'photo')

  return {
    urlsFor(c, reader = { accountId: c.get('identity').accountId }) {
      const by = 'keyId' in reader ? { key: reader.keyId } : { by: reader.accountId }
      const base = publicBaseUrl(c, settings.publicUrl)
      return async ({ id, clientId }) => {
        const path = await signedUrls.sign(`/files/photos/${id}`, { client: clientId, ...by })
        return new URL(path, base).href
      }
    },

    async verify(url) {
      const { path, query, signedAt } = await signedUrls.verify(url)
      const id = path[2]
      if (id === undefined) throw new ProblemError('forbidden')
      const { client: clientId, by: accountId = '', key: keyId } = query
      return { id, clientId, reader: keyId === undefined ? { accountId } : { keyId }, signedAt }
    },
  }
}
