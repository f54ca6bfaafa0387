import { Hono } from 'hono'
import { sendFile } from '#server/files/send.ts'
import type { Env, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import type { Signed } from '#server/http/signed-url.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { type FileGrant, createSignedFileUrls } from './signed-file-url.ts'
import { authoriseAccount } from './authorise-account.ts'
import { documentHeaders } from './content.ts'
import { languageOf, openDocument, openUbl } from './rendered.ts'
import { type DocumentRecord, findDocument } from './find.ts'
import { documentKey } from './types.ts'
import { isFileOf, uploadedFiles, versionOf } from './uploaded.ts'

/** Returns a document and its client. Throws a problem for an account without access. */
export type FindDocument = (grant: Signed<FileGrant>) => Promise<{ document: DocumentRecord; client: ClientRow }>

/**
 * Serves the file of a document by its signed URL. Authorisation is checked again: since then the client may have been locked
 * or removed, the member of staff may have left, or the record may have moved to another client.
 */
export function documentFileRoutes(services: Services, sample: { findDocument: FindDocument }): Hono<Env> {
  const { db, clock, settings } = services
  const signedFileUrls = createSignedFileUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  const find: FindDocument = async (grant) => {
    const client = await authoriseAccount(services, grant)
    return { client, document: await findDocument(db, grant, client.uuid) }
  }

  return new Hono<Env>().get('/papers/:kind/:uuid/:name', async (c) => {
    const grant = await signedFileUrls.verify(c.req.url)
    limit(c, grant.accountId)
    const isSample = grant.clientId === SAMPLE_CLIENT_ID
    const { client, document } = isSample ? await sample.findDocument(grant) : await find(grant)
    const language = await languageOf(db, client)
    if (grant.format === 'ubl' && document.type === 'invoice') {
      const ubl = await openUbl(services, document.record, client, { language, isSample })
      if ('obstacle' in ubl) throw new ProblemError('not-found')
      return sendFile(c, ubl.file, documentHeaders(ubl.type, ubl.name), ubl.version)
    }
    const stored = (await uploadedFiles(db, [grant])).get(documentKey(grant))
    const uploaded = stored && isFileOf(stored, document.record) ? stored : undefined
    if (grant.version !== undefined && versionOf(uploaded) !== grant.version) throw new ProblemError('not-found')
    const found = await openDocument(services, document, client, { language, uploaded, isSample })
    if (!found) throw new ProblemError('not-found')
    return sendFile(c, found.file, documentHeaders(found.type, found.name), found.version)
  })
}
