import { reminderUuidsOf } from '#contract/appointment.ts'
import type { Language } from '#contract/languages.ts'
import { animalNames } from '#server/animals/names.ts'
import { type SqlBool, sql } from 'kysely'
import { displayName } from '#contract/names.ts'
import { type Page, type Sort, pageInfo } from '#contract/paging.ts'
import { searchWords } from '#contract/search-words.ts'
import type { RequestCount, PortalRequest, PracticeRequest } from '#contract/schemas/request.ts'
import { type RequestKind, type RequestState, WAITING_STATES } from '#contract/request.ts'
import { unseenBefore } from '#contract/request-rules.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { parseStored } from '#server/db/stored.ts'
import { contains, containing } from '#server/db/like.ts'
import { appointmentConcernsCurrent } from '#server/db/patient-state.ts'
import { present } from '#server/db/present.ts'
import type { Database, RequestTable } from '#server/db/schema.ts'
import { FEED_SIZE, type Paging } from '#server/operations/parameters.ts'
import { ProblemError } from '#server/http/problem.ts'
import { requestSettingsOf } from '#server/practice/request-settings.ts'
import { isUnseen, isWaitingRow, waitsSince } from '#server/practice/waiting-requests.ts'
import { animalContextOf } from './animal-context.ts'
import { messagesOf } from './messages.ts'

export type PhotoUrl = (photo: { id: string; clientId: string; type: string }) => Promise<string>

export interface PhotoLinks {
  urlOf: PhotoUrl
  now: Date
  /** Language of the reader. Absent for the practice's own system, which gets the names as stored. */
  language?: Language
  /** Whether each request has its messages. Lists of a page have none. */
  withMessages?: boolean
}

type Row = RequestTable & { patient_name: string | null }
type PracticeRow = Row &
  Record<'company_name' | 'call_name' | 'first_name' | 'client_number', string | null> & {
    last_name: string
  }

const allRequests = (db: Database) =>
  db
    .selectFrom('request')
    .innerJoin('client', 'client.uuid', 'request.client_uuid')
    .leftJoin('patient', 'patient.uuid', 'request.patient_uuid')
    .where('client.registered', '=', 1)
    .selectAll('request')
    .select('patient.name as patient_name')

const withClient = (db: Database) =>
  allRequests(db).select([
    'client.company_name',
    'client.call_name',
    'client.first_name',
    'client.last_name',
    'client.client_number',
  ])

const directionOf = (sort: Sort) => (sort === 'date,asc' ? 'asc' : 'desc')

interface OfAccount {
  clientId: string
  accountId: string
}

export async function requestsOfClient(
  db: Database,
  { clientId, accountId, sort, page, size }: OfAccount & Paging & { sort: Sort },
  showing: PhotoLinks,
): Promise<Page<PortalRequest>> {
  const own = db.selectFrom('request').where('client_uuid', '=', clientId).where('account_id', '=', accountId)
  const { total } = await own.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await allRequests(db)
    .where('request.client_uuid', '=', clientId)
    .where('request.account_id', '=', accountId)
    .orderBy('request.sent_at', directionOf(sort))
    .orderBy('request.uuid', directionOf(sort))
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: await requestsOf(db, rows, showing), page: pageInfo(page, size, Number(total)) }
}

export async function requestOfClient(
  db: Database,
  { clientId, accountId, requestId }: OfAccount & { requestId: string },
  showing: PhotoLinks,
): Promise<PortalRequest> {
  const rows = await allRequests(db)
    .where('request.uuid', '=', requestId.toLowerCase())
    .where('request.client_uuid', '=', clientId)
    .where('request.account_id', '=', accountId)
    .execute()
  return only(await requestsOf(db, rows, showing))
}

export interface RequestSearch extends Paging {
  practiceId: string
  state?: RequestState | 'waiting' | undefined
  kind?: RequestKind | undefined
  patientId?: string | undefined
  clientId?: string | undefined
  q: string
  sort: Sort
}

