import { momentAfter } from '#contract/dates.ts'
import { sql } from 'kysely'
import type { CsvMapping } from '#contract/schemas/csv-import.ts'
import type { ImportRun } from '#contract/schemas/imports.ts'
import { isPostgres } from '#server/db/engine.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { LoadReport } from '#server/import/load.ts'
import type { Reason } from '#server/import/reasons.ts'
import { notifyAdmins } from '#server/notices/admin-changes.ts'
import { PENDING, type RunRow, UNFINISHED, oneRun, runOf, runRow } from './history.ts'
import { rejectionUpdate, rejectSuperseded } from './confirmation.ts'
import { ImportError } from './import-error.ts'
import { invalidKey } from './keys.ts'
import { isRunEnded, isRunPaused, isRunRevoked, requeueRuns } from './paused-keys.ts'
import { lockKeys, isBeingChecked, isTaken, lastSequence, outOfOrder } from './sequence.ts'

// Queue of import runs, one for each export that a practice sends. The server that received an export stores its file, and
// renews the lease of its run.

const LEASE_MS = 60_000
/** Time after the end of its lease at which a run is given up. Newer runs of the practice wait until then. */
const LOST_MS = 600_000
/** Limits the attempts of an export that crashes the server. */
const MAX_TRIES = 3
/** Maximum waiting exports of a practice. */
const MAX_WAITING = 5
const BUSY_FOR_MS = 60_000

export interface ReceivedExport {
  id: string
  practiceId: string
  sequence: number
  sha256: string
  bytes: number
  key: { id: string; name: string }
  /** Mapping of a CSV file. */
  csv?: CsvMapping | undefined
  /** Dry run, which does not take its number. */
  isCheck: boolean
  server: string
  now: Date
}

/**
 * Enqueues an export whose file is stored; throws if a newer export exists. For a repeated export, returns its run
 * with `isNew` false: the new file is not needed.
 */
export async function enqueue(db: Database, received: ReceivedExport): Promise<{ run: ImportRun; isNew: boolean }> {
  const { id, practiceId, sequence, sha256, bytes, key, csv, isCheck, server, now } = received
  return await inTransaction(db, async (trx) => {
    // The key may have been revoked or paused while the file arrived.
    const paused = (await lockKeys(trx, practiceId)).get(key.id)
    if (paused === undefined) throw invalidKey()
    if (paused) throw new ProblemError('key-paused')
    const last = await lastSequence(trx, practiceId)
    const fresh = {
      ...waitingRun({ id, sha256, bytes, server, now }),
      csv: csv === undefined ? null : JSON.stringify(csv),
      is_check: isCheck ? (1 as const) : (0 as const),
      key_name: key.name,
      key_id: key.id,
    }
    const same = await runRow(trx, practiceId, sequence)
    const isRepeated = same && (isCheck ? isBeingChecked(same) : isTaken(same)) && same.sha256 === sha256
    if (isRepeated) return { run: runOf(same), isNew: false }
    if (last !== undefined && sequence <= last) throw outOfOrder(last)
    const { waiting } = await trx
      .selectFrom('import_run')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('practice_id', '=', practiceId)
      .where('state', 'in', UNFINISHED)
      .where((run) => run.not(isRunPaused()))
      .executeTakeFirstOrThrow()
    if (waiting >= MAX_WAITING) {
      throw new ProblemError('rate-limited', { headers: { 'retry-after': String(BUSY_FOR_MS / 1000) } })
    }
    if (same) await trx.updateTable('import_run').set(fresh).where('id', '=', same.id).execute()
    else
      await trx
        .insertInto('import_run')
        .values({ ...fresh, practice_id: practiceId, sequence })
        .execute()
    return { run: await oneRun(trx, practiceId, sequence), isNew: true }
  })
}

/** Columns of a run that waits on the server with its file. */
export const waitingRun = ({ now, ...file }: Pick<ReceivedExport, 'id' | 'sha256' | 'bytes' | 'server' | 'now'>) => ({
  ...file,
  state: 'waiting' as const,
  received_at: now.toISOString(),
  started_at: null,
  ended_at: null,
  changes: null,
  problems: null,
  warnings: null,
  large: null,
  confirmed: 0 as const,
  is_check: 0 as const,
  reset_at: null,
  lease_until: momentAfter(now, LEASE_MS),
  tries: 0,
})

