import { type NotNull, type SqlBool, sql } from 'kysely'
import type { DeferredMails, MailBudget } from '#contract/schemas/mail.ts'
import { isPostgres } from '#server/db/engine.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction, MailKind, OutboxTable } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { MAIL_BUDGETS, MAIL_KINDS, type MailBudgetName, countedAs, kindsWith } from './kinds.ts'
import { canonicalUsername, partsOfEmail } from '#contract/email.ts'
import { sha256 } from '#server/http/keys.ts'

type Db = Database | DatabaseTransaction

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
export const MAX_DEFERRAL_MS = DAY_MS

type SentMail = Pick<OutboxTable, 'kind' | 'account_id' | 'practice_id'> & { details?: OutboxTable['details'] }
export type InvitingMail = SentMail & { account_id: string; practice_id: string }

/** Whether the mail is an invitation by a practice; a link that a person requested has no practice. */
export const isInvitation = (mail: SentMail): mail is InvitingMail =>
  mail.account_id !== null && mail.practice_id !== null && MAIL_KINDS[mail.kind].invitesAs !== undefined

/** Returns the user name of an account and locks its row; undefined if the account no longer exists. */
export async function lockUsername(trx: Db, accountId: string): Promise<string | undefined> {
  const account = await trx
    .updateTable('account')
    .set((row) => ({ language: row.ref('language') }))
    .where('id', '=', accountId)
    .returning('username')
    .executeTakeFirst()
  return account?.username
}

/** Records that a practice requests an invitation. Returns false if the same invitation is already queued. */
export async function recordInvitation(trx: Db, mail: InvitingMail, now: Date): Promise<boolean> {
  const username = await lockUsername(trx, mail.account_id)
  if (username === undefined || (await waitingInvitation(trx, mail))) return false
  const row = await invitationRow(mail, { address: username, at: now })
  await trx
    .insertInto('address_mail')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['address_hash', 'kind', 'practice_id']).doUpdateSet({ asked_at: row.asked_at }),
    )
    .execute()
  return true
}

async function invitationRow(mail: InvitingMail, { address, at }: { address: string; at: Date }) {
  const { kind, practice_id } = mail
  return { address_hash: await recipientHash(address), kind, practice_id, asked_at: at.toISOString(), sent_at: null }
}

/** Returns the queued invitation. Address confirmations are queued for each client, because an account may have several. */
async function waitingInvitation(
  trx: Db,
  { kind, account_id: accountId, practice_id: practiceId, details = null }: InvitingMail,
) {
  const { invitesAs } = MAIL_KINDS[kind]
  return await trx
    .selectFrom('outbox')
    .select('claimed_until')
    .where('account_id', '=', accountId)
    .where(
      'kind',
      'in',
      kindsWith((rules) => rules.invitesAs === invitesAs),
    )
    .where('practice_id', '=', practiceId)
    .$if(invitesAs === 'address', (query) => query.where('details', '=', details))
    .executeTakeFirst()
}

/**
 * Throws `mailed-recently` if the practice has requested a mail to this account within the hour. Mails of other practices do
 * not count, because the response would reveal them. Returns true if the invitation waits for a retry, after a failed attempt
 * or a crash of the server.
 */
export async function rejectRecentlyRequested(
  trx: DatabaseTransaction,
  { now, ...mail }: InvitingMail & { now: Date },
): Promise<boolean> {
  const { account_id: accountId, practice_id: practiceId } = mail
  const username = (await lockUsername(trx, accountId)) ?? ''
  const waiting = await waitingInvitation(trx, mail)
  if (waiting && waiting.claimed_until !== null && !isInTransit(waiting.claimed_until, now)) return true
  const recent = await trx
    .selectFrom('address_mail')
    .select('asked_at')
    .where('address_hash', '=', await recipientHash(username))
    .where('practice_id', '=', practiceId)
    .where('asked_at', '>', new Date(now.getTime() - HOUR_MS).toISOString())
    // Ignores times in the future, which were written by a clock that was ahead.
    .where('asked_at', '<', new Date(now.getTime() + HOUR_MS).toISOString())
    .executeTakeFirst()
  if (recent) throw new ProblemError('mailed-recently')
  return false
}

/** Lease of a mail by one process; also the first delay before a retry, which doubles with each rejection of the mail. */
export const LEASE_MS = 5 * 60_000
/** Longest time that sending a mail takes. */
const TRANSIT_MS = 60_000

/** Whether a process may be sending the mail right now, rather than having failed or died with it. */
export const isInTransit = (claimedUntil: string, now: Date): boolean => {
  const leasedAt = Date.parse(claimedUntil) - LEASE_MS
  return leasedAt <= now.getTime() && leasedAt > now.getTime() - TRANSIT_MS
}

