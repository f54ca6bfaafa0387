import type { Insertable } from 'kysely'
import { REQUEST_KINDS } from '#contract/request.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { boundContent } from '#contract/estimate.ts'
import type { EstimateContent } from '#contract/schemas/estimate.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { addNames } from '#server/access-log/names.ts'
import { countRequests } from '#server/clients/rows.ts'
import { clientNames, clientSearchText, patientSearch } from '#server/db/search-text.ts'
import { EVENT_TYPE_NAMES } from '#contract/webhook.ts'
import { type Secrets, sha256 } from '#server/http/keys.ts'
import { getRow } from '#server/db/one-row.ts'
import { estimateColumns } from '#server/estimates/columns.ts'
import { createWebhookSealer } from '#server/webhooks/secrets.ts'
import { suggestMappings } from '#server/import/csv/suggest.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import { appointmentColumns } from '#server/import/appointment-columns.ts'
import { addRow } from './rows.ts'

// Functions that insert one row each, with default values for the columns that a test does not set. Most return the id of the row.

type Columns<T extends keyof Schema> = Partial<Insertable<Schema[T]>>
type Role = 'CLINIC_USER' | 'CLINIC_ADMIN'

export async function practice(db: Database, id: string, columns: Columns<'practice'> = {}) {
  await addRow(db, 'practice', { id, name: `Praktijk ${id}`, locked: 0, ...columns })
  await addRow(db, 'client_count', { practice_id: id, registered: 0, unregistered: 0 })
  return id
}

/** Inserts an account with the password `Welkom#2026`. */
export async function account(db: Database, username: string, columns: Columns<'account'> = {}) {
  const id = crypto.randomUUID()
  const created = { created_at: '2026-01-01T00:00:00.000Z', password_hash: 'hash of Welkom#2026' }
  await addRow(db, 'account', { id, username, language: 'nl', ...created, ...columns })
  return id
}

export const staff = (db: Database, practiceId: string, username: string, role: Role = 'CLINIC_USER') =>
  account(db, username, { practice_id: practiceId, staff_role: role })

export const membership = (db: Database, accountId: string, practiceId: string, role: Role = 'CLINIC_USER') =>
  addRow(db, 'membership', { account_id: accountId, practice_id: practiceId, role, ended_at: null })

/** Inserts entries of the access log, and the names that the log can be searched by. */
export async function logEntries(db: Database, entries: readonly Insertable<Schema['audit']>[]): Promise<void> {
  await addNames(db, entries)
  await db.insertInto('audit').values(entries).execute()
}

/** Links an identity at an OpenID Connect issuer to an account. */
export const identity = (db: Database, accountId: string, columns: Columns<'oidc_identity'> = {}) => {
  const linked = { linked_at: '2026-06-01T10:00:00.000Z', last_used_at: '2026-06-14T10:00:00.000Z' }
  const of = { issuer: 'https://login.example', subject: accountId }
  return addRow(db, 'oidc_identity', { id: crypto.randomUUID(), account_id: accountId, ...of, ...linked, ...columns })
}

/** Offers a membership, which is not accepted yet. */
export const staffOffer = (
  db: Database,
  accountId: string,
  practiceId: string,
  role: Role = 'CLINIC_USER',
  offeredAt = '2026-06-15T10:00:00.000Z',
) => {
  const names = { first_name: null, last_name: null }
  return addRow(db, 'staff_offer', {
    account_id: accountId,
    practice_id: practiceId,
    role,
    ...names,
    offered_at: offeredAt,
  })
}

export const totp = (db: Database, accountId: string) =>
  addRow(db, 'totp', { account_id: accountId, secret: 'sealed', last_step: 0, created_at: '2026-01-01T00:00:00.000Z' })

