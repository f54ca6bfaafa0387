import type { RequestKind } from '#contract/request.ts'
import type { RequestSettings, RequestTerms } from '#contract/schemas/request.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { lockingPractice } from '#server/access/access-level.ts'
import { getRow } from '#server/db/one-row.ts'
import { ProblemError } from '#server/http/problem.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { isConfirmedMailbox } from '#server/mail/mailbox-link.ts'
import { requestSettingsOf, templatesIn, withTemplates } from '#server/practice/request-settings.ts'
import { announceChange } from '#server/notices/admin-changes.ts'
import { mailMailboxConfirmation } from './mailbox.ts'

/** Returns the settings for staff, with whether the e-mail address for notifications is confirmed. */
export async function requestSettingsShown(db: Database, practiceId: string): Promise<RequestSettings> {
  const settings = await requestSettingsOf(db, practiceId)
  const { mailTo } = settings
  return mailTo
    ? { ...settings, mailToConfirmed: await isConfirmedMailbox(db, { practiceId, address: mailTo }) }
    : settings
}

export const termsOf = ({ kinds, hours, answerWithinDays, productsNotRepeated }: RequestSettings): RequestTerms => ({
  kinds,
  hours,
  answerWithinDays,
  productsNotRepeated,
})

/** Throws `request-not-taken` if the practice does not accept this kind of request. */
export async function requireTaken(trx: DatabaseTransaction, practiceId: string, kind: RequestKind): Promise<void> {
  const { kinds } = await requestSettingsOf(trx, practiceId)
  if (kinds.includes(kind)) return
  const { name, phone } = await getRow(trx, 'practice', { id: practiceId }, ['name', 'phone'])
  throw new ProblemError('request-not-taken', { practice: lockingPractice(name, phone) })
}

export async function changeRequestSettings(
  trx: DatabaseTransaction,
  { practiceId, settings, by, now }: { practiceId: string; settings: RequestSettings; by: Actor; now: Date },
): Promise<RequestSettings> {
  const { productsNotRepeated, mailToConfirmed: _, ...rest } = settings
  const former = await requestSettingsOf(trx, practiceId)
  const changed: RequestSettings = {
    ...withTemplates(rest, templatesIn(settings, former)),
    kinds: [...new Set(settings.kinds)],
    ...(productsNotRepeated && { productsNotRepeated: [...new Set(productsNotRepeated.map((name) => name.trim()))] }),
  }
  const data = JSON.stringify(changed)
  if (!isEqual(parseStored('requestSettings', data), former)) {
    await trx
      .insertInto('request_settings')
      .values({ practice_id: practiceId, data })
      .onConflict((conflict) => conflict.column('practice_id').doUpdateSet({ data }))
      .execute()
    await writeAudit(trx, { practiceId, by, action: 'request-settings-changed', now })
  }
  const { mailTo } = changed
  if (mailTo && mailTo !== former.mailTo)
    await announceChange(trx, 'mailbox-changed', { practiceId, by, member: mailTo, now })
  // Runs even for unchanged settings, so that saving again sends the link again.
  if (mailTo && !(await isConfirmedMailbox(trx, { practiceId, address: mailTo })))
    await mailMailboxConfirmation(trx, { practiceId, address: mailTo }, { now, onlyOnce: false })
  return await requestSettingsShown(trx, practiceId)
}

/** Compares settings by their JSON. Both come from the same schema, so their fields have the same order. */
const isEqual = (one: RequestSettings | undefined, other: RequestSettings) =>
  JSON.stringify(one) === JSON.stringify(other)
