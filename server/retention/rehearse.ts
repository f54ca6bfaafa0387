import { type Selectable, sql } from 'kysely'
import type { IsoDate } from '#contract/fields.ts'
import { RETENTION_KINDS, type Rehearsal, type RetentionCutOff, type RetentionKind } from '#contract/retention.ts'
import { toCsv } from '#contract/csv.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { parseJson } from '#server/db/json.ts'
import type { Database, RehearsalTable } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { rehearsalKey } from '#server/files/keys.ts'
import { localDay } from '#server/local-day.ts'
import type { Ports } from '#server/ports.ts'
import { RECORDS_HEAD, type RehearsedRecord, recordLines } from './csv.ts'
import { cutOffsOf } from './cut-offs.ts'
import { KEPT } from './kinds.ts'
import { type Working, renewLease } from './lease.ts'
import { holdRetention, outdate, refuseWhileRunning, yearsOf } from './settings.ts'

/** Clients, or entries of the trail, that are looked through at once. */
const BATCH = 200
const ROWS_AT_ONCE = 500

type Place = Pick<Ports, 'db' | 'files' | 'clock' | 'stopping'>

/** Asks for a rehearsal by the settings and the day of now, in place of the one before; answers its number. */
export async function askRehearsal(db: Database, practiceId: string, now: Date): Promise<number> {
  return await inTransaction(db, async (trx) => {
    await holdRetention(trx, practiceId)
    await refuseWhileRunning(trx, practiceId)
    await outdate(trx, practiceId)
    const { last } = await trx
      .selectFrom('rehearsal')
      .select(({ fn }) => fn.max('number').as('last'))
      .where('practice_id', '=', practiceId)
      .executeTakeFirstOrThrow()
    const number = (last ?? 0) + 1
    await trx
      .insertInto('rehearsal')
      .values({
        id: crypto.randomUUID(),
        practice_id: practiceId,
        number,
        state: 'making',
        made_at: now.toISOString(),
        cut_offs: JSON.stringify(cutOffsOf(await yearsOf(trx, practiceId), now)),
        counts: null,
        removed: null,
      })
      .execute()
    return number
  })
}

/** The days before which each kind goes. Photos go with their requests at the latest. */
export function daysOf(cutOffs: readonly RetentionCutOff[]): Partial<Record<RetentionKind, IsoDate>> {
  const days: Partial<Record<RetentionKind, IsoDate>> = Object.fromEntries(
    cutOffs.map(({ kind, before }) => [kind, before]),
  )
  const { photo = '', request } = days
  return request === undefined || request < photo ? days : { ...days, photo: request }
}

/** Notes each record that would go, writes the file of them, and counts them. What was noted for another rehearsal is forgotten. */
export async function makeRehearsal(
  { db, files, clock, stopping }: Place,
  row: Selectable<RehearsalTable>,
  worker: string,
): Promise<void> {
  const { id, practice_id: practiceId } = row
  const working = (): Working => ({ id, worker, now: clock() })
  await forgetRehearsed(db, practiceId, stopping)
  const days = daysOf(parseJson(row.cut_offs))
  const kinds = RETENTION_KINDS.filter((kind) => days[kind] !== undefined)
  const parts = [toCsv([]), RECORDS_HEAD]
  const counts = new Map<string, number>()

  async function note(records: RehearsedRecord[]): Promise<void> {
    for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
      const some = records.slice(from, from + ROWS_AT_ONCE)
      await db
        .insertInto('rehearsed')
        .values(
          some.map((record) => ({
            rehearsal_id: id,
            kind: record.kind,
            id: record.id,
            client_uuid: record.clientId,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      parts.push(recordLines(some))
    }
    for (const { kind, day } of records) {
      const name = `${kind} ${day.slice(0, 4)}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }

  let after = ''
  await inBatches({ stopping }, async () => {
    await renewLease(db, working())
    const clients = await db
      .selectFrom('client')
      .select('uuid')
      .where('practice_id', '=', practiceId)
      .where('uuid', '>', after)
      .orderBy('uuid')
      .limit(BATCH)
      .execute()
    const last = clients.at(-1)
    if (!last) return 'last'
    after = last.uuid
    const uuids = sql`(${sql.join(clients.map(({ uuid }) => uuid))})`
    for (const kind of kinds) {
      const before = days[kind]
      if (before !== undefined && kind !== 'audit')
        await note(await dueOf(db, kind, { before, which: KEPT[kind].of(uuids) }))
    }
    return 'more'
  })
  const { audit } = days
  let lastEntry = 0
  if (audit !== undefined) {
    await inBatches({ stopping }, async () => {
      await renewLease(db, working())
      const which = sql<boolean>`x.practice_id = ${practiceId} and x.id > ${lastEntry}`
      const records = await dueOf(db, 'audit', { before: audit, which, most: ROWS_AT_ONCE })
      await note(records)
      lastEntry = Number(records.at(-1)?.id ?? 0)
      return records.length < ROWS_AT_ONCE ? 'last' : 'more'
    })
  }
  if (stopping?.aborted) return
  await files.put(rehearsalKey(id), new TextEncoder().encode(parts.join('')))
  const counted: NonNullable<Rehearsal['counts']> = kinds.flatMap((kind) =>
    [...counts]
      .filter(([name]) => name.startsWith(`${kind} `))
      .map(([name, count]) => ({ kind, year: Number(name.slice(kind.length + 1)), count }))
      .toSorted((a, b) => a.year - b.year),
  )
  await db
    .updateTable('rehearsal')
    .set({ state: 'made', counts: JSON.stringify(counted) })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'making')
    .execute()
}

interface Due {
  before: IsoDate
  which: ReturnType<typeof sql<boolean>> | ReturnType<(typeof KEPT)[RetentionKind]['of']>
  most?: number
}

/** The records of a kind that would go, the lowest key first. */
async function dueOf(db: Database, kind: RetentionKind, { before, which, most }: Due): Promise<RehearsedRecord[]> {
  const { table, key, at, isMoment, client, isDue } = KEPT[kind]
  const { rows } = await sql<{ id: string | number; at: string; client: string | null; number: string | null }>`
    select x.${sql.ref(key)} as id, ${at} as at, ${client} as client,
      (select c.client_number from client c where c.uuid = ${client}) as number
    from ${sql.table(table)} x where ${which} and ${isDue(before)}
    order by x.${sql.ref(key)} ${most === undefined ? sql`` : sql`limit ${sql.lit(most)}`}`.execute(db)
  return rows.map((row) => ({
    kind,
    id: String(row.id),
    day: isMoment ? localDay(new Date(row.at)) : row.at,
    clientId: row.client,
    clientNumber: row.number,
  }))
}

async function forgetRehearsed(db: Database, practiceId: string, stopping: AbortSignal | undefined): Promise<void> {
  const rehearsals = await db
    .selectFrom('rehearsal')
    .select('id')
    .where('practice_id', '=', practiceId)
    .where('state', '<>', 'running')
    .execute()
  for (const { id } of rehearsals) {
    await inBatches({ stopping }, async () => {
      const { numAffectedRows = 0n } = await sql`delete from rehearsed where rehearsal_id = ${id} and id in (
        select id from rehearsed where rehearsal_id = ${id} limit ${sql.lit(ROWS_AT_ONCE)})`.execute(db)
      return numAffectedRows === 0n ? 'last' : 'more'
    })
  }
}
