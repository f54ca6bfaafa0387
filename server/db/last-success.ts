import type { Database, PeriodicWork } from './schema.ts'

/** Records a success for the metrics. Monitoring reads it from any server, also after a restart. */
export async function recordSuccess(db: Database, work: PeriodicWork, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('last_success')
    .values({ work, at })
    .onConflict((conflict) => conflict.column('work').doUpdateSet({ at }))
    .execute()
}
