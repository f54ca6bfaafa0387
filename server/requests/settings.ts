import type { RequestSettings, RequestTerms } from '#contract/schemas/request.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

/** What a practice takes; one that has set nothing takes no requests. */
export async function requestSettingsOf(db: Database, practiceId: string): Promise<RequestSettings> {
  const row = await db
    .selectFrom('request_settings')
    .select('data')
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  return (row && parseStored('requestSettings', row.data)) ?? { kinds: [] }
}

/** The part of it that clients are told. */
export const termsOf = ({ kinds, hours, answerWithinDays, productsNotRepeated }: RequestSettings): RequestTerms => ({
  kinds,
  hours,
  answerWithinDays,
  productsNotRepeated,
})

export async function changeRequestSettings(
  trx: DatabaseTransaction,
  { practiceId, settings, by, now }: { practiceId: string; settings: RequestSettings; by: Actor; now: Date },
): Promise<RequestSettings> {
  const { productsNotRepeated } = settings
  const changed: RequestSettings = {
    ...settings,
    kinds: [...new Set(settings.kinds)],
    ...(productsNotRepeated && { productsNotRepeated: [...new Set(productsNotRepeated.map((name) => name.trim()))] }),
  }
  const data = JSON.stringify(changed)
  await trx
    .insertInto('request_settings')
    .values({ practice_id: practiceId, data })
    .onConflict((conflict) => conflict.column('practice_id').doUpdateSet({ data }))
    .execute()
  await writeAudit(trx, { practiceId, by, action: 'request-settings-changed', now })
  return changed
}
