import { appointmentColumns } from './appointment-columns.ts'
import { attachmentSchema } from '#contract/schemas/attachment.ts'
import { invoiceSchema } from '#contract/schemas/invoice.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { lineItemSchema } from '#contract/schemas/line-item.ts'
import { logbookEntrySchema } from '#contract/schemas/logbook.ts'
import { patientSchema } from '#contract/schemas/patient.ts'
import { reminderSchema } from '#contract/schemas/reminder.ts'
import { visitFormSchema } from '#contract/schemas/visit-form.ts'
import type { StaffRole } from '#contract/roles.ts'
import { canonicalUsername } from '#contract/email.ts'
import { typedEntries } from '#contract/values.ts'
import { clientNames, clientSearchText, patientSearch } from '#server/db/search-text.ts'
import {
  CLIENT_COLUMNS,
  CLIENT_RECORD_COLUMNS,
  type ClientColumn,
  PRACTICE_COLUMNS,
  practiceColumn,
} from '#server/db/columns.ts'
import type { Schema } from '#server/db/schema.ts'
import { estimateColumns } from '#server/estimates/columns.ts'
import { knownFields } from './known-fields.ts'
import type { ExportRecords, RecordKind } from './records.ts'

export type Value = string | number | null
type Row = Record<string, Value>

export interface RecordTable<Kind extends RecordKind = RecordKind> {
  table: keyof Schema
  staged: string
  key: 'id' | 'username' | 'uuid'
  /** Field of the key in a record, where its name differs from the column. */
  keyField?: 'invoiceUuid'
  /** Set if the practice's id is part of the key. */
  ofPractice?: true
  /** Columns that a newer export overwrites. */
  columns: readonly string[]
  /** Columns used only for new rows or for the checks. */
  extra: Readonly<Record<string, 'text' | 'integer' | 'uuid'>>
  toRow(record: ExportRecords[Kind]): Row
}

export const keyFieldOf = ({ key, keyField }: Pick<RecordTable, 'key' | 'keyField'>): string => keyField ?? key

export const keysOf = ({ key, ofPractice }: Pick<RecordTable, 'key' | 'ofPractice'>): readonly string[] =>
  ofPractice ? ['practice_id', key] : [key]

const orNull = <T extends Value>(value: T | null | undefined): T | null => value ?? null
const bit = (value: boolean | null | undefined) => (value ? 1 : 0)
const id = () => crypto.randomUUID()

const PRACTICE_TEXTS = { ...PRACTICE_COLUMNS, logoUrl: 'logo_url' } as const

const imported = (column: string) => `imported_${column}`

const practice: RecordTable<'practice'> = {
  table: 'practice',
  staged: 'staged_practice',
  key: 'id',
  columns: [
    'id',
    'mana_id',
    'locked',
    ...Object.values(PRACTICE_TEXTS).flatMap((column) => [column, imported(column)]),
  ],
  extra: {},
  toRow(record) {
    const row: Row = {
      id: record.id,
      mana_id: orNull(record.manaId),
      locked: record.locked === undefined ? null : bit(record.locked),
    }
    for (const [field, column] of typedEntries(PRACTICE_TEXTS)) {
      const value = record[field]
      row[column] = row[imported(column)] = typeof value === 'object' ? practiceColumn(value) : orNull(value)
    }
    return row
  },
}

const roleOf = (roles: readonly StaffRole[]): StaffRole =>
  roles.includes('CLINIC_ADMIN') ? 'CLINIC_ADMIN' : 'CLINIC_USER'

const user: RecordTable<'user'> = {
  table: 'exported_staff',
  staged: 'staged_user',
  key: 'username',
  ofPractice: true,
  columns: ['practice_id', 'username', 'role', 'first_name', 'last_name'],
  extra: { account_id: 'text', mail_id: 'text', language: 'text' },
  toRow: (record) => ({
    username: canonicalUsername(record.username),
    first_name: orNull(record.firstName),
    last_name: orNull(record.lastName),
    practice_id: record.practiceId,
    role: roleOf(record.roles),
    account_id: id(),
    mail_id: id(),
    language: record.language ?? DEFAULT_LANGUAGE,
  }),
}

