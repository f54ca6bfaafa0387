import { APPOINTMENT_STATUSES } from './appointment.ts'
import type { ImportReason } from './imports.ts'
import { INVOICE_CURRENCIES, INVOICE_STATUSES, PAYMENT_METHODS } from './invoice.ts'
import { LOGBOOK_KINDS, MEDICINE_CHANNELS } from './logbook.ts'
import { PATIENT_KINDS, SEXES, SPECIES } from './patient.ts'
import { REMINDER_STATUSES, REMINDER_TYPES } from './reminder.ts'

/** Kinds of record that a CSV file can hold, in the order in which a practice loads them. */
export const CSV_KINDS = [
  'client',
  'patient',
  'reminder',
  'appointment',
  'invoice',
  'invoiceLine',
  'visitForm',
  'logbookEntry',
] as const
export type CsvKind = (typeof CSV_KINDS)[number]

/**
 * States of an uploaded file. `checked`: the dry run has ended, and nothing has changed. `refused`: the file cannot
 * be loaded with this mapping. `interrupted`: the server failed; saving the mapping again starts another dry run.
 */
export const CSV_STATES = ['uploaded', 'checking', 'checked', 'loading', 'done', 'refused', 'interrupted'] as const
export type CsvState = (typeof CSV_STATES)[number]

export const CSV_ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]
export const CSV_DELIMITERS = [';', ',', '\t'] as const
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number]
/** Order of day, month and year in dates; a year of four digits in front is recognised in each order. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
export const DECIMAL_MARKS = [',', '.'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

/** Origin of a mapping: derived from the headers, stored by the practice earlier, or sent for this file. */
export const MAPPING_ORIGINS = ['suggested', 'stored', 'given'] as const

/** Days that an uploaded file is kept if it is not loaded. */
export const CSV_DAYS = 7
/** Rows that a response shows. */
export const CSV_PREVIEW_ROWS = 20
export const MAX_CSV_COLUMNS = 200
/** Maximum length of a header, of a file name and of a text in a list of values. */
export const MAX_CSV_TEXT = 200
export const MAX_CSV_VALUES = 1000
/** Problems that the downloadable list contains at most. */
export const MAX_CSV_PROBLEMS = 10_000

/** Media types of a CSV file. Browsers on Windows name the type of Excel. */
export const CSV_TYPES: readonly string[] = [
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
]

/**
 * Type of a field. `key`: number of the record in the practice's system. `client`, `patient`: a reference. A list:
 * the permitted values, which a mapping translates from the words of the file.
 */
export type CsvFieldType =
  | 'key'
  | 'client'
  | 'patient'
  | 'text'
  | 'date'
  | 'moment'
  | 'number'
  | 'flag'
  | readonly string[]

const CLIENT = { clientNumber: 'client', clientName: 'client', clientEmail: 'client', clientUuid: 'client' } as const
const PATIENT = {
  patientNumber: 'patient',
  patientName: 'patient',
  patientChip: 'patient',
  patientUuid: 'patient',
} as const

/** Rates that a code or word of a file can stand for; other percentages are read from the text. */
const VAT_RATES = ['21%', '19%', '9%', '6%', '0%'] as const

/** Fields of a line. A row of a file of invoices may contain a line besides the fields of its invoice. */
const LINE = {
  ...PATIENT,
  lineDate: 'date',
  lineDescription: 'text',
  quantity: 'number',
  unit: 'text',
  unitPrice: 'number',
  unitPriceExclVat: 'number',
  discount: 'number',
  vatRate: VAT_RATES,
  amount: 'number',
  amountExclVat: 'number',
} as const

export const isLineField = (field: string): boolean => Object.hasOwn(LINE, field)
/** Fields of a line whose name in a record differs, because an invoice has a field of that name. */
export const LINE_NAMES: Readonly<Record<string, string>> = { lineDate: 'date', lineDescription: 'description' }

/**
 * Fields of each kind that a column can hold. Several columns of one field are joined with a space, such as date and
 * time of `start`.
 */
