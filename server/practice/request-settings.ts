import { findRow } from '#server/db/one-row.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'

/** Returns which requests a practice accepts. A practice without settings accepts none. */
export async function requestSettingsOf(db: Database, practiceId: string): Promise<RequestSettings> {
  const row = await findRow(db, 'request_settings', { practice_id: practiceId }, ['data'])
  return (row && parseStored('requestSettings', row.data)) ?? { kinds: [] }
}