interface Admission {
  id: string
  to: string
  countedAt: string | null
  /** The setting LIMIT_PRACTICE_MAILS_PER_DAY. */
  setting: number
  now: Date
}

/** The reason why a mail may not be sent yet. */
export interface Wait {
  until: Date
  /** The budget that is used up; undefined if the recipient has had enough mails. */
  used?: BudgetOwner
}

interface BudgetOwner {
  budget: MailBudgetName
  owner: string
}

/**
 * Counts a mail that is about to be sent, or returns the reason to wait. Counts by mail id: a retry after a crash counts only
 * once, and is not deferred because of the first attempt.
 */
export async function countOrDefer(
  trx: DatabaseTransaction,
  mail: SentMail,
  { id, to, countedAt, setting, now }: Admission,
): Promise<Wait | undefined> {
  const hash = await recipientHash(to)
  const free = await freeFrom(trx, { id, kind: mail.kind, hash, now })
  if (free > now) return { until: free }
  const used = budgetOf(mail)
  if (countedAt === null && used) {
    const perDay = MAIL_BUDGETS[used.budget].perDay(setting)
    if (!(await count(trx, used, { perDay, now }))) return { until: nextDay(now), used }
    await trx.updateTable('outbox').set({ counted_at: now.toISOString() }).where('id', '=', id).execute()
  }
  const sent = { recipient_hash: hash, kind: countedAs(mail.kind), sent_at: now.toISOString() }
  await trx
    .insertInto('recipient_mail')
    .values({ mail_id: id, ...sent })
    .onConflict((conflict) => conflict.column('mail_id').doUpdateSet(sent))
    .execute()
  // Invitations of an import are first recorded here.
  if (isInvitation(mail))
    await trx
      .insertInto('address_mail')
      .values(await invitationRow(mail, { address: to, at: now }))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return undefined
}

/** First key of the advisory lock, which separates it from the lock of imports. */
const RECIPIENTS = sql.lit(20_261_126)

/**
 * Locks the mails to a recipient against other servers until the end of the transaction; not needed on SQLite, which has one
 * writer at a time. Lock order in all transactions: the account, this lock, the mail.
 */
export async function lockRecipientMails(trx: DatabaseTransaction, to: string): Promise<void> {
  if (isPostgres(trx))
    await sql`select pg_advisory_xact_lock(${RECIPIENTS}, hashtext(${await recipientHash(to)}))`.execute(trx)
}

/** Returns when a recipient may get another mail of a kind. */
async function freeFrom(
  trx: DatabaseTransaction,
  { id, kind, hash, now }: { id: string; kind: MailKind; hash: string; now: Date },
): Promise<Date> {
  let free = now.getTime()
  for (const { limit, windowMs } of MAIL_KINDS[kind].perRecipient) {
    const within = await trx
      .selectFrom('recipient_mail')
      .select('sent_at')
      .where('recipient_hash', '=', hash)
      .where('kind', '=', countedAs(kind))
      .where('mail_id', '<>', id)
      .where('sent_at', '>', new Date(now.getTime() - windowMs).toISOString())
      // A later time was written by a clock that was ahead.
      .where('sent_at', '<', new Date(now.getTime() + windowMs).toISOString())
      .orderBy('sent_at', 'desc')
      .limit(limit)
      .execute()
    const oldest = within[limit - 1]
    if (oldest) free = Math.max(free, Date.parse(oldest.sent_at) + windowMs)
  }
  return new Date(free)
}

function budgetOf({ kind, account_id: accountId, practice_id: practiceId }: SentMail): BudgetOwner | undefined {
  const { budget } = MAIL_KINDS[kind]
  const owner = MAIL_BUDGETS[budget].of === 'practice' ? practiceId : accountId
  return owner === null ? undefined : { budget, owner }
}

/** Returns false if today's budget is used up. Locks the row until the transaction ends, because other servers count too. */
async function count(
  trx: DatabaseTransaction,
  { budget, owner }: BudgetOwner,
  { perDay, now }: { perDay: number; now: Date },
): Promise<boolean> {
  const counted = await trx
    .insertInto('mail_count')
    .values({ owner, budget, day: dayOf(now), sent: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'budget', 'day'])
        .doUpdateSet((row) => ({ sent: row('mail_count.sent', '+', 1) }))
        .where('mail_count.sent', '<', perDay),
    )
    .returning('sent')
    .executeTakeFirst()
  return counted !== undefined
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const nextDay = (time: Date) => new Date(Date.parse(dayOf(time)) + DAY_MS)

const kindsOf = (budget: MailBudgetName) => kindsWith((rules) => rules.budget === budget)

