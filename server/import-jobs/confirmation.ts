import { DAY_MS, momentAfter } from '#contract/dates.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import type { ImportReason } from '#contract/imports.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { type Reason, reasonOf } from '#server/import/reasons.ts'
import { PENDING, TAKEN, runRow } from './history.ts'
import { isRunEnded, isRunPaused, isRunRevoked } from './paused-keys.ts'
import { lockKeys, lastSequence } from './sequence.ts'

// Handles exports of which so much would be left out or removed that an admin must confirm them.

/** Lease of a confirmed run. The server with the file renews the lease at its next maintenance. */
const LEASE_MS = 60_000
/** Limits how long an unconfirmed file with personal data is kept. */
const MAX_DAYS = 30

interface Decision {
  practiceId: string
  sequence: number
  by: Actor
  now: Date
}

/**
 * Queues an unconfirmed export again, to be loaded with everything that it leaves out or removes. Idempotent.
 * Throws `conflict` for other exports, and if a newer export exists, which an older export may not undo.
 */
export async function confirmRun(db: Database, { practiceId, sequence, by, now }: Decision): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockKeys(trx, practiceId)
    const run = await runRow(trx, practiceId, sequence)
    if (!run) throw new ProblemError('not-found')
    if (run.confirmed === 1 && TAKEN.some((state) => state === run.state)) return
    const changed =
      ((await lastSequence(trx, practiceId)) ?? 0) <= sequence &&
      (await trx
        .updateTable('import_run')
        .set({ state: 'waiting', confirmed: 1, large: null, started_at: null, lease_until: momentAfter(now, LEASE_MS) })
        .where('id', '=', run.id)
        .where('state', '=', 'unconfirmed')
        .returning('id')
        .executeTakeFirst())
    if (!changed) throw new ProblemError('conflict')
    await writeAudit(trx, { practiceId, by, action: 'import-confirmed', details: { key: run.key_name }, now })
  })
}

/** Rejects an unconfirmed export. Returns its id, needed to remove the file. Throws `conflict` for other exports. */
export async function declineRun(db: Database, { practiceId, sequence, by, now }: Decision): Promise<string> {
  return await inTransaction(db, async (trx) => {
    const run = await runRow(trx, practiceId, sequence)
    if (!run) throw new ProblemError('not-found')
    const { numUpdatedRows } = await ending(trx, 'notConfirmed', now)
      .where('id', '=', run.id)
      .where('state', '=', 'unconfirmed')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('conflict')
    await writeAudit(trx, { practiceId, by, action: 'import-declined', details: { key: run.key_name }, now })
    return run.id
  })
}

/** Rejects exports of a practice that wait for an admin and are older than a loaded or unconfirmed export. */
export async function rejectSuperseded(
  trx: DatabaseTransaction,
  { practiceId, sequence, now }: Omit<Decision, 'by'>,
): Promise<void> {
  await rejectRuns(trx, 'superseded', now)
    .where('practice_id', '=', practiceId)
    .where('sequence', '<', sequence)
    .execute()
}

/**
 * Rejects the pending exports of a revoked key. An export that is being loaded is rolled back. Returns the ids,
 * needed to remove the files.
 */
export async function rejectRunsOf(
  trx: DatabaseTransaction,
  { keyId, now }: { keyId: string; now: Date },
): Promise<string[]> {
  const ended = ending(trx, 'keyRevoked', now).where('key_id', '=', keyId).where('state', 'in', PENDING)
  return (await ended.returning('id').execute()).map(({ id }) => id)
}

/** Rejects waiting exports whose key has ended, or was revoked by a server of a former version. Returns the ids. */
export async function rejectRevoked(db: Database, now: Date): Promise<string[]> {
  const revoked = ending(db, 'keyRevoked', now).where('state', '=', 'waiting').where(isRunRevoked())
  const ended = ending(db, 'keyEnded', now).where('state', '=', 'waiting').where(isRunEnded(now))
  return [...(await revoked.returning('id').execute()), ...(await ended.returning('id').execute())].map(({ id }) => id)
}

/** Rejects exports that have waited 30 days for an admin. */
export async function rejectUnconfirmed(db: Database, now: Date): Promise<void> {
  const before = momentAfter(now, -MAX_DAYS * DAY_MS)
  await rejectRuns(db, 'notConfirmed', now).where('received_at', '<', before).execute()
}

/** Selects exports that wait for an admin: unconfirmed exports, and waiting exports of a paused key. */
const rejectRuns = (db: Database, code: ImportReason, now: Date) =>
  ending(db, code, now).where((run) =>
    run.or([run('state', '=', 'unconfirmed'), run.and([run('state', '=', 'waiting'), isRunPaused()])]),
  )

const ending = (db: Database, code: ImportReason, now: Date) => rejectionUpdate(db, reasonOf(code), now)

/** Rejects runs with a reason for the whole export. The caller adds the conditions. */
export function rejectionUpdate(db: Database, reason: Reason, now: Date) {
  const problem: ImportProblem = { line: 0, field: '', ...reason }
  return db.updateTable('import_run').set({
    state: 'refused',
    ended_at: now.toISOString(),
    problems: JSON.stringify({ count: 1, lines: 0, first: [problem] }),
    large: null,
  })
}
