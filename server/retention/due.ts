import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { csvLines, dayCell, toCsv } from '#contract/csv.ts'
import type { IsoDate } from '#contract/fields.ts'
import {
  RETENTION_KINDS,
  RETENTION_RULES,
  type RetentionKind,
  type RetentionPreview,
  type RetentionYears,
} from '#contract/retention.ts'
import { BATCH, type Batching } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import { yieldToEventLoop } from '#server/db/yield-to-event-loop.ts'
import { localDay } from '#server/local-day.ts'
import { KEPT } from '#server/expiry/kinds.ts'

/** Clients whose records one statement looks through. */
const CLIENTS = 50

export type Days = Partial<Record<RetentionKind, IsoDate>>

/** By kind, the day before which records have been kept long enough on `today`. Photos go with their requests at the latest. */
export function cutOffsOf(years: RetentionYears, today: IsoDate): Days {
  const days: Days = {}
  for (const kind of RETENTION_KINDS) {
    const kept = years[kind]
    if (kept === undefined) continue
    const before = yearsBefore(today, kept)
    days[kind] = RETENTION_RULES[kind].fromYearEnd ? `${before.slice(0, 4)}-01-01` : before
  }
  const { photo = '', request } = days
  return request === undefined || request < photo ? days : { ...days, photo: request }
}

/** 29 February becomes 1 March in a year without one. */
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

interface Asked {
  practiceId: string
  days: Days
}

/**
 * The records of a practice that are due, in batches of one kind, with a turn of the event loop after each statement. The parts of a
 * client's records come before what they belong to.
 */
export async function* dueRecords(
  { db, stopping }: Batching,
  { practiceId, days }: Asked,
): AsyncGenerator<DueRecord[]> {
  for (let last = ''; ;) {
    const clients = await db
      .selectFrom('client')
      .select('uuid')
      .where('practice_id', '=', practiceId)
      .where('uuid', '>', last)
      .orderBy('uuid')
      .limit(CLIENTS)
      .execute()
    if (clients.length === 0) break
    last = clients.at(-1)?.uuid ?? last
    const uuids = sql`(${sql.join(clients.map(({ uuid }) => uuid))})`
    for (const kind of RETENTION_KINDS)
      if (kind !== 'audit') yield* pagesOf({ db, stopping }, { kind, before: days[kind], which: KEPT[kind].of(uuids) })
    if (stopping?.aborted) return
  }
  yield* pagesOf({ db, stopping }, { kind: 'audit', before: days.audit, which: sql`x.practice_id = ${practiceId}` })
}

interface Page {
  kind: RetentionKind
  before: IsoDate | undefined
  which: RawBuilder<SqlBool>
}

async function* pagesOf({ db, stopping }: Batching, { kind, before, which }: Page): AsyncGenerator<DueRecord[]> {
  if (before === undefined) return
  for (let last: string | undefined; ;) {
    if (stopping?.aborted) return
    const page = await pageAfter(db, { kind, before, which, last })
    await yieldToEventLoop()
    if (page.length > 0) yield page
    if (page.length < BATCH) return
    last = page.at(-1)?.id
  }
}

async function pageAfter(
  db: Database,
  { kind, before, which, last }: Page & { before: IsoDate; last: string | undefined },
): Promise<DueRecord[]> {
  const { table, key, at, isMoment, client, isDue } = KEPT[kind]
  const isAfter = last === undefined ? sql`1 = 1` : sql`x.${sql.ref(key)} > ${kind === 'audit' ? Number(last) : last}`
  const { rows } = await sql<{ id: string | number; at: string; client: string | null; number: string | null }>`
    select x.${sql.ref(key)} as id, ${at} as at, ${client} as client,
      (select c.client_number from client c where c.uuid = ${client}) as number
    from ${sql.table(table)} x where ${which} and ${isDue(before)} and ${isAfter}
    order by x.${sql.ref(key)} limit ${sql.lit(BATCH)}`.execute(db)
  return rows.map((row) => ({
    kind,
    id: String(row.id),
    day: isMoment ? localDay(new Date(row.at)) : row.at,
    clientId: row.client,
    clientNumber: row.number,
  }))
}

/** Counts records by kind and year. */
export async function countsOf(records: AsyncIterable<DueRecord[]>): Promise<RetentionPreview['counts']> {
  const counts = new Map<string, RetentionPreview['counts'][number]>()
  for await (const some of records) {
    for (const { kind, day } of some) {
      const year = Number(day.slice(0, 4))
      const counted = counts.get(`${kind} ${year}`) ?? { kind, year, count: 0 }
      counted.count += 1
      counts.set(`${kind} ${year}`, counted)
    }
  }
  const order = (kind: RetentionKind) => RETENTION_KINDS.indexOf(kind)
  return [...counts.values()].toSorted((a, b) => order(a.kind) - order(b.kind) || a.year - b.year)
}

/** Names of kinds as the portal shows them in Dutch. */
const KINDS: Readonly<Record<RetentionKind, string>> = {
  invoice: 'Factuur',
  logbookEntry: 'Logboekregel',
  visitForm: 'Bezoekformulier',
  attachment: 'Bijlage',
  reminder: 'Herinnering',
  appointment: 'Afspraak',
  photo: 'Foto bij een verzoek',
  request: 'Verzoek',
  audit: 'Activiteit',
}

/** A CSV file of records, without names, because the file outlives what it lists. */
export async function* csvOf(records: AsyncIterable<DueRecord[]>): AsyncGenerator<string> {
  yield toCsv([['Soort', 'Datum', 'Record', 'Cliënt', 'Cliëntnummer']])
  for await (const some of records)
    yield csvLines(
      some.map(({ kind, day, id, clientId, clientNumber }) => [KINDS[kind], dayCell(day), id, clientId, clientNumber]),
    )
}
