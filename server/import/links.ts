import { type RawBuilder, sql } from 'kysely'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import type { Database } from '#server/db/schema.ts'
import type { RecordKind } from './records.ts'
import { RECORD_KINDS } from './records.ts'
import { RECORD_TABLES, keysOf } from './tables.ts'
import { type Reason, flagReason } from './reasons.ts'
import { joinLines } from './invoice-lines.ts'
import { leaveOutUnknown } from './request-answers.ts'
import { REMOVAL } from './staging.ts'

type Links = 'practice' | 'client' | 'patient'

// Each case returns `field reason` for a line's first invalid reference.
// In the SQL, `x` is the line, and `s_…` is the referenced line of the export. A plain table name is the referenced row in the
// database. An invalid line counts as absent.

const found = (link: Links) =>
  ({
    practice: sql`coalesce(s_practice.id, practice.id)`,
    client: sql`coalesce(s_client.practice_id, client.practice_id)`,
    patient: sql`coalesce(s_patient.practice_id, patient_client.practice_id)`,
  })[link]

/**
 * Adds a condition on the practice's id: an export belongs to one practice, and links never find records of
 * another.
 */
type Inside = (practiceId: RawBuilder<unknown>) => RawBuilder<unknown>

const insideOf =
  (practiceId: string | null): Inside =>
  (column) =>
    practiceId === null ? sql`1 = 1` : sql`${column} = ${practiceId}`

/** Condition that excludes records removed by the export. */
const isRemaining = (
  kind: 'client' | 'patient',
) => sql`not exists (select 1 from ${sql.table(RECORD_TABLES[kind].staged)} gone
  where gone.uuid = ${sql.table(kind)}.uuid and gone.wrong = ${REMOVAL})`

const joinsOf = (inside: Inside): Record<Links, RawBuilder<unknown>> => ({
  practice: sql`
    left join staged_practice s_practice on s_practice.id = x.practice_id and s_practice.wrong = 0
    left join practice on practice.id = x.practice_id`,
  client: sql`
    left join staged_client s_client on s_client.uuid = x.client_uuid and s_client.wrong = 0
    left join client on client.uuid = x.client_uuid and ${inside(sql`client.practice_id`)} and ${isRemaining('client')}`,
  patient: sql`
    left join staged_patient s_patient on s_patient.uuid = x.patient_uuid and s_patient.wrong = 0
    left join patient on patient.uuid = x.patient_uuid and ${isRemaining('patient')}
    left join client patient_client on patient_client.uuid = patient.client_uuid
      and ${inside(sql`patient_client.practice_id`)}`,
})

const absent = (link: Links, field: string, column: string, staged: string, key: string) => sql`
  when x.${sql.ref(column)} is not null and ${found(link)} is null then
    case when exists (select 1 from ${sql.table(staged)} bad where bad.${sql.ref(key)} = x.${sql.ref(column)})
      then ${sql.lit(`${field} hanging`)} else ${sql.lit(`${field} unknown`)} end`

const ABSENT: Record<Links, RawBuilder<unknown>> = {
  practice: absent('practice', 'practiceId', 'practice_id', 'staged_practice', 'id'),
  client: absent('client', 'clientUuid', 'client_uuid', 'staged_client', 'uuid'),
  patient: absent('patient', 'patientUuid', 'patient_uuid', 'staged_patient', 'uuid'),
}

const STATED = (home: RawBuilder<unknown>) =>
  sql`when x.stated_practice is not null and x.stated_practice <> ${home} then 'practiceId otherPractice'`

const OTHER_PRACTICE = (inside: Inside) => sql`when not ${inside(sql`x.practice_id`)} then 'practiceId otherPractice'`

