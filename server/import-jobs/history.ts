import { type Selectable, sql } from 'kysely'
import type { ImportRun } from '#contract/schemas/imports.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import type { Database, ImportRunTable } from '#server/db/schema.ts'
import type { Paging } from '#server/operations/parameters.ts'
import { ProblemError } from '#server/http/problem.ts'
import { isRunPaused } from './paused-keys.ts'

export type RunRow = Selectable<ImportRunTable> & { paused?: number }

export const UNFINISHED = ['waiting', 'running'] as const
/** States of runs whose file is needed. */
export const PENDING = [...UNFINISHED, 'unconfirmed'] as const
/**
 * States of runs whose sequence number is taken. A rejected or interrupted run changed nothing, so its number is
 * free.
 */
export const TAKEN = [...PENDING, 'done'] as const

const isPaused = sql<number>`case when import_run.state = 'waiting' and ${isRunPaused()} then 1 else 0 end`.as('paused')

export const runRow = (db: Database, practiceId: string, sequence: number): Promise<RunRow | undefined> =>
  db
    .selectFrom('import_run')
    .selectAll()
    .select(isPaused)
    .where('practice_id', '=', practiceId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()

export async function oneRun(db: Database, practiceId: string, sequence: number): Promise<ImportRun> {
  const row = await runRow(db, practiceId, sequence)
  if (!row) throw new ProblemError('not-found')
  return runOf(row)
}

/** Returns a page of the exports that keys of a practice sent, the latest first. */
export async function runsOf(db: Database, practiceId: string, { page, size }: Paging): Promise<Page<ImportRun>> {
  const of = db.selectFrom('import_run').where('practice_id', '=', practiceId).where('sequence', '>', 0)
  const { total } = await of.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await of
    .selectAll()
    .select(isPaused)
    .orderBy('received_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: rows.map(runOf), page: pageInfo(page, size, total) }
}

export function runOf(row: RunRow): ImportRun {
  const { sequence, state, received_at: receivedAt, key_name: key, bytes } = row
  return {
    sequence,
    state,
    receivedAt,
    key,
    bytes,
    ...(row.is_check === 1 && { check: true }),
    ...(row.paused === 1 && { paused: true }),
    ...present({ startedAt: row.started_at, endedAt: row.ended_at, resetAt: row.reset_at }),
    ...present({
      changes: (row.changes && parseStored('importChanges', row.changes)) ?? null,
      problems: (row.problems && parseStored('importProblems', row.problems)) ?? null,
      warnings: (row.warnings && parseStored('importWarnings', row.warnings)) ?? null,
      large: (row.large && parseStored('largeParts', row.large)) ?? null,
    }),
  }
}

/** Deletes runs older than the audit trail. The run with the highest taken number of each practice stays. */
export async function deleteOldRuns(batching: Batching, before: string): Promise<void> {
  await deleteInBatches(batching, {
    table: 'import_run',
    key: 'id',
    where: sql`received_at < ${before} and state not in (${sql.join([...PENDING])}) and sequence is distinct from (
      select max(last.sequence) from import_run last
      where last.practice_id = import_run.practice_id and last.state in (${sql.join([...TAKEN])}) and last.reset_at is null)`,
  })
}
