import { type Selectable, sql } from 'kysely'
import type { ImportProblem, ImportRun } from '#contract/imports.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import { type Actor, writeAudit } from '#server/audit/write.ts'
import { isPostgres } from '#server/db/engine.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction, ImportRunTable } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Paging } from '#server/http/paging.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { LoadReport } from '#server/import/load.ts'
import type { Reason } from '#server/import/reasons.ts'
import { keyRefused } from './keys.ts'
import { ImportError } from './import-error.ts'

// The exports of all practices, in the order in which they came. Each is on the server that took it, which says by a lease that it
// is there.

type RunRow = Selectable<ImportRunTable>

const LEASE_MS = 60_000
/** How long a server that is gone may stay away before others are no longer kept waiting by what it has. */
const LOST_MS = 600_000
/** An export that ends the server each time is not begun for ever. */
const MOST_TRIES = 3
/** Of one practice. */
const MOST_WAITING = 5
const BUSY_FOR_MS = 60_000
const UNFINISHED = ['waiting', 'running'] as const
/** Of which the number is taken; one that was refused or interrupted changed nothing, and lets its number go. */
const TAKEN = [...UNFINISHED, 'done'] as const

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS).toISOString()

export interface Arrived {
  id: string
  practiceId: string
  sequence: number
  sha256: string
  bytes: number
  key: { id: string; name: string }
  server: string
  now: Date
}

/** Throws where a newer export has been taken; for one with the same number it takes the content to tell. */
export async function refuseOlder(db: Database, practiceId: string, sequence: number): Promise<void> {
  const last = await lastSequence(db, practiceId)
  if (last === undefined || sequence > last) return
  const same = await runRow(db, practiceId, sequence)
  if (!same || !isTaken(same)) throw outOfOrder(last)
}

const isTaken = ({ state, reset_at: resetAt }: RunRow) => resetAt === null && TAKEN.some((each) => each === state)

const outOfOrder = (last: number) => new ProblemError('import-out-of-order', { lastSequence: last })

/**
 * Puts an export that was kept in line, unless a newer one is there. The same again answers what became of it, and `isTaken` is
 * false: the file is of no use.
 */
export async function takeRun(db: Database, arrived: Arrived): Promise<{ run: ImportRun; isTaken: boolean }> {
  const { id, practiceId, sequence, sha256, bytes, key, server, now } = arrived
  return await inTransaction(db, async (trx) => {
    // None by a key that was revoked while it came.
    if (!(await holdKeys(trx, practiceId)).has(key.id)) throw keyRefused()
    const last = await lastSequence(trx, practiceId)
    const fresh = {
      id,
      state: 'waiting' as const,
      sha256,
      bytes,
      received_at: now.toISOString(),
      started_at: null,
      ended_at: null,
      changes: null,
      problems: null,
      warnings: null,
      reset_at: null,
      server,
      lease_until: leaseFrom(now),
      key_name: key.name,
      tries: 0,
    }
    const same = await runRow(trx, practiceId, sequence)
    if (same && isTaken(same) && same.sha256 === sha256) return { run: runOf(same), isTaken: false }
    if (last !== undefined && sequence <= last) throw outOfOrder(last)
    const { waiting } = await trx
      .selectFrom('import_run')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('practice_id', '=', practiceId)
      .where('state', 'in', UNFINISHED)
      .executeTakeFirstOrThrow()
    if (waiting >= MOST_WAITING) {
      throw new ProblemError('rate-limited', { headers: { 'retry-after': String(BUSY_FOR_MS / 1000) } })
    }
    if (same) await trx.updateTable('import_run').set(fresh).where('id', '=', same.id).execute()
    else
      await trx
        .insertInto('import_run')
        .values({ ...fresh, practice_id: practiceId, sequence })
        .execute()
    return { run: runOf((await runRow(trx, practiceId, sequence))!), isTaken: true }
  })
}

