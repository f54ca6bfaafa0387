import { MESSAGE_OUTCOMES, type RequestKind } from '#contract/request.ts'
import { unseenBefore } from '#contract/request-rules.ts'
import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { requestSettingsOf } from '#server/practice/request-settings.ts'
import { isUnseen, waitsSince } from '#server/practice/waiting-requests.ts'

/**
 * Returns the number of unseen requests of a practice by kind; with `overdueAt`, only requests overdue at that moment.
 */
export async function unseenRequests(
  db: Database,
  practiceId: string,
  overdueAt: Date | undefined,
): Promise<{ kind: RequestKind; count: number }[]> {
  const before = overdueAt && unseenBefore(overdueAt, (await requestSettingsOf(db, practiceId)).seenWithinDays)
  return await db
    .selectFrom('request')
    .innerJoin('client', 'client.uuid', 'request.client_uuid')
    .where('request.practice_id', '=', practiceId)
    .where(isUnseen)
    .where('client.registered', '=', 1)
    .$if(before !== undefined, (unseen) => unseen.where(waitsSince, '<', before ?? ''))
    .select((row) => ['request.kind', row.fn.countAll<number>().as('count')])
    .groupBy('request.kind')
    .orderBy('request.kind')
    .execute()
}

/** Whether a request with a message of the practice can be opened by the owner who sent it. */
export async function mayReadAnswer(
  db: Database,
  { requestId, accountId }: { requestId: string; accountId: string | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('request')
    .innerJoin('client', (join) =>
      join.onRef('client.uuid', '=', 'request.client_uuid').onRef('client.account_id', '=', 'request.account_id'),
    )
    .innerJoin('practice', 'practice.id', 'request.practice_id')
    .select('request.uuid')
    .where('request.uuid', '=', requestId)
    .where('request.state', 'in', MESSAGE_OUTCOMES)
    .where('request.account_id', '=', accountId)
    // Null for a request that a server of an earlier version has answered.
    .where((row) => row(row.fn.coalesce('request.unread', sql.lit(1)), '=', 1))
    .where('client.registered', '=', 1)
    .where('client.locked', '=', 0)
    .where('practice.locked', '=', 0)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns the path of the page with the forms that a client has to fill in: that of their appointment, if all are for one.
 * Undefined without such a form.
 */
export async function openFormsPage(db: Database, clientId: string, now: Date): Promise<string | undefined> {
  const [first, other] = await db
    .selectFrom('form_task')
    .leftJoin('appointment', (join) =>
      join
        .onRef('appointment.uuid', '=', 'form_task.appointment_uuid')
        .onRef('appointment.client_uuid', '=', 'form_task.client_uuid'),
    )
    .select('appointment_uuid as appointmentId')
    .distinct()
    .where('form_task.client_uuid', '=', clientId)
    .where('form_task.state', '=', 'asked')
    .where((row) =>
      row.or([
        row('appointment_uuid', 'is', null),
        row.and([row('appointment.status', '=', 'BOOKED'), row('appointment.ends_at', '>=', now.toISOString())]),
      ]),
    )
    .limit(2)
    .execute()
  if (!first) return undefined
  return first.appointmentId === null || other ? '/client/forms' : `/client/visits/${first.appointmentId}`
}
