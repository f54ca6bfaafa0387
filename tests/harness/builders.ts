import type { Appointment } from '#contract/schemas/appointment.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { Insertable } from 'kysely'
import { appointmentColumns } from '#server/import/appointment-columns.ts'
import { REQUEST_KINDS } from '#contract/request.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { addNames } from '#server/access-log/names.ts'
import { countRequests } from '#server/clients/request-counts.ts'
import { clientNames } from '#server/db/client-names.ts'
import { clientSearchText, patientSearch } from '#server/db/search-text.ts'
import type {
  AccountTable,
  AttachmentTable,
  AuditTable,
  ClientTable,
  Database,
  ImportKeyTable,
  ImportRunTable,
  InvoiceTable,
  LogbookEntryTable,
  PracticeTable,
  ReminderTable,
  RequestTable,
  SharedCardTable,
  VisitFormTable,
} from '#server/db/schema.ts'

// Rows of a test, with everything filled in that the test does not care about.

export async function practice(db: Database, id: string, columns: Partial<Insertable<PracticeTable>> = {}) {
  await db
    .insertInto('practice')
    .values({ id, name: `Praktijk ${id}`, locked: 0, ...columns })
    .execute()
  await db.insertInto('client_count').values({ practice_id: id, registered: 0, unregistered: 0 }).execute()
  return id
}

/** Answers the account's id. Its password is `Welkom#2026`. */
export async function account(db: Database, username: string, columns: Partial<Insertable<AccountTable>> = {}) {
  const id = crypto.randomUUID()
  await db
    .insertInto('account')
    .values({
      id,
      username,
      language: 'nl',
      password_hash: 'hash of Welkom#2026',
      created_at: '2026-01-01T00:00:00.000Z',
      ...columns,
    })
    .execute()
  return id
}

export const staff = (
  db: Database,
  practiceId: string,
  username: string,
  role: 'CLINIC_USER' | 'CLINIC_ADMIN' = 'CLINIC_USER',
) => account(db, username, { practice_id: practiceId, staff_role: role })

/** Staff of a further practice. */
export const membership = (
  db: Database,
  accountId: string,
  practiceId: string,
  role: 'CLINIC_USER' | 'CLINIC_ADMIN' = 'CLINIC_USER',
) =>
  db.insertInto('membership').values({ account_id: accountId, practice_id: practiceId, role, ended_at: null }).execute()

/** Entries of the access log, as the server writes them. */
export async function logEntries(db: Database, entries: readonly Insertable<AuditTable>[]): Promise<void> {
  await addNames(db, entries)
  await db.insertInto('audit').values(entries).execute()
}

/** A membership that is offered only. */
export const staffOffer = (
  db: Database,
  accountId: string,
  practiceId: string,
  role: 'CLINIC_USER' | 'CLINIC_ADMIN' = 'CLINIC_USER',
  offeredAt = '2026-06-15T10:00:00.000Z',
) =>
  db
    .insertInto('staff_offer')
    .values({
      account_id: accountId,
      practice_id: practiceId,
      role,
      first_name: null,
      last_name: null,
      offered_at: offeredAt,
    })
    .execute()

/** An authenticator app. */
export const totp = (db: Database, accountId: string) =>
  db
    .insertInto('totp')
    .values({ account_id: accountId, secret: 'sealed', last_step: 0, created_at: '2026-01-01T00:00:00.000Z' })
    .execute()

/** Answers the client's uuid; one with an account is registered. The practice's counts go with it. */
export async function client(db: Database, practiceId: string, columns: Partial<Insertable<ClientTable>> = {}) {
  const uuid = columns.uuid ?? crypto.randomUUID()
  const lastName = columns.last_name ?? 'Jansen'
  const isRegistered = Boolean(columns.account_id)
  const activation = isRegistered ? (columns.activation ?? 'activated') : null
  await db
    .insertInto('client')
    .values({
      uuid,
      practice_id: practiceId,
      last_name: lastName,
      registered: isRegistered ? 1 : 0,
      activation,
      registered_at: isRegistered ? '2026-02-01T00:00:00.000Z' : null,
      locked: 0,
      ...clientNames(lastName, columns.call_name ?? columns.first_name, columns.company_name),
      search_text: clientSearchText({ ...columns, last_name: lastName }),
      ...columns,
    })
    .execute()
  await db
    .updateTable('client_count')
    .set((row) =>
      isRegistered
        ? {
            registered: row('registered', '+', 1),
            activated: row('activated', '+', Number(activation === 'activated')),
            failed: row('failed', '+', Number(activation === 'failed')),
          }
        : { unregistered: row('unregistered', '+', 1) },
    )
    .where('practice_id', '=', practiceId)
    .execute()
  return uuid
}

