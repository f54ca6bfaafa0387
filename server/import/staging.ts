import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Checked } from './check.ts'
import { RECORD_KINDS, type RecordKind } from './records.ts'
import { RECORD_TABLES, type Value } from './tables.ts'

// Staging in temporary tables of this connection until all lines are checked: constant memory, and no locks on the portal's tables
// before the merge.

/** What a line means for the database, as far as is known: see `merge.ts`. */
const CHANGE = sql`cast(null as text) as change`

/** `wrong`: 1 is left out. Lines are numbered once per file, so a line is a row's identity. */
const COMMON = ['line', 'wrong'] as const
/** Below both engines' limits of bound parameters; larger batches are no faster. */
const BATCH = 200

/** Lines of which something is left out, each with a note `field reason`. */
const NOTES = 'staged_note'

const stagedColumns = (kind: RecordKind) => [
  ...COMMON,
  ...RECORD_TABLES[kind].columns,
  ...Object.keys(RECORD_TABLES[kind].extra),
]
// Derived from a column, so that it has the same collation, which PostgreSQL needs to compare the two.
const EXTRA = {
  integer: sql`cast(0 as integer)`,
  text: sql`cast(null as text)`,
  uuid: sql`(select uuid from client where 1 = 0)`,
}

export async function createStaging(db: Database): Promise<void> {
  await dropStaging(db)
  for (const kind of RECORD_KINDS) {
    const { staged, table, columns, extra } = RECORD_TABLES[kind]
    const all = [
      ...COMMON.map((name) => sql`${EXTRA.integer} as ${sql.ref(name)}`),
      ...columns.map((name) => sql.ref(name)),
      ...Object.entries(extra).map(([name, type]) => sql`${EXTRA[type]} as ${sql.ref(name)}`),
      CHANGE,
    ]
    await sql`create temporary table ${sql.table(staged)} as select ${sql.join(all)} from ${sql.table(table)} where 1 = 0`.execute(
      db,
    )
  }
  await sql`create temporary table ${sql.table(NOTES)} (line integer, kind text, note text)`.execute(db)
}

export async function dropStaging(db: Database): Promise<void> {
  for (const table of [NOTES, ...RECORD_KINDS.map((kind) => RECORD_TABLES[kind].staged)])
    await sql`drop table if exists ${sql.table(table)}`.execute(db)
}

/** Batched inserts of validated lines into the staging tables. */
export class Staging {
  readonly #db: Database
  readonly #waiting = new Map<RecordKind, Value[][]>()
  /** Cache: the statement of a full batch is constant. */
  readonly #statements = new Map<RecordKind, string>()

  constructor(db: Database) {
    this.#db = db
  }

  async add(checked: Checked): Promise<void> {
    if ('record' in checked) await this.#add(checked.record.record, 0, checked.line, rowOf(checked.record))
    else if (checked.kind && checked.key !== undefined)
      await this.#add(checked.kind, 1, checked.line, { [RECORD_TABLES[checked.kind].key]: checked.key })
  }

  /** Flushes, and creates the indexes that the checks need. */
  async finish(): Promise<void> {
    for (const kind of RECORD_KINDS) {
      await this.#flush(kind)
      const { staged, key } = RECORD_TABLES[kind]
      await sql`create index ${sql.ref(`${staged}_key`)} on ${sql.table(staged)} (${sql.ref(key)}, wrong, line)`.execute(
        this.#db,
      )
    }
  }

  async #add(kind: RecordKind, wrong: 0 | 1, line: number, row: Record<string, Value>) {
    const rows = this.#waiting.get(kind) ?? []
    this.#waiting.set(kind, rows)
    const { columns, extra } = RECORD_TABLES[kind]
    const values: Value[] = [line, wrong]
    for (const name of columns) values.push(row[name] ?? null)
    for (const name in extra) values.push(row[name] ?? null)
    rows.push(values)
    if (rows.length >= BATCH) await this.#flush(kind)
  }

  async #flush(kind: RecordKind) {
    const rows = this.#waiting.get(kind) ?? []
    if (rows.length === 0) return
    this.#waiting.delete(kind)
    const full = rows.length === BATCH
    const text = (full && this.#statements.get(kind)) || this.#statement(kind, rows)
    if (full) this.#statements.set(kind, text)
    await this.#db.executeQuery(CompiledQuery.raw(text, rows.flat()))
  }

  #statement(kind: RecordKind, rows: Value[][]): string {
    const columns = sql.join(stagedColumns(kind).map((name) => sql.ref(name)))
    const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
    return sql`insert into ${sql.table(RECORD_TABLES[kind].staged)} (${columns}) values ${values}`.compile(this.#db).sql
  }
}

function rowOf(record: Extract<Checked, { record: unknown }>['record']): Record<string, Value> {
  // TypeScript cannot see that kind and table correspond.
  const table = RECORD_TABLES[record.record] as { toRow(record: object): Record<string, Value> }
  return table.toRow(record)
}
