import { sql } from 'kysely'
import type { Background } from '#server/context.ts'
import { databaseNow } from '#server/db/time.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type ProblemError, tooManyRequests } from '#server/http/problem.ts'
import type { Clock } from '#server/ports.ts'

/** A rate limit with exponential back-off. */
export interface Rule {
  limit: number
  /** Fixed window, from the first attempt. */
  windowMs: number
  /** Delay at the limit; doubles with each further attempt, up to the maximum. */
  delayMs: number
  longestDelayMs: number
  /** How long after a delay the back-off is remembered. */
  memoryMs: number
}

export interface Counter {
  key: string
  rule: Rule
}

/** A reservation: the attempt is counted before its outcome is known. */
export interface Reserved {
  key: string
  /** The delay that it starts, unless released. */
  delay: { ms: number; until: string } | undefined
}

export interface Attempts {
  /** Counts an attempt on each counter, or throws `rate-limited` if any is delayed. */
  reserve(counters: readonly Counter[]): Promise<Reserved[]>
  /** Undoes the reservations; resets the counter `clearing`. */
  giveBack(reserved: readonly Reserved[], options?: { clearing?: string | undefined }): Promise<void>
  clear(db: Database | DatabaseTransaction, key: string): Promise<void>
}

// Bounded clean-up in the background; an attempt inserts fewer rows than this removes.
const FORGOTTEN_AT_ONCE = 100

export function createAttempts(services: { db: Database; clock: Clock; background: Background }): Attempts {
  const { db, clock, background } = services

  return {
    async reserve(counters) {
      const now = clock()
      await refuseDelayed(db, counters, now)
      const reserved = await inTransaction(db, async (trx) => {
        const counted: Reserved[] = []
        // Sequential and in one order for all callers, against deadlocks.
        for (const counter of counters) counted.push(await count(trx, counter, now))
        return counted
      })
      background.run('attempts', () => forget(db, now))
      return reserved
    },

    async giveBack(reserved, { clearing } = {}) {
      await inTransaction(db, async (trx) => {
        for (const { key, delay } of reserved) {
          if (key === clearing) {
            await clear(trx, key)
            continue
          }
          const until = delay?.until ?? ''
          await trx
            .updateTable('attempt')
            .set((row) => ({
              count: row('count', '-', 1),
              delayed_until: sql<string | null>`case when delayed_until = ${until} then null else delayed_until end`,
            }))
            .where('key', '=', key)
            .where('count', '>', 0)
            .execute()
        }
      })
    },

    clear,
  }
}

async function clear(db: Database | DatabaseTransaction, key: string): Promise<void> {
  await db.deleteFrom('attempt').where('key', '=', key).execute()
}

/** Fast path: most of an attack is refused by a read. */
async function refuseDelayed(db: Database, counters: readonly Counter[], now: Date): Promise<void> {
  const keys = counters.map(({ key }) => key)
  if (keys.length === 0) return
  const delayed = await db
    .selectFrom('attempt')
    .select(['key', 'delayed_until as until'])
    .where('key', 'in', keys)
    .where('delayed_until', '>', now.toISOString())
    .execute()
  const ends: string[] = []
  for (const { key, rule } of counters) {
    const until = delayed.find((row) => row.key === key)?.until
    if (until) ends.push(await capped(db, { key, rule }, until, now))
  }
  const last = ends.toSorted().at(-1)
  if (last) throw tooEarly(last, now)
}

/** An end beyond the longest delay is of a clock that was ahead: it is brought forward, once. */
async function capped(db: Database, { key, rule }: Counter, until: string, now: Date): Promise<string> {
  const furthest = after(now, rule.longestDelayMs)
  if (until <= furthest) return until
  await db
    .updateTable('attempt')
    .set({ delayed_until: furthest, forgotten_at: after(now, rule.longestDelayMs + rule.memoryMs) })
    .where('key', '=', key)
    .where('delayed_until', '>', furthest)
    .execute()
  return furthest
}

/** The upsert locks the row until the transaction ends, which serialises concurrent attempts. */
async function count(trx: DatabaseTransaction, { key, rule }: Counter, now: Date): Promise<Reserved> {
  const time = now.toISOString()
  const windowEnds = after(now, rule.windowMs)
  const row = await trx
    .insertInto('attempt')
    .values({ key, count: 1, delayed_until: null, forgotten_at: windowEnds })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempt.forgotten_at <= ${time} then 1 else attempt.count + 1 end`,
        forgotten_at: sql<string>`case when attempt.forgotten_at <= ${time} then ${windowEnds} else attempt.forgotten_at end`,
      }),
    )
    .returning(['count', 'delayed_until as until'])
    .executeTakeFirstOrThrow()
  if (row.until !== null && row.until > time) throw tooEarly(row.until, now)
  if (row.count < rule.limit) return { key, delay: undefined }

  const ms = Math.min(rule.longestDelayMs, rule.delayMs * 2 ** (row.count - rule.limit))
  const until = after(now, ms)
  await trx
    .updateTable('attempt')
    .set({ delayed_until: until, forgotten_at: after(now, ms + rule.memoryMs) })
    .where('key', '=', key)
    .execute()
  return { key, delay: { ms, until } }
}

async function forget(db: Database, now: Date): Promise<void> {
  const old = db
    .selectFrom('attempt')
    .select('key')
    .where('forgotten_at', '<=', now.toISOString())
    // A server whose clock is ahead forgets nothing that the others count.
    .where('forgotten_at', '<=', databaseNow(db))
    .orderBy('forgotten_at')
    .limit(FORGOTTEN_AT_ONCE)
  await db.deleteFrom('attempt').where('key', 'in', old).where('forgotten_at', '<=', now.toISOString()).execute()
}

const after = (time: Date, ms: number) => new Date(time.getTime() + ms).toISOString()

const tooEarly = (until: string, now: Date): ProblemError => tooManyRequests(Date.parse(until) - now.getTime())