/** Exports of one practice are taken one after the other. Answers the ids of its keys. */
async function holdKeys(trx: DatabaseTransaction, practiceId: string): Promise<ReadonlySet<string>> {
  const keys = trx.selectFrom('import_key').select('id').where('practice_id', '=', practiceId).orderBy('id')
  const held = await (isPostgres(trx) ? keys.forUpdate() : keys).execute()
  return new Set(held.map(({ id }) => id))
}

/** Lets numbers that are taken be given again, for a sender that has gone too far; not while an export waits or is loaded. */
export async function resetSequence(
  db: Database,
  { practiceId, by, now }: { practiceId: string; by: Actor; now: Date },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdKeys(trx, practiceId)
    const ofPractice = trx.selectFrom('import_run').where('practice_id', '=', practiceId)
    const unfinished = await ofPractice.select('id').where('state', 'in', UNFINISHED).executeTakeFirst()
    if (unfinished) throw new ProblemError('conflict')
    const { numUpdatedRows } = await trx
      .updateTable('import_run')
      .set({ reset_at: now.toISOString() })
      .where('practice_id', '=', practiceId)
      .where('state', '=', 'done')
      .where('reset_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await writeAudit(trx, { practiceId, by, action: 'import-sequence-reset', now })
  })
}

async function lastSequence(db: Database, practiceId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('import_run')
    .select('sequence')
    .where('practice_id', '=', practiceId)
    .where('state', 'in', TAKEN)
    .where('reset_at', 'is', null)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence
}

const runRow = (db: Database, practiceId: string, sequence: number): Promise<RunRow | undefined> =>
  db
    .selectFrom('import_run')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()

export async function oneRun(db: Database, practiceId: string, sequence: number): Promise<ImportRun> {
  const row = await runRow(db, practiceId, sequence)
  if (!row) throw new ProblemError('not-found')
  return runOf(row)
}

/** The latest first. */
export async function runsOf(db: Database, practiceId: string, { page, size }: Paging): Promise<Page<ImportRun>> {
  const of = db.selectFrom('import_run').where('practice_id', '=', practiceId)
  const { total } = await of.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await of
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: rows.map(runOf), page: pageInfo(page, size, total) }
}

function runOf(row: RunRow): ImportRun {
  const { sequence, state, received_at: receivedAt, key_name: key, bytes } = row
  const json = (text: string | null) => (text === null ? null : JSON.parse(text))
  return {
    sequence,
    state,
    receivedAt,
    key,
    bytes,
    ...present({ startedAt: row.started_at, endedAt: row.ended_at, resetAt: row.reset_at }),
    ...(present({ changes: json(row.changes), problems: json(row.problems), warnings: json(row.warnings) }) as Pick<
      ImportRun,
      'changes' | 'problems' | 'warnings'
    >),
  }
}

interface Here {
  server: string
  now: Date
}

