import { momentAfter } from '#contract/dates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { lockRecipient, recordDelivered, recordUndelivered } from '#server/invitations/activation.ts'
import type { Database, DatabaseTransaction, MailDetails, MailKind, OutboxTable } from '#server/db/schema.ts'
import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Limits, Mail, Ports } from '#server/ports.ts'
import { backOffMs } from '#server/queue/back-off.ts'
import { createDrain, isExpired } from '#server/queue/lease.ts'
import { type Composing, type LeasedMail, composeMail } from './compose.ts'
import { NOT_SENT_IN_TIME } from './given-up.ts'
import { MAIL_KINDS, kindsWith, maxWaitingOf } from './kinds.ts'
import {
  LEASE_MS,
  MAX_DEFERRAL_MS,
  type Wait,
  countOrDefer,
  deferBudget,
  deleteInvitationRecord,
  lockRecipientMails,
  lockUsername,
  isInTransit,
  isInvitation,
  recordInvitation,
  removeFromCounts,
} from './limits.ts'
import { MailRejectedError } from './mail-rejected-error.ts'
import { mailServerReply } from './mail-server-reply.ts'
import { countSent } from './reminders/counts.ts'
import { typedKeys } from '#contract/values.ts'

const MAX_WAIT_MS = 4 * 60 * 60_000
/** Number of consecutive failures after which the mail server counts as unavailable. */
const GIVE_UP_AFTER = 3
/** Maximum number of mails sent before a requested link gets its turn. */
const BATCH_SIZE = 20

interface MailContent {
  kind: MailKind
  practiceId?: string | null
  details?: MailDetails
  now: Date
}
type ToAccount = { accountId: string; address?: undefined }
/** Mail to an account, or to an e-mail address without an account. */
type QueuedMail = MailContent & (ToAccount | { accountId?: undefined; address: string })

/**
 * Transactional outbox: inserts the mail in the caller's transaction; `deliverOutbox` sends the mail after the commit. Returns
 * false if the same mail is already queued.
 */
export async function queueMail(trx: Database | DatabaseTransaction, mail: QueuedMail): Promise<boolean> {
  const row = rowOf(mail)
  if (!isInvitation(row)) return (await queueMails(trx, [mail])) > 0
  if (!(await recordInvitation(trx, row, mail.now))) return false
  await insert(trx, [row])
  return true
}

/** Queues mails, except those that are already queued. Returns the number of new mails. */
export async function queueMails(trx: Database | DatabaseTransaction, mails: readonly QueuedMail[]): Promise<number> {
  const rows = await withoutWaiting(trx, mails.map(rowOf))
  await insert(trx, rows)
  return rows.length
}

/** Inserts mails in the given order, after queued mails of the same moment. */
async function insert(trx: Database | DatabaseTransaction, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const placed = rows.map((row, index) => ({
    ...row,
    place: sql<number>`(select coalesce(max(place), 0) + ${sql.lit(index + 1)} from outbox
      where created_at = ${row.created_at})`,
  }))
  await trx.insertInto('outbox').values(placed).execute()
}

const rowOf = ({ kind, accountId, address, practiceId, details, now }: QueuedMail): Row => ({
  id: crypto.randomUUID(),
  kind,
  account_id: accountId ?? null,
  address: address ?? null,
  practice_id: practiceId ?? null,
  created_at: now.toISOString(),
  claimed_until: null,
  details: details ? JSON.stringify(details) : null,
})

interface Row extends WaitingMail {
  created_at: string
}

type WaitingMail = LeasedMail & Pick<OutboxTable, 'id' | 'claimed_until'>

/**
 * Drops mails for which a mail of the same kind, recipient and details is already queued. If a signed-out visitor requests a
 * queued link again, its retry period starts again.
 */
async function withoutWaiting(trx: Database | DatabaseTransaction, mails: readonly Row[]): Promise<Row[]> {
  const queued: Row[] = []
  const waiting = await waitingLike(trx, mails)
  for (const mail of mails) {
    const at = new Date(mail.created_at)
    const alike = waiting.filter((one) => one.kind === mail.kind && isSameRecipient(one, mail))
    const same = alike.find(
      (one) =>
        one.practice_id === mail.practice_id &&
        one.details === mail.details &&
        (one.claimed_until === null || !isInTransit(one.claimed_until, at)),
    )
    if (same && MAIL_KINDS[mail.kind].causedBy === 'anybody')
      await trx.updateTable('outbox').set({ created_at: mail.created_at }).where('id', '=', same.id).execute()
    if (same || alike.length >= maxWaitingOf(mail.kind)) continue
    waiting.push(mail)
    queued.push(mail)
  }
  return queued
}

