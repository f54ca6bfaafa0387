import { type RawBuilder, sql } from 'kysely'
import { lockRows } from '#server/db/transaction.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { contentOf, hashOf } from '#server/estimates/content.ts'
import { type Change, followEstimate } from '#server/estimates/follow.ts'
import { renameAnimals } from './replacements.ts'

// Exports write the rows of estimates like other records. Answers, mails and numbers follow here.

/** Follows the estimates that an export has added or changed, in the order of their clients. */
export async function followImported(trx: DatabaseTransaction, change: Change): Promise<void> {
  const changed = sql`staged_estimate x join estimate on estimate.uuid = x.uuid
    where x.wrong = 0 and x.change in ('added', 'updated')`
  // Locks the accounts, because each may get a mail.
  await lockRows(
    trx,
    'account',
    sql`(select c.account_id from client c where c.uuid in (select estimate.client_uuid from ${changed}))`,
    'referring',
  )
  const { rows } = await sql<{
    uuid: string
  }>`select x.uuid from ${changed} order by estimate.client_uuid, x.uuid`.execute(trx)
  for (const { uuid } of rows) await followEstimate(trx, uuid, change)
}

/**
 * Gives a new estimate the history of the estimate that it replaces, so that the same content keeps its answer. `pairs`
 * has the columns `former` and `key`.
 */
export async function moveAnswers(trx: DatabaseTransaction, pairs: RawBuilder<unknown>): Promise<void> {
  const isNew = sql`exists (select 1 from estimate e where e.uuid = p.key and e.hash is null)`
  // An estimate that exists has an answer of its own.
  await sql`update estimate_answer set void_at = coalesce(void_at, answered_at) from ${pairs} p
    where estimate_answer.estimate_uuid = p.former and not ${isNew}`.execute(trx)
  await sql`update estimate_answer set estimate_uuid = p.key from ${pairs} p
    where estimate_answer.estimate_uuid = p.former`.execute(trx)
  const columns = ['from_portal', 'hash', 'sent_at', 'changed_at', 'withdrawn_at', 'reminded', 'lapsed']
  await sql`update estimate set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = former.${sql.ref(name)}`))}
    from ${pairs} p join estimate former on former.uuid = p.former
    where estimate.uuid = p.key and estimate.hash is null`.execute(trx)
}

/**
 * Replaces keys of animals in estimates. The answers stay valid, because the content is the same. `pairs` has the
 * columns `former` and `key`.
 */
export async function renameAnimalsOfEstimates(trx: DatabaseTransaction, pairs: RawBuilder<unknown>): Promise<void> {
  await renameAnimals(
    trx,
    'estimate',
    sql`(select p.former, p.key, p.client_uuid from ${pairs} p) pair
    join (select uuid, client_uuid from patient) animal on animal.uuid = pair.former`,
  )
  const { rows } = await sql<{ uuid: string; data: never; hash: string }>`
    select uuid, data, hash from estimate where hash is not null
      and client_uuid in (select p.client_uuid from ${pairs} p)`.execute(trx)
  for (const { uuid, hash, ...row } of rows) {
    const content = contentOf(row)
    const renamed = content && (await hashOf(content))
    if (renamed !== undefined && renamed !== hash)
      await trx.updateTable('estimate').set({ hash: renamed }).where('uuid', '=', uuid).execute()
  }
}