interface ServerTime {
  server: string
  now: Date
}

/**
 * Leases the next run of this server. Practices take turns, and the runs of a practice go in the order of their
 * numbers. Runs of paused keys wait and do not block others.
 */
export async function leaseNext(db: Database, { server, now }: ServerTime): Promise<RunRow | undefined> {
  const at = now.toISOString()
  return await inTransaction(db, async (trx) => {
    const run = await trx
      .updateTable('import_run')
      .set(({ eb }) => ({
        state: 'running' as const,
        started_at: at,
        lease_until: momentAfter(now, LEASE_MS),
        tries: eb('tries', '+', 1),
      }))
      .where('state', '=', 'waiting')
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('import_run as next')
          .leftJoin('import_turn as turn', 'turn.practice_id', 'next.practice_id')
          .select('next.id')
          .where('next.state', '=', 'waiting')
          .where('next.server', '=', server)
          .where((next) =>
            next.and([
              next.not(isRunPaused('next')),
              next.not(isRunRevoked('next')),
              next.not(isRunEnded(now, 'next')),
            ]),
          )
          .where((next) =>
            next.not(
              next.exists(
                next
                  .selectFrom('import_run as before')
                  .select('before.id')
                  .whereRef('before.practice_id', '=', 'next.practice_id')
                  .whereRef('before.sequence', '<', 'next.sequence')
                  .where('before.state', 'in', UNFINISHED)
                  .where((before) => before.not(isRunPaused('before'))),
              ),
            ),
          )
          .orderBy('turn.began_at', (order) => order.asc().nullsFirst())
          .orderBy('next.received_at')
          .orderBy('next.id')
          .limit(1),
      )
      .returningAll()
      .executeTakeFirst()
    if (run)
      await trx
        .insertInto('import_turn')
        .values({ practice_id: run.practice_id, began_at: at })
        .onConflict((conflict) => conflict.column('practice_id').doUpdateSet({ began_at: at }))
        .execute()
    return run
  })
}

