import { ATTACHMENT_TYPES, type Attachment } from '#contract/attachment.ts'
import type { AuditEntry, ImportCounts } from '#contract/audit.ts'
import type { Client } from '#contract/client.ts'
import { isIsoDate } from '#contract/fields.ts'
import { INVOICE_STATUSES, type Invoice, PAYMENT_METHODS } from '#contract/invoice.ts'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import { LOGBOOK_KINDS, type LogbookEntry, MEDICINE_CHANNELS } from '#contract/logbook.ts'
import type { Page } from '#contract/paging.ts'
import { PATIENT_KINDS, type Patient, SEXES, SPECIES } from '#contract/patient.ts'
import type { Practice } from '#contract/practice.ts'
import { REMINDER_STATUSES, REMINDER_TYPES, type Reminder } from '#contract/reminder.ts'
import { normaliseRoles } from '#contract/roles.ts'
import type { User } from '#contract/user.ts'
import type { VisitForm } from '#contract/visit-form.ts'

// The one border to what an API answers. A field that is missing, null or of another type becomes what the screens can show:
// absent where the contract lets it be, else empty. An unknown word of a set stays as it came, and is shown so. Fields that
// the contract does not have stay, for a practice is sent back whole. A new field of the contract does not compile until it is here.

type Read<T> = (value: unknown) => T
type Maybe<T> = Read<T | undefined>
type Bag = Readonly<Record<string, unknown>>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)

const text: Maybe<string> = (value) =>
  typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : undefined

const number: Maybe<number> = (value) => {
  const given = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined
}

const flag: Maybe<boolean> = (value) =>
  value === true || value === 'true' || value === 1
    ? true
    : value === false || value === 'false' || value === 0
      ? false
      : undefined

/** Of a moment its day. */
const day: Maybe<string> = (value) => {
  const [date = ''] = (text(value) ?? '').split('T')
  return isIsoDate(date) ? date : undefined
}

const moment: Maybe<string> = (value) => (Number.isNaN(Date.parse(text(value) ?? '')) ? undefined : text(value))

const find = <T extends string>(values: readonly T[], value: unknown): T | undefined => {
  const came = text(value)?.toLowerCase()
  return values.find((known) => known.toLowerCase() === came)
}
/** One of a set, in whatever case; another word stays as it came. */
const word =
  <T extends string>(values: readonly T[]): Maybe<T> =>
  (value) =>
    find(values, value) ?? (text(value) as T | undefined)

const required =
  <T>(read: Maybe<T>, otherwise: T): Read<T> =>
  (value) =>
    read(value) ?? otherwise
const name = required(text, '')
const date = required(day, '')

/** Where null says something, or nothing is there (404). */
export const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value)

const items =
  <T>(read: Maybe<T>): Maybe<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(read).filter((item) => item !== undefined) : undefined

const mapOf =
  <T>(read: Maybe<T>): Maybe<Record<string, T>> =>
  (value) =>
    isBag(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) => {
            const known = read(inner)
            return known === undefined ? [] : [[key, known]]
          }),
        )
      : undefined

type Fields<T> = { [Name in keyof T]-?: Read<T[Name]> }

function record<T extends object>(fields: Fields<T>): Maybe<T> {
  const known = Object.entries<Read<unknown>>(fields as Fields<Record<string, unknown>>)
  return (value) => {
    if (!isBag(value)) return undefined
    const result: Record<string, unknown> = { ...value }
    for (const [field, read] of known) {
      const found = read(value[field])
      if (found !== undefined) result[field] = found
      else if (field in result) delete result[field]
    }
    return result as T
  }
}

/** One that lacks a field says nothing. */
function complete<T extends object>(fields: { [Name in keyof T]-?: Maybe<T[Name]> }): Maybe<T> {
  const read = record(fields as Fields<Partial<T>>)
  return (value) => {
    const found = read(value)
    return found && Object.keys(fields).every((field) => field in found) ? (found as T) : undefined
  }
}

/** What is no record at all is one of which nothing is known. */
const one =
  <T>(read: Maybe<T>): Read<T> =>
  (value) =>
    read(value) ?? read({})!

/** Without an id of its own it gets one by its place, or a list would show it once for all of them. */
function withIds<T>(list: T[], from: number): T[] {
  return list.map((item, index) =>
    (item as { uuid?: string }).uuid === '' ? { ...item, uuid: `#${from + index}` } : item,
  )
}

/** Some APIs send a bare list, some a page of it, some the figures of the page beside its content. */
const page =
  <T>(read: Maybe<T>): Read<Page<T>> =>
  (value) => {
    const answer = isBag(value) ? value : { content: value }
    const content = items(read)(answer['content']) ?? []
    const info = isBag(answer['page']) ? answer['page'] : answer
    const size = number(info['size']) ?? content.length
    const at = number(info['number']) ?? 0
    const totalElements = number(info['totalElements']) ?? at * size + content.length
    const totalPages = number(info['totalPages']) ?? Math.ceil(totalElements / Math.max(size, 1))
    return { content: withIds(content, at * size), page: { number: at, size, totalPages, totalElements } }
  }

const list =
  <T>(read: Maybe<T>): Read<T[]> =>
  (value) =>
    page(read)(value).content

/** `language` is absent where it is none of the portal's. */
export interface SignedInUser extends Omit<User, 'language'> {
  language?: Language | undefined
}