const isSameRecipient = (one: Pick<Row, 'account_id' | 'address'>, other: Pick<Row, 'account_id' | 'address'>) =>
  one.account_id === other.account_id && one.address === other.address

async function waitingLike(trx: Database | DatabaseTransaction, mails: readonly Row[]): Promise<WaitingMail[]> {
  const kinds = [...new Set(mails.map(({ kind }) => kind))]
  const accounts = present(mails.map((mail) => mail.account_id))
  const addresses = present(mails.map(({ address }) => address))
  if (kinds.length === 0) return []
  return await trx
    .selectFrom('outbox')
    .select(['id', 'kind', 'account_id', 'address', 'practice_id', 'details', 'claimed_until'])
    .where('kind', 'in', kinds)
    .where((row) =>
      row.or([
        ...(accounts.length > 0 ? [row('account_id', 'in', accounts)] : []),
        ...(addresses.length > 0 ? [row('address', 'in', addresses)] : []),
      ]),
    )
    .execute()
}

const present = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]

type Delivering = Composing &
  Pick<Ports, 'mail' | 'log' | 'stopping'> & { settings: { limits: Pick<Limits, 'practiceMailsPerDay'> } }

export const deliverOutbox = createDrain<Delivering>({
  queueOf: ({ db }) => db,
  pass: deliverWaiting,
  failed: ({ log }, error) => log('error', 'outbox-failed', { reason: reasonOf(error) }),
})

async function deliverWaiting(ports: Delivering): Promise<void> {
  await giveUpOld(ports)
  let failures = 0
  for (;;) {
    const ids = await waiting(ports)
    for (const { id } of ids) {
      const isCarrierFine = await deliver(ports, id)
      failures = isCarrierFine ? 0 : failures + 1
      if (failures >= GIVE_UP_AFTER || (failures > 0 && ports.stopping?.aborted)) return
    }
    if (ids.length < BATCH_SIZE) return
  }
}

/** Gives up mails past their retry period, not counting deferrals. Uses the earlier of the server's and the database's clock. */
async function giveUpOld(ports: Delivering): Promise<void> {
  const { db } = ports
  const now = (await earlierTime(ports)).getTime()
  const expired = await db
    .selectFrom('outbox')
    .select(['id', 'refused_by as rejectedBy'])
    .where((row) => {
      const since = row.fn.coalesce('counted_at', 'not_before', 'created_at')
      return row.or(
        typedKeys(MAIL_KINDS).map((kind) =>
          row.and([row('kind', '=', kind), row(since, '<', new Date(now - MAIL_KINDS[kind].retryMs).toISOString())]),
        ),
      )
    })
    .execute()
  for (const { id, rejectedBy } of expired) await giveUp(ports, id, rejectedBy ?? NOT_SENT_IN_TIME)
}

/** Moves a mail from the outbox to `given_up_mail`. */
async function giveUp({ db, clock, log }: Delivering, id: string, reason: string): Promise<void> {
  const kind = await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('outbox')
      .select(['kind', 'account_id', 'practice_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (found) await lockRecipient(trx, found)
    const mail = await trx
      .deleteFrom('outbox')
      .where('id', '=', id)
      .returning(['id', 'kind', 'account_id', 'address', 'practice_id', 'created_at'])
      .executeTakeFirst()
    if (mail) {
      await trx
        .insertInto('given_up_mail')
        .values({ ...mail, given_up_at: clock().toISOString(), reason })
        .execute()
      await removeFromCounts(trx, id)
      if (isInvitation(mail)) await deleteInvitationRecord(trx, mail)
      await recordUndelivered(trx, mail, reason)
    }
    return mail?.kind
  })
  if (kind) log('error', 'mail-given-up', { id, kind, reason })
}

/** Returns the next batch of mails that may be sent, by rank of their kind and order of queueing. */
function waiting({ db, clock, secret }: Delivering) {
  return db
    .selectFrom('outbox')
    .select('id')
    .where(isFree(clock()))
    .$if(secret === undefined, (query) => query.where('kind', '<>', 'reminders'))
    .orderBy(rankOf())
    .orderBy('created_at')
    .orderBy('place')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
}

