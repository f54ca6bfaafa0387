import { type Schema, array, boolean, mixed, number, object, string } from 'yup'
import type { AuditDetails, ImportCounts } from '#contract/access-log.ts'
import { ANNOUNCED_CHANGES } from '#contract/mail.ts'
import type { UndoneRemoval } from '#contract/client.ts'
import { STAFF_ROLES } from '#contract/roles.ts'
import type { CalendarEvent } from '#contract/calendar.ts'
import {
  LARGE_LOSSES,
  type ImportKindWarnings,
  type ImportProblem,
  type ImportRun,
  type ImportWarnings,
  KEY_PURPOSES,
  type LargePart,
} from '#contract/imports.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { type Appointment, appointmentSchema } from '#contract/schemas/appointment.ts'
import { type Attachment, attachmentSchema } from '#contract/schemas/attachment.ts'
import { isoDateTime, oneOf } from '#contract/schemas/fields.ts'
import { type Invoice, invoiceSchema } from '#contract/schemas/invoice.ts'
import { type LogbookEntry, logbookEntrySchema } from '#contract/schemas/logbook.ts'
import { type Patient, patientSchema } from '#contract/schemas/patient.ts'
import { type Reminder, reminderSchema } from '#contract/schemas/reminder.ts'
import {
  type RequestSettings,
  newRequestSchema,
  requestAnsweredSchema,
  requestSettingsSchema,
} from '#contract/schemas/request.ts'
import { type VisitForm, visitFormSchema } from '#contract/schemas/visit-form.ts'
import { CARD_PARTS, type CardPart } from '#contract/shared-card.ts'
import { RETENTION_KINDS } from '#contract/retention.ts'
import type { Json } from './json.ts'
import type { MailDetails, PaidAccount, RequestAnswered, RequestData } from './schema.ts'
import { dictionary, shapeOf } from './stored-shape.ts'

/** What the columns of JSON hold, by kind of value. */
export interface Stored {
  patient: Patient
  reminder: Reminder
  appointment: Appointment
  visitForm: VisitForm
  attachment: Attachment
  invoice: Invoice
  logbookEntry: LogbookEntry
  request: RequestData
  answer: RequestAnswered
  requestSettings: RequestSettings
  cardParts: CardPart[]
  publishedAppointment: Pick<CalendarEvent, 'isCancelled'>
  mailDetails: MailDetails
  auditDetails: AuditDetails
  importChanges: NonNullable<ImportRun['changes']>
  importProblems: NonNullable<ImportRun['problems']>
  importWarnings: ImportWarnings
  largeParts: LargePart[]
  undoneRemoval: UndoneRemoval
  /** A row of a table, by column. */
  archivedRow: Record<string, unknown>
}
type Kind = keyof Stored

/** The schema of a type: a new field of it does not compile without its line here. */
const all = <T>(fields: Record<keyof T, Schema>) => object(fields)

const count = () => number().required()
const importCounts = all<ImportCounts>({
  added: count(),
  updated: count(),
  unchanged: count(),
  expired: number(),
  removed: number(),
  replaced: number(),
})
const importProblem = all<ImportProblem>({
  line: count(),
  field: string().required(),
  reason: string().required(),
  code: string(),
  value: string(),
  wholeLine: boolean(),
})
const paidAccount = () =>
  all<PaidAccount>({ iban: string().nullable().defined(), holder: string().nullable().defined() })
const people = { id: string().required(), name: string().defined() }

const SCHEMAS = {
  patient: patientSchema,
  reminder: reminderSchema,
  appointment: appointmentSchema,
  visitForm: visitFormSchema,
  attachment: attachmentSchema,
  invoice: invoiceSchema,
  logbookEntry: logbookEntrySchema,
  request: newRequestSchema.omit(['uuid', 'kind', 'patientUuid', 'formerUuid', 'photoIds']),
  answer: requestAnsweredSchema,
  requestSettings: requestSettingsSchema,
  cardParts: array(oneOf(CARD_PARTS).required()).required(),
  publishedAppointment: object({ isCancelled: boolean() }),
  mailDetails: all<MailDetails>({
    by: string(),
    keys: array(string().required()),
    purpose: oneOf(KEY_PURPOSES),
    endsAt: isoDateTime(),
    former: paidAccount(),
    present: paidAccount(),
    requestId: string(),
    clientId: string(),
    language: oneOf(LANGUAGES),
    change: oneOf(ANNOUNCED_CHANGES),
    member: string(),
  }),
  auditDetails: all<AuditDetails>({
    count: number(),
    kind: oneOf(RETENTION_KINDS),
    fields: array(string().required()),
    changes: dictionary(importCounts).optional(),
    member: object({ ...people, role: oneOf(STAFF_ROLES).required() }),
    key: string(),
    names: object({ from: string().defined(), to: string().defined() }),
  }),
  importChanges: dictionary(importCounts),
  importProblems: all<Stored['importProblems']>({
    count: count(),
    lines: count(),
    first: array(importProblem).required(),
  }),
  importWarnings: all<ImportWarnings>({
    count: count(),
    first: array(importProblem).required(),
    kinds: dictionary(
      all<ImportKindWarnings>({ lines: count(), leftOut: count(), reasons: dictionary(number()).required() }),
    ).optional(),
  }),
  largeParts: array(
    all<LargePart>({
      kind: string().required(),
      what: oneOf([...LARGE_LOSSES]).required(),
      count: count(),
      of: count(),
    }),
  ).required(),
  undoneRemoval: all<UndoneRemoval>({
    records: number(),
    restored: count(),
    otherAccount: count(),
    registered: count(),
    addressChanged: count(),
  }),
  archivedRow: dictionary(mixed()),
} as const satisfies Record<Kind, Schema>

type Listener = (kind: Kind) => void
type Log = (level: 'warn', event: 'stored-value-unreadable', fields: Record<string, unknown>) => void
const listeners = new Set<Listener>()

const LOGGED_EVERY_MS = 60_000

/** Logs stored values of which something cannot be read, each kind once a minute at most. Returns a function that ends it. */
export function logUnreadable(log: Log): () => void {
  const logged = new Map<Kind, number>()
  const listener: Listener = (kind) => {
    const now = performance.now()
    if (now - (logged.get(kind) ?? -LOGGED_EVERY_MS) < LOGGED_EVERY_MS) return
    logged.set(kind, now)
    log('warn', 'stored-value-unreadable', { kind })
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const shapes = new Map<Kind, ReturnType<typeof shapeOf>>()

/**
 * Reads a column of JSON, whatever it holds: by a former version, by hand or broken. What cannot be read is left out and reported;
 * undefined where nothing useful is left.
 */
export function parseStored<K extends Kind>(kind: K, text: Json<Stored[K]>): Stored[K] | undefined {
  const shape = shapes.get(kind) ?? shapeOf(SCHEMAS[kind])
  shapes.set(kind, shape)
  let isWhole = true
  const lost = () => {
    isWhole = false
    return undefined
  }
  const found = shape(parsed(text), lost)
  if (!isWhole || found === undefined) for (const listener of listeners) listener(kind)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of the kind was read
  return found as Stored[K] | undefined
}

/** The records of a list that can be read. */
export const parseAllStored = <K extends Kind>(kind: K, rows: readonly { data: Json<Stored[K]> }[]): Stored[K][] =>
  rows.map(({ data }) => parseStored(kind, data)).filter((record) => record !== undefined)

/** The JSON of what can be read of a column. */
export function storedText<K extends Kind>(kind: K, text: Json<Stored[K]>): Json<Stored[K]> | undefined {
  const found = parseStored(kind, text)
  return found && JSON.stringify(found)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
