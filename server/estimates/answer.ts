import { estimateStateOf, estimateSum } from '#contract/estimate.ts'
import type { EstimateAnswerBody } from '#contract/schemas/estimate.ts'
import { localDay } from '#contract/zone.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { lockClientRow } from '#server/clients/rows.ts'
import type { Services } from '#server/context.ts'
import { findRow } from '#server/db/one-row.ts'
import type { ClientRow, Database, DatabaseTransaction, EstimateAnswerTable, EstimateTable } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Bytes } from '#server/files/bytes.ts'
import { versionOf } from '#server/files/send.ts'
import { estimateAnswerKey, storeWithRow } from '#server/files/store.ts'
import { ProblemError } from '#server/http/problem.ts'
import { nameOf, namesAt } from '#server/memberships/members.ts'
import { queueToPractice } from '#server/requests/notify.ts'
import { contentOf, presentAnswer } from './content.ts'
import { numberEstimates } from './number.ts'
import { drawEstimate } from './file.ts'

export type AnswerPorts = Pick<Services, 'db' | 'files' | 'images' | 'pdf'>

interface Answering {
  clientId: string
  accountId: string
  estimateId: string
  body: EstimateAnswerBody
  now: Date
}

/**
 * Answers an estimate, and stores the PDF of the answered content. The same answer again changes nothing. Throws
 * `estimate-changed` for other content than the owner has read, and `estimate-closed` if the estimate is not open.
 */
export async function answerEstimate(services: AnswerPorts, answering: Answering): Promise<void> {
  const { db, files } = services
  const found = await requireAnswerable(db, answering)
  if (found === 'repeated') return
  const { estimate, client } = found
  const by = await ownerName(db, client, answering.accountId)
  const { outcome } = answering.body
  const at = answering.now.toISOString()
  // Drawn before the transaction, which compares the content once more.
  const pdf = await drawEstimate(services, { estimate, client, answer: { outcome, by, at } })
  const id = crypto.randomUUID()
  const key = estimateAnswerKey(id)
  try {
    await storeWithRow(files, { key, content: pdf }, () =>
      inTransaction(db, (trx) => recordAnswer(trx, { ...answering, id, key, by, pdf })),
    )
  } finally {
    // The answer was not recorded, for example because another one was first.
    if (!(await findRow(db, 'estimate_answer', { id }, ['id']))) await files.remove(key)
  }
}

async function recordAnswer(
  trx: DatabaseTransaction,
  { id, key, by, pdf, ...answering }: Answering & { id: string; key: string; by: string; pdf: Bytes },
): Promise<void> {
  const { clientId, accountId, body, now } = answering
  // With the lock, the second of two concurrent answers finds the first one, and a change of the content waits.
  await lockClientRow(trx, clientId)
  const found = await requireAnswerable(trx, answering)
  if (found === 'repeated') return
  const { estimate, client } = found
  const { uuid, practice_id: practiceId } = { ...estimate, practice_id: client.practice_id }
  const { from, to } = estimateSum(contentOf(estimate)?.lines ?? [])
  const [at, fileHash] = [now.toISOString(), await versionOf(pdf)]
  await trx
    .insertInto('file')
    .values({
      key,
      created_at: at,
      sha256: fileHash,
      practice_id: practiceId,
      bytes: pdf.length,
      sniffed: 'application/pdf',
      name: '',
    })
    .execute()
  await queueToPractice(trx, { kind: 'estimate-answered', practiceId, details: { estimateId: uuid }, now })
  await trx
    .insertInto('estimate_answer')
    .values({
      id,
      estimate_uuid: uuid,
      client_uuid: clientId,
      account_id: accountId,
      outcome: body.outcome,
      answered_at: at,
      answered_by: by,
      hash: body.contentHash,
      file_hash: fileHash,
      text: body.text?.trim() || null,
      sum_from: from,
      sum_to: to,
    })
    .execute()
  await trx.updateTable('estimate').set({ number: 0 }).where('uuid', '=', uuid).execute()
  const action = body.outcome === 'accepted' ? 'estimate-accepted' : 'estimate-declined'
  await writeAudit(trx, { practiceId, action, client, about: { estimateId: uuid }, now })
  await numberEstimates(trx)
}

interface Found {
  estimate: EstimateTable
  client: ClientRow
}

/** Returns the open estimate with the content that the owner has read, or that it has this answer already. */
async function requireAnswerable(
  db: Database,
  { clientId, accountId, estimateId, body, now }: Answering,
): Promise<Found | 'repeated'> {
  const client = await db.selectFrom('client').selectAll().where('uuid', '=', clientId).executeTakeFirst()
  const estimate = await db
    .selectFrom('estimate')
    .selectAll()
    .where('uuid', '=', estimateId.toLowerCase())
    .where('client_uuid', '=', clientId)
    .where('hash', 'is not', null)
    .executeTakeFirst()
  if (client?.registered !== 1 || client.account_id !== accountId || !estimate) throw new ProblemError('not-found')
  const answer = await presentAnswer(db, estimate.uuid)
  if (answer && isSame(answer, { accountId, body }) && estimate.hash === body.contentHash) return 'repeated'
  const facts = { validUntil: estimate.valid_until, withdrawnAt: estimate.withdrawn_at, answer }
  const state = estimateStateOf(facts, localDay(now))
  if (state !== 'withdrawn' && estimate.hash !== body.contentHash) throw new ProblemError('estimate-changed')
  if (state === 'open') return { estimate, client }
  const at = state === 'withdrawn' ? estimate.withdrawn_at : answer?.answered_at
  const by = state === 'withdrawn' ? undefined : answer?.answered_by
  throw new ProblemError('estimate-closed', { estimate: { state, ...(at && { at }), ...(by && { by }) } })
}

const isSame = (
  { account_id: accountId, outcome, text }: EstimateAnswerTable,
  { accountId: caller, body }: Pick<Answering, 'accountId' | 'body'>,
): boolean => accountId === caller && outcome === body.outcome && (text ?? '') === (body.text?.trim() ?? '')

/** Returns the name of the owner's account, or of the client if the account has no name. */
async function ownerName(db: Database, client: ClientRow, accountId: string): Promise<string> {
  const name = (await namesAt(db, client.practice_id, [accountId])).get(accountId)
  return name && (name.firstName || name.lastName) ? nameOf(name) : nameOfRow(client)
}
