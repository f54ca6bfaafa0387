import { DAY_MS } from '#contract/dates.ts'
import type { EstimateLine } from '#contract/schemas/estimate.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { type AnswerPorts, answerEstimate } from '#server/estimates/answer.ts'
import { clientOf } from '#server/estimates/follow.ts'
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

/** Sets the times at which the estimates were sent. */
export async function sendEstimates(trx: DatabaseTransaction, now: Date): Promise<void> {
  for (const { estimate, sentAt } of await storedEstimates(trx, now))
    await trx.updateTable('estimate').set({ sent_at: sentAt }).where('uuid', '=', estimate.uuid).execute()
}

/** Adds the answers of the owner, without stored PDFs. */
export async function addAnswers(trx: DatabaseTransaction, now: Date): Promise<void> {
  for (const { estimate, client, answeredAt } of await storedEstimates(trx, now)) {
    if (answeredAt === undefined) continue
    await trx
      .insertInto('estimate_answer')
      .values({
        id: crypto.randomUUID(),
        estimate_uuid: estimate.uuid,
        client_uuid: client.uuid,
        account_id: client.account_id,
        outcome: 'accepted',
        answered_at: answeredAt,
        answered_by: nameOfRow(client),
        hash: estimate.hash ?? '',
        file_hash: null,
        text: null,
      })
      .execute()
  }
}

/** Answers estimates as their owner, with stored PDFs. */
export async function acceptEstimates(services: AnswerPorts, now: Date): Promise<void> {
  const { db } = services
  for (const { estimate, client, answeredAt } of await storedEstimates(db, now)) {
    if (answeredAt === undefined || client.account_id === null) continue
    await answerEstimate(services, {
      clientId: client.uuid,
      accountId: client.account_id,
      estimateId: estimate.uuid,
      body: { outcome: 'accepted', contentHash: estimate.hash ?? '' },
      now: new Date(answeredAt),
    })
  }
  // The demo begins without mails about these answers.
  await db.deleteFrom('outbox').where('kind', '=', 'estimate-answered').execute()
}

/** Returns the estimates of the demo with their clients and times. */
async function storedEstimates(db: Database | DatabaseTransaction, now: Date) {
  const at = (day: number) => new Date(now.getTime() + day * DAY_MS).toISOString()
  const found = ESTIMATES.map(async ({ number, sent, answered }) => {
    const estimate = await db
      .selectFrom('estimate')
      .select(['uuid', 'hash', 'client_uuid'])
      .where('data', 'like', `%"${number}"%`)
      .executeTakeFirstOrThrow()
    const client = await clientOf(db, estimate.client_uuid)
    return { estimate, client, sentAt: at(sent), answeredAt: answered === undefined ? undefined : at(answered) }
  })
  return await Promise.all(found)
}
