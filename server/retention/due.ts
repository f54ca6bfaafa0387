import { type RawBuilder, sql } from 'kysely'
import { csvLines, dayCell, toCsv } from '#contract/csv.ts'
import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { localDay } from '#contract/zone.ts'
import type { RetentionPreview } from '#contract/schemas/retention.ts'
import { RETENTION_KINDS, RETENTION_RULES, type RetentionKind, type RetentionYears } from '#contract/retention.ts'
import { BATCH_SIZE, type Batching, isOneOf, yieldToEventLoop } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import { textsIn } from '#server/texts.ts'
import { RETENTION_SOURCES } from '#server/expiry/records.ts'

/** Maximum clients or animals whose records one statement reads. */
const PARENTS = 20

export type Days = Partial<Record<RetentionKind, IsoDate>>

/**
 * Returns by kind the day before which records have expired on `today`. Photos expire with their requests at the
 * latest.
 */
export function cutoffDatesOf(years: RetentionYears, today: IsoDate): Days {
  const days: Days = {}
  for (const kind of RETENTION_KINDS) {
    const period = years[kind]
    if (period === undefined) continue
    const before = yearsBefore(today, period)
    days[kind] = RETENTION_RULES[kind].fromYearEnd ? `${before.slice(0, 4)}-01-01` : before
  }
  const { photo = '', request } = days
  return request === undefined || request < photo ? days : { ...days, photo: request }
}

/** Subtracts years. 29 February becomes 1 March in a year without a leap day. */
function yearsBefore(day: IsoDate, years: number): IsoDate {
  const then = new Date(day)
  then.setUTCFullYear(then.getUTCFullYear() - years)
  return then.toISOString().slice(0, 10)
}

export interface DueRecord {
  kind: RetentionKind
  day: IsoDate
  id: string
  clientId: string | null
  clientNumber: string | null
}

interface DueQuery {
  practiceId: string
  days: Days
}

/**
 * Yields the expired records of a practice in batches of one kind. Yields to the event loop after each chunk of clients.
 * Dependent records come before their parents.
 */
export async function* dueRecords(batching: Batching, { practiceId, days }: DueQuery): AsyncGenerator<DueRecord[]> {
  if (Object.keys(days).length === 0) return
  const { db, stopping } = batching
  const clients = await db.selectFrom('client').select('uuid').where('practice_id', '=', practiceId).execute()
  for (const batch of chunks(clients)) {
    const animals =
      days.logbookEntry === undefined
        ? []
        : await db
            .selectFrom('patient')
            .select('uuid')
            .where(isOneOf(db, 'client_uuid', batch))
            .execute()
    for (const kind of RETENTION_KINDS) {
      const { parent } = RETENTION_SOURCES[kind]
      if (parent === 'practice_id') continue
      for (const parents of parent === 'patient_uuid' ? chunks(animals) : [batch])
        yield* dueOf(batching, { kind, before: days[kind], parents })
    }
    if (stopping?.aborted) return
    await yieldToEventLoop()
  }
  yield* dueOf(batching, { kind: 'audit', before: days.audit, parents: [practiceId] })
}

function* chunks(rows: readonly { uuid: string }[]): Generator<string[]> {
  for (let from = 0; from < rows.length; from += PARENTS) yield rows.slice(from, from + PARENTS).map(({ uuid }) => uuid)
}

interface Due {
  kind: RetentionKind
  before: IsoDate | undefined
  parents: readonly string[]
}

/** Yields pages of a kind. Only a parent with many records is paged in order, because its index has that order. */
async function* dueOf(batching: Batching, { kind, before, parents }: Due): AsyncGenerator<DueRecord[]> {
  if (before === undefined) return
  for (let last: Row | undefined; !batching.stopping?.aborted;) {
    const rows = await pageOf(batching.db, { kind, before, parents, last })
    if (rows.length === BATCH_SIZE && parents.length > 1) {
      for (const parent of parents) yield* dueOf(batching, { kind, before, parents: [parent] })
      return
    }
    if (rows.length > 0) yield rows.map((row) => recordOf(kind, row))
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)
  }
}

interface Row {
  id: string | number
  at: string
  client: string | null
  number: string | null
}

