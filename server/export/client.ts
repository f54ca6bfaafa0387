import { typedEntries } from '#contract/values.ts'
import { addressChangeOf } from '#server/mail/confirmation-links.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { accessByRole } from '#server/access-log/client-readers.ts'
import { answerOf } from '#server/estimates/queries.ts'
import { practiceRow, publicPractice } from '#server/practice/queries.ts'
import { type ClientRecordKind, clientOf, recordsOf } from './records.ts'
import { messagesOf } from '#server/requests/messages.ts'
import { parseStored } from '#server/db/stored.ts'

export const LISTS = {
  patient: 'patients',
  reminder: 'reminders',
  appointment: 'appointments',
  visitForm: 'visitForms',
  attachment: 'attachments',
  invoice: 'invoices',
  estimate: 'estimates',
  logbookEntry: 'logbookEntries',
} as const satisfies Record<ClientRecordKind, string>

/** Returns all stored data of a client, its account and its removal; undefined if there is no such client. */
export async function exportClient(db: Database, uuid: string, now: Date): Promise<object | undefined> {
  const row = await db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  if (!row) return undefined
  const lists: Record<string, object[]> = {}
  for (const [kind, list] of typedEntries(LISTS)) {
    lists[list] = []
    for await (const records of recordsOf(db, kind, [uuid])) lists[list].push(...records)
  }
  const events = await db
    .selectFrom('audit')
    .select(['at', 'action'])
    .where('practice_id', '=', row.practice_id)
    .where('client_uuid', '=', uuid)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return { ...(await aboutClient(db, row, { now })), ...lists, events, ...(await ofRemoval(db, uuid)) }
}

/**
 * Returns the stored data of a client except its records. `accountId` leaves out requests, questions and shared
 * cards of former accounts.
 */
export async function aboutClient(db: Database, row: ClientRow, { now, accountId }: { now: Date; accountId?: string }) {
  const { uuid: clientId, practice_id: practiceId } = row
  return {
    exportedAt: now.toISOString(),
    practice: publicPractice(await practiceRow(db, practiceId)),
    client: {
      ...clientOf(row),
      ...present({ invitedAt: row.invited_at, lastLoginAt: row.last_opened_at }),
    },
    seen: await accessByRole(db, { practiceId, clientId, now }),
    requests: await requestsOf(db, clientId, accountId),
    forms: await formsOf(db, clientId, accountId),
    visitQuestions: await visitQuestionsOf(db, clientId, accountId),
    estimateAnswers: await answersOfClient(db, clientId),
    ...(await ofOwner(db, row, accountId)),
  }
}

/** Returns the answers to estimates of a client, also those that a change of the content made void. */
async function answersOfClient(db: Database, clientId: string) {
  const rows = await db
    .selectFrom('estimate_answer')
    .selectAll()
    .where('client_uuid', '=', clientId)
    .orderBy('answered_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    estimateUuid: row.estimate_uuid,
    ...answerOf(row),
    ...present({ voidAt: row.void_at }),
  }))
}

export type AboutClient = Awaited<ReturnType<typeof aboutClient>>

/** Columns with credentials, which are left out. */
const PROOFS = ['password_hash', 'secret_hash', 'public_key', 'credential_id']

/** Returns the archive of the client's removal, if there is one. */
async function ofRemoval(db: Database, uuid: string) {
  const removed = await db
    .selectFrom('removed_client')
    .innerJoin('removal', 'removal.id', 'removal_id')
    .select(['ends_at as keptUntil', 'account_id as accountId', 'username', 'registered_at as registeredAt'])
    .where('client_uuid', '=', uuid)
    .executeTakeFirst()
  if (!removed) return {}
  const { accountId, ...rest } = removed
  const rows = await db
    .selectFrom('removed_row')
    .select(['source', 'data'])
    .where((row) =>
      row.or([
        row('client_uuid', '=', uuid),
        row.and([row('client_uuid', 'is', null), row('account_id', '=', accountId)]),
      ]),
    )
    .orderBy('id')
    .execute()
  const kept = rows.map(({ source, data }) => ({
    of: source,
    ...Object.fromEntries(
      Object.entries(parseStored('archivedRow', data) ?? {}).filter(
        ([name, value]) => value !== null && !PROOFS.includes(name),
      ),
    ),
  }))
  return { removal: { ...present(rest), kept } }
}

async function requestsOf(db: Database, uuid: string, accountId?: string) {
  const rows = await db
    .selectFrom('request')
    .leftJoin('account', 'account.id', 'request.account_id')
    .select([
      'request.uuid',
      'account.username as sentBy',
      'patient_uuid as patientUuid',
      'kind',
      'state',
      'sent_at as sentAt',
      'seen_at as seenAt',
      'closed_at as closedAt',
      'former_uuid as formerUuid',
      'data',
      'answer',
    ])
    .where('client_uuid', '=', uuid)
    .$if(accountId !== undefined, (query) => query.where('request.account_id', '=', accountId ?? ''))
    .orderBy('sent_at')
    .orderBy('request.uuid')
    .execute()
  const photos = await db
    .selectFrom('request_photo')
    .select([
      'id',
      'request_uuid as requestUuid',
      'message_uuid as messageUuid',
      'type',
      'bytes',
      'created_at as sentAt',
    ])
    .where('client_uuid', '=', uuid)
    .orderBy('created_at')
    .orderBy('position')
    .execute()
  const messages = await messagesOf(
    db,
    rows.map(({ closedAt, ...row }) => ({ ...row, closed_at: closedAt })),
  )
  return rows.map(({ data, answer, ...row }) => ({
    ...present(row),
    ...parseStored('request', data),
    ...present({ answer: (answer && parseStored('answer', answer)) ?? null }),
    messages: messages.get(row.uuid) ?? [],
    photos: photos
      .filter(({ requestUuid }) => requestUuid === row.uuid)
      .map(({ requestUuid: _, messageUuid, ...photo }) => ({ ...photo, ...present({ messageUuid }) })),
  }))
}