export async function reminder(db: Database, clientId: string, columns: Partial<Insertable<ReminderTable>> = {}) {
  const uuid = columns.uuid ?? crypto.randomUUID()
  const date = columns.date ?? '2026-07-01'
  const active = columns.active ?? 1
  const data = JSON.stringify({ uuid, date, active: active === 1, description: 'Vaccinatie' })
  await db
    .insertInto('reminder')
    .values({ client_uuid: clientId, data, ...columns, uuid, date, active })
    .execute()
  return uuid
}

export async function patient(
  db: Database,
  clientId: string,
  name: string,
  chipNumber?: string,
  /** Fields of the record. */
  more: Partial<Patient> = {},
) {
  const uuid = crypto.randomUUID()
  await db
    .insertInto('patient')
    .values((row) => ({
      uuid,
      client_uuid: clientId,
      name,
      data: JSON.stringify({ uuid, name, chipNumber, ...more }),
      practice_id: row.selectFrom('client').select('practice_id').where('uuid', '=', clientId),
      ...patientSearch(name, chipNumber),
    }))
    .execute()
  return uuid
}

/** A paper's record, with the columns that are fields of it too. */
const record = (fields: object) => ({ data: JSON.stringify(fields) })
const ofAnimal = (patientId: string | null | undefined) => (patientId ? { patientUuid: patientId } : {})

export const APPOINTMENT: Omit<Appointment, 'uuid'> = {
  start: '2026-07-01T09:00:00+02:00',
  durationMinutes: 20,
  patientUuids: [],
  reason: 'Vaccinatie',
  status: 'BOOKED',
}

export async function appointment(
  db: Database,
  clientId: string,
  fields: Partial<Appointment> = {},
  requestId: string | null = null,
) {
  const whole: Appointment = { ...APPOINTMENT, uuid: crypto.randomUUID(), ...fields }
  await db
    .insertInto('appointment')
    .values({ client_uuid: clientId, request_uuid: requestId, ...appointmentColumns(whole) })
    .execute()
  return whole.uuid
}

export async function visitForm(db: Database, clientId: string, columns: Partial<Insertable<VisitFormTable>> = {}) {
  const { uuid = crypto.randomUUID(), date = '2026-07-01', patient_uuid: animal } = columns
  await db
    .insertInto('visit_form')
    .values({ client_uuid: clientId, uuid, date, ...record({ uuid, date, ...ofAnimal(animal) }), ...columns })
    .execute()
  return uuid
}

export async function attachment(db: Database, clientId: string, columns: Partial<Insertable<AttachmentTable>> = {}) {
  const { uuid = crypto.randomUUID(), date = '2026-07-01', type = 'attachments', patient_uuid: animal } = columns
  const data = record({ uuid, date, type, ...ofAnimal(animal) })
  await db
    .insertInto('attachment')
    .values({ client_uuid: clientId, uuid, date, type, ...data, ...columns })
    .execute()
  return uuid
}

export async function invoice(db: Database, clientId: string, columns: Partial<Insertable<InvoiceTable>> = {}) {
  const { uuid = crypto.randomUUID(), date = '2026-07-01', status = 'PAID' } = columns
  const data = record({ uuid, date, status, totalInclVat: 121 })
  await db
    .insertInto('invoice')
    .values({ client_uuid: clientId, uuid, date, status, ...data, ...columns })
    .execute()
  return uuid
}

export async function logbookEntry(
  db: Database,
  patientId: string,
  columns: Partial<Insertable<LogbookEntryTable>> = {},
  /** Of the record. */
  more: Partial<LogbookEntry> = {},
) {
  const { uuid = crypto.randomUUID(), date = '2026-06-01', ...rest } = columns
  const data = { uuid, date, description: 'Controle', ...more }
  await db
    .insertInto('logbook_entry')
    .values({ patient_uuid: patientId, uuid, date, ...record(data), ...rest })
    .execute()
  return uuid
}