function rankOf(): RawBuilder<number> {
  const ranks = [...new Set(typedKeys(MAIL_KINDS).map((kind) => MAIL_KINDS[kind].rank))]
  const cases = ranks.map((rank) => {
    const kinds = kindsWith((rules) => rules.rank === rank).map((kind) => sql.lit(kind))
    return sql`when kind in (${sql.join(kinds)}) then ${sql.lit(rank)}`
  })
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(Math.max(...ranks))} end`
}

/** SQL condition for mails that are not leased, not waiting for a retry and not deferred. */
const isFree = (now: Date) =>
  sql<SqlBool>`${isExpired('claimed_until', { now, maxMs: MAX_WAIT_MS + LEASE_MS })}
    and ${isExpired('not_before', { now, maxMs: MAX_DEFERRAL_MS })}`

/** Sends one mail. Returns whether the carrier works, which is also true if it rejects only this mail. */
async function deliver(ports: Delivering, id: string): Promise<boolean> {
  const { db, clock, log } = ports
  let to = ''
  try {
    const now = clock()
    const row = await lease(ports, id, now)
    if (!row) return true
    const mail = await composeMail(ports, row, { id, now })
    if (!mail) {
      await db.deleteFrom('outbox').where('id', '=', id).execute()
      await removeFromCounts(db, id)
      return true
    }
    to = mail.to
    await send(ports, mail)
    await inTransaction(db, async (trx) => {
      await lockRecipient(trx, row)
      const sent = await trx
        .deleteFrom('outbox')
        .where('id', '=', id)
        .returning(['kind', 'account_id', 'practice_id', 'created_at as createdAt'])
        .executeTakeFirst()
      if (sent?.kind === 'reminders') await countSent(trx, { practiceId: sent.practice_id, createdAt: sent.createdAt })
      else if (sent) await recordDelivered(trx, sent)
    })
    log('info', 'mail-sent', { id, kind: mail.kind })
    return true
  } catch (error) {
    log('error', 'mail-failed', { id, reason: reasonOf(error), relay: mailServerReply(error, to) })
    if (!(error instanceof MailRejectedError)) return false
    if (error.isPermanent) await giveUp(ports, id, error.code)
    else await requeue(ports, id, error.code)
    return true
  }
}

async function send({ db, mail: carrier }: Delivering, mail: Mail): Promise<void> {
  try {
    await carrier.send(mail)
  } catch (error) {
    await removeFromCounts(db, mail.id)
    throw error
  }
}

async function requeue({ db, clock }: Delivering, id: string, rejectedBy: string): Promise<void> {
  const { refusals } = await db
    .updateTable('outbox')
    .set((row) => ({ refusals: row('refusals', '+', 1), refused_by: rejectedBy }))
    .where('id', '=', id)
    .returning('refusals')
    .executeTakeFirstOrThrow()
  const waitMs = backOffMs(refusals, { firstMs: LEASE_MS, maxMs: MAX_WAIT_MS })
  await db
    .updateTable('outbox')
    .set({ claimed_until: momentAfter(clock(), waitMs) })
    .where('id', '=', id)
    .execute()
}

/** Leases a queued mail; returns undefined if another process holds the lease, or the mail may not be sent yet. */
async function lease({ db, settings }: Delivering, id: string, now: Date): Promise<LeasedMail | undefined> {
  const found = await db
    .selectFrom('outbox')
    .select(['kind', 'account_id', 'address', 'practice_id', 'details'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const setting = settings.limits.practiceMailsPerDay
  const { isLeased, wait } = await inTransaction(db, async (trx): Promise<{ isLeased: boolean; wait?: Wait }> => {
    // The account is locked before the mail, in the same order as when an account is removed.
    const to = found.account_id === null ? (found.address ?? '') : await lockUsername(trx, found.account_id)
    if (to === undefined) return { isLeased: false }
    await lockRecipientMails(trx, to)
    const taken = await trx
      .updateTable('outbox')
      .set({ claimed_until: momentAfter(now, LEASE_MS) })
      .where('id', '=', id)
      .where(isFree(now))
      .returning('counted_at as countedAt')
      .executeTakeFirst()
    if (!taken) return { isLeased: false }
    const wait = await countOrDefer(trx, found, { id, to, countedAt: taken.countedAt, setting, now })
    if (!wait) return { isLeased: true }
    const until = { claimed_until: null, not_before: wait.until.toISOString() }
    await trx.updateTable('outbox').set(until).where('id', '=', id).execute()
    return { isLeased: false, wait }
  })
  if (wait?.used) await deferBudget(db, wait.used, wait.until)
  return isLeased ? found : undefined
}

// Only the code, because the message may contain the e-mail address: see `mailServerReply`.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