export const CSV_FIELDS = {
  client: {
    clientNumber: 'key',
    uuid: 'key',
    lastName: 'text',
    lastNamePrefix: 'text',
    firstName: 'text',
    callName: 'text',
    initials: 'text',
    companyName: 'text',
    email: 'text',
    phone: 'text',
    mobile: 'text',
    street: 'text',
    houseNumber: 'text',
    postalCode: 'text',
    city: 'text',
    country: 'text',
    ubn: 'text',
  },
  patient: {
    number: 'key',
    uuid: 'key',
    ...CLIENT,
    name: 'text',
    kind: PATIENT_KINDS,
    species: SPECIES,
    breed: 'text',
    crossBreed: 'flag',
    sex: SEXES,
    neutered: 'flag',
    birthDate: 'date',
    deceasedDate: 'date',
    active: 'flag',
    color: 'text',
    coat: 'text',
    chipNumber: 'text',
    passportNumber: 'text',
    lifeNumber: 'text',
    ubn: 'text',
    headCount: 'number',
    weightKg: 'number',
    weightDate: 'date',
    foodProducing: 'flag',
    insuranceCompany: 'text',
    insurancePolicy: 'text',
    alerts: 'text',
  },
  reminder: {
    number: 'key',
    uuid: 'key',
    ...CLIENT,
    ...PATIENT,
    date: 'date',
    description: 'text',
    type: REMINDER_TYPES,
    status: REMINDER_STATUSES,
    active: 'flag',
    completedDate: 'date',
    productName: 'text',
    note: 'text',
  },
  appointment: {
    number: 'key',
    uuid: 'key',
    ...CLIENT,
    ...PATIENT,
    start: 'moment',
    end: 'moment',
    durationMinutes: 'number',
    reason: 'text',
    status: APPOINTMENT_STATUSES,
    veterinarian: 'text',
    place: 'text',
    preparation: 'text',
  },
  invoice: {
    number: 'key',
    uuid: 'key',
    ...CLIENT,
    date: 'date',
    dueDate: 'date',
    status: INVOICE_STATUSES,
    totalInclVat: 'number',
    totalExclVat: 'number',
    paidAmount: 'number',
    openAmount: 'number',
    currency: INVOICE_CURRENCIES,
    paidDate: 'date',
    paymentMethod: PAYMENT_METHODS,
    paymentUrl: 'text',
    patientNames: 'text',
    description: 'text',
    creditFor: 'text',
    ...LINE,
  },
  invoiceLine: {
    invoiceNumber: 'key',
    invoiceUuid: 'key',
    ...LINE,
  },
  visitForm: {
    number: 'key',
    uuid: 'key',
    ...CLIENT,
    ...PATIENT,
    date: 'date',
    veterinarian: 'text',
    reason: 'text',
    findings: 'text',
    diagnosis: 'text',
    treatment: 'text',
    advice: 'text',
    medication: 'text',
    followUpDate: 'date',
  },
  logbookEntry: {
    number: 'key',
    uuid: 'key',
    ...CLIENT,
    ...PATIENT,
    date: 'date',
    kind: LOGBOOK_KINDS,
    description: 'text',
    veterinarian: 'text',
    productName: 'text',
    registrationNumber: 'text',
    channel: MEDICINE_CHANNELS,
    batchNumber: 'text',
    expiryDate: 'date',
    quantity: 'number',
    unit: 'text',
    indication: 'text',
    dosage: 'text',
    route: 'text',
    durationDays: 'number',
    withdrawalMeatDays: 'number',
    withdrawalMilkDays: 'number',
    withdrawalMilkHours: 'number',
    withdrawalEggDays: 'number',
    animals: 'text',
    location: 'text',
    supplier: 'text',
    mayRepeat: 'flag',
  },
} as const satisfies Record<CsvKind, Record<string, CsvFieldType>>

/** Returns the type of a field; undefined if the kind lacks the field. */
export const csvFieldType = (kind: CsvKind, field: string): CsvFieldType | undefined =>
  Object.hasOwn(CSV_FIELDS[kind], field) ? (CSV_FIELDS[kind] as Record<string, CsvFieldType>)[field] : undefined

/** Values that a list of values can name for a field: the permitted values, or true and false of a flag. */
export function csvFieldValues(kind: CsvKind, field: string): readonly string[] {
  const type = csvFieldType(kind, field)
  if (type === 'flag') return ['true', 'false']
  return typeof type === 'object' ? type : []
}

const OF_CLIENT = ['clientNumber', 'clientName', 'clientEmail', 'clientUuid'] as const
/** The client of an animal is known, except where only the name is given. */
const OF_CLIENT_OR_ANIMAL = [...OF_CLIENT, 'patientNumber', 'patientChip', 'patientUuid'] as const

const LINE_AMOUNTS = ['amount', 'unitPrice', 'amountExclVat', 'unitPriceExclVat'] as const

/** Groups of fields of which a mapping names at least one. */
export const CSV_REQUIRED: Readonly<Record<CsvKind, readonly (readonly string[])[]>> = {
  client: [['lastName', 'firstName', 'callName', 'companyName']],
  patient: [OF_CLIENT, ['name', 'chipNumber', 'lifeNumber', 'passportNumber']],
  reminder: [OF_CLIENT_OR_ANIMAL, ['date']],
  appointment: [OF_CLIENT_OR_ANIMAL, ['start']],
  invoice: [
    OF_CLIENT,
    ['date'],
    ['totalInclVat', 'paidAmount', 'openAmount'],
    // An invoice without a status gets it from what is paid or open.
    ['status', 'openAmount', 'paidAmount', 'paidDate'],
  ],
  invoiceLine: [['invoiceNumber', 'invoiceUuid'], ['lineDescription'], LINE_AMOUNTS],
  visitForm: [OF_CLIENT_OR_ANIMAL, ['date']],
  logbookEntry: [['patientNumber', 'patientName', 'patientChip', 'patientUuid'], ['date']],
}

/** Returns the groups of required fields of which none is present. */
export const missingCsvFields = (kind: CsvKind, fields: ReadonlySet<string>): (readonly string[])[] =>
  [
    ...CSV_REQUIRED[kind],
    ...(kind === 'invoice' && fields.has('lineDescription') ? [['number', 'uuid'], LINE_AMOUNTS] : []),
  ].filter((group) => !group.some((field) => fields.has(field)))

/** Reasons whose text for a CSV file differs from that for an export. */
export const CSV_REASONS = [
  'hanging',
  'invalidDate',
  'invalidDateTime',
  'notBoolean',
  'readAsOther',
  'unknown',
  'unknownValue',
] as const

/** Returns the id of the text of a reason in a CSV file. */
export function csvReasonId(code: ImportReason) {
  const ofCsv = CSV_REASONS.find((reason) => reason === code)
  return ofCsv ? (`admin.csvImport.reasons.${ofCsv}` as const) : (`admin.imports.reasons.${code}` as const)
}
