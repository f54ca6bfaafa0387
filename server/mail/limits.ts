import { sql } from 'kysely'
import type { MailBudget } from '#contract/mail-budget.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction, MailKind, OutboxTable } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { sha256 } from '#server/http/keys.ts'
import { typedKeys } from '#contract/typed-entries.ts'

// A practice can have mails sent to people who never asked for any. So an address gets one mail of a kind in an hour, over all
// practices, and each practice has a daily budget, in which its answers to requests are as well. Mails beyond that are put off: a refusal would reveal what other practices send.

type Db = Database | DatabaseTransaction

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
export const LONGEST_PUT_OFF_MS = DAY_MS

/**
 * By address and budget: the kinds that give access to a practice. By budget alone: what an owner has asked for. Security notices are
 * sent at once, and the others have limits of their own.
 */
const LIMITED_BY: Record<MailKind, 'address' | 'budget' | false> = {
  activation: 'address',
  access: 'address',
  'staff-offer': 'address',
  'password-changed': false,
  'password-changed-links-ended': false,
  'passkey-added': false,
  'passkey-removed': false,
  'second-factor-on': false,
  'second-factor-off': false,
  'second-factor-reset': false,
  'recovery-codes-made': false,
  'import-key-made': false,
  'import-key-ending': false,
  'import-key-maker-left': false,
  'import-unconfirmed': false,
  'account-number-changed': false,
  reset: false,
  reminders: false,
  letter: false,
  'address-confirmation': 'address',
  'address-change-asked': false,
  'address-changed': false,
  'requests-new': false,
  'requests-unseen': false,
  'request-answered': 'budget',
}
const LIMITED_KINDS = typedKeys(LIMITED_BY).filter((kind) => LIMITED_BY[kind])

type SentMail = Pick<OutboxTable, 'kind' | 'account_id' | 'practice_id'>
export type LimitedMail = SentMail & { account_id: string; practice_id: string }

/** A link that its reader asked for has no practice. */
export const isLimited = (mail: SentMail): mail is LimitedMail =>
  mail.account_id !== null && mail.practice_id !== null && LIMITED_BY[mail.kind] !== false

/** Locks the account, so that what concerns its address comes one after the other. Throws where it is gone. */
async function holdAddress(trx: Db, accountId: string): Promise<string> {
  const { username } = await accountHeld(trx, accountId).executeTakeFirstOrThrow()
  return await sha256(username)
}

/** The same; undefined where the account is gone. */
export async function heldAddress(trx: Db, accountId: string): Promise<string | undefined> {
  const account = await accountHeld(trx, accountId).executeTakeFirst()
  return account && (await sha256(account.username))
}

const accountHeld = (trx: Db, accountId: string) =>
  trx
    .updateTable('account')
    .set((row) => ({ language: row.ref('language') }))
    .where('id', '=', accountId)
    .returning('username')

/** One invites in the place of the other: which of them depends on the password when it is sent. */
const SAME_MAIL: Partial<Record<MailKind, readonly MailKind[]>> = {
  activation: ['activation', 'access'],
  access: ['activation', 'access'],
}

/** Notes that a practice asks for a mail. False where the same one waits to be sent already. */
export async function noteAsked(trx: Db, mail: LimitedMail, now: Date): Promise<boolean> {
  const address = await holdAddress(trx, mail.account_id)
  const waiting = await trx
    .selectFrom('outbox')
    .select('id')
    .where('account_id', '=', mail.account_id)
    .where('kind', 'in', SAME_MAIL[mail.kind] ?? [mail.kind])
    .where('practice_id', '=', mail.practice_id)
    .executeTakeFirst()
  if (waiting) return false
  await note(trx, address, mail, 'asked_at', now)
  return true
}

async function note(
  trx: Db,
  address: string,
  { kind, practice_id: practiceId }: LimitedMail,
  what: 'asked_at' | 'sent_at',
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await trx
    .insertInto('address_mail')
    // A mail of an import is first noted when it is sent.
    .values({ address_hash: address, kind, practice_id: practiceId, asked_at: at, sent_at: null, [what]: at })
    .onConflict((conflict) => conflict.columns(['address_hash', 'kind', 'practice_id']).doUpdateSet({ [what]: at }))
    .execute()
}

/**
 * Throws `mailed-recently` where the practice has asked for a mail to this account within the hour. What others asked for makes no
 * difference, or it would tell of them.
 */
export async function refuseAskedRecently(
  trx: DatabaseTransaction,
  { accountId, practiceId, now }: { accountId: string; practiceId: string; now: Date },
): Promise<void> {
  const address = await holdAddress(trx, accountId)
  const asked = await trx
    .selectFrom('address_mail')
    .select('asked_at')
    .where('address_hash', '=', address)
    .where('practice_id', '=', practiceId)
    .where('asked_at', '>', new Date(now.getTime() - HOUR_MS).toISOString())
    // A later time is of a clock that was ahead.
    .where('asked_at', '<', new Date(now.getTime() + HOUR_MS).toISOString())
    .executeTakeFirst()
  if (asked) throw new ProblemError('mailed-recently')
}