/** Returns joins and cases of a kind. `owner` is the client that owns the existing row with the same UUID. */
function linkCheck(kind: RecordKind, inside: Inside): { joins: RawBuilder<unknown>; cases: RawBuilder<unknown> } {
  const joins = joinsOf(inside)
  switch (kind) {
    case 'practice':
      return { joins: sql``, cases: sql`when not ${inside(sql`x.id`)} then 'id otherPractice'` }
    case 'user':
      return {
        joins: joins.practice,
        // The check ignores existing accounts, because the result would reveal where a person works.
        cases: sql`${OTHER_PRACTICE(inside)} ${ABSENT.practice}`,
      }
    case 'client':
      return {
        joins: sql`${joins.practice} left join client owner on owner.uuid = x.uuid`,
        cases: sql`${OTHER_PRACTICE(inside)} ${ABSENT.practice} when owner.practice_id <> x.practice_id then 'uuid otherPractice'`,
      }
    case 'logbookEntry':
      return {
        joins: sql`${joins.patient} ${joins.client}
          left join logbook_entry mine on mine.uuid = x.uuid
          left join patient owner_patient on owner_patient.uuid = mine.patient_uuid
          left join client owner on owner.uuid = owner_patient.client_uuid`,
        cases: sql`${ABSENT.patient} ${ABSENT.client}
          ${STATED(found('patient'))}
          when owner.practice_id <> ${found('patient')} then 'uuid otherPractice'`,
      }
    case 'invoiceLine':
      return {
        joins: sql`${joins.practice}
          left join invoice mine on mine.uuid = x.uuid left join client owner on owner.uuid = mine.client_uuid`,
        cases: sql`${OTHER_PRACTICE(inside)} ${ABSENT.practice}
          when owner.practice_id <> x.practice_id then 'invoiceUuid otherPractice'
          when x.practice_id is null then 'invoiceUuid unknown'`,
      }
    case 'requestAnswer':
      return {
        joins: sql``,
        cases: sql`when x.practice_id is not null and not ${inside(sql`x.practice_id`)} then 'practiceId otherPractice'`,
      }
    default: {
      const own = sql`
        left join ${sql.table(RECORD_TABLES[kind].table)} mine on mine.uuid = x.uuid
        left join client owner on owner.uuid = mine.client_uuid`
      const cases = sql`${STATED(found('client'))}
        when owner.practice_id <> ${found('client')} then 'uuid otherPractice'`
      if (kind === 'patient') return { joins: sql`${joins.client} ${own}`, cases: sql`${ABSENT.client} ${cases}` }
      return {
        joins: sql`${joins.client} ${joins.patient} ${own}`,
        cases: sql`${ABSENT.client} ${ABSENT.patient} ${cases}`,
      }
    }
  }
}

/**
 * Leaves out staged lines with invalid references, and lines repeated later in the file. Parents are checked first.
 */
export async function checkLinks(
  db: Database,
  practiceId: string | null,
  progress: (kind: RecordKind) => void,
): Promise<void> {
  for (const kind of RECORD_KINDS) {
    progress(kind)
    const { staged, key } = RECORD_TABLES[kind]
    const x = sql.table(staged)
    const { joins, cases } = linkCheck(kind, insideOf(practiceId))
    await sql`
      insert into staged_note (line, kind, note)
      select line, ${kind}, note from (
        select x.line as line, case ${cases} end as note from ${x} x ${joins} where x.wrong = 0
      ) checked where note is not null`.execute(db)
    await leaveOutNoted(db, kind)
    const same = sql.join(
      keysOf(RECORD_TABLES[kind]).map((column) => sql`later.${sql.ref(column)} = x.${sql.ref(column)}`),
      sql` and `,
    )
    await sql`
      insert into staged_note (line, kind, note)
      select x.line, ${kind}, ${sql.lit(`${key} repeated`)} from ${x} x
      where x.wrong = 0 and exists (select 1 from ${x} later where ${same} and later.wrong = 0 and later.line > x.line)`.execute(
      db,
    )
    await leaveOutNoted(db, kind)
    if (kind === 'invoiceLine') await joinLines(db)
    if (kind === 'requestAnswer') await leaveOutUnknown(db, insideOf(practiceId))
    if (kind === 'patient')
      await sql`update staged_patient set practice_id = coalesce(
        (select s.practice_id from staged_client s where s.uuid = staged_patient.client_uuid and s.wrong = 0),
        (select c.practice_id from client c where c.uuid = staged_patient.client_uuid)) where wrong = 0`.execute(db)
  }
}

async function leaveOutNoted(db: Database, kind: RecordKind): Promise<void> {
  await sql`update ${sql.table(RECORD_TABLES[kind].staged)} set wrong = 1
    where wrong = 0 and line in (select line from staged_note)`.execute(db)
}

/** Note about staged lines, with the number of lines of a kind. */
export interface NoteGroup extends Reason {
  kind: RecordKind
  field: string
  /** Text of the note, as it is staged. */
  note: string
  count: number
}

export async function noteGroups(db: Database): Promise<NoteGroup[]> {
  const { rows } = await sql<{ kind: RecordKind; note: string; count: number }>`
    select kind, note, count(*) as count from staged_note group by kind, note`.execute(db)
  return rows.map(({ kind, note, count }) => ({ kind, note, count: Number(count), ...parsed(note) }))
}

/** Returns the first lines with the notes of these groups, in the order of the file. */
export async function firstNotes(db: Database, groups: readonly NoteGroup[], limit: number): Promise<ImportProblem[]> {
  if (groups.length === 0) return []
  const condition = sql.join(
    groups.map(({ kind, note }) => sql`(kind = ${kind} and note = ${note})`),
    sql` or `,
  )
  const { rows } = await sql<{ line: number; note: string }>`
    select line, note from staged_note where ${condition} order by line limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ line, note }) => ({ line, ...parsed(note) }))
}

function parsed(note: string): { field: string } & Reason {
  const [field = '', flag = '', max] = note.split(' ')
  return { field, ...flagReason(flag, { max }) }
}
