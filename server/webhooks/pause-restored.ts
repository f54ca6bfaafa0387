import type { Database } from '#server/db/schema.ts'

/**
 * Pauses endpoints after the restore of a backup. Events that wait in the backup may have been sent before, so an admin
 * decides. Returns the number of endpoints; a backup of an earlier version has none.
 */
export async function pauseRestored(db: Database): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'webhook_endpoint')) return 0
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set({ state: 'paused', reason: 'restored', lease_until: null })
    .where('state', '=', 'active')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