/** Locks a run, and the unconfirmed runs of its practice that it may supersede. */
async function lockSuperseded(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx
    .selectFrom('import_run')
    .select('id')
    .where((row) =>
      row.or([
        row('id', '=', id),
        row.and([
          row('state', '=', 'unconfirmed'),
          row(
            'practice_id',
            '=',
            row.selectFrom('import_run as run').select('run.practice_id').where('run.id', '=', id),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .execute()
}

/**
 * Records the outcome in the transaction that loads the export. The transaction is rolled back if another server
 * has adopted the run meanwhile.
 */
export async function endRun(
  trx: DatabaseTransaction,
  { id, server, now, isCheck, isUploaded }: ServerTime & { id: string; isCheck: boolean; isUploaded: boolean },
  { loaded, changes, problems, warnings, large }: LoadReport,
): Promise<void> {
  const { count, lines, first } = problems
  await lockSuperseded(trx, id)
  const isLarge = large.length > 0 && !isCheck
  const state = loaded
    ? 'done'
    : isLarge && !isUploaded
      ? 'unconfirmed'
      : isLarge || (isCheck && count === 0)
        ? 'checked'
        : 'refused'
  const ended = await trx
    .updateTable('import_run')
    .set({
      state,
      ended_at: state === 'unconfirmed' ? null : now.toISOString(),
      changes: changes && (loaded || isCheck) ? JSON.stringify(changes) : null,
      problems: state === 'refused' ? JSON.stringify({ count, lines, first }) : null,
      warnings: (state !== 'refused' || isCheck) && warnings.count > 0 ? JSON.stringify(warnings) : null,
      large: !loaded && large.length > 0 ? JSON.stringify(large) : null,
    })
    .where('id', '=', id)
    .where('server', '=', server)
    .where('state', '=', 'running')
    .returning(['practice_id as practiceId', 'sequence', 'key_name as key'])
    .executeTakeFirst()
  if (!ended) throw new ImportError('taken')
  if (state === 'refused' || state === 'checked' || isUploaded) return
  await rejectSuperseded(trx, { ...ended, now })
  if (state === 'unconfirmed') {
    const { practiceId, key } = ended
    await notifyAdmins(trx, { kind: 'import-unconfirmed', practiceId, details: { keys: [key] }, now })
  }
}

/** Condition on a run that this server is loading. */
const mine = (id: string, server: string) => ({ id, server, state: 'running' as const })

/** Returns a run to the queue if it could not begin or was stopped; the attempt does not count. */
export async function requeue(db: Database, id: string, server: string): Promise<void> {
  await requeueRuns(db)
    .where((run) => run.and(mine(id, server)))
    .execute()
}

/** Rejects a run that took too long, unless it was loaded meanwhile. */
export async function rejectRun(db: Database, id: string, { server, now }: ServerTime, reason: Reason): Promise<void> {
  await rejectionUpdate(db, reason, now)
    .where((run) => run.and(mine(id, server)))
    .execute()
}

export async function interruptRun(db: Database, id: string, { server, now }: ServerTime): Promise<void> {
  await db
    .updateTable('import_run')
    .set({ state: 'interrupted', ended_at: now.toISOString() })
    .where('id', '=', id)
    .where('server', '=', server)
    .where('state', 'in', UNFINISHED)
    .execute()
}

const pending = (db: Database) => db.updateTable('import_run').where('state', 'in', PENDING)

/** Renews the leases of this server's runs. Locked runs are skipped, because they are ending. */
export async function renewLease(db: Database, { server, now }: ServerTime): Promise<void> {
  await pending(db)
    .set({ lease_until: momentAfter(now, LEASE_MS) })
    .where('id', 'in', (row) =>
      row
        .selectFrom('import_run')
        .select('id')
        .where('server', '=', server)
        .$if(isPostgres(db), (query) => query.forNoKeyUpdate().skipLocked()),
    )
    .execute()
}

interface Maintenance extends ServerTime {
  /**
   * True if no other server uses this database. Runs of other server ids are then this server's own, from before a
   * restart.
   */
  isAlone: boolean
}

/** Adopts runs whose files are stored here and whose lease has ended, for example after a restart. */
export async function adoptRuns(
  db: Database,
  stored: readonly string[],
  { server, now, isAlone }: Maintenance,
): Promise<void> {
  for (const id of stored) {
    await db.updateTable('csv_import').set({ server }).where('id', '=', id).where('server', '<>', server).execute()
    await pending(db)
      .set({
        state: sql`case when state = 'running' then 'waiting' else state end`,
        started_at: null,
        server,
        lease_until: momentAfter(now, LEASE_MS),
      })
      .where('id', '=', id)
      .where('server', '<>', server)
      .where('tries', '<', MAX_TRIES)
      .$if(!isAlone, (query) => query.where('lease_until', '<', now.toISOString()))
      .execute()
  }
}

/** Ends the runs of servers that have not come back. */
export async function interruptLost(db: Database, { server, now, isAlone }: Maintenance): Promise<void> {
  const lost = momentAfter(now, -LOST_MS)
  await pending(db)
    .set({ state: 'interrupted', ended_at: now.toISOString() })
    .where('server', '<>', server)
    .$if(!isAlone, (query) => query.where('lease_until', '<', lost))
    .execute()
}

/** Ends the leases of this server. The next server with the same folder can then adopt its runs at once. */
export async function release(db: Database, { server, now }: ServerTime): Promise<void> {
  await pending(db).set({ lease_until: now.toISOString() }).where('server', '=', server).execute()
}

/** Returns those of the ids whose file is needed. */
export async function pendingOf(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const uploaded = await db.selectFrom('csv_import').select('id').where('id', 'in', ids).execute()
  const rows = await db
    .selectFrom('import_run')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', PENDING)
    .execute()
  return new Set([...uploaded, ...rows].map(({ id }) => id))
}
