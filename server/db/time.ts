import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Database } from './schema.ts'
import { oneRow } from './one-row.ts'

/** Returns the time of the database's machine, formatted like `toISOString`. */
const databaseNow = (db: Pick<Database, 'getExecutor'>): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

/** Clock for times that several servers compare. */
export interface SharedClock {
  clock: () => Date
  databaseClock?: (() => Promise<Date>) | undefined
}

/** Returns the current time, from the database's clock if that is on another machine. */
export const sharedNow = async ({ clock, databaseClock = async () => clock() }: SharedClock): Promise<Date> =>
  await databaseClock()

export async function databaseTime(db: Database): Promise<Date> {
  const { now } = await oneRow(sql<{ now: string }>`select ${databaseNow(db)} as now`, db)
  return new Date(now)
}

/** Returns the earlier of this server's and the database's time, for deletion by age. */
export async function earlierTime({ db, clock }: { db: Database; clock: () => Date }): Promise<Date> {
  return new Date(Math.min(clock().getTime(), (await databaseTime(db)).getTime()))
}
