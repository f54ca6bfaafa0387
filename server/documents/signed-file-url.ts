import { type Signed, createSignedUrls } from '#server/http/signed-url.ts'
import type { Secrets } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { DOCUMENT_TYPES, type DocumentId } from './types.ts'

/** Bearer capability to read one document of a client, as long as the account it was signed for has access. */
export interface FileGrant extends DocumentId {
  clientId: string
  accountId: string
  /** Version of the uploaded file; empty without a file, undefined in a URL signed by an earlier version. */
  version?: string | undefined
  /** An electronic invoice in place of the document. */
  format?: '' | 'ubl' | undefined
}

export function createSignedFileUrls(secrets: Secrets) {
  const signedUrls = createSignedUrls<{ client: string; by: string; version: string; format: string }>(secrets, 'paper')

  return {
    /** Returns a path with a query. The name is for readers only; `verify` ignores it. */
    sign: ({ type, uuid, clientId, accountId, version = '', format = '' }: FileGrant, name: string): Promise<string> =>
      signedUrls.sign(`/files/papers/${type}/${uuid}/${slug(name)}`, {
        client: clientId,
        by: accountId,
        version,
        format,
      }),

    /** Throws `forbidden` on a wrong signature or an expired URL. */
    async verify(url: string): Promise<Signed<FileGrant>> {
      const { path, query, signedAt } = await signedUrls.verify(url)
      const type = DOCUMENT_TYPES.find((known) => known === path[2])
      const uuid = path[3]
      if (!type || uuid === undefined) throw new ProblemError('forbidden')
      const format = query.format === 'ubl' ? 'ubl' : ''
      return { type, uuid, clientId: query.client, accountId: query.by, version: query.version, format, signedAt }
    },
  }
}

const MAX_LENGTH = 80

/** An ASCII slug, which no proxy or browser re-encodes. */
export function slug(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return plain.slice(-MAX_LENGTH).replace(/^[-.]+/, '') || 'file'
}
