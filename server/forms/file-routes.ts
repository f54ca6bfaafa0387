import { Hono } from 'hono'
import type { Call, Env, Services } from '#server/context.ts'
import type { FormAnswerTable } from '#server/db/schema.ts'
import { accessOfAccount } from '#server/documents/authorise-account.ts'
import { documentHeaders } from '#server/documents/content.ts'
import { slug } from '#server/documents/signed-file-url.ts'
import { readUpTo } from '#server/files/bytes.ts'
import { sendBytes } from '#server/files/send.ts'
import { formKey } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { publicBaseUrl } from '#server/http/public-base-url.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { type Signed, createSignedUrls } from '#server/http/signed-url.ts'
import { practiceOfKey } from '#server/import-jobs/keys.ts'
import type { Reader } from '#server/requests/photo-urls.ts'
import type { Showing } from './tasks.ts'

const signedFormUrls = (services: Pick<Services, 'secret' | 'clock' | 'settings'>) =>
  createSignedUrls<{ client: string; by?: string; key?: string }>(services, 'form')

/** Returns a function that signs the URLs of stored PDFs for a reader. */
export function formUrls(services: Pick<Services, 'secret' | 'clock' | 'settings'>) {
  const urls = signedFormUrls(services)
  return (c: Call, reader: Reader): Showing['fileUrl'] => {
    const by = 'keyId' in reader ? { key: reader.keyId } : { by: reader.accountId }
    const base = publicBaseUrl(c, services.settings.publicUrl)
    return async ({ answerId, clientId, title }) => {
      const path = `/files/forms/${answerId}/${slug(`${title}.pdf`)}`
      return new URL(await urls.sign(path, { client: clientId, ...by }), base).href
    }
  }
}

interface FormGrant {
  answerId: string
  clientId: string
  reader: Reader
}

/** Maximum size of a stored PDF, far above that of the longest form. */
const MAX_PDF_BYTES = 20 * 1024 * 1024

/**
 * Serves the stored PDF of a completed form by its signed URL. Authorisation is checked again. The content is compared
 * with its hash, because a changed document would prove nothing.
 */
export function formFileRoutes(services: Services): Hono<Env> {
  const { clock, files, settings, log } = services
  const urls = signedFormUrls(services)
  const limit = createRateLimit({ clock, limit: settings.limits.documentsPerMinute, windowMs: 60_000 })

  return new Hono<Env>().get('/forms/:id/:name', async (c) => {
    const { path, query, signedAt } = await urls.verify(c.req.url)
    const { client: clientId, by: accountId = '', key: keyId } = query
    const reader: Reader = keyId === undefined ? { accountId } : { keyId }
    limit(c, keyId ?? accountId)
    const answer = await findAnswer(services, { answerId: path[2] ?? '', clientId, reader, signedAt }, clock())
    const file = await files.get(formKey(answer.id))
    if (!file) throw new ProblemError('not-found')
    const content = await readUpTo(file.stream(), MAX_PDF_BYTES)
    if (!content || (await sha256(content)) !== answer.sha256) {
      log('error', 'stored-form-changed', { form: answer.id })
      throw new ProblemError('internal')
    }
    return await sendBytes(c, content, documentHeaders('application/pdf', path[3] ?? 'formulier.pdf'))
  })
}

/** Returns a completed form that a reader may see. An owner sees only forms that the owner completed. */
async function findAnswer(
  services: Pick<Services, 'db' | 'recordReads'>,
  { answerId, clientId, reader, signedAt }: Signed<FormGrant>,
  now: Date,
): Promise<FormAnswerTable> {
  const { db } = services
  const answer = await db
    .selectFrom('form_answer')
    .innerJoin('client', 'client.uuid', 'form_answer.client_uuid')
    .selectAll('form_answer')
    .select('client.practice_id as practiceId')
    .where('form_answer.id', '=', answerId.toLowerCase())
    .where('client.registered', '=', 1)
    .executeTakeFirst()
  if ('keyId' in reader) {
    const practiceId = await practiceOfKey(db, { keyId: reader.keyId, scope: 'forms:read', now })
    if (!answer || practiceId !== answer.practiceId) throw new ProblemError('not-found')
    return answer
  }
  const grant = { clientId, accountId: reader.accountId, signedAt }
  const { client, access } = await accessOfAccount(services, grant)
  const isOther = access.side === 'owner' && answer?.account_id !== reader.accountId
  if (answer?.client_uuid !== client.uuid || isOther) throw new ProblemError('not-found')
  return answer
}
