import { addMonths, monthOf } from '#contract/dates.ts'
import type { AnimalFigures, ClientFigures, MonthStart } from '#contract/schemas/figures.ts'
import { localDay } from '#contract/zone.ts'
import type { Database } from '#server/db/schema.ts'
import { HIDDEN_PRACTICE } from '#server/import/preload.ts'
import type { Ports } from '#server/ports.ts'
import { clientFigures, countAnimals } from './records.ts'

/**
 * Counts the animals and clients of each practice once a month, and deletes counts from before last month. Past counts cannot be
 * derived later, because removed records leave no trace.
 */
export async function recordMonthStarts(
  { db, slowReads = db, stopping }: Pick<Ports, 'db' | 'slowReads' | 'stopping'>,
  now: Date,
): Promise<void> {
  const day = localDay(now)
  const month = monthOf(day)
  await db.deleteFrom('month_start').where('month', '<', addMonths(month, -1)).execute()
  const practices = await db
    .selectFrom('practice')
    .select('id')
    .where('id', '!=', HIDDEN_PRACTICE)
    .where('id', 'not in', (row) => row.selectFrom('month_start').select('practice_id').where('month', '=', month))
    .orderBy('id')
    .execute()
  for (const { id } of practices) {
    if (stopping?.aborted) return
    const [animals, clients] = await Promise.all([countAnimals(slowReads, id), clientFigures(slowReads, id)])
    await db
      .insertInto('month_start')
      .values({ practice_id: id, month, day, ...countsOf(animals, clients) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const countsOf = ({ alive }: AnimalFigures, clients: ClientFigures): Omit<MonthStart, 'day'> => ({
  animals: alive,
  clients: Object.values(clients).reduce<number>((sum, count = 0) => sum + count, 0),
  users: clients.mailed + clients.activated,
  invited: clients.invited,
})

/** Returns the counts of this month and of last month, the latest first. */
export async function monthStartsOf(db: Database, practiceId: string, now: Date): Promise<MonthStart[]> {
  const month = monthOf(localDay(now))
  return await db
    .selectFrom('month_start')
    .select(['day', 'animals', 'clients', 'users', 'invited'])
    .where('practice_id', '=', practiceId)
    .where('month', 'in', [month, addMonths(month, -1)])
    .orderBy('month', 'desc')
    .execute()
}
