import { estimateStateOf } from '#contract/estimate.ts'
import { localDay } from '#contract/zone.ts'
import { type Actor, type AuditEvent, writeAudits } from '#server/access-log/write.ts'
import { findRow, getRow } from '#server/db/one-row.ts'
import type { ClientRow, Database, DatabaseTransaction, MailKind } from '#server/db/schema.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { contentOf, hashOf, presentAnswer } from './content.ts'

export interface Change {
  now: Date
  /** Member of staff; undefined for the system of the practice. */
  by?: Actor | undefined
  /** Name of the key of the system. */
  key?: string | undefined
}

/**
 * Follows a new, changed, withdrawn or reopened estimate, once its row is written. A change of the bound content makes
 * the answer void. The owner gets a mail, and the log an entry. Requires a lock on the client. Returns false if
 * nothing has changed. `numberEstimates` must follow at the end of the transaction.
 */
export async function followEstimate(trx: DatabaseTransaction, uuid: string, change: Change): Promise<boolean> {
  const estimate = await getRow(trx, 'estimate', { uuid }, [
    ...(['uuid', 'client_uuid', 'valid_until', 'withdrawn', 'data', 'hash', 'withdrawn_at', 'sent_at'] as const),
    'changed_at',
  ])
  const content = contentOf(estimate)
  if (!content) return false
  const [hash, at, today] = [await hashOf(content), change.now.toISOString(), localDay(change.now)]
  const isNew = estimate.hash === null
  const isChanged = !isNew && estimate.hash !== hash
  const isWithdrawn = estimate.withdrawn === 1
  const isMoved = isWithdrawn !== (estimate.withdrawn_at !== null)
  await trx
    .updateTable('estimate_answer')
    .set({ client_uuid: estimate.client_uuid })
    .where('estimate_uuid', '=', uuid)
    .where('client_uuid', '<>', estimate.client_uuid)
    .execute()
  if (!isNew && !isChanged && !isMoved) return false
  if (isChanged) await voidAnswer(trx, uuid, at)
  const answer = isNew ? undefined : await presentAnswer(trx, uuid)
  const withdrawnAt = isWithdrawn ? (estimate.withdrawn_at ?? at) : null
  const facts = { validUntil: estimate.valid_until, answer }
  const state = estimateStateOf({ ...facts, withdrawnAt }, today)
  await trx
    .updateTable('estimate')
    .set({
      hash,
      sent_at: estimate.sent_at ?? at,
      withdrawn_at: withdrawnAt,
      number: 0,
      ...(isChanged && { changed_at: at }),
      // An estimate that arrives after its last day was never open.
      ...((isNew || isChanged) && { reminded: 0, lapsed: estimate.valid_until < today ? 1 : 0 }),
    })
    .where('uuid', '=', uuid)
    .execute()
  const client = await clientOf(trx, estimate.client_uuid)
  const wasOpen = isNew ? state === 'open' : estimateStateOf(facts, today) !== 'lapsed'
  const kind = isWithdrawn ? 'estimate-withdrawn' : isNew ? 'estimate-sent' : 'estimate-changed'
  if (isNew && state !== 'open') return true
  await writeAudits(trx, [eventOf(client, uuid, { ...change, action: kind })])
  if (wasOpen && (isMoved || !isWithdrawn)) await mailOwner(trx, client, { kind, estimateId: uuid, now: change.now })
  return true
}

/** Returns the entry of the log about an estimate, which also causes the event for webhooks. */
export const eventOf = (
  client: ClientRow,
  estimateId: string,
  { now, by, key, action }: Change & Pick<AuditEvent, 'action'>,
): AuditEvent => ({
  practiceId: client.practice_id,
  by,
  action,
  client,
  ...(key !== undefined && { details: { key } }),
  about: { estimateId },
  now,
})

export const clientOf = (db: Database, uuid: string): Promise<ClientRow> =>
  db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()

async function voidAnswer(trx: DatabaseTransaction, estimateId: string, at: string): Promise<void> {
  await trx
    .updateTable('estimate_answer')
    .set({ void_at: at })
    .where('estimate_uuid', '=', estimateId)
    .where('void_at', 'is', null)
    .execute()
}

/** Mails the owner of a registered client. The estimates of other clients wait until their registration. */
export async function mailOwner(
  trx: DatabaseTransaction,
  { uuid: clientId, practice_id: practiceId, account_id: accountId, registered }: ClientRow,
  { kind, estimateId, now }: { kind: MailKind; estimateId: string; now: Date },
): Promise<void> {
  if (registered !== 1 || accountId === null) return
  if (!(await findRow(trx, 'account', { id: accountId }, ['id']))) return
  await queueMails(trx, [{ kind, accountId, practiceId, details: { estimateId, clientId }, now }])
}