async function pageOf(
  db: Database,
  { kind, before, parents, last }: Due & { before: IsoDate; last: Row | undefined },
): Promise<Row[]> {
  const { table, key, at, client, isDue, parent } = RETENTION_SOURCES[kind]
  const id = sql`x.${sql.ref(key)}`
  const [first = '', ...others] = parents
  const { rows } = await sql<Row>`
    select ${id} as id, ${at} as at, ${client} as client,
      (select c.client_number from client c where c.uuid = ${client}) as number
    from ${sql.table(table)} x
    where ${others.length > 0 ? isOneOf(db, `x.${parent}`, parents) : sql`${sql.ref(`x.${parent}`)} = ${first}`}
      and ${isDue(before)} ${last ? sql`and (${at}, ${id}) > (${last.at}, ${last.id})` : sql``}
    ${others.length > 0 ? sql`` : sql`order by ${at}, ${id}`} limit ${sql.lit(BATCH_SIZE)}`.execute(db)
  return rows
}

const recordOf = (kind: RetentionKind, { id, at, client, number }: Row): DueRecord => ({
  kind,
  id: String(id),
  day: RETENTION_SOURCES[kind].isMoment ? localDay(new Date(at)) : at,
  clientId: client,
  clientNumber: number,
})

/** Counts the expired records of a practice by kind and year, in one statement for each kind. */
export async function countDue(db: Database, { practiceId, days }: DueQuery): Promise<RetentionPreview['counts']> {
  const counts: RetentionPreview['counts'] = []
  for (const kind of RETENTION_KINDS) {
    const before = days[kind]
    if (before === undefined) continue
    const byYear = new Map<number, number>()
    for (const { period, count } of await countPeriods(db, { kind, before, practiceId })) {
      const year = yearOf(period)
      byYear.set(year, (byYear.get(year) ?? 0) + Number(count))
    }
    const years = [...byYear].toSorted(([a], [b]) => a - b)
    counts.push(...years.map(([year, count]) => ({ kind, year, count })))
  }
  return counts
}

interface Period {
  /** A year, or an hour of 31 December in UTC: only then may a moment be in another year of the practices' time zone. */
  period: string
  count: number | string
}

async function countPeriods(
  db: Database,
  { kind, before, practiceId }: { kind: RetentionKind; before: IsoDate; practiceId: string },
): Promise<Period[]> {
  const { table, at, isMoment, isDue, parent } = RETENTION_SOURCES[kind]
  const year = sql`substr(due.day, 1, 4)`
  const period = isMoment
    ? sql`case when substr(due.day, 6, 5) = '12-31' then substr(due.day, 1, 13) else ${year} end`
    : year
  const { rows } = await sql<Period>`
    select ${period} as period, count(*) as count
    from (select ${at} as day from ${sql.table(table)} x
      where ${sql.ref(`x.${parent}`)} in (${PARENTS_OF[parent](practiceId)}) and ${isDue(before)}) due
    group by 1`.execute(db)
  return rows
}

const yearOf = (period: string) =>
  Number(period.length === 4 ? period : localDay(new Date(`${period}:00:00Z`)).slice(0, 4))

/** Selects the clients, animals or practice whose records are those of a practice. */
const PARENTS_OF: Readonly<
  Record<(typeof RETENTION_SOURCES)[RetentionKind]['parent'], (practiceId: string) => RawBuilder<unknown>>
> = {
  client_uuid: (practiceId) => sql`select c.uuid from client c where c.practice_id = ${practiceId}`,
  patient_uuid: (practiceId) =>
    sql`select p.uuid from patient p where p.client_uuid in (${PARENTS_OF.client_uuid(practiceId)})`,
  practice_id: (practiceId) => sql`${practiceId}`,
}

/** Yields a CSV file of records, without names, because the file outlives the records. */
export async function* csvOf(records: AsyncIterable<DueRecord[]>): AsyncGenerator<string> {
  const { text } = textsIn(DEFAULT_LANGUAGE)
  yield toCsv([text('retention.columns').split('\n')])
  for await (const batch of records)
    yield csvLines(
      batch.map(({ kind, day, id, clientId, clientNumber }) => [
        text(`retention.kind.${kind}`),
        dayCell(day),
        id,
        clientId,
        clientNumber,
      ]),
    )
}
