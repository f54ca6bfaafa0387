import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Kinds of records with a file, with their table and the prefix of their storage key. */
const FILED = [
  ['invoice', 'invoice', 'paper-invoice-'],
  ['visitForm', 'visit_form', 'paper-visit-form-'],
  ['attachment', 'attachment', 'paper-attachment-'],
  ['photo', 'request_photo', 'photo-'],
] as const

/**
 * Replaces dry runs with a policy that nightly runs apply. Existing policies are off until an admin enables them. The
 * emptied tables `rehearsal` and `rehearsed` remain, because a server of the previous version may still use the
 * database.
 */
export const retentionPolicy = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db: Kysely<unknown>) {
    const key = engine === 'postgres' ? sql`text collate "C"` : 'text'
    await db.schema.alterTable('retention').addColumn('starts_on', key).execute()
    await db.schema.alterTable('purge_clock').addColumn('stopped_at', key).execute()
    await db.schema.alterTable('purge_clock').addColumn('retained_on', key).execute()
    await db.schema
      .createTable('clock_confirmation')
      .addColumn('practice_id', 'text', (column) => column.primaryKey().references('practice.id').onDelete('cascade'))
      .execute()
    await db.schema
      .createTable('removed_file')
      .addColumn('key', key, (column) => column.primaryKey())
      .addColumn('source', 'text')
      .addColumn('id', key)
      .execute()
    await sql`insert into removed_file (key) select 'rehearsal-' || id from rehearsal`.execute(db)
    for (const [kind, table, prefix] of FILED)
      await sql`insert into removed_file (key, source, id) select ${sql.lit(prefix)} || id, ${sql.lit(table)}, id
        from rehearsed where kind = ${sql.lit(kind)} and removed = 1 on conflict do nothing`.execute(db)
    await logInterrupted(db)
    await sql`delete from rehearsed`.execute(db)
    await sql`delete from rehearsal`.execute(db)
  },
})

/** Logs the removals of interrupted runs; the nightly runs remove the rest once the policy is on. */
async function logInterrupted(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ practice_id: string; started_at: string; removed: string | null }>`
    select practice_id, started_at, removed from rehearsal where state = 'running'`.execute(db)
  for (const { practice_id: practiceId, started_at: at, removed } of rows) {
    const counts: number[] = Object.values(JSON.parse(removed ?? '{}'))
    const details = JSON.stringify({ count: counts.reduce((sum, count) => sum + count, 0) })
    await sql`insert into audit (practice_id, at, action, details)
      values (${practiceId}, ${at}, 'retention-removed', ${details})`.execute(db)
  }
}