export async function requestPage(
  db: Database,
  search: RequestSearch,
  showing: PhotoLinks,
): Promise<Page<PracticeRequest>> {
  const { page, size, sort } = search
  const direction = directionOf(sort)
  const found = db
    .selectFrom('request')
    .select('uuid')
    .where(matches(search))
    .orderBy('sent_at', direction)
    .orderBy('uuid', direction)
    .limit(size)
    .offset(page * size)
  const rows = await withClient(db)
    .where('request.uuid', 'in', found)
    .orderBy('request.sent_at', direction)
    .orderBy('request.uuid', direction)
    .execute()
  const content = await practiceRequestsOf(db, rows, showing)
  const isLast = rows.length < size && (rows.length > 0 || page === 0)
  const total = isLast ? page * size + rows.length : await totalOf(db, search)
  return { content, page: pageInfo(page, size, total) }
}

/** Returns the number of requests that count in the badge of the owner, by the rule of `countsFor`. */
export async function ownRequestCountOf(db: Database, { clientId, accountId }: OfAccount): Promise<number> {
  const { waiting } = await db
    .selectFrom('request')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('state', '=', 'asked'), row('unread', '=', 1)]))
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/** Returns requests that changed after a number, in the order of the numbers. The page has their total. */
export async function requestsAfter(
  db: Database,
  { practiceId, after }: { practiceId: string; after: number },
  showing: PhotoLinks,
): Promise<Page<PracticeRequest>> {
  const rows = await withClient(db)
    .where('request.practice_id', '=', practiceId)
    .where('request.number', '>', after)
    .orderBy('request.number')
    .limit(FEED_SIZE)
    .execute()
  const { total } = await db
    .selectFrom('request')
    .innerJoin('client', 'client.uuid', 'request.client_uuid')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('client.registered', '=', 1)
    .where('request.practice_id', '=', practiceId)
    .where('request.number', '>', after)
    .executeTakeFirstOrThrow()
  const content = await practiceRequestsOf(db, rows, showing)
  return { content, page: pageInfo(0, FEED_SIZE, Number(total)) }
}

export async function requestOfPractice(
  db: Database,
  { practiceId, requestId }: { practiceId: string; requestId: string },
  showing: PhotoLinks,
): Promise<PracticeRequest> {
  const rows = await withClient(db)
    .where('request.uuid', '=', requestId.toLowerCase())
    .where('request.practice_id', '=', practiceId)
    .execute()
  const request = only(await practiceRequestsOf(db, rows, showing))
  const [row] = rows
  // The practice's own system has these records itself.
  return showing.language && row ? { ...request, ...(await animalContextOf(db, row)) } : request
}

function only<T>([request]: T[]): T {
  if (request === undefined) throw new ProblemError('not-found')
  return request
}

/** A subquery rather than a join: with a join, SQLite would start with the clients. */
const ofRegistered = sql<SqlBool>`exists (
  select 1 from client c where c.uuid = request.client_uuid and c.registered = 1)`

function matches({ practiceId, state, kind, patientId, clientId, q }: RequestSearch) {
  const words = searchWords(q)
  const conditions = [
    sql<SqlBool>`request.practice_id = ${practiceId}`,
    state === 'waiting' && isWaitingRow,
    state !== undefined && state !== 'waiting' && sql<SqlBool>`request.state = ${state}`,
    kind !== undefined && sql<SqlBool>`request.kind = ${kind}`,
    patientId !== undefined && sql<SqlBool>`request.patient_uuid = ${patientId}`,
    clientId !== undefined && sql<SqlBool>`request.client_uuid = ${clientId}`,
    ...words.map(({ text }) => sql<SqlBool>`${contains('request.search_text', containing(text))}`),
    q !== '' && words.length === 0 && sql<SqlBool>`1 = 0`,
    // The last condition, because it reads another table.
    ofRegistered,
  ]
  return sql<SqlBool>`${sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )}`
}

/**
 * Returns the total from the maintained counts. A search, and a filter by animal or client, are counted by the
 * query.
 */
