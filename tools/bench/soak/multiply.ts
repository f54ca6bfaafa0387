import { type RawBuilder, sql } from 'kysely'
import type { Database, Schema } from '#server/db/schema.ts'

export type Columns = Record<string, RawBuilder<unknown>>

/** SQL for the row number `n` as twelve digits. */
const DIGITS = sql`substr(cast(1000000000000 + n as text), 2)`
/** SQL for the id of copy `n`; each table uses another group, so that ids are unique. */
export const copyId = (group: number): RawBuilder<string> =>
  sql`${sql.lit(`00000000-0000-4000-8${String(group).padStart(3, '0')}-`)} || ${DIGITS}`
/** SQL for two digits from 01 to `of`, derived from the row number `n`. */
const twoDigits = (of: number) => sql`substr(cast(101 + n % ${sql.lit(of)} as text), 2)`
export const DAY = sql<string>`cast(2022 + n % 5 as text) || '-' || ${twoDigits(12)} || '-' || ${twoDigits(28)}`
export const numbered = (before: string, after = ''): RawBuilder<string> =>
  sql`${sql.lit(before)} || cast(n as text) || ${sql.lit(after)}`

/** Copies a row `count` times with new values in `columns`. New values of `uuid`, `date` and `name` also go into the JSON. */
export async function multiply(
  db: Database,
  table: keyof Schema,
  { count, where, columns }: { count: number; where: RawBuilder<unknown>; columns: Columns },
): Promise<void> {
  const tables = await db.introspection.getTables()
  const names = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  const set: Columns = { ...columns }
  const inJson = ['uuid', 'date', 'name'].filter((name) => set[name] && names.includes(name) && names.includes('data'))
  if (inJson.length > 0) {
    set['data'] ??= inJson.reduce(
      (data, name) => sql`replace(${data}, ${sql.ref(`source.${name}`)}, ${set[name] ?? sql``})`,
      sql`source.data`,
    )
  }
  const copied = names.filter((name) => name !== 'id' || set[name])
  await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    insert into ${sql.table(table)} (${sql.join(copied.map((name) => sql.ref(name)))})
    select ${sql.join(copied.map((name) => set[name] ?? sql.ref(`source.${name}`)))}
    from (select * from ${sql.table(table)} where ${where} limit 1) source, numbers`.execute(db)
}
