import { findRow } from '#server/db/one-row.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { compare } from '#contract/values.ts'
import type { AttachmentType } from '#contract/document.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { ListedPatient, Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry, PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import type { Invoice, ListedInvoice } from '#contract/schemas/invoice.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { runningWithdrawals } from '#contract/withdrawal.ts'
import { type Page, type Sort, pageInfo } from '#contract/paging.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import type { Paging } from '#server/operations/parameters.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'
import { inKeyBatches, isOneOf } from '#server/db/in-batches.ts'
import { type Json, parseJson } from '#server/db/json.ts'
import { type Stored, parseStored, storedText } from '#server/db/stored.ts'
import { type Key, entriesOfAnimals } from './entries.ts'
import type { AnimalPhotoUrl } from '#server/photos/routes.ts'
import { animalPhotoKey } from '#server/files/store.ts'
import { isToDo, withState } from '#server/appointments/queries.ts'
import { appointmentConcernsCurrent } from '#server/db/patient-state.ts'

/** Yields the animals of a client by name; with `photoUrlOf`, each with the URL of the photo that the owner gave it. */
export async function* patientsOf(
  db: Database,
  clientId: string,
  photoUrlOf?: AnimalPhotoUrl,
): AsyncGenerator<Json<ListedPatient>[]> {
  const keys = await db
    .selectFrom('patient')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .orderBy('search_name')
    .orderBy('uuid')
    .execute()
  yield* inKeyBatches(
    keys.map(({ uuid }) => uuid),
    async (batch) => {
      const rows = await db
        .selectFrom('patient')
        .leftJoin('file', (join) => join.on(sql<SqlBool>`file.key = ${animalPhotoKey('')} || patient.uuid`))
        .select(['uuid', 'data', 'file.key', 'file.sha256'])
        .where(isOneOf(db, 'uuid', batch))
        .execute()
      return new Map(
        await Promise.all(
          rows.map(async ({ uuid, data, key, sha256 }) => {
            const text = storedText('patient', data)
            return [uuid, text && key && photoUrlOf ? withPhoto(text, await photoUrlOf(uuid, sha256)) : text] as const
          }),
        ),
      )
    },
  )
}

const withPhoto = (text: Json<Patient>, photoUrl: string): Json<ListedPatient> =>
  JSON.stringify({ ...parseJson(text), photoUrl, ownPhoto: true } satisfies ListedPatient)

/** On SQLite, a client with more records of a kind is read in a worker thread. */
const MANY = 5000

/** Returns the database from which to read a client's records of a kind. */
export async function readsOf(
  { db, slowReads }: Pick<Ports, 'db' | 'slowReads'>,
  table: RecordTable,
  clientId: string,
): Promise<Database> {
  if (!slowReads) return db
  const records = db.selectFrom(table).select('uuid').where('client_uuid', '=', clientId)
  return (await records.limit(1).offset(MANY).executeTakeFirst()) ? slowReads : db
}

interface Search extends Paging {
  clientId: string
  sort: Sort
}

/** Filter by animal; undefined selects all. */
interface OfPatient {
  patientId: string | undefined
}

interface Period {
  /** Both days are inclusive and optional. */
  startDate: IsoDate | undefined
  endDate: IsoDate | undefined
}

/**
 * Returns a page of reminders. `active: true` selects reminders to do, about current animals. `false` selects all
 * others, and undefined selects all.
 */
export async function reminderPage(
  db: Database,
  search: Search & OfPatient & { active: boolean | undefined; now: Date },
): Promise<Page<Reminder>> {
  const { clientId, patientId, active, now } = search
  let all = db.selectFrom('reminder').where('client_uuid', '=', clientId)
  // The column condition is redundant but enables the index.
  if (active === true) all = all.where('active', '=', 1).where(isToDo)
  if (active === false) all = all.where(sql<SqlBool>`not ${isToDo}`)
  if (patientId !== undefined) all = all.where('patient_uuid', '=', patientId)
  const { content, page } = await recordPage(db, 'reminder', all, search)
  return { content: await withState(db, { clientId, reminders: content, now }), page }
}

/**
 * Returns a page of appointments. `active: true` selects booked appointments that are not over, for current
 * animals; `false` selects all others.
 */
export async function appointmentPage(
  db: Database,
  search: Search & { active: boolean | undefined; now: Date },
): Promise<Page<Appointment>> {
  const { clientId, active, now } = search
  let all = db.selectFrom('appointment').where('client_uuid', '=', clientId)
  if (active !== undefined)
    all = all.where((row) => {
      const isToCome = row.and([
        row('status', '=', 'BOOKED'),
        row('ends_at', '>', now.toISOString()),
        appointmentConcernsCurrent(db),
      ])
      return active ? isToCome : row.not(isToCome)
    })
  return await recordPage(db, 'appointment', all, search, 'start')
}

export async function visitFormPage(db: Database, search: Search & OfPatient): Promise<Page<VisitForm>> {
  const { clientId, patientId } = search
  let all = db.selectFrom('visit_form').where('client_uuid', '=', clientId)
  if (patientId !== undefined) all = all.where('patient_uuid', '=', patientId)
  return await recordPage(db, 'visitForm', all, search)
}

