import { sql } from 'kysely'
import { addDays, HOUR_MS, type IsoDate } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import type { Retention } from '#contract/schemas/retention.ts'
import {
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPolicy,
  type RetentionYears,
  isStricter,
} from '#contract/retention.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { parseStored } from '#server/db/stored.ts'
import { present } from '#server/db/present.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { nameAt } from '#server/memberships/members.ts'
import { notifyAdmins } from '#server/notices/admin-changes.ts'
import { steadyFrom, stoppedAt } from '#server/clock/clock.ts'

/** Nightly runs begin at 02:00; the first purge after that makes the run. */
const NIGHT_FROM_MS = 2 * HOUR_MS
const LISTED = 50

/** Returns the day of the last night that has begun. */
export const nightOf = (now: Date): IsoDate => localDay(new Date(now.getTime() - NIGHT_FROM_MS))

export async function policyOf(db: Database, practiceId: string): Promise<RetentionPolicy> {
  return policyFrom(await settings(db, practiceId).execute())
}

export async function yearsInForce(db: Database, practiceId: string, night: IsoDate): Promise<RetentionYears> {
  return yearsOf(await settings(db, practiceId).where('starts_on', '<=', night).execute())
}

const settings = (db: Database, practiceId: string) =>
  db.selectFrom('retention').selectAll().where('practice_id', '=', practiceId)

const policyFrom = (
  rows: readonly { kind: RetentionKind; years: number | null; starts_on: IsoDate | null }[],
): RetentionPolicy => ({ years: yearsOf(rows), isOn: rows.some(({ starts_on: startsOn }) => startsOn !== null) })

const yearsOf = (rows: readonly { kind: RetentionKind; years: number | null }[]): RetentionYears =>
  Object.fromEntries(rows.flatMap(({ kind, years }) => (years === null ? [] : [[kind, years]])))

export async function retentionOf(db: Database, practiceId: string, now: Date): Promise<Retention> {
  const rows = await settings(db, practiceId).execute()
  const stop = await stoppedAt(db, practiceId)
  const removals = await db
    .selectFrom('audit')
    .select(['at', 'details'])
    .where('practice_id', '=', practiceId)
    .where('action', '=', 'retention-removed')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return {
    ...policyFrom(rows),
    ...present({ nextRun: stop === null ? await nextRun(db, practiceId, now) : null }),
    ...(stop !== null && { clock: { stoppedAt: stop, now: now.toISOString() } }),
    removedBefore: Object.fromEntries(
      rows.flatMap(({ kind, removed_before: before }) => (before === null ? [] : [[kind, before]])),
    ),
    removed: removals.map(({ at, details }) => {
      const { kind, count = 0 } = (details && parseStored('auditDetails', details)) ?? {}
      return { at, ...present({ kind }), count }
    }),
  }
}

/** Returns the day of the next run that removes anything; null if the policy is off. */
export async function nextRun(db: Database, practiceId: string, now: Date): Promise<IsoDate | null> {
  const { first } = await settings(db, practiceId)
    .where('years', 'is not', null)
    .clearSelect()
    .select(({ fn }) => fn.min('starts_on').as('first'))
    .executeTakeFirstOrThrow()
  if (first === null) return null
  const clock = await db.selectFrom('purge_clock').select('retained_on').executeTakeFirst()
  const night = nightOf(now)
  const steady = await steadyFrom(db)
  const next = clock?.retained_on === night ? addDays(night, 1) : night
  return [first, next, ...(steady ? [nightOf(steady)] : [])].toSorted().at(-1) ?? first
}

/** Locks the policy of a practice, so that removals and imports wait for each other. */
export const lockRetention = (trx: DatabaseTransaction, practiceId: string): Promise<void> =>
  lockRows(trx, 'retention', sql`(${practiceId})`)

interface PolicyChange {
  practiceId: string
  policy: RetentionPolicy
  /** True if the admin has given the proof that a stricter policy needs. */
  mayTighten: boolean
  by: Actor
  now: Date
}

/**
 * Changes a policy. Changed kinds apply from the night after the day of the change. Returns whether admins were
 * notified.
 */
export async function changePolicy(
  trx: DatabaseTransaction,
  { practiceId, policy, mayTighten, by, now }: PolicyChange,
): Promise<boolean> {
  await createSettings(trx, practiceId)
  await lockRetention(trx, practiceId)
  const former = await policyOf(trx, practiceId)
  const changed = RETENTION_KINDS.filter(
    (kind) => former.isOn !== policy.isOn || former.years[kind] !== policy.years[kind],
  )
  if (changed.length === 0) return false
  const isTighter = isStricter(policy, former)
  // A concurrent change made this policy stricter than the stored policy, so no proof was requested.
  if (isTighter && !mayTighten) throw new ProblemError('precondition-failed')
  const startsOn = policy.isOn ? addDays(localDay(now), 1) : null
  for (const kind of changed)
    await trx
      .updateTable('retention')
      .set({ years: policy.years[kind] ?? null, starts_on: startsOn })
      .where('practice_id', '=', practiceId)
      .where('kind', '=', kind)
      .execute()
  if (isTighter) {
    const details = { by: await nameAt(trx, practiceId, by) }
    await notifyAdmins(trx, { kind: 'retention-tightened', practiceId, details, now })
  }
  await writeAudit(trx, { practiceId, by, action: 'retention-changed', now })
  return isTighter
}

async function createSettings(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  await trx
    .insertInto('retention')
    .values(
      RETENTION_KINDS.toSorted().map((kind) => ({ practice_id: practiceId, kind, years: null, removed_before: null })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