/** Inserts a client, registered if it has an account, and updates the counts of the practice. */
export async function client(db: Database, practiceId: string, columns: Columns<'client'> = {}) {
  const { uuid = crypto.randomUUID(), last_name: lastName = 'Jansen' } = columns
  const isRegistered = Boolean(columns.account_id)
  const activation = isRegistered ? (columns.activation ?? 'activated') : null
  await addRow(db, 'client', {
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
  await db
    .updateTable('client_count')
    .set((row) => ({
      registered: row('registered', '+', Number(isRegistered)),
      unregistered: row('unregistered', '+', Number(!isRegistered)),
      activated: row('activated', '+', Number(activation === 'activated')),
      failed: row('failed', '+', Number(activation === 'failed')),
    }))
    .where('practice_id', '=', practiceId)
    .execute()
  return uuid
}

export async function patient(
  db: Database,
  clientId: string,
  name: string,
  chipNumber?: string,
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
  await addRow(db, 'appointment', { client_uuid: clientId, request_uuid: requestId, ...appointmentColumns(whole) })
  return whole.uuid
}

/** Inserts questions for an appointment of the client, written by an account. */
export const visitQuestion = (
  db: Database,
  { clientId, accountId, appointmentId }: { clientId: string; accountId: string; appointmentId: string },
) =>
  db
    .insertInto('visit_question')
    .values((row) => ({
      appointment_uuid: appointmentId,
      client_uuid: clientId,
      account_id: accountId,
      practice_id: row.selectFrom('client').select('practice_id').where('uuid', '=', clientId).$asScalar().$notNull(),
      text: 'Mag Bella vooraf eten?',
      changed_at: '2026-06-10T10:00:00.000Z',
      number: 1,
    }))
    .execute()

/** Returns the columns of a document's row. `data` holds the record, which repeats some columns. */
function document<
  C extends {
    uuid?: string
    date?: string
    patient_uuid?: string | null
    appointment_uuid?: string | null | undefined
  },
>(clientId: string, columns: C, fields: object = {}) {
  const { uuid = crypto.randomUUID(), date = '2026-07-01', patient_uuid: animal, appointment_uuid: visit } = columns
  const links = { ...(animal && { patientUuid: animal }), ...(visit && { appointmentUuid: visit }) }
  const data = JSON.stringify({ uuid, date, ...fields, ...links })
  return { client_uuid: clientId, data, ...columns, uuid, date }
}

export async function reminder(db: Database, clientId: string, columns: Columns<'reminder'> = {}) {
  const { active = 1 } = columns
  const row = document(clientId, columns, { active: active === 1, description: 'Vaccinatie' })
  await addRow(db, 'reminder', { ...row, active })
  return row.uuid
}

export async function visitForm(db: Database, clientId: string, columns: Columns<'visit_form'> = {}) {
  const row = document(clientId, columns)
  await addRow(db, 'visit_form', row)
  return row.uuid
}

export async function attachment(db: Database, clientId: string, columns: Columns<'attachment'> = {}) {
  const { type = 'attachments' } = columns
  const row = document(clientId, columns, { type })
  await addRow(db, 'attachment', { ...row, type })
  return row.uuid
}

export async function invoice(db: Database, clientId: string, columns: Columns<'invoice'> = {}) {
  const { status = 'PAID' } = columns
  const row = document(clientId, columns, { status, totalInclVat: 121 })
  await addRow(db, 'invoice', { ...row, status })
  return row.uuid
}

/** Content of an estimate that a client can answer. */
export const ESTIMATE: EstimateContent = {
  number: 'B-1',
  date: '2026-06-01',
  validUntil: '2999-01-01',
  reason: 'Gebitsreiniging',
  lines: [
    { description: 'Consult', vatRate: 21, amount: 42.35 },
    { description: 'Gebitsreiniging', quantity: 1, vatRate: 21, amount: 250, amountTo: 310.5 },
  ],
}

/** Inserts an estimate that staff have sent. */
export async function estimate(
  db: Database,
  clientId: string,
  columns: Columns<'estimate'> = {},
  content: Partial<EstimateContent> = {},
) {
  const { uuid = crypto.randomUUID() } = columns
  const { practice_id } = await getRow(db, 'client', { uuid: clientId }, ['practice_id'])
  const whole = { ...ESTIMATE, ...content }
  await addRow(db, 'estimate', {
    ...estimateColumns({ ...whole, uuid, clientUuid: clientId, withdrawn: false }),
    withdrawn: 0,
    practice_id,
    from_portal: 1,
    hash: await sha256(boundContent(whole)),
    sent_at: '2026-06-01T09:00:00.000Z',
    number: 1,
    ...columns,
  })
  return uuid
}

export async function logbookEntry(
  db: Database,
  patientId: string,
  columns: Columns<'logbook_entry'> = {},
  more: Partial<LogbookEntry> = {},
) {
  const { uuid = crypto.randomUUID(), date = '2026-06-01' } = columns
  const data = JSON.stringify({ uuid, date, description: 'Controle', ...more })
  await addRow(db, 'logbook_entry', { patient_uuid: patientId, data, ...columns, uuid, date })
  return uuid
}

/** Inserts a share link that never expires. No secret matches its hash. */
export async function sharedCard(
  db: Database,
  { clientId, accountId, patientId }: { clientId: string; accountId: string; patientId: string },
  columns: Columns<'shared_card'> = {},
) {
  const { uuid = crypto.randomUUID() } = columns
  await addRow(db, 'shared_card', {
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
  return uuid
}

/** Inserts an import key that never expires. No secret matches its hash. */
export async function importKey(db: Database, practiceId: string, columns: Columns<'import_key'> = {}) {
  const { id = crypto.randomUUID() } = columns
  const unused = { scopes: null, made_by: null, account_id: null, last_used_at: null }
  const dates = { made_at: '2026-02-01T00:00:00.000Z', ends_at: '2999-01-01T00:00:00.000Z' }
  const row = { id, practice_id: practiceId, name: 'Praktijksysteem', hash: id, ...unused, ...dates, ...columns }
  await addRow(db, 'import_key', row)
  return id
}

/** Inserts the first version of a price list, with one item. */
export async function priceList(db: Database, practiceId: string, columns: Columns<'price_list'> = {}) {
  await addRow(db, 'price_list', {
    id: crypto.randomUUID(),
    practice_id: practiceId,
    version: 1,
    valid_from: '2026-01-01',
    published_at: '2025-12-20T09:00:00.000Z',
    published_by: 'Bea Beheer',
    key_name: null,
    count: 1,
    items: JSON.stringify([{ category: 'Consulten', description: 'Consult', price: 45 }]),
    ...columns,
  })
}

/** Inserts an endpoint for all types of event. With the secrets of a server, its secret is `WEBHOOK_SECRET`. */
export async function webhook(
  db: Database,
  secrets: Secrets | undefined,
  practiceId: string,
  columns: Columns<'webhook_endpoint'> = {},
) {
  const { id = crypto.randomUUID() } = columns
  await addRow(db, 'webhook_endpoint', {
    id,
    practice_id: practiceId,
    name: 'Boekhouding',
    url: 'https://receiver.example/events',
    types: EVENT_TYPE_NAMES.join(' '),
    state: 'active',
    secret: secrets ? await createWebhookSealer(secrets).seal(WEBHOOK_SECRET, id) : 'unreadable',
    made_at: '2026-02-01T00:00:00.000Z',
    ...columns,
  })
  return id
}
/** Inserts a waiting event of an endpoint. */
export async function delivery(db: Database, endpointId: string, columns: Columns<'webhook_delivery'> = {}) {
  const { id } = await db
    .insertInto('webhook_delivery')
    .values({
      endpoint_id: endpointId,
      event_id: crypto.randomUUID(),
      type: 'client.locked',
      at: '2026-06-15T09:00:00.000Z',
      data: JSON.stringify({ practiceId: 'a' }),
      state: 'waiting',
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Inserts an import job that has succeeded. */
export const importRun = (db: Database, practiceId: string, columns: Columns<'import_run'> = {}) =>
  addRow(db, 'import_run', {
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

/** Inserts an uploaded CSV file without a dry run, with the columns `Nr` and `Naam`. */
export async function csvImport(db: Database, practiceId: string, columns: Columns<'csv_import'> = {}) {
  const { id = crypto.randomUUID() } = columns
  const layout = {
    encoding: 'utf-8',
    delimiter: ';',
    columns: ['Nr', 'Naam'].map((name) => ({ name, samples: ['1'] })),
    rows: [{ line: 2, cells: ['1', 'Bakker'] }],
    suggestions: suggestMappings({ columns: ['Nr', 'Naam'], rows: [], delimiter: ';' }),
  } as const
  await addRow(db, 'csv_import', {
    id,
    practice_id: practiceId,
    file_name: 'klanten.csv',
    bytes: 20,
    sha256: '',
    server: 'none',
    uploaded_at: '2026-06-01T02:00:00.000Z',
    uploaded_by: 'Bea Beheer',
    layout: JSON.stringify(layout),
    ...columns,
  })
  return id
}

export async function removal(db: Database, practiceId: string, clientId: string) {
  const id = crypto.randomUUID()
  await addRow(db, 'removal', { id, practice_id: practiceId, of_all: 0, ends_at: '2100-01-01T00:00:00.000Z' })
  const { email } = await db.selectFrom('client').select('email').where('uuid', '=', clientId).executeTakeFirstOrThrow()
  await addRow(db, 'removed_client', { client_uuid: clientId, removal_id: id, username: email, locked: 0 })
  return id
}

/** Inserts a request of an account for its client, `sent` by default, and updates the counts of the practice. */
export async function request(
  db: Database,
  { clientId, accountId, ...columns }: { clientId: string; accountId: string } & Columns<'request'>,
) {
  const { practice_id, registered } = await db
    .selectFrom('client')
    .select(['practice_id', 'registered'])
    .where('uuid', '=', clientId)
    .executeTakeFirstOrThrow()
  const row: Insertable<Schema['request']> = {
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
  await addRow(db, 'request', row)
  const counted = { practiceId: practice_id, kind: row.kind }
  if (registered === 1) await countRequests(db, counted, [[row.state, 1]])
  return row.uuid
}

export async function requestPhoto(
  db: Database,
  { clientId, accountId }: { clientId: string; accountId: string },
  requestId: string,
  type: 'image/png' | 'image/jpeg' = 'image/png',
) {
  const id = crypto.randomUUID()
  const owner = { client_uuid: clientId, account_id: accountId, request_uuid: requestId }
  const created_at = new Date().toISOString()
  await addRow(db, 'request_photo', { id, ...owner, position: 0, type, bytes: 1, created_at })
  return id
}

const FORM_CONTENT = {
  title: { nl: 'Vragenlijst' },
  fields: [{ id: 'complaint', type: 'lines', label: { nl: 'Wat is er?' } }],
}

/** Inserts a form with one published version and an optional question. */
export async function form(db: Database, practiceId: string, columns: Columns<'form'> = {}) {
  const { id = crypto.randomUUID(), content = JSON.stringify(FORM_CONTENT) } = columns
  const rest = { kind: 'form', version: 1, active: 1, rule: null, changed_at: '2026-06-01T10:00:00.000Z' } as const
  await addRow(db, 'form', { id, practice_id: practiceId, content, ...rest, ...columns })
  await addRow(db, 'form_version', { form_id: id, version: 1, content, published_at: rest.changed_at })
  return id
}

/** Asks a client for a form. */
export async function formTask(db: Database, clientId: string, formId: string, columns: Columns<'form_task'> = {}) {
  const { uuid = crypto.randomUUID() } = columns
  const client = db.selectFrom('client').select('practice_id').where('uuid', '=', clientId)
  const { practice_id } = await client.executeTakeFirstOrThrow()
  await addRow(db, 'form_task', {
    uuid,
    practice_id,
    client_uuid: clientId,
    form_id: formId,
    patient_uuid: null,
    appointment_uuid: null,
    state: 'asked',
    asked_at: '2026-06-10T10:00:00.000Z',
    asked_version: 1,
    asked_by: null,
    closed_at: null,
    number: 1,
    ...columns,
  })
  return uuid
}

/** Completes a form, without a stored file. */
export async function formAnswer(
  db: Database,
  { clientId, accountId, taskId }: { clientId: string; accountId: string; taskId: string },
  columns: Columns<'form_answer'> = {},
) {
  const { id = crypto.randomUUID() } = columns
  await db.updateTable('form_task').set({ state: 'complete' }).where('uuid', '=', taskId).execute()
  await addRow(db, 'form_answer', {
    id,
    task_uuid: taskId,
    client_uuid: clientId,
    account_id: accountId,
    submission_uuid: crypto.randomUUID(),
    version: 1,
    completed_at: '2026-06-11T10:00:00.000Z',
    completed_by: 'owner@mail.example',
    data: JSON.stringify({ answers: [{ field: 'complaint', text: 'Hoest' }], facts: {} }),
    sha256: '',
    ...columns,
  })
  return id
}

/** Lets a practice accept requests, by default of all kinds. */
export const requestSettings = (
  db: Database,
  practiceId: string,
  settings: RequestSettings = { kinds: [...REQUEST_KINDS] },
) => addRow(db, 'request_settings', { practice_id: practiceId, data: JSON.stringify(settings) })

/** Inserts a calendar feed of an owner, and a subscription to the weekly mail, last processed in January 2025. */
export async function subscriptions(
  db: Database,
  { clientId, accountId, at }: { clientId: string; accountId: string; at: Date },
) {
  const owner = { client_uuid: clientId, account_id: accountId }
  await addRow(db, 'calendar_feed', { ...owner, id: 'feed' })
  await addRow(db, 'reminder_subscription', { ...owner, subscribed_at: at.toISOString(), week: '2025-01-13' })
}