const client: RecordTable<'client'> = {
  table: 'client',
  staged: 'staged_client',
  key: 'uuid',
  columns: CLIENT_RECORD_COLUMNS,
  extra: {
    locked: 'integer',
    registered: 'integer',
    registered_at: 'text',
    username: 'text',
    address: 'text',
    account_id: 'text',
    mail_id: 'text',
    is_new: 'integer',
    gets_account: 'integer',
  },
  toRow(record) {
    const { uuid, practiceId, registered, lastName, firstName, callName, companyName } = record
    const texts: Partial<Record<ClientColumn, string | null>> = {}
    for (const [field, column] of typedEntries(CLIENT_COLUMNS)) texts[column] = record[field] ?? null
    // An empty e-mail address counts as absent.
    texts.email ||= null
    const username = texts.email && canonicalUsername(texts.email)
    return {
      uuid,
      practice_id: practiceId,
      ...texts,
      ...clientNames(lastName, firstName || callName, companyName),
      search_text: clientSearchText(texts),
      locked: bit(record.locked),
      registered: bit(registered),
      registered_at: orNull(record.registeredAt),
      username: registered ? username : null,
      address: username,
      account_id: id(),
      mail_id: id(),
      is_new: 0,
      gets_account: 0,
    }
  },
}

const dataOf = {
  patient: knownFields(patientSchema),
  // The portal computes `bookedFor` itself.
  reminder: knownFields(reminderSchema.omit(['bookedFor'])),
  visitForm: knownFields(visitFormSchema),
  attachment: knownFields(attachmentSchema),
  invoice: knownFields(invoiceSchema),
  invoiceLine: knownFields(lineItemSchema),
  logbookEntry: knownFields(logbookEntrySchema),
}
const json = (kind: keyof typeof dataOf, record: object) => JSON.stringify(dataOf[kind](record))

const patient: RecordTable<'patient'> = {
  table: 'patient',
  staged: 'staged_patient',
  key: 'uuid',
  columns: ['uuid', 'client_uuid', 'name', 'data', 'practice_id', 'search_name', 'search_words', 'chip_number'],
  extra: { stated_practice: 'text' },
  toRow: (record) => ({
    uuid: record.uuid,
    client_uuid: record.clientUuid,
    name: record.name,
    data: json('patient', record),
    // The link check sets the practice of the client.
    practice_id: null,
    ...patientSearch(record.name, record.chipNumber),
    stated_practice: orNull(record.practiceId),
  }),
}

const ofClient = <Kind extends 'reminder' | 'visitForm' | 'attachment' | 'invoice'>(
  kind: Kind,
  table: keyof Schema,
  selector: (record: ExportRecords[Kind]) => Row,
  selectors: readonly string[],
): RecordTable<Kind> => ({
  table,
  staged: `staged_${table}`,
  key: 'uuid',
  columns: ['uuid', 'client_uuid', 'date', ...selectors, 'data'],
  extra: { ...(!selectors.includes('patient_uuid') && { patient_uuid: 'uuid' }), stated_practice: 'text' },
  toRow: (record) => ({
    uuid: record.uuid,
    client_uuid: record.clientUuid,
    date: record.date,
    ...selector(record),
    data: json(kind, record),
    patient_uuid: 'patientUuid' in record ? orNull(record.patientUuid) : null,
    stated_practice: orNull(record.practiceId),
  }),
})

