import { type RawBuilder, sql } from 'kysely'
import { type IsoDate, addDays } from '#contract/dates.ts'
import type { RequestFigures } from '#contract/schemas/figures.ts'
import { REQUEST_KINDS } from '#contract/request.ts'
import { isPostgres } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'

interface Period {
  from: IsoDate
  until: IsoDate
}

type End = 'seen_at' | 'closed_at'
type Waited = RequestFigures['seen']

const NOBODY: Waited = { count: 0, median: 0, most: 0 }
const HUNDREDTHS = { median: 50, most: 90 } as const

/** Counts the requests sent in a period (UTC) by kind, with their waiting times. */
export async function requestFigures(db: Database, practiceId: string, period: Period): Promise<RequestFigures[]> {
  const { rows } = await sql<{ kind: string; sent: number }>`select kind, count(*) as sent from request
    where ${inPeriod(practiceId, period)} group by kind`.execute(db)
  const seen = await waited(db, sql`${inPeriod(practiceId, period)} and seen_at is not null`, 'seen_at')
  const answered = await waited(
    db,
    sql`${inPeriod(practiceId, period)} and state in ('answered', 'declined') and closed_at is not null`,
    'closed_at',
  )
  return REQUEST_KINDS.flatMap((kind) => {
    const sent = Number(rows.find((row) => row.kind === kind)?.sent ?? 0)
    return sent > 0 ? [{ kind, sent, seen: seen.get(kind) ?? NOBODY, answered: answered.get(kind) ?? NOBODY }] : []
  })
}

const inPeriod = (practiceId: string, { from, until }: Period) =>
  sql`practice_id = ${practiceId} and sent_at >= ${from} and sent_at < ${addDays(until, 1)}`

/** Returns the number and waiting times of requests by kind, in minutes. Percentiles use the nearest rank. */
async function waited(db: Database, condition: RawBuilder<unknown>, end: End): Promise<ReadonlyMap<string, Waited>> {
  const at = (hundredths: number) => sql`min(case when place * 100 >= count * ${sql.lit(hundredths)} then seconds end)`
  const { rows } = await sql<{ kind: string } & Waited>`
    select kind, count, ${at(HUNDREDTHS.median)} as median, ${at(HUNDREDTHS.most)} as most from (
      select kind, seconds, row_number() over (partition by kind order by seconds) as place,
        count(*) over (partition by kind) as count
      from (select kind, ${secondsOf(db, end)} - ${secondsOf(db, 'sent_at')} as seconds from request where ${condition}) waits
    ) ranked group by kind, count`.execute(db)
  const minutes = (seconds: number) => Math.round(Number(seconds) / 60)
  return new Map(
    rows.map(({ kind, count, median, most }) => [
      kind,
      { count: Number(count), median: minutes(median), most: minutes(most) },
    ]),
  )
}

const secondsOf = (db: Database, column: End | 'sent_at'): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`floor(extract(epoch from ${sql.ref(column)}::timestamptz))`
    : sql<number>`unixepoch(${sql.ref(column)})`