interface Admission {
  id: string
  /** Locked. */
  address: string
  countedAt: string | null
  perDay: number
  now: Date
}

/** Counts a mail that is about to be sent; or answers until when it has to wait, and for what. */
export async function admit(
  trx: DatabaseTransaction,
  mail: LimitedMail,
  { id, address, countedAt, perDay, now }: Admission,
): Promise<{ until: Date; isBudget: boolean } | undefined> {
  const isByAddress = LIMITED_BY[mail.kind] === 'address'
  const free = isByAddress ? await freeFrom(trx, { kind: mail.kind, address, now }) : now
  if (free > now) return { until: free, isBudget: false }
  if (countedAt === null) {
    const isWithin = await count(trx, mail.practice_id, { perDay, now })
    if (!isWithin) return { until: nextDay(now), isBudget: true }
    await trx.updateTable('outbox').set({ counted_at: now.toISOString() }).where('id', '=', id).execute()
  }
  if (isByAddress) await note(trx, address, mail, 'sent_at', now)
  return undefined
}

/** When an address may get a mail of a kind. */
async function freeFrom(
  trx: DatabaseTransaction,
  { kind, address, now }: { kind: MailKind; address: string; now: Date },
): Promise<Date> {
  const { last } = await trx
    .selectFrom('address_mail')
    .select((row) => row.fn.max('sent_at').as('last'))
    .where('address_hash', '=', address)
    .where('kind', '=', kind)
    .where('sent_at', '<', new Date(now.getTime() + HOUR_MS).toISOString())
    .executeTakeFirstOrThrow()
  return last === null ? now : new Date(Date.parse(last) + HOUR_MS)
}

/** False where the budget of today is used up. The row is locked until the transaction ends, for other servers count as well. */
async function count(
  trx: DatabaseTransaction,
  practiceId: string,
  { perDay, now }: { perDay: number; now: Date },
): Promise<boolean> {
  const counted = await trx
    .insertInto('mail_budget')
    .values({ practice_id: practiceId, day: dayOf(now), sent: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['practice_id', 'day'])
        .doUpdateSet((row) => ({ sent: row('mail_budget.sent', '+', 1) }))
        .where('mail_budget.sent', '<', perDay),
    )
    .returning('sent')
    .executeTakeFirst()
  return counted !== undefined
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const nextDay = (time: Date) => new Date(Date.parse(dayOf(time)) + DAY_MS)

/** Puts off all that a practice has waiting beyond its budget, at once: one by one thousands would be tried every day. */
export async function putOffAll(db: Database, practiceId: string, until: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ not_before: until.toISOString() })
    .where('practice_id', '=', practiceId)
    .where('kind', 'in', LIMITED_KINDS)
    .where('counted_at', 'is', null)
    .execute()
}

/** A mail that the mail server did not accept does not count. */
export async function noteNotSent(db: Db, mail: LimitedMail): Promise<void> {
  const key = await keyOf(db, mail)
  await db
    .updateTable('address_mail')
    .set({ sent_at: null })
    .where((row) => row.and(key))
    .execute()
}

/** A mail that was given up may be asked for again at once. */
export async function forgetAsked(db: Db, mail: LimitedMail): Promise<void> {
  const key = await keyOf(db, mail)
  await db
    .deleteFrom('address_mail')
    .where((row) => row.and(key))
    .execute()
}

async function keyOf(db: Db, { account_id: accountId, kind, practice_id }: LimitedMail) {
  const { username } = await db
    .selectFrom('account')
    .select('username')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { address_hash: await sha256(username), kind, practice_id }
}

/** What is left of a practice's budget, and how many mails wait for the next ones. */
export async function mailBudgetOf(
  db: Database,
  practiceId: string,
  { perDay, now }: { perDay: number; now: Date },
): Promise<MailBudget> {
  const { waiting } = await db
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('practice_id', '=', practiceId)
    .where('kind', 'in', LIMITED_KINDS)
    .where('counted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const today = await db
    .selectFrom('mail_budget')
    .select('sent')
    .where('practice_id', '=', practiceId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  const left = Math.max(0, perDay - (today?.sent ?? 0))
  return { perDay, left, putOff: Math.max(0, waiting - left) }
}

export async function deleteOldMailCounts(batching: Batching, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  const at = yesterday.toISOString()
  await deleteInBatches(batching, { table: 'mail_budget', key: 'day', where: sql`day < ${dayOf(yesterday)}` })
  await deleteInBatches(batching, {
    table: 'address_mail',
    key: 'address_hash',
    where: sql`not exists (select 1 from address_mail n where n.address_hash = address_mail.address_hash
      and (n.asked_at >= ${at} or n.sent_at >= ${at}))`,
  })
}
