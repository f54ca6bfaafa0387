import { Hono } from 'hono'
import { accessToClient, requireRegistered, requireUnlocked } from '#server/access/access-level.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { findRow } from '#server/db/one-row.ts'
import type { ClientRow, Database, EstimateTable } from '#server/db/schema.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { asSample, languageOf, loadParties } from '#server/documents/rendered.ts'
import { slug } from '#server/documents/signed-file-url.ts'
import type { Bytes } from '#server/files/bytes.ts'
import { sendBytes, sendFile } from '#server/files/send.ts'
import { estimateAnswerKey } from '#server/files/store.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { requireNotRevoked } from '#server/http/revoked-urls.ts'
import { type Signed, createSignedUrls } from '#server/http/signed-url.ts'
import { practiceOfKey } from '#server/import-jobs/keys.ts'
import type { StoredFile } from '#server/ports.ts'
import { textsIn } from '#server/texts.ts'
import { contentOf } from './content.ts'
import { answersOf, withAnimalNames } from './queries.ts'
import { termsOf } from './settings.ts'
import { estimateSheet } from './sheet.ts'

type Drawing = Pick<Services, 'db' | 'files' | 'images' | 'pdf'>

interface Drawn {
  estimate: EstimateTable
  client: ClientRow
  answer?: Parameters<typeof estimateSheet>[0]['answer']
  /** Whether the estimate is invented, which its PDF then says. */
  isSample?: boolean | undefined
}

/** Returns the PDF of the present content of an estimate, in the language of the client. */
export async function drawEstimate(services: Drawing, { estimate, client, answer, isSample }: Drawn): Promise<Bytes> {
  const { db, pdf } = services
  const language = await languageOf(db, client)
  const content = contentOf(estimate)
  if (!content) throw new ProblemError('not-found')
  const [named] = await withAnimalNames(db, [{ row: estimate, content }], language)
  const terms = await termsOf(db, client.practice_id, language)
  const shown = { content: named?.content ?? content, terms, contentHash: estimate.hash ?? '', answer }
  const sheet = estimateSheet(shown, await loadParties(services, client, language))
  return await pdf(isSample ? asSample(sheet) : sheet, client.practice_id)
}

/**
 * Returns the stored PDF of the answer to some content, by default to the present content, which is drawn without a
 * stored PDF. Undefined if no answer to other content is stored.
 */
export async function openEstimate(
  services: Drawing,
  { contentHash: wanted, ...drawn }: Drawn & { contentHash?: string | undefined },
): Promise<StoredFile | Bytes | undefined> {
  const { estimate } = drawn
  const contentHash = wanted ?? estimate.hash ?? ''
  const answers = (await answersOf(services.db, [estimate.uuid])).get(estimate.uuid) ?? []
  const present = answers.find((answer) => answer.void_at === null)
  const answer = contentHash === estimate.hash && present ? present : answers.find(({ hash }) => hash === contentHash)
  const stored = answer && (await services.files.get(estimateAnswerKey(answer.id)))
  if (stored) return stored
  return contentHash === estimate.hash ? await drawEstimate(services, drawn) : undefined
}

export type Reader = { accountId: string } | { keyId: string }

interface Grant {
  estimateId: string
  reader: Reader
  contentHash?: string | undefined
}

/** Returns an estimate of the sample client for a member of staff. Throws `not-found` for others. */
export type FindSampleEstimate = (grant: Signed<Grant>) => Promise<Drawn>

export function createEstimateUrls(services: Pick<Services, 'db' | 'secret' | 'clock' | 'settings'>) {
  const urls = createSignedUrls<{ by?: string; key?: string; content?: string }>(services, 'estimate')
  return {
    /** Returns the URL of the PDF of an estimate. */
    async urlOf(c: Call, { estimateId, reader, contentHash }: Grant): Promise<{ url: string }> {
      const by = 'keyId' in reader ? { key: reader.keyId } : { by: reader.accountId }
      const query = { ...by, ...(contentHash !== undefined && { content: contentHash }) }
      const path = await urls.sign(`/files/estimates/${estimateId.toLowerCase()}`, query)
      return { url: new URL(path, publicBaseUrl(c, services.settings.publicUrl)).href }
    },

    async verify(url: string): Promise<Signed<Grant>> {
      const { path, query, signedAt } = await urls.verify(url)
      const [, , estimateId] = path
      if (estimateId === undefined) throw new ProblemError('forbidden')
      const { by: accountId = '', key: keyId, content: contentHash } = query
      const reader: Reader = keyId === undefined ? { accountId } : { keyId }
      return { estimateId, reader, contentHash, signedAt }
    },
  }
}

/** Serves the PDFs of estimates by their signed URLs. */
export function estimateFileRoutes(services: Services, sample: { findEstimate: FindSampleEstimate }): Hono<Env> {
  const { db, clock, settings } = services
  const urls = createEstimateUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  return new Hono<Env>().get('/estimates/:estimateId', async (c) => {
    const grant = await urls.verify(c.req.url)
    const { estimateId, reader, contentHash, signedAt } = grant
    limit(c, 'keyId' in reader ? reader.keyId : reader.accountId)
    const estimate = await db.selectFrom('estimate').selectAll().where('uuid', '=', estimateId).executeTakeFirst()
    const found: Drawn = estimate
      ? { estimate, client: await authoriseReader(services, { reader, signedAt, estimate }) }
      : await sample.findEstimate(grant)
    const file = await openEstimate(services, { ...found, contentHash })
    if (!file) throw new ProblemError('not-found')
    const headers = documentHeaders('application/pdf', await fileName(db, found.estimate, found.client))
    return file instanceof Uint8Array ? await sendBytes(c, file, headers) : sendFile(c, file, headers)
  })
}

export async function fileName(db: Database, estimate: EstimateTable, client: ClientRow): Promise<string> {
  const { text } = textsIn(await languageOf(db, client))
  return `${text('documents.estimate.fileName')}-${slug(contentOf(estimate)?.number || estimate.date)}.pdf`
}

/**
 * Returns the client of an estimate for a reader. Since the signing of the URL, the reader may have lost access.
 * Records a read by staff.
 */
async function authoriseReader(
  { db, clock, recordReads }: Pick<Services, 'db' | 'clock' | 'recordReads'>,
  { reader, signedAt, estimate }: { reader: Reader; signedAt: Date; estimate: EstimateTable },
): Promise<ClientRow> {
  const { client_uuid: clientId, practice_id: practiceId } = estimate
  if ('keyId' in reader) {
    const { keyId } = reader
    if ((await practiceOfKey(db, { keyId, scope: 'estimates:read', now: clock() })) !== practiceId)
      throw new ProblemError('not-found')
    return await db.selectFrom('client').selectAll().where('uuid', '=', clientId).executeTakeFirstOrThrow()
  }
  const { accountId } = reader
  await requireNotRevoked(db, { accountId, signedAt })
  const account = await findRow(db, 'account', { id: accountId }, [
    'practice_id as practiceId',
    'staff_role as staffRole',
  ])
  if (!account) throw new ProblemError('not-found')
  const { client, access } = await accessToClient(db, { accountId, ...account }, clientId)
  requireUnlocked(access)
  if (access.side === 'owner') requireRegistered(client)
  else await recordReads({ accountId }, new Map([[clientId, 'read']]))
  return client
}
