import { type Selectable, sql } from 'kysely'
import {
  RETENTION_KINDS,
  type Rehearsal,
  type Retention,
  type RetentionKind,
  type RetentionYears,
} from '#contract/retention.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { type Json, parseJson } from '#server/db/json.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction, RehearsalTable } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'

/** Rehearsals that are told of. */
const SHOWN = 20

export async function yearsOf(db: Database, practiceId: string): Promise<RetentionYears> {
  const rows = await db
    .selectFrom('retention')
    .select(['kind', 'years'])
    .where('practice_id', '=', practiceId)
    .where('years', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ kind, years }) => [kind, years]))
}

export async function retentionOf(db: Database, practiceId: string): Promise<Retention> {
  const settings = await db.selectFrom('retention').selectAll().where('practice_id', '=', practiceId).execute()
  const rehearsals = await db
    .selectFrom('rehearsal')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .orderBy('number', 'desc')
    .limit(SHOWN)
    .execute()
  return {
    years: await yearsOf(db, practiceId),
    removedBefore: Object.fromEntries(
      settings.flatMap(({ kind, removed_before: before }) => (before === null ? [] : [[kind, before]])),
    ),
    rehearsals: rehearsals.map(rehearsalOf),
  }
}

export async function rehearsalRow(
  db: Database,
  { practiceId, number }: { practiceId: string; number: number },
): Promise<Selectable<RehearsalTable>> {
  const row = await db
    .selectFrom('rehearsal')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new ProblemError('not-found')
  return row
}

export function rehearsalOf(row: Selectable<RehearsalTable>): Rehearsal {
  const json = <T>(text: Json<T> | null) => (text === null ? null : parseJson(text))
  const removed = json(row.removed)
  return {
    number: row.number,
    state: row.state,
    madeAt: row.made_at,
    cutOffs: parseJson(row.cut_offs),
    ...present({ counts: json(row.counts), startedAt: row.started_at, endedAt: row.ended_at }),
    ...(removed && {
      removed: RETENTION_KINDS.flatMap((kind) => {
        const count = removed[kind]
        return count === undefined ? [] : [{ kind, count }]
      }),
      stayed: row.stayed,
    }),
  }
}

/** Holds the settings of a practice until the transaction ends: what removes records and what imports them wait for each other. */
export async function holdRetention(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  await sql`update retention set years = years where practice_id = ${practiceId}`.execute(trx)
}

/** From then on a rehearsal of before does not count. Refused while one is carried out. */
export async function changeRetention(
  trx: DatabaseTransaction,
  {
    practiceId,
    years,
    by,
    now,
  }: { practiceId: string; years: Partial<Record<RetentionKind, number | null | undefined>>; by: Actor; now: Date },
): Promise<void> {
  const kept = RETENTION_KINDS.map((kind) => ({ practice_id: practiceId, kind, years: years[kind] ?? null }))
  // All at once, which also creates the rows that are held elsewhere.
  await trx
    .insertInto('retention')
    .values(kept.map((row) => ({ ...row, removed_before: null })))
    .onConflict((conflict) =>
      conflict.columns(['practice_id', 'kind']).doUpdateSet((row) => ({ years: row.ref('excluded.years') })),
    )
    .execute()
  await refuseWhileRunning(trx, practiceId)
  await outdate(trx, practiceId)
  await writeAudit(trx, { practiceId, by, action: 'retention-changed', now })
}

export async function refuseWhileRunning(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  const running = await trx
    .selectFrom('rehearsal')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (running) throw new ProblemError('retention-running')
}

export async function outdate(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  await trx
    .updateTable('rehearsal')
    .set({ state: 'outdated' })
    .where('practice_id', '=', practiceId)
    .where('state', 'in', ['making', 'made'])
    .execute()
}