/** Begins one of those that wait on this server: practices take turns, and each has its own in the order of their numbers. */
export async function beginNext(db: Database, { server, now }: Here): Promise<RunRow | undefined> {
  const at = now.toISOString()
  return await inTransaction(db, async (trx) => {
    const run = await trx
      .updateTable('import_run')
      .set(({ eb }) => ({
        state: 'running' as const,
        started_at: at,
        lease_until: leaseFrom(now),
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
            next.not(
              next.exists(
                next
                  .selectFrom('import_run as before')
                  .select('before.id')
                  .whereRef('before.practice_id', '=', 'next.practice_id')
                  .whereRef('before.sequence', '<', 'next.sequence')
                  .where('before.state', 'in', UNFINISHED),
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

/** In the transaction that loads it: where another server has taken it meanwhile, that is undone. */
export async function endRun(
  db: Database,
  { id, server, now }: Here & { id: string },
  { loaded, changes, problems, warnings }: Pick<LoadReport, 'changes' | 'problems' | 'warnings'> & { loaded: boolean },
): Promise<void> {
  const { count, lines, first } = problems
  const ended = await db
    .updateTable('import_run')
    .set({
      state: loaded ? 'done' : 'refused',
      ended_at: now.toISOString(),
      changes: loaded ? JSON.stringify(changes) : null,
      problems: loaded ? null : JSON.stringify({ count, lines, first }),
      warnings: loaded && warnings.count > 0 ? JSON.stringify(warnings) : null,
    })
    .where('id', '=', id)
    .where('server', '=', server)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new ImportError('taken')
}

/** Back in line; `isTried` counts it. */
export async function putBack(db: Database, id: string, { server, isTried }: { server: string; isTried: boolean }) {
  await db
    .updateTable('import_run')
    .set({ state: 'waiting', started_at: null, ...(!isTried && { tries: sql<number>`tries - 1` }) })
    .where('id', '=', id)
    .where('server', '=', server)
    .where('state', '=', 'running')
    .execute()
}

/** Ends one that took too long, unless it was loaded meanwhile. */
export async function refuse(db: Database, id: string, { server, now }: Here, reason: Reason): Promise<void> {
  const problem: ImportProblem = { line: 0, field: '', ...reason }
  await db
    .updateTable('import_run')
    .set({
      state: 'refused',
      ended_at: now.toISOString(),
      problems: JSON.stringify({ count: 1, lines: 0, first: [problem] }),
    })
    .where('id', '=', id)
    .where('server', '=', server)
    .where('state', '=', 'running')
    .execute()
}

export async function interrupt(db: Database, id: string, { server, now }: Here): Promise<void> {
  await db
    .updateTable('import_run')
    .set({ state: 'interrupted', ended_at: now.toISOString() })
    .where('id', '=', id)
    .where('server', '=', server)
    .where('state', 'in', UNFINISHED)
    .execute()
}

/**
 * Says that this server is there; takes on what lies in its folder and is nobody's, as after a restart; and gives up what nobody
 * has come back to. `isAlone`: no other server is on this database, so that what another had was its own before.
 */
export async function keepRuns(
  db: Database,
  { server, now, kept, isAlone }: Here & { kept: string[]; isAlone: boolean },
): Promise<void> {
  const at = now.toISOString()
  const unfinished = () => db.updateTable('import_run').where('state', 'in', UNFINISHED)
  await unfinished()
    .set({ lease_until: leaseFrom(now) })
    .where('server', '=', server)
    .execute()
  for (const id of kept) {
    await unfinished()
      .set({ state: 'waiting', started_at: null, server, lease_until: leaseFrom(now) })
      .where('id', '=', id)
      .where('server', '<>', server)
      .where('tries', '<', MOST_TRIES)
      .$if(!isAlone, (query) => query.where('lease_until', '<', at))
      .execute()
  }
  const lost = isAlone ? at : new Date(now.getTime() - LOST_MS).toISOString()
  await unfinished()
    .set({ state: 'interrupted', ended_at: at })
    .where('server', '<>', server)
    .$if(!isAlone, (query) => query.where('lease_until', '<', lost))
    .execute()
}

/** Says that this server goes, so that whoever has its folder next need not wait. */
export async function leaveRuns(db: Database, { server, now }: Here): Promise<void> {
  await db
    .updateTable('import_run')
    .set({ lease_until: now.toISOString() })
    .where('server', '=', server)
    .where('state', 'in', UNFINISHED)
    .execute()
}

export async function unfinishedOf(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('import_run')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', UNFINISHED)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** What is older than the audit trail; the last of each practice whose number is taken stays, for its number. */
export async function deleteOldRuns(batching: Batching, before: string): Promise<void> {
  await deleteInBatches(batching, {
    table: 'import_run',
    key: 'id',
    where: sql`received_at < ${before} and state not in (${sql.join([...UNFINISHED])}) and sequence is distinct from (
      select max(last.sequence) from import_run last
      where last.practice_id = import_run.practice_id and last.state in (${sql.join([...TAKEN])}) and last.reset_at is null)`,
  })
}
