import { findRow, getRow } from '#server/db/one-row.ts'
import type { NewRequest, RequestAnswer, RequestSettings } from '#contract/schemas/request.ts'
import { type MessageOutcome, REQUEST_KINDS, REQUEST_OUTCOMES, type RequestSide } from '#contract/request.ts'
import { HOUR_MS } from '#contract/dates.ts'
import type { Actor } from '#server/access-log/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { localDay } from '#contract/zone.ts'
import { answerRequest, seeRequest, withdrawRequest, writeAsOwner } from '#server/requests/change.ts'
import { sendRequest } from '#server/requests/send.ts'
import { changeRequestSettings } from '#server/requests/settings.ts'
import { OWNER } from './owner.ts'
import { createRandom, nth } from './random.ts'
import json from './requests.json' with { type: 'json' }

const PRACTICE = 'de-waag'
const STAFF = 'staff@dewaag.example'

interface Data {
  settings: Omit<RequestSettings, 'kinds'> & { mailTo: string }
  /** Requests in every state and of every kind, the oldest first. */
  requests: {
    /** Index of the owner; 0 is the showcase owner. */
    owner: number
    /** Hours before now, like `seen` and `closed`. */
    sent: number
    seen?: number
    closed?: number
    /** A closed request without an answer was withdrawn. */
    answer?: RequestAnswer
    /** Messages after that, the oldest first. A message of the owner reopens an ended request. */
    talk?: { hours: number; by: RequestSide; text: string; outcome?: MessageOutcome }[]
    photo?: true
    asked: RequestFields
  }[]
}

/** `animal` is the index of the animal, whose name replaces `$name` in the text. */
type RequestFields = Pick<NewRequest, 'kind'> & Partial<NewRequest> & { animal?: number }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the demo check its requests
const { settings, requests } = json as Data

interface RequestOptions {
  now: Date
  photo: { id: string; bytes: number } | undefined
  practiceId?: string
  /** User name of the member of staff who answers. */
  staff?: string
}

/**
 * Adds requests of owners through the regular functions, to a practice that accepts all kinds. Leaves out requests of
 * owners whom the practice does not have.
 */
export async function addRequests(
  trx: DatabaseTransaction,
  { now, photo, practiceId = PRACTICE, staff = STAFF }: RequestOptions,
): Promise<void> {
  const existing = await trx
    .selectFrom('request')
    .select('uuid')
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  if (existing) return
  const random = createRandom(36)
  const by = await actor(trx, staff)
  const { mailTo } = settings
  await trx
    .insertInto('practice_mailbox')
    .values({ practice_id: practiceId, address: mailTo, confirmed_at: now.toISOString() })
    .execute()
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  await changeRequestSettings(trx, {
    practiceId,
    settings: { kinds: [...REQUEST_KINDS], ...settings },
    by,
    now: at(1000),
  })
  const owners = await ownersOf(trx, practiceId)
  for (const made of requests) {
    const { uuid: clientId, account_id: accountId = null } = owners[made.owner] ?? {}
    if (clientId === undefined || accountId === null) continue
    const uuid = random.uuid()
    const photoIds = made.photo && photo ? [photo.id] : []
    if (made.photo && photo) await addPhoto(trx, { ...photo, clientId, accountId, now: at(made.sent) })
    const request = { uuid, photoIds, ...(await requestFieldsOf(trx, clientId, made.asked)) }
    await sendRequest(trx, { clientId, accountId, request, now: at(made.sent) })
    const ids = { practiceId, requestId: uuid }
    if (made.seen !== undefined) await seeRequest(trx, { ...ids, now: at(made.seen) })
    if (made.closed !== undefined) {
      if (made.answer) await answerRequest(trx, { ...ids, ...made.answer, by, now: at(made.closed) })
      else await withdrawRequest(trx, { clientId, accountId, requestId: uuid, now: at(made.closed) })
    }
    const name = await animalNamed(trx, request.patientUuid)
    for (const { hours, by: side, text: written, outcome = 'asked' } of made.talk ?? []) {
      const text = written.replace('$name', name)
      const message = { uuid: random.uuid(), text }
      const now = at(hours)
      if (side === 'practice') await answerRequest(trx, { ...ids, ...message, outcome, by, now })
      else await writeAsOwner(trx, { clientId, accountId, requestId: uuid, message, reopens: true, now })
    }
  }
  // The owners have read the answers to requests that have ended.
  await trx
    .updateTable('request')
    .set({ unread: 0 })
    .where('practice_id', '=', practiceId)
    .where('state', 'in', REQUEST_OUTCOMES)
    .execute()
  await skipNotifications(trx, practiceId, now)
}

