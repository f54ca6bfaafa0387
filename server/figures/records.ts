import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type IsoDate, addDays } from '#contract/dates.ts'
import type { AnimalFigures, ClientFigures, PracticeFigures, ReminderFigures } from '#contract/schemas/figures.ts'
import { REMINDER_TYPES } from '#contract/reminder.ts'
import { isPostgres } from '#server/db/engine.ts'
import { readableJson } from '#server/db/json.ts'
import type { Database } from '#server/db/schema.ts'
import { isFormer, reminderConcernsCurrent } from '#server/db/patient-state.ts'
import { HIDDEN_PRACTICE } from '#server/import/preload.ts'
import { mailedClients } from '#server/mail/reminders/due.ts'

interface Period {
  from: IsoDate
  until: IsoDate
  today: IsoDate
}

/** Counts the reminders of a practice that came due in a period, by type and outcome. */
async function countReminders(
  db: Database,
  practiceId: string,
  { from, until, today }: Period,
): Promise<ReminderFigures[]> {
  const isDone = sql<SqlBool>`(completed is not null or coalesce(status, '') = 'DONE')`
  const doneIn = (days: number) => sql<SqlBool>`completed <= ${dueAfter(db, days)}`
  const rows = await db
    // Materialized: otherwise each use of a field would search the JSON again.
    .with(
      (name) => name('due').materialized(),
      (query) =>
        query
          .selectFrom('client')
          .innerJoin('reminder', 'reminder.client_uuid', 'client.uuid')
          .select(['reminder.client_uuid', 'reminder.patient_uuid', 'reminder.date'])
          .select([
            inReminder(db, 'type').as('type'),
            inReminder(db, 'status').as('status'),
            inReminder(db, 'completedDate').as('completed'),
          ])
          .where('client.practice_id', '=', practiceId)
          // All values: lets SQLite search the index that has the date after this column.
          .where('reminder.active', 'in', [0, 1])
          .where('reminder.date', '>=', from)
          .where('reminder.date', '<=', until),
    )
    // The alias that `reminderConcernsCurrent` refers to.
    .selectFrom('due as reminder')
    .select((row) => [
      sql<ReminderFigures['type']>`coalesce(type, 'OTHER')`.as('type'),
      row.fn.countAll<number>().as('due'),
      countWhere(doneIn(30)).as('doneIn30'),
      countWhere(doneIn(90)).as('doneIn90'),
      countWhere(isDone).as('done'),
      countWhere(sql`not ${isDone} and date >= ${addDays(today, -90)}`).as('pending'),
    ])
    .where(sql<SqlBool>`coalesce(status, '') <> 'CANCELLED'`)
    // A reminder was not missed if its animal died before.
    .where((row) => row.or([isDone, reminderConcernsCurrent]))
    .groupBy(sql`coalesce(type, 'OTHER')`)
    .execute()
  return REMINDER_TYPES.flatMap((type) => rows.find((row) => row.type === type) ?? [])
}

/** Counts the living animals of a practice, by whether they have reminders. */
export const countAnimals = async (db: Database, practiceId: string): Promise<AnimalFigures> =>
  await db
    .with(
      (name) => name('animal').materialized(),
      (query) =>
        query
          .selectFrom('patient')
          .select((row) =>
            row
              .selectFrom('reminder')
              .select((reminder) => reminder.fn.max('active').as('active'))
              // Excludes reminders of an animal's former client, which are not outstanding.
              .whereRef('reminder.client_uuid', '=', 'patient.client_uuid')
              .whereRef('reminder.patient_uuid', '=', 'patient.uuid')
              .as('active'),
          )
          .where('practice_id', '=', practiceId)
          .where('client_uuid', 'not in', (row) =>
            row.selectFrom('client').select('uuid').where('practice_id', '=', HIDDEN_PRACTICE),
          )
          .where((row) => row.not(isFormer('patient'))),
    )
    .selectFrom('animal')
    .select((row) => [
      row.fn.countAll<number>().as('alive'),
      countWhere(sql`active = 1`).as('planned'),
      countWhere(sql`active is null`).as('without'),
    ])
    .executeTakeFirstOrThrow()

/** Returns the outcomes of a practice's reminders, and the numbers of its animals with and without reminders. */
export async function recordFigures(
  db: Database,
  practiceId: string,
  period: Period,
): Promise<Pick<PracticeFigures, 'reminders' | 'animals'>> {
  const [reminders, animals] = await Promise.all([countReminders(db, practiceId, period), countAnimals(db, practiceId)])
  return { reminders, animals }
}

export const countWhere = (condition: Expression<SqlBool>): RawBuilder<number> =>
  sql<number>`count(*) filter (where ${condition})`

/**
 * Selects a text field of a reminder's JSON. PostgreSQL rejects JSON with half a surrogate pair, so its version
 * searches the text; a regular expression would take twice as long.
 */
const inReminder = (db: Database, field: 'type' | 'status' | 'completedDate'): RawBuilder<string | null> =>
  isPostgres(db)
    ? sql<string | null>`nullif(split_part(split_part(data, ${sql.lit(`"${field}":"`)}, 2), '"', 1), '')`
    : sql<string | null>`json_extract(${readableJson('data')}, ${sql.lit(`$.${field}`)})`

/** Date that many days after the due date. */
const dueAfter = (db: Database, days: number): RawBuilder<IsoDate> =>
  isPostgres(db)
    ? sql<IsoDate>`to_char(date::date + ${sql.lit(days)}, 'YYYY-MM-DD')`
    : sql<IsoDate>`date(date, ${sql.lit(`+${days} days`)})`

/** Counts the clients of a practice by how the portal reaches them. */
export async function clientFigures(db: Database, practiceId: string): Promise<ClientFigures> {
  const isOpen = sql`registered = 1 and locked = 0`
  const [counts, { mailed }] = await Promise.all([
    db
      .selectFrom('client')
      .select([
        countWhere(sql`${isOpen} and activation = 'activated'`).as('activated'),
        countWhere(sql`${isOpen} and coalesce(activation, '') not in ('activated', 'not-invited')`).as('invited'),
        countWhere(sql`${isOpen} and activation = 'not-invited'`).as('notInvited'),
        countWhere(sql`registered = 1 and locked = 1`).as('locked'),
        countWhere(sql`registered = 0 and email is not null`).as('withEmail'),
        countWhere(sql`registered = 0 and email is null`).as('withoutEmail'),
      ])
      .where('practice_id', '=', practiceId)
      .executeTakeFirstOrThrow(),
    mailedClients(db)
      .select((row) => row.fn.countAll<number>().as('mailed'))
      .where('client.practice_id', '=', practiceId)
      .where('client.activation', '=', 'activated')
      .executeTakeFirstOrThrow(),
  ])
  return {
    mailed: Number(mailed),
    activated: Number(counts.activated) - Number(mailed),
    invited: Number(counts.invited),
    notInvited: Number(counts.notInvited),
    locked: Number(counts.locked),
    withEmail: Number(counts.withEmail),
    withoutEmail: Number(counts.withoutEmail),
  }
}
