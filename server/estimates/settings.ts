import type { Estimate, EstimateSettings, ShownEstimateSettings } from '#contract/schemas/estimate.ts'
import type { Language } from '#contract/languages.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { findRow, getRow } from '#server/db/one-row.ts'
import { present } from '#server/db/present.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { textsIn } from '#server/texts.ts'

export async function estimateSettingsOf(db: Database, practiceId: string): Promise<EstimateSettings> {
  const row = await findRow(db, 'estimate_settings', { practice_id: practiceId }, ['data'])
  return (row && parseStored('estimateSettings', row.data)) ?? {}
}

export type Terms = NonNullable<Estimate['terms']>

/** Returns the sentences of a practice that owners read; the defaults are in the language of the reader. */
export async function termsOf(db: Database, practiceId: string, language: Language): Promise<Terms> {
  const { text } = textsIn(language)
  const { emergency, emergencyPhone, confirmation } = await estimateSettingsOf(db, practiceId)
  const { phone } = await getRow(db, 'practice', { id: practiceId }, ['phone'])
  return {
    emergency: emergency || text('estimates.emergency'),
    confirmation: confirmation || text('estimates.confirmation'),
    ...present({ phone: emergencyPhone || phone }),
  }
}

export const settingsShown = async (
  db: Database,
  practiceId: string,
  language: Language,
): Promise<ShownEstimateSettings> => ({
  ...(await estimateSettingsOf(db, practiceId)),
  shown: await termsOf(db, practiceId, language),
})

export async function changeEstimateSettings(
  trx: DatabaseTransaction,
  { practiceId, settings, by, now }: { practiceId: string; settings: EstimateSettings; by: Actor; now: Date },
): Promise<void> {
  const data = JSON.stringify(
    Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
    ),
  )
  if (data === JSON.stringify(await estimateSettingsOf(trx, practiceId))) return
  await trx
    .insertInto('estimate_settings')
    .values({ practice_id: practiceId, data })
    .onConflict((conflict) => conflict.column('practice_id').doUpdateSet({ data }))
    .execute()
  await writeAudit(trx, { practiceId, by, action: 'estimate-settings-changed', now })
}