/** Defers all uncounted mails of a used-up budget together. Otherwise thousands would be attempted one by one every day. */
export async function deferBudget(db: Database, { budget, owner }: BudgetOwner, until: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ not_before: until.toISOString() })
    .where('id', 'in', (row) =>
      row
        .selectFrom('outbox')
        .select('id')
        .where(MAIL_BUDGETS[budget].of === 'practice' ? 'practice_id' : 'account_id', '=', owner)
        .where('kind', 'in', kindsOf(budget))
        .where('counted_at', 'is', null)
        // A mail that is being sent is deferred by its own transaction.
        .$if(isPostgres(db), (query) => query.forNoKeyUpdate().skipLocked()),
    )
    .execute()
}

/** Uncounts a mail for its recipient, because the mail server rejected it or its subject no longer exists. */
export async function removeFromCounts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('recipient_mail').where('mail_id', '=', id).execute()
}

/** Deletes the record of an invitation that was given up, so that staff can request another immediately. */
export async function deleteInvitationRecord(db: Db, mail: InvitingMail): Promise<void> {
  const { username } = await db
    .selectFrom('account')
    .select('username')
    .where('id', '=', mail.account_id)
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('address_mail')
    .where('address_hash', '=', await recipientHash(username))
    .where('kind', '=', mail.kind)
    .where('practice_id', '=', mail.practice_id)
    .execute()
}

/** Returns the rest of a practice's budget for invitations, and the number of mails deferred to later days. */
export async function mailBudgetOf(
  db: Db,
  practiceId: string,
  { perDay, now }: { perDay: number; now: Date },
): Promise<MailBudget> {
  const { waiting } = await db
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('practice_id', '=', practiceId)
    .where('kind', 'in', kindsOf('invitations'))
    .where('counted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const today = await db
    .selectFrom('mail_count')
    .select('sent')
    .where('owner', '=', practiceId)
    .where('budget', '=', 'invitations')
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  const left = Math.max(0, perDay - (today?.sent ?? 0))
  return { perDay, left, putOff: Math.max(0, waiting - left) }
}

/** Returns the practices with deferred invitations: the number of mails, and the day (UTC) on which the last are sent. */
export async function deferredInvitations(
  db: Db,
  { practiceId, perDay, now }: { practiceId?: string; perDay: number; now: Date },
): Promise<(DeferredMails & { practiceId: string })[]> {
  const practices = await db
    .selectFrom('outbox')
    .select('practice_id as practiceId')
    .distinct()
    .where('practice_id', 'is not', null)
    .where('kind', 'in', kindsOf('invitations'))
    .where('counted_at', 'is', null)
    .$if(practiceId !== undefined, (query) => query.where('practice_id', '=', practiceId ?? ''))
    .$narrowType<{ practiceId: NotNull }>()
    .orderBy('practice_id')
    .execute()
  const deferred = []
  for (const practice of practices) {
    const { putOff: count } = await mailBudgetOf(db, practice.practiceId, { perDay, now })
    const last = new Date(now.getTime() + Math.ceil(count / perDay) * DAY_MS)
    if (count > 0) deferred.push({ ...practice, count, lastOn: dayOf(last) })
  }
  return deferred
}

export async function deleteOldMailCounts(batching: Batching, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  const at = yesterday.toISOString()
  const isOldDay = sql<SqlBool>`day < ${dayOf(yesterday)}`
  await deleteInBatches(batching, { table: 'mail_count', key: 'day', where: isOldDay })
  // Rows written by a server of the previous release.
  await deleteInBatches(batching, { table: 'mail_budget', key: 'day', where: isOldDay })
  await deleteInBatches(batching, { table: 'recipient_mail', key: 'mail_id', where: sql`sent_at < ${at}` })
  await deleteInBatches(batching, {
    table: 'address_mail',
    key: 'address_hash',
    where: sql`not exists (select 1 from address_mail n where n.address_hash = address_mail.address_hash
      and (n.asked_at >= ${at} or n.sent_at >= ${at}))`,
  })
}

/**
 * Returns a hash of the mailbox of an e-mail address, for counting mails. Other spellings of the address, and tags such as
 * `jan+portal@mail.example`, give the same hash. Hashed because the counts outlive the account.
 */
export async function recipientHash(address: string): Promise<string> {
  return await sha256(mailboxOf(address))
}

export function mailboxOf(address: string): string {
  const canonical = canonicalUsername(address)
  const { local, host } = partsOfEmail(canonical) ?? {}
  if (local === undefined || host === undefined) return canonical
  return `${local.replace(/(?<=.)\+.*$/s, '')}@${host}`
}