/** A shared card whose secret is not known, and that does not end. */
export async function sharedCard(
  db: Database,
  { clientId, accountId, patientId }: { clientId: string; accountId: string; patientId: string },
  columns: Partial<Insertable<SharedCardTable>> = {},
) {
  const { uuid = crypto.randomUUID() } = columns
  await db
    .insertInto('shared_card')
    .values({
      uuid,
      client_uuid: clientId,
      account_id: accountId,
      patient_uuid: patientId,
      secret_hash: `hash of ${uuid}`,
      parts: '["identity"]',
      note: 'Oppas',
      created_at: '2026-06-15T08:00:00.000Z',
      ends_at: '2999-01-01T00:00:00.000Z',
      ...columns,
    })
    .execute()
  return uuid
}

/** An import key whose secret is not known; answers its id. */
export async function importKey(db: Database, practiceId: string, columns: Partial<Insertable<ImportKeyTable>> = {}) {
  const id = columns.id ?? crypto.randomUUID()
  await db
    .insertInto('import_key')
    .values({
      id,
      practice_id: practiceId,
      name: 'Praktijksysteem',
      hash: id,
      made_at: '2026-02-01T00:00:00.000Z',
      made_by: null,
      account_id: null,
      last_used_at: null,
      ends_at: '2999-01-01T00:00:00.000Z',
      ...columns,
    })
    .execute()
  return id
}

/** An export that was sent and that was done. */
export async function importRun(db: Database, practiceId: string, columns: Partial<Insertable<ImportRunTable>> = {}) {
  await db
    .insertInto('import_run')
    .values({
      id: crypto.randomUUID(),
      practice_id: practiceId,
      sequence: 1,
      sha256: '',
      bytes: 1000,
      key_name: 'Praktijksysteem',
      state: 'done',
      received_at: '2026-06-01T02:00:00.000Z',
      ...columns,
    })
    .execute()
}

/** The removal of a client who is not registered; answers its id. */
export async function removal(db: Database, practiceId: string, clientId: string) {
  const id = crypto.randomUUID()
  await db
    .insertInto('removal')
    .values({ id, practice_id: practiceId, of_all: 0, ends_at: '2100-01-01T00:00:00.000Z' })
    .execute()
  const { email } = await db.selectFrom('client').select('email').where('uuid', '=', clientId).executeTakeFirstOrThrow()
  await db
    .insertInto('removed_client')
    .values({ client_uuid: clientId, removal_id: id, username: email, locked: 0 })
    .execute()
  return id
}

/** Of an account for its client; `sent`, unless told. Answers its uuid. */
export async function request(
  db: Database,
  { clientId, accountId, ...columns }: { clientId: string; accountId: string } & Partial<Insertable<RequestTable>>,
) {
  const { practice_id, registered } = await db
    .selectFrom('client')
    .select(['practice_id', 'registered'])
    .where('uuid', '=', clientId)
    .executeTakeFirstOrThrow()
  const row: Insertable<RequestTable> = {
    uuid: crypto.randomUUID(),
    practice_id,
    client_uuid: clientId,
    account_id: accountId,
    patient_uuid: null,
    kind: 'QUESTION',
    state: 'sent',
    sent_at: '2026-06-15T09:00:00.000Z',
    seen_at: null,
    closed_at: null,
    number: 1,
    former_uuid: null,
    search_text: '',
    data: JSON.stringify({ text: 'Een vraag' }),
    answer: null,
    ...columns,
  }
  await db.insertInto('request').values(row).execute()
  const counted = { practiceId: practice_id, kind: row.kind }
  if (registered === 1) await countRequests(db, counted, [[row.state, 1]])
  return row.uuid
}

/** All kinds are taken, unless told. */
/** A photo of a request; returns its id. */
export async function requestPhoto(
  db: Database,
  sender: { clientId: string; accountId: string },
  requestId: string,
  type: 'image/png' | 'image/jpeg' = 'image/png',
) {
  const id = crypto.randomUUID()
  await db
    .insertInto('request_photo')
    .values({
      id,
      client_uuid: sender.clientId,
      account_id: sender.accountId,
      request_uuid: requestId,
      position: 0,
      type,
      bytes: 1,
      created_at: new Date().toISOString(),
    })
    .execute()
  return id
}

export const requestSettings = (
  db: Database,
  practiceId: string,
  settings: RequestSettings = { kinds: [...REQUEST_KINDS] },
) =>
  db
    .insertInto('request_settings')
    .values({ practice_id: practiceId, data: JSON.stringify(settings) })
    .execute()
