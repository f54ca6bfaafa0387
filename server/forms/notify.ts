import { MINUTE_MS } from '#contract/dates.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { getRow } from '#server/db/one-row.ts'
import { earlierTime } from '#server/db/time.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'
import { queueToPractice } from '#server/requests/notify.ts'
import { askByRules } from './ask.ts'

/** Minimum time between two mails about completed forms. A practice reads forms before a visit, not at once. */
const MAIL_INTERVAL_MS = 60 * MINUTE_MS

/** Asks for forms by their rules, and notifies practices of completed and withdrawn ones. */
export async function workOnForms(ports: Pick<Ports, 'db' | 'clock' | 'stopping'>): Promise<void> {
  await askByRules(ports)
  const { db } = ports
  const now = await earlierTime(ports)
  const practices = await db
    .selectFrom('form_number')
    .innerJoin('practice', 'practice.id', 'form_number.practice_id')
    .select('form_number.practice_id as practiceId')
    .where('practice.locked', '=', 0)
    .whereRef('form_number.number', '>', 'form_number.mailed_number')
    .execute()
  for (const { practiceId } of practices) {
    try {
      await inTransaction(db, (trx) => notifyOfForms(trx, practiceId, now))
    } catch (error) {
      // Another server has notified the practice meanwhile.
      if (!(error instanceof ProblemError)) throw error
    }
  }
}

/**
 * Queues a mail if owners have completed or withdrawn forms since the last mail. Throws `conflict` if another server was
 * first. The number is changed last, because submissions wait for it.
 */
async function notifyOfForms(trx: DatabaseTransaction, practiceId: string, now: Date): Promise<void> {
  const ofPractice = { practice_id: practiceId }
  const read = await getRow(trx, 'form_number', ofPractice, ['number', 'mailed_number', 'mailed_at'])
  const { number, mailed_number: mailed, mailed_at: at } = read
  if (at !== null && Math.abs(now.getTime() - Date.parse(at)) < MAIL_INTERVAL_MS) return
  const news = await trx
    .selectFrom('form_task')
    .select('uuid')
    .where('practice_id', '=', practiceId)
    .where('number', '>', mailed)
    .where('state', 'in', ['complete', 'withdrawn'])
    .executeTakeFirst()
  if (news) await queueToPractice(trx, { kind: 'forms-new', practiceId, now })
  const { numUpdatedRows } = await trx
    .updateTable('form_number')
    .set({ mailed_number: number, ...(news && { mailed_at: now.toISOString() }) })
    .where('practice_id', '=', practiceId)
    .where('mailed_number', '=', mailed)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ProblemError('conflict')
}
