import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { AnimalFigures, ClientFigures, PracticeFigures, ReminderFigures } from '#contract/schemas/figures.ts'
import { REMINDER_TYPES } from '#contract/reminder.ts'
import { typedKeys } from '#contract/values.ts'
import { isPostgres } from '#server/db/engine.ts'
import { readableJson } from '#server/db/json.ts'
import { BATCH, isOneOf, yieldToEventLoop } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import { isFormer, reminderConcernsCurrent } from '#server/db/patient-state.ts'
import { mailedClients } from '#server/mail/reminders/due.ts'

interface Period {
  from: IsoDate
  until: IsoDate
  today: IsoDate
}

type Counts = Omit<ReminderFigures, 'type'>

/** Counts the reminders of some clients that came due in a period, by type and outcome. */
async function countReminders(db: Database, clients: readonly string[], { from, until, today }: Period) {
  const status = inReminder(db, 'status')
  const completed = inReminder(db, 'completedDate')
  const isDone = sql<SqlBool>`(${completed} is not null or coalesce(${status}, '') = 'DONE')`
  const doneIn = (days: number) => sql<SqlBool>`${completed} <= ${dueAfter(db, days)}`
  return await db
    .selectFrom('reminder')
    .select((row) => [
      inReminder(db, 'type').as('type'),
      row.fn.countAll<number>().as('due'),
      countWhere(doneIn(30)).as('doneIn30'),
      countWhere(doneIn(90)).as('doneIn90'),
      countWhere(isDone).as('done'),
      countWhere(sql`not ${isDone} and ${dueAfter(db, 90)} >= ${today}`).as('pending'),
    ])
    .where(isOneOf(db, 'client_uuid', clients))
    .where('date', '>=', from)
    .where('date', '<=', until)
    .where(sql<SqlBool>`coalesce(${status}, '') <> 'CANCELLED'`)
    // A reminder was not missed if its animal died before.
    .where((row) => row.or([isDone, reminderConcernsCurrent]))
    .groupBy('type')
    .execute()
}

/** Counts the living animals of some clients, by whether they have reminders. */
async function countAnimals(db: Database, clients: readonly string[]): Promise<AnimalFigures> {
  return await db
    .selectFrom('patient')
    .leftJoin(
      (query) =>
        query
          .selectFrom('reminder')
          .select((row) => ['patient_uuid', 'client_uuid', row.fn.max('active').as('active')])
          .where(isOneOf(db, 'client_uuid', clients))
          .groupBy(['patient_uuid', 'client_uuid'])
          .as('reminded'),
      // Excludes reminders of an animal's former client, which are not outstanding.
      (join) =>
        join
          .onRef('reminded.patient_uuid', '=', 'patient.uuid')
          .onRef('reminded.client_uuid', '=', 'patient.client_uuid'),
    )
    .select((row) => [
      row.fn.countAll<number>().as('alive'),
      countWhere(sql`reminded.active = 1`).as('planned'),
      countWhere(sql`reminded.active is null`).as('without'),
    ])
    .where(isOneOf(db, 'patient.client_uuid', clients))
    .where((row) => row.not(isFormer('patient')))
    .executeTakeFirstOrThrow()
}

/**
 * Returns the outcomes of a practice's reminders and the numbers of its animals with and without reminders. Works in
 * batches of clients.
 */
export async function recordFigures(
  db: Database,
  practiceId: string,
  period: Period,
): Promise<Pick<PracticeFigures, 'reminders' | 'animals'>> {
  const clients = await db.selectFrom('client').select('uuid').where('practice_id', '=', practiceId).execute()
  const byType = new Map<string, Counts>()
  const animals: AnimalFigures = { alive: 0, planned: 0, without: 0 }
  for (let from = 0; from < clients.length; from += BATCH) {
    const some = clients.slice(from, from + BATCH).map(({ uuid }) => uuid)
    add(animals, await countAnimals(db, some))
    for (const { type, ...counts } of await countReminders(db, some, period)) {
      const sums = byType.get(type ?? 'OTHER')
      if (sums) add(sums, counts)
      else byType.set(type ?? 'OTHER', counts)
    }
    await yieldToEventLoop()
  }
  return {
    reminders: REMINDER_TYPES.flatMap((type) => {
      const counts = byType.get(type)
      return counts ? [{ type, ...counts }] : []
    }),
    animals,
  }
}

function add<Name extends string>(sums: Record<Name, number>, counts: Readonly<Record<Name, number>>): void {
  for (const name of typedKeys<Name>(sums)) sums[name] += counts[name]
}

export const countWhere = (condition: Expression<SqlBool>): RawBuilder<number> =>
  sql<number>`count(*) filter (where ${condition})`

/**
 * Selects a text field of a reminder's JSON. PostgreSQL rejects JSON with half a surrogate pair, so its version
 * searches the text.
 */
const inReminder = (db: Database, field: 'type' | 'status' | 'completedDate'): RawBuilder<string | null> =>
  isPostgres(db)
    ? sql<string | null>`substring(data from ${sql.lit(`"${field}":"([^"]+)"`)})`
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