const user = record<SignedInUser>({
  id: text,
  username: text,
  email: text,
  firstName: text,
  lastName: text,
  practiceId: orNull(text),
  roles: normaliseRoles,
  language: (value) => find(LANGUAGES, value),
})

const practice = record<Practice>({
  id: name,
  manaId: text,
  name,
  title: text,
  text,
  phone: text,
  website: text,
  logoUrl: text,
  locked: flag,
  email: text,
  iban: text,
})

const client = record<Client>({
  uuid: name,
  locked: required(flag, false),
  companyName: text,
  callName: text,
  firstName: text,
  initials: text,
  lastName: name,
  clientNumber: text,
  email: orNull(text),
  phone: text,
  mobile: text,
  street: text,
  houseNumber: text,
  postalCode: text,
  city: text,
  country: text,
  ubn: text,
  registered: flag,
  registeredAt: moment,
  lastLoginAt: moment,
  patientCount: number,
})

const patient = record<Patient>({
  uuid: name,
  name,
  caretakerUuid: orNull(text),
  caretaker: orNull(record({ firstName: text, callName: text, lastName: text })),
  kind: word(PATIENT_KINDS),
  headCount: number,
  species: word(SPECIES),
  breed: text,
  crossBreed: flag,
  sex: word(SEXES),
  neutered: flag,
  birthDate: day,
  deceasedDate: orNull(day),
  active: flag,
  color: text,
  coat: text,
  chipNumber: text,
  passportNumber: text,
  lifeNumber: text,
  weightKg: number,
  weightDate: day,
  weights: items(complete({ date: day, kg: number })),
  foodProducing: flag,
  insurance: orNull(record({ company: text, policyNumber: text })),
  photoUrl: text,
  alerts: text,
})

const reminder = record<Reminder>({
  uuid: name,
  date,
  active: required(flag, false),
  type: word(REMINDER_TYPES),
  description: name,
  status: word(REMINDER_STATUSES),
  patientUuid: text,
  patientName: text,
  sentAt: moment,
  completedDate: day,
  productName: text,
  note: text,
})

const invoice = record<Invoice>({
  uuid: name,
  // Another status says nothing of money, and no status as little.
  status: word(INVOICE_STATUSES) as Read<Invoice['status']>,
  number: text,
  date,
  dueDate: day,
  // An amount that is not told is not 0: `totalOf` says that it is not known.
  totalInclVat: number as Read<number>,
  totalExclVat: number,
  vat: items(complete({ rate: number, base: number, amount: number })),
  paidAmount: number,
  openAmount: number,
  currency: text as Maybe<'EUR'>,
  patientNames: items(text),
  description: text,
  creditFor: orNull(text),
  paidDate: day,
  paymentMethod: word(PAYMENT_METHODS),
  fileName: text,
  mimeType: text,
})

const visitForm = record<VisitForm>({
  uuid: name,
  date,
  number: text,
  patientUuid: text,
  patientName: text,
  veterinarian: text,
  reason: text,
  findings: text,
  diagnosis: text,
  treatment: text,
  advice: text,
  medication: items(record({ product: name, dosage: text, days: number })),
  followUpDate: day,
  fileName: text,
  mimeType: text,
  sizeBytes: number,
  url: text,
})

const attachment = record<Attachment>({
  uuid: name,
  date,
  type: word(ATTACHMENT_TYPES),
  name: text,
  fileName: text,
  mimeType: text,
  sizeBytes: number,
  patientUuid: text,
  patientName: text,
  author: text,
  url: text,
  expiresDate: day,
})

const logbookEntry = record<LogbookEntry>({
  uuid: text,
  date,
  kind: word(LOGBOOK_KINDS),
  description: name,
  veterinarian: text,
  productName: text,
  registrationNumber: text,
  channel: word(MEDICINE_CHANNELS),
  batchNumber: text,
  expiryDate: day,
  quantity: number,
  unit: text,
  indication: text,
  dosage: text,
  route: text,
  durationDays: number,
  withdrawalMeatDays: orNull(number),
  withdrawalMilkDays: orNull(number),
  withdrawalMilkHours: orNull(number),
  animals: text,
  location: text,
  supplier: text,
})

const counts = record<ImportCounts>({
  added: required(number, 0),
  updated: required(number, 0),
  unchanged: required(number, 0),
})

const auditEntry = record<AuditEntry>({
  at: required(moment, new Date(0).toISOString()),
  action: name as Read<AuditEntry['action']>,
  account: record({ id: name, name }),
  client: record({ uuid: name, name }),
  count: number,
  fields: items(text),
  changes: mapOf(counts),
})

/** The token in an answer, or whatever is in its place: who stores it decodes it first. */
export const readToken: Read<unknown> = (answer) => (isBag(answer) ? answer['token'] : undefined)
export const readUser = one(user)
export const readPractice = one(practice)
export const readPractices = list(practice)
export const readClient = one(client)
export const readClients: Read<Page<Client>> = page(client)
export const readPatients = list(patient)
export const readReminders = page(reminder)
export const readInvoices = page(invoice)
export const readVisitForms = page(visitForm)
export const readAttachments = page(attachment)
export const readLogbook = list(logbookEntry)
export const readAudit = page(auditEntry)
export const readWords = list(text)