export async function attachmentPage(
  db: Database,
  search: Search & OfPatient & { type: AttachmentType },
): Promise<Page<Attachment>> {
  const { clientId, patientId, type } = search
  let all = db.selectFrom('attachment').where('client_uuid', '=', clientId).where('type', '=', type)
  if (patientId !== undefined) all = all.where('patient_uuid', '=', patientId)
  return await recordPage(db, 'attachment', all, search)
}

export async function invoicePage(
  db: Database,
  search: Search & Period & { status: Invoice['status'] | undefined },
): Promise<Page<ListedInvoice>> {
  const { clientId, status, startDate, endDate } = search
  let all = db.selectFrom('invoice').where('client_uuid', '=', clientId)
  if (status !== undefined) all = all.where('status', '=', status)
  if (startDate !== undefined) all = all.where('date', '>=', startDate)
  if (endDate !== undefined) all = all.where('date', '<=', endDate)
  return await recordPage(db, 'invoice', all, search)
}

/** Yields the logbook of an animal, newest first. Throws `not-found` for an animal of another client. */
export async function* logbookOf(
  db: Database,
  { clientId, patientId, startDate, endDate }: { clientId: string; patientId: string } & Period,
): AsyncGenerator<Json<LogbookEntry>[]> {
  const patient = await findRow(db, 'patient', { uuid: patientId.toLowerCase(), client_uuid: clientId }, ['uuid'])
  if (!patient) throw new ProblemError('not-found')
  let entries = db.selectFrom('logbook_entry').select('uuid').where('patient_uuid', '=', patient.uuid)
  if (startDate !== undefined) entries = entries.where('date', '>=', startDate)
  if (endDate !== undefined) entries = entries.where('date', '<=', endDate)
  const keys = await entries.orderBy('date', 'desc').orderBy('uuid', 'desc').execute()
  yield* inKeyBatches(
    keys.map(({ uuid }) => uuid),
    async (batch) => {
      const rows = await db
        .selectFrom('logbook_entry')
        .select(['uuid', 'data'])
        .where(isOneOf(db, 'uuid', batch))
        .execute()
      return new Map(rows.map(({ uuid, data }) => [uuid, storedText('logbookEntry', data)]))
    },
  )
}

/** Longer than any withdrawal period. */
const LOOK_BACK_DAYS = 366

/** Returns the logbook entries of all animals of a client with a withdrawal period on a day, newest first. */
export async function withdrawalsOf(db: Database, clientId: string, day: IsoDate): Promise<PatientLogbookEntry[]> {
  const animals = await db.selectFrom('patient').select('uuid').where('client_uuid', '=', clientId).execute()
  const ids = animals.map(({ uuid }) => uuid)
  const entries: (PatientLogbookEntry & Key)[] = []
  for await (const part of entriesOfAnimals(db, ids, { startDate: addDays(day, -LOOK_BACK_DAYS), endDate: day }))
    entries.push(...part.filter((entry) => runningWithdrawals([entry], day).length > 0))
  const running = new Set(
    [...Map.groupBy(entries, ({ patientUuid }) => patientUuid).values()].flatMap((ofPatient) =>
      runningWithdrawals(ofPatient, day).map(({ entry }) => entry),
    ),
  )
  return [...running].sort((a, b) => compare(b.date, a.date) || compare(b.uuid, a.uuid))
}

type RecordTable = 'reminder' | 'appointment' | 'visit_form' | 'attachment' | 'invoice'

/** Returns a page and the total by one statement, so that they are consistent. */
async function recordPage<K extends keyof Stored>(
  db: Database,
  kind: K,
  records: { [Table in RecordTable]: SelectQueryBuilder<Schema, Table, object> }[RecordTable],
  { sort, page, size }: Search,
  at: 'date' | 'start' = 'date',
): Promise<Page<Stored[K]>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all tables have these columns; a union of builders has no methods
  const all = records as SelectQueryBuilder<Schema, 'reminder', object>
  const lineCount = kind === 'invoice' ? sql.ref<number | null>('line_count') : sql<null>`null`
  const direction = sort === 'date,asc' ? 'asc' : 'desc'
  const rows = await db
    .with('page', () =>
      all
        .select([sql.ref<string>(at).as('date'), 'uuid', 'data', lineCount.as('line_count')])
        .orderBy(sql.ref(at), direction)
        .orderBy('uuid', direction)
        .limit(size)
        .offset(page * size),
    )
    .with('counted', () => all.select((row) => row.fn.countAll<number>().as('total')))
    .selectFrom('counted')
    .leftJoin('page', (join) => join.onTrue())
    .select(['counted.total', 'page.data', 'page.line_count'])
    .orderBy('page.date', direction)
    .orderBy('page.uuid', direction)
    .execute()
  const content = rows.flatMap(({ data, line_count: count }: { data: string | null; line_count: number | null }) => {
    const record = data === null ? undefined : parseStored(kind, data)
    return record ? Object.assign(record, count ? { lineCount: count } : {}) : []
  })
  return { content, page: pageInfo(page, size, rows[0]?.total ?? 0) }
}
