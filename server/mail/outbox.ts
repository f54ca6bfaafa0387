import { type SqlBool, sql } from 'kysely'
import { noteDelivered, noteUndelivered } from '#server/invitations/activation.ts'
import type { Database, DatabaseTransaction, MailDetails, MailKind } from '#server/db/schema.ts'
import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Limits, Mail, Ports } from '#server/ports.ts'
import { createDrain } from '#server/queue/drain.ts'
import { isExpired, leaseUntil } from '#server/queue/lease.ts'
import { type Composing, type LeasedMail, composeMail } from './compose.ts'
import { NOT_SENT_IN_TIME } from './given-up.ts'
import {
  LONGEST_PUT_OFF_MS,
  admit,
  forgetAsked,
  heldAddress,
  isLimited,
  noteAsked,
  noteNotSent,
  putOffAll,
} from './limits.ts'
import { MailRefusedError } from './refused.ts'
import { relayWords } from './relay-words.ts'
import { countSent } from './reminders/counts.ts'
import { typedEntries } from '#contract/typed-entries.ts'

/** Lease of a mail by one process; also the delay before a retry, doubled with each refusal of this very mail. */
const LEASE_MS = 5 * 60_000
const LONGEST_WAIT_MS = 4 * 60 * 60_000
/** Consecutive failures that mean the carrier is down rather than an address wrong. */
const GIVE_UP_AFTER = 3
/** A requested link waits for these at most. */
const BATCH = 20
const HOUR = 60 * 60_000
/** Retry period by kind; short for a reset, which the user will have requested again. */
const TRIED_FOR: Record<MailKind, number> = {
  activation: 72 * HOUR,
  access: 72 * HOUR,
  'staff-offer': 72 * HOUR,
  'password-changed': 72 * HOUR,
  'password-changed-links-ended': 72 * HOUR,
  'passkey-added': 72 * HOUR,
  'passkey-removed': 72 * HOUR,
  'second-factor-on': 72 * HOUR,
  'second-factor-off': 72 * HOUR,
  'second-factor-reset': 72 * HOUR,
  'recovery-codes-made': 72 * HOUR,
  'import-key-made': 72 * HOUR,
  'import-key-ending': 72 * HOUR,
  'import-key-maker-left': 72 * HOUR,
  'import-unconfirmed': 72 * HOUR,
  'account-number-changed': 72 * HOUR,
  reset: HOUR,
  reminders: 72 * HOUR,
  letter: HOUR,
  'address-confirmation': 72 * HOUR,
  'address-change-asked': 72 * HOUR,
  'address-changed': 72 * HOUR,
  'requests-new': 72 * HOUR,
  'requests-unseen': 24 * HOUR,
  'request-answered': 72 * HOUR,
}

interface MailContent {
  kind: MailKind
  practiceId?: string | null
  details?: MailDetails
  now: Date
}
type ToAccount = { accountId: string; address?: undefined }
/** To an account, or to an address without one. */
type QueuedMail = MailContent & (ToAccount | { accountId?: undefined; address: string })

/**
 * Transactional outbox: inserts the mail in the caller's transaction; `deliverOutbox` sends it after the commit. False where the
 * same one waits to be sent already.
 */
export async function queueMail(trx: Database | DatabaseTransaction, mail: MailContent & ToAccount): Promise<boolean> {
  const sent = { kind: mail.kind, account_id: mail.accountId, practice_id: mail.practiceId ?? null }
  if (isLimited(sent) && !(await noteAsked(trx, sent, mail.now))) return false
  await queueMails(trx, [mail])
  return true
}

/** Of kinds that are limited elsewhere. */
export async function queueMails(trx: Database | DatabaseTransaction, mails: readonly QueuedMail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ kind, accountId = null, address = null, practiceId = null, details, now }) => ({
    id: crypto.randomUUID(),
    kind,
    account_id: accountId,
    address,
    practice_id: practiceId,
    created_at: now.toISOString(),
    claimed_until: null,
    details: details ? JSON.stringify(details) : null,
  }))
  await trx.insertInto('outbox').values(rows).execute()
}

type Delivering = Composing &
  Pick<Ports, 'mail' | 'log' | 'stopping'> & { settings: { limits: Pick<Limits, 'practiceMailsPerDay'> } }

/** Sends the mails that wait. */
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
    if (ids.length < BATCH) return
  }
}

/** Gives up mails past their retry period, but for how long they were put off; by a clock that is ahead of the database's, none. */
async function giveUpOld(ports: Delivering): Promise<void> {
  const { db } = ports
  const now = (await earlierTime(ports)).getTime()
  const lifetimes = typedEntries(TRIED_FOR)
  const gone = await db
    .selectFrom('outbox')
    .select(['id', 'refused_by as refusedBy'])
    .where((row) => {
      const since = row.fn.coalesce('counted_at', 'not_before', 'created_at')
      return row.or(
        lifetimes.map(([kind, lifetime]) =>
          row.and([row('kind', '=', kind), row(since, '<', new Date(now - lifetime).toISOString())]),
        ),
      )
    })
    .execute()
  for (const { id, refusedBy } of gone) await giveUp(ports, id, refusedBy ?? NOT_SENT_IN_TIME)
}