/** Returns the forms that the client was asked to fill in. Answers of former accounts are left out with `accountId`. */
async function formsOf(db: Database, uuid: string, accountId?: string) {
  const rows = await db
    .selectFrom('form_task')
    .innerJoin('form', 'form.id', 'form_task.form_id')
    .leftJoin('form_answer as answer', (join) =>
      join
        .onRef('answer.task_uuid', '=', 'form_task.uuid')
        .on((row) => (accountId === undefined ? row.val(true) : row('answer.account_id', '=', accountId))),
    )
    .innerJoin('form_version as shown', (join) =>
      join
        .onRef('shown.form_id', '=', 'form.id')
        .on((row) => row('shown.version', '=', row.fn.coalesce('answer.version', 'form.version'))),
    )
    .select([
      'form_task.uuid',
      'kind',
      'form_task.patient_uuid as patientUuid',
      'appointment_uuid as appointmentUuid',
      'state',
      'asked_at as askedAt',
      'asked_by as askedBy',
      'shown.version',
      'shown.content',
      'closed_at as closedAt',
      'answer.id as fileId',
      'completed_at as completedAt',
      'completed_by as completedBy',
      'sha256',
      'data',
    ])
    .where('form_task.client_uuid', '=', uuid)
    .orderBy('asked_at')
    .orderBy('form_task.uuid')
    .execute()
  const photos = await db
    .selectFrom('request_photo')
    .select(['id', 'answer_id as fileId', 'type', 'created_at as sentAt'])
    .where('client_uuid', '=', uuid)
    .where('answer_id', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ content, data, ...row }) => {
    const shown = parseStored('formContent', content)
    const answered = data === null ? undefined : parseStored('formAnswered', data)
    const own = row.fileId === null ? [] : photos.filter(({ fileId }) => fileId === row.fileId)
    return {
      ...present(row),
      ...(shown && { content: shown }),
      ...answered,
      photos: own.map(({ fileId: _, ...photo }) => photo),
    }
  })
}

/** Returns the questions for appointments. Those of former accounts are left out with `accountId`. */
const visitQuestionsOf = async (db: Database, uuid: string, accountId?: string) =>
  await db
    .selectFrom('visit_question')
    .select(['appointment_uuid as appointmentUuid', 'text', 'changed_at as changedAt'])
    .where('client_uuid', '=', uuid)
    .where('text', '<>', '')
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .orderBy('changed_at')
    .orderBy('appointment_uuid')
    .execute()

/**
 * Returns the client's account, if any, with its sessions, mails and shared cards. The account may also have
 * clients of other practices.
 */
async function ofOwner(
  db: Database,
  { uuid, account_id: accountId }: ClientRow,
  maker?: string,
): Promise<Partial<Awaited<ReturnType<typeof ofAccount>>>> {
  return accountId === null ? {} : await ofAccount(db, { uuid, accountId, maker })
}

async function ofAccount(
  db: Database,
  { uuid, accountId, maker }: { uuid: string; accountId: string; maker: string | undefined },
) {
  const account = await db
    .selectFrom('account')
    .select([
      'username',
      'first_name as firstName',
      'last_name as lastName',
      'language',
      'created_at as createdAt',
      'last_sign_in_day as lastSignIn',
      'password_hash as passwordHash',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { passwordHash, firstName, lastName, lastSignIn, ...rest } = account
  const sessions = await db
    .selectFrom('session')
    .select('signed_in_at as signedInAt')
    .where('account_id', '=', accountId)
    .orderBy('signed_in_at')
    .execute()
  const waiting = await db
    .selectFrom('outbox')
    .select(['kind', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  const givenUp = await db
    .selectFrom('given_up_mail')
    .select(['kind', 'created_at as createdAt', 'given_up_at as givenUpAt', 'reason'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  const cards = await db
    .selectFrom('shared_card')
    .innerJoin('patient', 'patient.uuid', 'patient_uuid')
    .select([
      'patient_uuid as patientUuid',
      'patient.name as patientName',
      'parts',
      'note',
      'created_at as createdAt',
      'ends_at as endsAt',
      'opened_at as openedAt',
    ])
    .where('shared_card.client_uuid', '=', uuid)
    .$if(maker !== undefined, (query) => query.where('account_id', '=', maker ?? ''))
    .orderBy('created_at')
    .execute()
  const subscription = await db
    .selectFrom('reminder_subscription')
    .select('subscribed_at as subscribedAt')
    .where('client_uuid', '=', uuid)
    .executeTakeFirst()
  const calendar = await db
    .selectFrom('calendar_feed')
    .select('client_uuid')
    .where('client_uuid', '=', uuid)
    .executeTakeFirst()
  const change = await addressChangeOf(db, uuid)
  return {
    ...(change && { newAddress: { address: change.to, askedAt: change.askedAt } }),
    account: { ...rest, ...present({ firstName, lastName, lastSignIn }), activated: passwordHash !== null },
    sessions,
    mails: { waiting, givenUp },
    sharedCards: cards.map(({ parts, note, openedAt, ...card }) => ({
      ...card,
      ...present({ note, openedAt }),
      parts: parseStored('cardParts', parts) ?? [],
    })),
    weeklyMails: subscription ?? null,
    calendar: calendar !== undefined,
  }
}