/** Removes the mails about the demo's initial requests. Requests that are still unseen tomorrow are mailed then. */
async function skipNotifications(trx: DatabaseTransaction, practiceId: string, now: Date): Promise<void> {
  await trx.deleteFrom('outbox').where('practice_id', '=', practiceId).execute()
  const { number } = await getRow(trx, 'request_number', { practice_id: practiceId }, ['number'])
  const notice = { practice_id: practiceId, told_number: number, told_at: null, overdue_told_on: localDay(now) }
  await trx.insertInto('request_notice').values(notice).execute()
}

async function animalNamed(trx: DatabaseTransaction, uuid: string | undefined): Promise<string> {
  return (uuid && (await findRow(trx, 'patient', { uuid }, ['name']))?.name) || 'ons dier'
}

async function actor(trx: DatabaseTransaction, username: string): Promise<Actor> {
  return await getRow(trx, 'account', { username }, [
    'id as accountId',
    'username',
    'first_name as firstName',
    'last_name as lastName',
  ])
}

/** Returns the practice's owners, the showcase owner first. */
async function ownersOf(trx: DatabaseTransaction, practiceId: string) {
  const clients = trx.selectFrom('client').select(['uuid', 'account_id', 'email']).where('practice_id', '=', practiceId)
  const found = await clients.where('registered', '=', 1).where('locked', '=', 0).orderBy('email').limit(20).execute()
  const owner = await clients.where('email', '=', OWNER).executeTakeFirstOrThrow()
  return [owner, ...found.filter(({ email }) => email !== OWNER)]
}

/** Completes a request with its client's data; leaves out data that the client does not have. */
async function requestFieldsOf(
  trx: DatabaseTransaction,
  clientId: string,
  { animal: place, ...request }: RequestFields,
): Promise<Omit<RequestFields, 'animal'>> {
  const animals = await trx
    .selectFrom('patient')
    .select(['uuid', 'name'])
    .where('client_uuid', '=', clientId)
    .orderBy('name')
    .orderBy('uuid')
    .execute()
  const reminder = await trx
    .selectFrom('reminder')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .where('active', '=', 1)
    .orderBy('date', 'desc')
    .executeTakeFirst()
  const appointment = await trx
    .selectFrom('appointment')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .where('status', '=', 'BOOKED')
    .orderBy('start', 'desc')
    .executeTakeFirst()
  const animal = place === undefined || animals.length === 0 ? undefined : nth(animals, place)
  return {
    ...request,
    ...(animal && { patientUuid: animal.uuid }),
    ...(request.text && { text: request.text.replace('$name', animal?.name ?? 'ons dier') }),
    ...(request.wish === 'BOOK' && { reminderUuid: reminder?.uuid }),
    ...(request.wish === 'MOVE' && { appointmentUuid: appointment?.uuid }),
  }
}

async function addPhoto(
  trx: DatabaseTransaction,
  {
    id,
    clientId,
    accountId,
    bytes,
    now,
  }: { id: string; clientId: string; accountId: string; bytes: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('request_photo')
    .values({
      id,
      client_uuid: clientId,
      account_id: accountId,
      request_uuid: null,
      message_uuid: null,
      position: 0,
      type: 'image/jpeg',
      bytes,
      created_at: now.toISOString(),
    })
    .execute()
}
