import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { present } from '#server/db/present.ts'
import { MAX_KEY_DAYS } from '#contract/imports.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import type { Bit, Database, DatabaseTransaction } from '#server/db/schema.ts'
import { activeMemberships } from '#server/memberships/members.ts'
import { notifyAdmins } from '#server/notices/admin-changes.ts'
import type { Ports } from '#server/ports.ts'

// A key acts for the admin who created it or took it over. When that person is no longer an admin, the key is
// paused until another admin takes it over. Calls with a paused key fail, and its waiting exports stay in the
// queue.

const isMakerAdmin = sql`exists (select 1 from ${activeMemberships} maker where maker.account_id = import_key.account_id
  and maker.practice_id = import_key.practice_id and maker.role = 'CLINIC_ADMIN')`
/** Deleting an account clears `account_id`; `made_by` stays. Very old keys have neither. */
const hasMaker = sql`(import_key.account_id is not null or import_key.made_by is not null)`

/**
 * Condition on rows of `import_key`. The membership is checked as well as the mark, so that every way of leaving a
 * practice counts.
 */
export const isKeyPaused = sql<SqlBool>`(import_key.maker_left = 1 or ${hasMaker} and not ${isMakerAdmin})`

/**
 * Matches the key of a row of `import_run`. Runs stored by a server of a former version have no key id and match by
 * name. Files that an admin uploaded have negative numbers and no key.
 */
const isKeyOf = (run: RawBuilder<unknown>) => sql`import_key.practice_id = ${run}.practice_id
  and import_key.purpose = 'import'
  and (import_key.id = ${run}.key_id
    or ${run}.key_id is null and ${run}.sequence > 0 and import_key.name = ${run}.key_name)`

export const pausedColumn = sql<Bit>`case when ${isKeyPaused} then 1 else 0 end`.as('paused')

/**
 * Conditions on rows of `import_run` or its alias: the key is paused, has ended, or was revoked. Confirmed exports
 * do not end with their key.
 */
export const isRunPaused = (run = 'import_run'): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from import_key where ${isKeyOf(sql.ref(run))} and ${isKeyPaused})`
export const isRunEnded = (now: Date, run = 'import_run'): RawBuilder<SqlBool> => {
  const madeBefore = momentAfter(now, -MAX_KEY_DAYS * DAY_MS)
  return sql<SqlBool>`(${sql.ref(`${run}.confirmed`)} = 0 and exists (select 1 from import_key where ${isKeyOf(sql.ref(run))}
    and coalesce(import_key.ends_at <= ${now.toISOString()}, import_key.made_at <= ${madeBefore})))`
}
export const isRunRevoked = (run = 'import_run'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${run}.sequence`)} > 0 and not exists (select 1 from import_key where ${isKeyOf(sql.ref(run))}))`

interface Maker {
  practiceId: string
  accountId: string
  now: Date
}

/**
 * Pauses the keys of a person who has just stopped being an admin. Asks the practice's admins to take over or
 * revoke the keys. An export that is being loaded returns to the queue.
 */
export async function pauseKeysOf(trx: DatabaseTransaction, { practiceId, accountId, now }: Maker): Promise<void> {
  await lockRows(trx, 'import_key', sql`(select id from import_key where account_id = ${accountId})`)
  const paused = await trx
    .updateTable('import_key')
    .set({ maker_left: 1 })
    .where((key) => key.and({ practice_id: practiceId, account_id: accountId, maker_left: 0 }))
    .returning(['id', 'name', 'made_by as madeBy'])
    .execute()
  await notifyAdminsOfPause(trx, { practiceId, paused, now })
}

/** Returns runs to the queue; the attempt does not count. */
export const requeueRuns = (db: Database | DatabaseTransaction) =>
  db.updateTable('import_run').set({ state: 'waiting', started_at: null, tries: sql<number>`tries - 1` })

interface Paused {
  id: string
  name: string
  madeBy: string | null
}

async function notifyAdminsOfPause(
  trx: DatabaseTransaction,
  { practiceId, paused, now }: { practiceId: string; paused: readonly Paused[]; now: Date },
): Promise<void> {
  const [first] = paused
  if (!first) return
  // A run that is no longer `running` at the end of its import is rolled back.
  await requeueRuns(trx)
    .where('state', '=', 'running')
    .where(
      'key_id',
      'in',
      paused.map(({ id }) => id),
    )
    .execute()
  const details = { keys: paused.map(({ name }) => name).toSorted(), ...present({ by: first.madeBy }) }
  await notifyAdmins(trx, { kind: 'import-key-maker-left', practiceId, details, now })
}

/**
 * Marks paused keys that have no mark yet. The admins are then notified, and the return of the former admin does
 * not revive the key.
 */
export async function markPausedKeys({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const found = await db.selectFrom('import_key').select('id').where('maker_left', '=', 0).where(isKeyPaused).execute()
  for (const { id } of found) {
    await inTransaction(db, async (trx) => {
      const now = clock()
      const marked = await trx
        .updateTable('import_key')
        .set({ maker_left: 1 })
        .where('id', '=', id)
        .where('maker_left', '=', 0)
        .where(isKeyPaused)
        .returning(['id', 'practice_id as practiceId', 'name', 'made_by as madeBy'])
        .executeTakeFirst()
      if (marked) await notifyAdminsOfPause(trx, { practiceId: marked.practiceId, paused: [marked], now })
    })
  }
}
