import type { Database, DatabaseTransaction, MailKind } from '#server/db/schema.ts'
import type { Mail, Ports } from '#server/ports.ts'
import { createPasswordLink, passwordLinkUrl } from './password-link.ts'

/** Lease of a mail by one process; also the delay before a retry. */
const CLAIM = 5 * 60_000
/** Consecutive failures that mean the carrier is down rather than an address wrong. */
const GIVE_UP_AFTER = 3
const BATCH = 100
const HOUR = 60 * 60_000
/** Retry period by kind; short for a reset, which the user will have requested again. */
const TRIED_FOR: Record<MailKind, number> = {
  activation: 72 * HOUR,
  access: 72 * HOUR,
  'password-changed': 72 * HOUR,
  reset: HOUR,
}

interface QueuedMail {
  kind: MailKind
  accountId: string
  practiceId?: string | null
  now: Date
}

/** Transactional outbox: inserts the mail in the caller's transaction; `deliverOutbox` sends it after the commit. */
export async function queueMail(
  trx: Database | DatabaseTransaction,
  { kind, accountId, practiceId = null, now }: QueuedMail,
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: crypto.randomUUID(),
      kind,
      account_id: accountId,
      practice_id: practiceId,
      created_at: now.toISOString(),
      claimed_until: null,
    })
    .execute()
}

type Postman = Pick<Ports, 'db' | 'clock' | 'mail' | 'log' | 'stopping'> & {
  settings: Pick<Ports['settings'], 'publicUrl'>
}

const rounds = new WeakMap<Database, { again: boolean; done: Promise<void> }>()

/**
 * Delivers the queue until it is empty; never rejects. Overlapping calls are coalesced into one more round after the running one.
 */
export function deliverOutbox(ports: Postman): Promise<void> {
  const running = rounds.get(ports.db)
  if (running) {
    running.again = true
    return running.done
  }
  const round = { again: true, done: Promise.resolve() }
  rounds.set(ports.db, round)
  round.done = (async () => {
    try {
      while (round.again) {
        round.again = false
        await deliverWaiting(ports)
      }
    } catch (error) {
      ports.log('error', 'outbox-failed', { reason: reasonOf(error) })
    } finally {
      rounds.delete(ports.db)
    }
  })()
  return round.done
}

async function deliverWaiting(ports: Postman): Promise<void> {
  await giveUp(ports)
  let failures = 0
  for (;;) {
    const ids = await waiting(ports)
    for (const { id } of ids) {
      const sent = await deliver(ports, id)
      failures = sent ? 0 : failures + 1
      if (failures >= (ports.stopping?.aborted ? 1 : GIVE_UP_AFTER)) return
    }
    if (ids.length < BATCH) return
  }
}

/** Deletes mails past their retry period. */
async function giveUp({ db, clock, log }: Postman): Promise<void> {
  for (const [kind, lifetime] of Object.entries(TRIED_FOR) as [MailKind, number][]) {
    const oldest = new Date(clock().getTime() - lifetime).toISOString()
    const gone = await db
      .deleteFrom('outbox')
      .where('kind', '=', kind)
      .where('created_at', '<', oldest)
      .returning('id')
      .execute()
    for (const { id } of gone) log('error', 'mail-given-up', { id, kind })
  }
}

function waiting({ db, clock }: Postman) {
  return db
    .selectFrom('outbox')
    .select('id')
    .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<', clock().toISOString())]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function deliver(ports: Postman, id: string): Promise<boolean> {
  try {
    const mail = await claim(ports, id)
    if (!mail) return true
    await ports.mail.send(mail)
    await ports.db.deleteFrom('outbox').where('id', '=', id).execute()
    ports.log('info', 'mail-sent', { id, kind: mail.kind })
    return true
  } catch (error) {
    ports.log('error', 'mail-failed', { id, reason: reasonOf(error) })
    return false
  }
}

/** Leases the row; undefined if another process has it. */
async function claim({ db, clock, settings }: Postman, id: string): Promise<Mail | undefined> {
  const now = clock()
  const row = await db
    .updateTable('outbox')
    .set({ claimed_until: new Date(now.getTime() + CLAIM).toISOString() })
    .where('id', '=', id)
    .where((old) => old.or([old('claimed_until', 'is', null), old('claimed_until', '<', now.toISOString())]))
    .returning(['kind', 'account_id', 'practice_id'])
    .executeTakeFirst()
  if (!row) return undefined
  const account = await db
    .selectFrom('account')
    .select(['username', 'language', 'practice_id', 'staff_role'])
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow()
  const practice = row.practice_id
    ? await db.selectFrom('practice').select(['name', 'phone']).where('id', '=', row.practice_id).executeTakeFirst()
    : undefined
  const link =
    row.kind === 'activation' || row.kind === 'reset'
      ? passwordLinkUrl(
          settings.publicUrl,
          await createPasswordLink(db, row.account_id, row.kind, now),
          account.username,
        )
      : null
  return {
    id,
    kind: row.kind,
    to: account.username,
    language: account.language,
    // Staff of one practice may be a client of another.
    isToStaff: account.staff_role !== null && [null, account.practice_id].includes(row.practice_id),
    practiceName: practice?.name ?? null,
    practicePhone: practice?.phone ?? null,
    link,
  }
}

// The code only: a carrier's message may contain the e-mail address.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