const appointment: RecordTable<'appointment'> = {
  table: 'appointment',
  staged: 'staged_appointment',
  key: 'uuid',
  columns: ['uuid', 'client_uuid', 'start', 'ends_at', 'status', 'reminder_uuid', 'data'],
  // The list of animals is not checked against other lines; unknown animals are ignored.
  extra: { patient_uuid: 'uuid', stated_practice: 'text' },
  toRow: (record) => ({
    client_uuid: record.clientUuid,
    ...appointmentColumns(record),
    patient_uuid: null,
    stated_practice: orNull(record.practiceId),
  }),
}

const logbookEntry: RecordTable<'logbookEntry'> = {
  table: 'logbook_entry',
  staged: 'staged_logbook_entry',
  key: 'uuid',
  columns: ['uuid', 'patient_uuid', 'date', 'data'],
  extra: { client_uuid: 'uuid', stated_practice: 'text' },
  toRow: (record) => ({
    uuid: record.uuid,
    patient_uuid: record.patientUuid,
    date: record.date,
    data: json('logbookEntry', record),
    client_uuid: orNull(record.clientUuid),
    stated_practice: orNull(record.practiceId),
  }),
}

const ownInvoice = ofClient(
  'invoice',
  'invoice',
  (record) => ({ status: record.status, appointment_uuid: orNull(record.appointmentUuid) }),
  ['status', 'appointment_uuid'],
)
const invoice: RecordTable<'invoice'> = {
  ...ownInvoice,
  columns: [...ownInvoice.columns, 'line_count', 'lines'],
  toRow: ({ lines, ...record }) => ({
    ...ownInvoice.toRow(record),
    line_count: orNull(lines?.length),
    lines: lines ? `[${lines.map((line) => json('invoiceLine', line)).join(',')}]` : null,
  }),
}

/** Lines are staged one by one; `gatherLines` joins those of an invoice. */
const invoiceLine: RecordTable<'invoiceLine'> = {
  table: 'pending_invoice_lines',
  staged: 'staged_invoice_line',
  key: 'uuid',
  keyField: 'invoiceUuid',
  columns: ['uuid', 'practice_id', 'line_count', 'lines'],
  extra: {},
  toRow: (record) => ({
    uuid: record.invoiceUuid,
    practice_id: orNull(record.practiceId),
    line_count: null,
    lines: json('invoiceLine', record),
  }),
}

const estimate: RecordTable<'estimate'> = {
  table: 'estimate',
  staged: 'staged_estimate',
  key: 'uuid',
  columns: ['uuid', 'client_uuid', 'patient_uuid', 'date', 'valid_until', 'withdrawn', 'data'],
  extra: { stated_practice: 'text' },
  toRow: (record) => ({ ...estimateColumns(record), stated_practice: orNull(record.practiceId) }),
}

/** Answers are not merged like other kinds: each effective answer ends its request. */
const requestAnswer: RecordTable<'requestAnswer'> = {
  table: 'request',
  staged: 'staged_request_answer',
  key: 'uuid',
  columns: ['uuid', 'state', 'answer', 'closed_at', 'practice_id'],
  extra: {},
  toRow: (record) => ({
    uuid: record.uuid,
    state: record.outcome,
    answer: record.text,
    closed_at: orNull(record.at),
    practice_id: orNull(record.practiceId),
  }),
}

export const RECORD_TABLES: { [Kind in RecordKind]: RecordTable<Kind> } = {
  practice,
  user,
  client,
  patient,
  reminder: ofClient('reminder', 'reminder', (record) => ({ active: bit(record.active) }), ['active', 'patient_uuid']),
  appointment,
  visitForm: ofClient('visitForm', 'visit_form', (record) => ({ appointment_uuid: orNull(record.appointmentUuid) }), [
    'patient_uuid',
    'appointment_uuid',
  ]),
  attachment: ofClient('attachment', 'attachment', (record) => ({ type: record.type ?? 'attachments' }), [
    'type',
    'patient_uuid',
  ]),
  invoice,
  invoiceLine,
  estimate,
  logbookEntry,
  requestAnswer,
}
