import type { Call, Services } from '#server/context.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createSignedUrls } from '#server/http/signed-url.ts'
import type { PhotoUrl } from './queries.ts'

/** A bearer capability: to see one photo, while the account that it was signed for still may. */
interface PhotoGrant {
  id: string
  clientId: string
  accountId: string
}

export interface PhotoUrls {
  /** For the account that calls. */
  urlsFor(c: Call): PhotoUrl
  /** Throws `forbidden` on a wrong signature or an expired URL. */
  verify(url: string): Promise<PhotoGrant>
}

export function createPhotoUrls(services: Pick<Services, 'secret' | 'clock' | 'settings'>): PhotoUrls {
  const { settings } = services
  const signedUrls = createSignedUrls<{ client: string; by: string }>(services, 'photo')

  return {
    urlsFor(c) {
      const { accountId } = c.get('identity')
      const base = publicBaseUrl(c, settings.publicUrl)
      return async ({ id, clientId }) => {
        const path = await signedUrls.sign(`/files/photos/${id}`, { client: clientId, by: accountId })
        return new URL(path, base).href
      }
    },

    async verify(url) {
      const { path, query } = await signedUrls.verify(url)
      const id = path[2]
      if (id === undefined) throw new ProblemError('forbidden')
      return { id, clientId: query.client, accountId: query.by }
    },
  }
}
