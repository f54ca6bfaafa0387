import { sql } from 'kysely'
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

export async function countsOf(records: AsyncIterable<DueRecord[]>): Promise<RetentionPreview['counts']> {
  const counts = new Map<string, RetentionPreview['counts'][number]>()
  for await (const batch of records) {
    for (const { kind, day } of batch) {
      const year = Number(day.slice(0, 4))
      const counted = counts.get(`${kind} ${year}`) ?? { kind, year, count: 0 }
      counted.count += 1
      counts.set(`${kind} ${year}`, counted)
    }
  }
  const order = (kind: RetentionKind) => RETENTION_KINDS.indexOf(kind)
  return [...counts.values()].toSorted((a, b) => order(a.kind) - order(b.kind) || a.year - b.year)
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