/** Moves a mail to the list of those that were given up. */
async function giveUp({ db, clock, log }: Delivering, id: string, reason: string): Promise<void> {
  const kind = await inTransaction(db, async (trx) => {
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
      await noteUndelivered(trx, mail, reason)
      if (isLimited(mail)) await forgetAsked(trx, mail)
    }
    return mail?.kind
  })
  if (kind) log('error', 'mail-given-up', { id, kind, reason })
}

/** Requested links and answers first, also of the budget that invitations take; then in order; weekly mails last. */
function waiting({ db, clock, secret }: Delivering) {
  return db
    .selectFrom('outbox')
    .select('id')
    .where(isFree(clock()))
    .$if(secret === undefined, (query) => query.where('kind', '<>', 'reminders'))
    .orderBy((row) =>
      row
        .case()
        .when('kind', 'in', ['reset', 'request-answered'])
        .then(0)
        .when('practice_id', 'is', null)
        .then(0)
        .when('kind', '=', 'reminders')
        .then(2)
        .else(1)
        .end(),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

/** Not leased, not waiting for its next try and not put off. */
const isFree = (now: Date) =>
  sql<SqlBool>`${isExpired('claimed_until', { now, longestMs: LONGEST_WAIT_MS + LEASE_MS })}
    and ${isExpired('not_before', { now, longestMs: LONGEST_PUT_OFF_MS })}`

/** Answers whether the carrier works, also where it refuses this mail. */
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
      return true
    }
    to = mail.to
    await send(ports, mail, row)
    await inTransaction(db, async (trx) => {
      const sent = await trx
        .deleteFrom('outbox')
        .where('id', '=', id)
        .returning(['kind', 'account_id', 'practice_id', 'created_at as createdAt'])
        .executeTakeFirst()
      if (sent?.kind === 'reminders') await countSent(trx, { practiceId: sent.practice_id, createdAt: sent.createdAt })
      else if (sent) await noteDelivered(trx, sent)
    })
    log('info', 'mail-sent', { id, kind: mail.kind })
    return true
  } catch (error) {
    log('error', 'mail-failed', { id, reason: reasonOf(error), relay: relayWords(error, to) })
    if (!(error instanceof MailRefusedError)) return false
    if (error.isPermanent) await giveUp(ports, id, error.code)
    else await requeue(ports, id, error.code)
    return true
  }
}

async function send({ db, mail: carrier }: Delivering, mail: Mail, row: LeasedMail): Promise<void> {
  try {
    await carrier.send(mail)
  } catch (error) {
    if (isLimited(row)) await noteNotSent(db, row)
    throw error
  }
}

/** A refused mail is tried again, after twice as long each time. */
async function requeue({ db, clock }: Delivering, id: string, refusedBy: string): Promise<void> {
  const { refusals } = await db
    .updateTable('outbox')
    .set((row) => ({ refusals: row('refusals', '+', 1), refused_by: refusedBy }))
    .where('id', '=', id)
    .returning('refusals')
    .executeTakeFirstOrThrow()
  const waitMs = Math.min(LONGEST_WAIT_MS, LEASE_MS * 2 ** (refusals - 1))
  await db
    .updateTable('outbox')
    .set({ claimed_until: leaseUntil(clock(), waitMs) })
    .where('id', '=', id)
    .execute()
}

/** Leases the row; undefined where another process has it, or where it may not be sent yet. */
async function lease({ db, settings }: Delivering, id: string, now: Date): Promise<LeasedMail | undefined> {
  const found = await db
    .selectFrom('outbox')
    .select(['kind', 'account_id', 'address', 'practice_id', 'details'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const take = (trx: Database | DatabaseTransaction) =>
    trx
      .updateTable('outbox')
      .set({ claimed_until: leaseUntil(now, LEASE_MS) })
      .where('id', '=', id)
      .where(isFree(now))
      .returning('counted_at as countedAt')
      .executeTakeFirst()
  if (!isLimited(found)) return (await take(db)) && found

  const perDay = settings.limits.practiceMailsPerDay
  const { isLeased, wait } = await inTransaction(db, async (trx) => {
    // Before the mail, as by who removes an account.
    const address = await heldAddress(trx, found.account_id)
    const taken = await take(trx)
    if (!taken || address === undefined) return { isLeased: false }
    const wait = await admit(trx, found, { id, address, countedAt: taken.countedAt, perDay, now })
    if (!wait) return { isLeased: true }
    const until = { claimed_until: null, not_before: wait.until.toISOString() }
    await trx.updateTable('outbox').set(until).where('id', '=', id).execute()
    return { isLeased: false, wait }
  })
  if (wait?.isBudget) await putOffAll(db, found.practice_id, wait.until)
  return isLeased ? found : undefined
}

// Only the code, because the message may contain the e-mail address: see `relayWords`.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