async function totalOf(db: Database, search: RequestSearch): Promise<number> {
  const { practiceId, state, kind, patientId, clientId, q } = search
  if (patientId !== undefined || clientId !== undefined || q !== '') {
    const { total } = await db
      .selectFrom('request')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where(matches(search))
      .executeTakeFirstOrThrow()
    return Number(total)
  }
  let counts = db.selectFrom('request_count').where('practice_id', '=', practiceId)
  if (state !== undefined) counts = counts.where('state', 'in', state === 'waiting' ? WAITING_STATES : [state])
  if (kind !== undefined) counts = counts.where('kind', '=', kind)
  const { total } = await counts
    .select((row) => row.fn.sum<number | null>('count').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/**
 * Returns the number of waiting requests, the time of the oldest, and the number unseen beyond the practice's
 * limit.
 */
export async function requestCountOf(db: Database, practiceId: string, now: Date): Promise<RequestCount> {
  const waiting = await totalOf(db, { practiceId, state: 'waiting', q: '', sort: 'date,asc', page: 0, size: 1 })
  if (waiting === 0) return { waiting, unseen: 0 }
  const { seenWithinDays } = await requestSettingsOf(db, practiceId)
  const ofPractice = db.selectFrom('request').where('practice_id', '=', practiceId).where(ofRegistered)
  const first = await ofPractice
    .select(waitsSince.as('since'))
    .where(isWaitingRow)
    .orderBy(waitsSince)
    .limit(1)
    .executeTakeFirst()
  const { unseen } = await ofPractice
    .select((row) => row.fn.countAll<number>().as('unseen'))
    .where(isUnseen)
    .where(waitsSince, '<', unseenBefore(now, seenWithinDays))
    .executeTakeFirstOrThrow()
  return { waiting, ...(first && { since: first.since }), unseen: Number(unseen) }
}

async function practiceRequestsOf(db: Database, rows: PracticeRow[], showing: PhotoLinks): Promise<PracticeRequest[]> {
  const requests = await requestsOf(db, rows, showing)
  return requests.map((request, index) => ({ ...request, ...clientOf(rows[index]) }))
}

function clientOf(row: PracticeRow | undefined) {
  if (!row) throw new Error('A request without its row')
  const { company_name, call_name, first_name, last_name, client_number, number } = row
  const { companyName, callName, firstName, ...rest } = present({
    companyName: company_name,
    callName: call_name,
    firstName: first_name,
    clientNumber: client_number,
  })
  return { ...rest, clientName: displayName({ companyName, callName, firstName, lastName: last_name }), number }
}

/** Builds responses for rows, in their order, with photos. */
async function requestsOf(
  db: Database,
  rows: readonly Row[],
  { urlOf, now, language, withMessages = false }: PhotoLinks,
): Promise<PortalRequest[]> {
  const photos = await photosOf(db, rows, urlOf)
  const messages = withMessages ? await messagesOf(db, rows) : undefined
  const limits = await limitsOf(db, rows, now)
  const appointments = await appointmentsOf(db, rows)
  const reminders = await remindersOf(db, rows)
  const animals = rows.map(({ patient_uuid: uuid }) => uuid)
  const nameOf = language && (await animalNames(db, animals, language))
  return rows.map((row) => {
    const ofRequest = photos.get(row.uuid)
    const written = messages?.get(row.uuid)?.map((message) => {
      const ofMessage = photos.get(message.uuid)
      return message.uuid !== row.uuid && ofMessage ? { ...message, photos: ofMessage } : message
    })
    const isOverdue = row.state === 'sent' && (row.turn_at ?? row.sent_at) < (limits.get(row.practice_id) ?? '')
    const request = toRequest(row)
    const ofClient = <T>(all: ReadonlyMap<string, T>, uuid: string | undefined) => all.get(`${row.client_uuid} ${uuid}`)
    const appointment = ofClient(appointments, request.appointmentUuid)
    const answered = ofClient(appointments, request.answer?.appointmentUuid)
    const named = reminderUuidsOf(request).flatMap((uuid) => ofClient(reminders, uuid) ?? [])
    return {
      ...request,
      ...(nameOf && present({ patientName: nameOf(request.patientUuid, request.patientName) })),
      ...(isOverdue && { overdue: true }),
      ...(ofRequest && { photos: ofRequest }),
      ...(written && { messages: written }),
      ...(named.length > 0 && { reminders: named }),
      ...(appointment && { appointment }),
      ...(answered && { answer: { ...request.answer, appointment: answered } }),
    }
  })
}

type ShownPhotos = NonNullable<PortalRequest['photos']>

/** Returns the photos by the UUID of their message, or else of their request. */
async function photosOf(
  db: Database,
  rows: readonly Row[],
  urlOf: PhotoUrl,
): Promise<ReadonlyMap<string | null, ShownPhotos>> {
  const uuids = rows.map(({ uuid }) => uuid)
  if (uuids.length === 0) return new Map()
  const photos = await db
    .selectFrom('request_photo')
    .select(['id', 'request_uuid', 'message_uuid', 'client_uuid as clientId', 'type'])
    .where('request_uuid', 'in', uuids)
    .orderBy('position')
    .execute()
  const shown = await Promise.all(
    photos.map(async (photo) => ({
      of: photo.message_uuid ?? photo.request_uuid,
      photo: { id: photo.id, url: await urlOf(photo) },
    })),
  )
  const byOwner = Map.groupBy(shown, ({ of }) => of)
  return new Map([...byOwner].map(([of, found]) => [of, found.map(({ photo }) => photo)]))
}

/**
 * Returns the appointments named by requests and answers, by client and UUID. Leaves out appointments of animals
 * that have died or left.
 */
async function appointmentsOf(db: Database, rows: readonly Row[]): Promise<ReadonlyMap<string, Appointment>> {
  const uuids = rows.flatMap(({ answer, data }) => [
    answer === null ? undefined : parseStored('answer', answer)?.appointmentUuid,
    parseStored('request', data)?.appointmentUuid,
  ])
  const named = uuids.filter((uuid) => uuid !== undefined)
  if (named.length === 0) return new Map()
  const found = await db
    .selectFrom('appointment')
    .select(['client_uuid', 'uuid', 'data'])
    .where('uuid', 'in', named)
    .where(appointmentConcernsCurrent(db))
    .execute()
  return new Map(
    found.flatMap(({ client_uuid: clientId, uuid, data }) => {
      const appointment = parseStored('appointment', data)
      return appointment ? [[`${clientId} ${uuid}`, appointment] as const] : []
    }),
  )
}

type NamedReminders = NonNullable<PortalRequest['reminders']>

async function remindersOf(db: Database, rows: readonly Row[]): Promise<ReadonlyMap<string, NamedReminders[number]>> {
  const uuids = rows.flatMap(({ data }) => reminderUuidsOf(parseStored('request', data) ?? {}))
  if (uuids.length === 0) return new Map()
  const found = await db
    .selectFrom('reminder')
    .select(['client_uuid', 'uuid', 'date', 'data'])
    .where('uuid', 'in', uuids)
    .execute()
  return new Map(
    found.map(({ client_uuid: clientId, uuid, date, data }) => [
      `${clientId} ${uuid}`,
      { description: parseStored('reminder', data)?.description, date },
    ]),
  )
}

/** Returns the time limit of each practice with unseen requests: earlier requests are overdue. */
async function limitsOf(db: Database, rows: readonly Row[], now: Date): Promise<ReadonlyMap<string, string>> {
  const practices = new Set(rows.filter(({ state }) => state === 'sent').map((row) => row.practice_id))
  const limits = [...practices].map(async (practiceId) => {
    const { seenWithinDays } = await requestSettingsOf(db, practiceId)
    return [practiceId, unseenBefore(now, seenWithinDays)] as const
  })
  return new Map(await Promise.all(limits))
}

function toRequest(row: Row): PortalRequest {
  const { uuid, practice_id: practiceId, client_uuid: clientUuid, kind, state, sent_at: sentAt } = row
  return {
    uuid,
    practiceId,
    clientUuid,
    kind,
    state,
    sentAt,
    ...parseStored('request', row.data),
    ...present({
      patientUuid: row.patient_uuid,
      patientName: row.patient_name,
      formerUuid: row.former_uuid,
      seenAt: row.seen_at,
      closedAt: row.closed_at,
      answer: (row.answer && parseStored('answer', row.answer)) ?? null,
    }),
    ...(row.unread === 1 && { unread: true }),
  }
}
