import { momentAfter } from '#contract/dates.ts'
import { sql } from 'kysely'
import type { Background } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type ProblemError, tooManyRequests } from '#server/http/problem.ts'
import { type SharedClock, sharedNow } from '#server/db/time.ts'
import type { Ports } from '#server/ports.ts'
import { deriveKey, sign } from '#server/http/keys.ts'

/** A rate limit with exponential back-off. */
export interface Rule {
  limit: number
  /** The window starts at the first attempt, or at the latest attempt if the rule slides. */
  windowMs: number
  slides?: boolean
  /** Delay at the limit; doubles with each further attempt, up to the maximum. */
  delayMs: number
  maxDelayMs: number
  /** Time after a delay during which the back-off still counts, in milliseconds. */
  memoryMs: number
}

export interface Counter {
  key: string
  rule: Rule
}

/** Reservation of an attempt, which is counted before its outcome is known. */
export interface Reserved {
  key: string
  /** Delay that the attempt starts, unless the reservation is released. */
  delay: { ms: number; until: string } | undefined
}

// Maximum rows that the background clean-up of an attempt deletes, more than an attempt inserts.
const CLEANUP_BATCH_SIZE = 100

export type Attempts = ReturnType<typeof createAttempts>

/** Counts attempts in the database by the clock that all servers share, so that several servers apply one limit. */
export function createAttempts(services: SharedClock & { db: Database; background: Background }) {
  const { db, background } = services

  return {
    /** Counts an attempt on each counter, or throws `rate-limited` if any is delayed. */
    async reserve(counters: readonly Counter[]): Promise<Reserved[]> {
      const now = await sharedNow(services)
      await rejectDelayed(db, counters, now)
      const reserved = await inTransaction(db, async (trx) => {
        const counted: Reserved[] = []
        for (const counter of byKey(counters)) counted.push(await count(trx, counter, now))
        return counted
      })
      background.run('attempts', () => deleteForgotten(db, now))
      return reserved
    },

    /** Undoes the reservations; resets the counters `clearing`. */
    async giveBack(
      reserved: readonly Reserved[],
      { clearing = [] }: { clearing?: readonly string[] } = {},
    ): Promise<void> {
      await inTransaction(db, async (trx) => {
        for (const { key, delay } of byKey(reserved)) {
          if (clearing.includes(key)) {
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

/** Sorts by key. All transactions lock the rows in this order, which prevents deadlocks. */
const byKey = <T extends { key: string }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => (one.key < other.key ? -1 : 1))

async function clear(db: Database | DatabaseTransaction, key: string): Promise<void> {
  await db.deleteFrom('attempt').where('key', '=', key).execute()
}

/** Fast path: a read rejects most attempts of an attack, without a write. */
async function rejectDelayed(db: Database, counters: readonly Counter[], now: Date): Promise<void> {
  const keys = counters.map(({ key }) => key)
  if (keys.length === 0) return
  const delayed = await db
    .selectFrom('attempt')
    .select(['key', 'count', 'delayed_until as until'])
    .where('key', 'in', keys)
    .where('delayed_until', '>', now.toISOString())
    .execute()
  const ends: string[] = []
  for (const { key, rule } of counters) {
    const row = delayed.find((each) => each.key === key)
    if (row?.until) ends.push(await capped(db, { key, rule }, { count: row.count, until: row.until }, now))
  }
  const last = ends.toSorted().at(-1)
  if (last) throw tooEarly(last, now)
}

/** Shortens a delay that ends later than the rule allows; a server whose clock was ahead stored its end. */
async function capped(
  db: Database,
  { key, rule }: Counter,
  { count, until }: { count: number; until: string },
  now: Date,
): Promise<string> {
  const ms = delayOf(rule, count)
  const furthest = momentAfter(now, ms)
  if (until <= furthest) return until
  await db
    .updateTable('attempt')
    .set({ delayed_until: furthest, forgotten_at: momentAfter(now, ms + rule.memoryMs) })
    .where('key', '=', key)
    .where('delayed_until', '>', furthest)
    .execute()
  return furthest
}

const delayOf = (rule: Rule, count: number) =>
  Math.min(rule.maxDelayMs, rule.delayMs * 2 ** Math.max(0, count - rule.limit))

/** The upsert locks the row until the transaction ends, which serialises concurrent attempts. */
async function count(trx: DatabaseTransaction, { key, rule }: Counter, now: Date): Promise<Reserved> {
  const time = now.toISOString()
  const windowEnds = momentAfter(now, rule.windowMs)
  const row = await trx
    .insertInto('attempt')
    .values({ key, count: 1, delayed_until: null, forgotten_at: windowEnds })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempt.forgotten_at <= ${time} then 1 else attempt.count + 1 end`,
        forgotten_at: rule.slides
          ? windowEnds
          : sql<string>`case when attempt.forgotten_at <= ${time} then ${windowEnds} else attempt.forgotten_at end`,
      }),
    )
    .returning(['count', 'delayed_until as until'])
    .executeTakeFirstOrThrow()
  if (row.until !== null && row.until > time) throw tooEarly(row.until, now)
  if (row.count < rule.limit) return { key, delay: undefined }

  const ms = delayOf(rule, row.count)
  const until = momentAfter(now, ms)
  await trx
    .updateTable('attempt')
    .set({ delayed_until: until, forgotten_at: momentAfter(now, ms + rule.memoryMs) })
    .where('key', '=', key)
    .execute()
  return { key, delay: { ms, until } }
}

async function deleteForgotten(db: Database, now: Date): Promise<void> {
  const old = db
    .selectFrom('attempt')
    .select('key')
    .where('forgotten_at', '<=', now.toISOString())
    .orderBy('forgotten_at')
    .limit(CLEANUP_BATCH_SIZE)
  await db.deleteFrom('attempt').where('key', 'in', old).where('forgotten_at', '<=', now.toISOString()).execute()
}

const tooEarly = (until: string, now: Date): ProblemError => tooManyRequests(Date.parse(until) - now.getTime())

export type AttemptKind =
  | 'account'
  | 'code'
  | 'code-day'
  | 'passkey'
  | 'device'
  | 'address'
  | 'session'
  | 'forgot-mail'
  | 'forgot-address'
  | 'reset'
  | 'letter'
  | 'letter-mail'

export type AttemptKey = (kind: AttemptKind, subject: string) => Promise<string>

/**
 * Creates keys of counters, which the log shows as well. A keyed hash hides passwords typed into the username
 * field.
 */
export function createAttemptKeys({ secret }: Pick<Ports, 'secret'>): AttemptKey {
  const key = deriveKey(secret, 'attempts')
  return async (kind, subject) => await sign(await key, `${kind} ${subject}`)
}
