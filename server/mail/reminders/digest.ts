import { animalNames } from '#server/animals/names.ts'
import type { Database } from '#server/db/schema.ts'
import type { ReminderDigest } from '#server/ports.ts'
import { dueReminders, mailedClients } from './due.ts'
import type { UnsubscribeLinks } from './unsubscribe.ts'
import { localDay } from '#contract/zone.ts'
import { parseStored } from '#server/db/stored.ts'

/** Reminders listed in a mail; the mail counts the others. */
const LISTED = 20

interface DigestFor {
  accountId: string
  practiceId: string
  /** Absent in a mail that a server of the version before has queued. */
  clientId?: string | undefined
  links: UnsubscribeLinks
  publicUrl: string
  now: Date
}

/** Returns the reminders due at the moment of sending; undefined without any, and after the subscription has ended. */
export async function digestOf(
  db: Database,
  { accountId, practiceId, clientId, links, publicUrl, now }: DigestFor,
): Promise<ReminderDigest | undefined> {
  const client = await mailedClients(db)
    .innerJoin('account', 'account.id', 'client.account_id')
    .select(['client.uuid', 'account.language'])
    .where('client.account_id', '=', accountId)
    .where('client.practice_id', '=', practiceId)
    .$if(clientId !== undefined, (clients) => clients.where('client.uuid', '=', clientId ?? ''))
    .orderBy('client.uuid')
    .executeTakeFirst()
  if (!client) return undefined
  const today = localDay(now)
  const due = dueReminders(db, now).where('reminder.client_uuid', '=', client.uuid)
  const listed = await due.select(['date', 'data']).orderBy('date').orderBy('uuid').limit(LISTED).execute()
  if (listed.length === 0) return undefined
  const { count } = await due.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const reminders = listed.map(({ date, data }) => ({ ...parseStored('reminder', data), date }))
  const animals = reminders.map(({ patientUuid }) => patientUuid)
  const nameOf = await animalNames(db, animals, client.language)
  return {
    reminders: reminders.map(({ date, patientUuid, patientName, description }) => {
      const animal = nameOf(patientUuid, patientName) || null
      return { date, late: date < today, animal, what: description || null }
    }),
    more: count - listed.length,
    unsubscribeUrl: publicUrl + (await links.pathOf({ clientId: client.uuid, accountId })),
  }
}
