import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Checked, Removal } from './check.ts'
import { RECORD_KINDS, type RecordKind } from './records.ts'
import { isPermanent } from './removal-line.ts'
import { RECORD_TABLES, type Value } from './tables.ts'

// Stages lines in temporary tables of this connection until all lines are checked. Memory use is constant, and the
// portal's tables are not locked before the merge.

/** Effect of a line on the database; null until the comparison. */
const CHANGE = sql`cast(null as text) as change`

/**
 * `wrong`: 0 is valid, 1 is left out, 2 (`REMOVAL`) removes the record. Line numbers are unique in a file, so a
 * line identifies a row.
 */
const COMMON = ['line', 'wrong'] as const
/** Value of `wrong` for a valid line that removes its record. */
export const REMOVAL = sql.lit(2)
/** Maximum rows of an insert, below both engines' limits of bound parameters. Larger batches are no faster. */
const BATCH_SIZE = 200

/** Notes `field reason` about lines that are left out wholly or partly. */
const NOTES = 'staged_note'
/** Notes about lines that are loaded, kept separate until the link check is done. */
const REMARKS = 'staged_remark'

const WORK_TABLES = [
  'staged_replacement',
  'staged_request_count',
  'staged_moved_request',
  'gone',
  'taken_over',
  'moved_animals',
]

const stagedColumns = (kind: RecordKind) => [
  ...COMMON,
  ...RECORD_TABLES[kind].columns,
  ...Object.keys(RECORD_TABLES[kind].extra),
]
// Copies an existing column, because PostgreSQL compares texts by the column's collation.
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
  for (const table of [NOTES, REMARKS])
    await sql`create temporary table ${sql.table(table)} (line integer, kind text, note text)`.execute(db)
  // The first two columns have the collation of UUID columns.
  await sql`create temporary table staged_replacement as
    select uuid as former, uuid as key, cast(null as text) as kind, cast(0 as integer) as line from client where 1 = 0`.execute(
    db,
  )
  await sql`create temporary table staged_request_count as
    select practice_id, kind, state, count from request_count where 1 = 0`.execute(db)
  await sql`create temporary table staged_moved_request as select uuid, practice_id from request where 1 = 0`.execute(
    db,
  )
}

/** Moves remarks about loaded lines to the notes about lines that are left out. */
export async function moveRemarksToNotes(db: Database): Promise<void> {
  await sql`insert into staged_note (line, kind, note) select line, kind, note from staged_remark`.execute(db)
  await sql`delete from staged_remark`.execute(db)
}

export async function dropStaging(db: Database): Promise<void> {
  for (const table of [NOTES, REMARKS, ...WORK_TABLES, ...RECORD_KINDS.map((kind) => RECORD_TABLES[kind].staged)])
    await sql`drop table if exists ${sql.table(table)}`.execute(db)
}

/** Inserts validated lines into the staging tables in batches. */
export class Staging {
  readonly #db: Database
  readonly #replacements: Value[][] = []
  readonly #waiting = new Map<RecordKind, Value[][]>()
  /** Cache of the statements of full batches, which are constant. */
  readonly #statements = new Map<RecordKind, string>()

  constructor(db: Database) {
    this.#db = db
  }

  async add(checked: Checked): Promise<void> {
    if ('record' in checked) {
      const row = rowOf(checked.record)
      await this.#add(checked.record.record, 0, checked.line, row)
      await this.#replace(checked.record.record, row, checked)
    } else if ('removal' in checked) {
      const row = removalRow(checked.removal)
      if (!isPermanent(checked.removal.kind)) await this.#add(checked.removal.kind, 2, checked.line, row)
      await this.#replace(checked.removal.kind, row, checked)
    } else if (checked.kind && checked.key !== undefined)
      await this.#add(checked.kind, 1, checked.line, { [RECORD_TABLES[checked.kind].key]: checked.key })
  }

  /** Inserts the remaining lines, and creates the indexes that the checks need. */
  async finish(): Promise<void> {
    await this.#flushReplacements()
    await sql`create index staged_replacement_former on staged_replacement (kind, former)`.execute(this.#db)
    for (const kind of RECORD_KINDS) {
      await this.#flush(kind)
      const { staged, key } = RECORD_TABLES[kind]
      const [x, by] = [sql.table(staged), sql.ref(key)]
      await sql`create index ${sql.ref(`${staged}_key`)} on ${x} (${by}, wrong, line)`.execute(this.#db)
      // Most exports remove nothing; the partial index shows this without reading the table.
      await sql`create index ${sql.ref(`${staged}_removed`)} on ${x} (${by}) where wrong = ${REMOVAL}`.execute(this.#db)
    }
  }

  async #replace(kind: RecordKind, row: Record<string, Value>, { line, replaces = [] }: Replacing) {
    const key = row[RECORD_TABLES[kind].key] ?? null
    for (const former of replaces) this.#replacements.push([former, key, kind, line])
    if (this.#replacements.length >= BATCH_SIZE) await this.#flushReplacements()
  }

  async #flushReplacements() {
    const rows = this.#replacements.splice(0)
    if (rows.length === 0) return
    const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
    await sql`insert into staged_replacement (former, key, kind, line) values ${values}`.execute(this.#db)
  }

  async #add(kind: RecordKind, wrong: 0 | 1 | 2, line: number, row: Record<string, Value>) {
    const rows = this.#waiting.get(kind) ?? []
    this.#waiting.set(kind, rows)
    const { columns, extra } = RECORD_TABLES[kind]
    const values: Value[] = [line, wrong]
    for (const name of columns) values.push(row[name] ?? null)
    for (const name in extra) values.push(row[name] ?? null)
    rows.push(values)
    if (rows.length >= BATCH_SIZE) await this.#flush(kind)
  }

  async #flush(kind: RecordKind) {
    const rows = this.#waiting.get(kind) ?? []
    if (rows.length === 0) return
    this.#waiting.delete(kind)
    const full = rows.length === BATCH_SIZE
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

interface Replacing {
  line: number
  replaces?: string[]
}

/**
 * Returns the staged row of a removal. The stated practice is in a table column or in an extra column, depending on
 * the kind.
 */
const removalRow = ({ kind, key, practiceId }: Removal): Record<string, Value> => ({
  [RECORD_TABLES[kind].key]: key,
  practice_id: practiceId ?? null,
  stated_practice: practiceId ?? null,
})

function rowOf(record: Extract<Checked, { record: unknown }>['record']): Record<string, Value> {
  // TypeScript cannot infer that kind and table correspond.
  const table = RECORD_TABLES[record.record] as { toRow(record: object): Record<string, Value> }
  return table.toRow(record)
}
