import { DAY_MS } from '#contract/dates.ts'
import type { EstimateLine } from '#contract/schemas/estimate.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import type { ExportRecord, ExportRecords } from '#server/import/records.ts'
import type { Days } from './days.ts'
import json from './estimates.json' with { type: 'json' }
import { createRandom, nth } from './random.ts'

/** An open estimate with a range, an accepted one, and one that has lapsed; days count from today. */
interface Data {
  animal: number
  number: string
  sent: number
  until: number
  /** Day of the acceptance. */
  answered?: number
  reason: string
  text?: string
  lines: EstimateLine[]
}

const ESTIMATES: readonly Data[] = json

export function makeEstimates(days: Days, animals: readonly ExportRecords['patient'][]): ExportRecord[] {
  // Own random numbers: the other records stay as they are.
  const random = createRandom(46)
  return ESTIMATES.map(({ animal, sent, until, answered: _, ...content }) => {
    const { uuid: patientUuid, clientUuid, name: patientName } = nth(animals, animal)
    const of = { patientUuid, clientUuid, patientName }
    return { record: 'estimate', uuid: random.uuid(), ...of, date: days(sent), validUntil: days(until), ...content }
  })
}

/** Adds the answers of the owner, and the times at which the estimates were sent. */
export async function answerEstimates(trx: DatabaseTransaction, now: Date): Promise<void> {
  for (const { number, sent, answered } of ESTIMATES) {
    const at = (day: number) => new Date(now.getTime() + day * DAY_MS).toISOString()
    const rows = await trx
      .selectFrom('estimate')
      .innerJoin('client', 'client.uuid', 'estimate.client_uuid')
      .selectAll('client')
      .select(['estimate.uuid as estimateId', 'estimate.hash'])
      .where('estimate.data', 'like', `%"${number}"%`)
      .execute()
    for (const { estimateId, hash, ...client } of rows) {
      await trx
        .updateTable('estimate')
        .set({ sent_at: at(sent) })
        .where('uuid', '=', estimateId)
        .execute()
      if (answered === undefined || hash === null) continue
      await trx
        .insertInto('estimate_answer')
        .values({
          id: crypto.randomUUID(),
          estimate_uuid: estimateId,
          client_uuid: client.uuid,
          account_id: client.account_id,
          outcome: 'accepted',
          answered_at: at(answered),
          answered_by: nameOfRow(client),
          hash,
          file_hash: null,
          text: null,
        })
        .execute()
    }
  }
}
