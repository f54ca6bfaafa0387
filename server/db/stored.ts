import { type InferType, type Schema, array, boolean, mixed, object, string } from 'yup'
import { ANNOUNCED_CHANGES } from '#contract/mail.ts'
import { KEY_PURPOSES, KEY_SCOPES } from '#contract/imports.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { auditDetailsSchema } from '#contract/schemas/access-log.ts'
import { appointmentSchema } from '#contract/schemas/appointment.ts'
import { attachmentSchema } from '#contract/schemas/attachment.ts'
import { undoneRemovalSchema } from '#contract/schemas/client.ts'
import { dictionary, isoDateTime, listOf, oneOf, optionalObject, total } from '#contract/schemas/fields.ts'
import { formAnsweredSchema, formContentSchema, formRuleSchema } from '#contract/schemas/form.ts'
import { csvImportSchema, csvMappingSchema } from '#contract/schemas/csv-import.ts'
import {
  importChangesSchema,
  importProblemsSchema,
  importWarningsSchema,
  largePartSchema,
  problemSchema,
} from '#contract/schemas/imports.ts'
import { invoiceSchema } from '#contract/schemas/invoice.ts'
import { lineItemSchema } from '#contract/schemas/line-item.ts'
import { logbookEntrySchema } from '#contract/schemas/logbook.ts'
import { patientSchema } from '#contract/schemas/patient.ts'
import { reminderSchema } from '#contract/schemas/reminder.ts'
import { estimateContentSchema, estimateSettingsSchema } from '#contract/schemas/estimate.ts'
import { openingHoursSchema } from '#contract/schemas/opening-hours.ts'
import { sellerSchema } from '#contract/schemas/seller.ts'
import {
  newRequestSchema,
  requestAnsweredSchema,
  requestMessageDataSchema,
  requestSettingsSchema,
} from '#contract/schemas/request.ts'
import { cardParts } from '#contract/schemas/share-link.ts'
import { priceItemSchema } from '#contract/schemas/price-list.ts'
import { visitFormSchema } from '#contract/schemas/visit-form.ts'
import { eventDataSchema } from '#contract/schemas/webhook.ts'
import type { Json } from './json.ts'
import { shapeOf } from './stored-shape.ts'

const paidAccount = () => optionalObject({ iban: string().nullable().defined(), holder: string().nullable().defined() })

/** Schemas of the JSON columns, by kind of value. */
const SCHEMAS = {
  patient: patientSchema,
  reminder: reminderSchema,
  appointment: appointmentSchema,
  visitForm: visitFormSchema,
  attachment: attachmentSchema,
  invoice: invoiceSchema,
  lineItems: listOf(lineItemSchema),
  logbookEntry: logbookEntrySchema,
  estimate: estimateContentSchema,
  estimateSettings: estimateSettingsSchema,
  request: newRequestSchema.omit(['uuid', 'kind', 'patientUuid', 'formerUuid', 'photoIds']),
  answer: requestAnsweredSchema,
  requestMessage: requestMessageDataSchema,
  requestSettings: requestSettingsSchema,
  formContent: formContentSchema,
  formRule: formRuleSchema,
  formAnswered: formAnsweredSchema,
  cardParts: cardParts(),
  publishedAppointment: object({ isCancelled: boolean() }),
  mailDetails: object({
    /** Person who made the change; absent for an import. */
    by: string(),
    /** Names of import keys, and their purpose if not exports. */
    keys: array(string().required()),
    purpose: oneOf(KEY_PURPOSES),
    scopes: array(oneOf(KEY_SCOPES).required()),
    endsAt: isoDateTime(),
    /** Account that clients pay to. */
    former: paidAccount(),
    present: paidAccount(),
    requestId: string(),
    estimateId: string(),
    clientId: string(),
    /** Language of a mail to an owner whose e-mail address may no longer have an account. */
    language: oneOf(LANGUAGES),
    /** Change and affected person of an `admin-change`. */
    change: oneOf(ANNOUNCED_CHANGES),
    member: string(),
  }),
  auditDetails: auditDetailsSchema,
  eventData: eventDataSchema,
  importChanges: importChangesSchema,
  importProblems: importProblemsSchema,
  importWarnings: importWarningsSchema,
  largeParts: listOf(largePartSchema),
  csvMapping: csvMappingSchema,
  csvFile: csvImportSchema.pick(['encoding', 'delimiter', 'format', 'columns', 'rows', 'suggestions']),
  csvResult: object({ rows: total(), count: total(), problems: listOf(problemSchema) }),
  undoneRemoval: undoneRemovalSchema,
  openingHours: openingHoursSchema,
  seller: sellerSchema,
  priceItems: listOf(priceItemSchema),
  archivedRow: dictionary(mixed()),
} as const satisfies Record<string, Schema>
type Kind = keyof typeof SCHEMAS
export type Stored = { [K in Kind]: NonNullable<InferType<(typeof SCHEMAS)[K]>> }

type Listener = (kind: Kind) => void
type Log = (level: 'warn', event: 'stored-value-unreadable', fields: Record<string, unknown>) => void
const listeners = new Set<Listener>()

const LOG_INTERVAL_MS = 60_000

/** Logs unreadable stored values, at most once a minute for each kind. Returns a function that stops the logging. */
export function logUnreadable(log: Log): () => void {
  const logged = new Map<Kind, number>()
  const listener: Listener = (kind) => {
    const now = performance.now()
    if (now - (logged.get(kind) ?? -LOG_INTERVAL_MS) < LOG_INTERVAL_MS) return
    logged.set(kind, now)
    log('warn', 'stored-value-unreadable', { kind })
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const shapes = new Map<Kind, ReturnType<typeof shapeOf>>()

/**
 * Reads a JSON column of any origin: an earlier version, a manual change, or damaged. Unreadable parts are left out and
 * reported. Returns undefined if nothing useful is left.
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

export const parseAllStored = <K extends Kind>(kind: K, rows: readonly { data: Json<Stored[K]> }[]): Stored[K][] =>
  rows.map(({ data }) => parseStored(kind, data)).filter((record) => record !== undefined)

/** Returns the readable part of a column as JSON text. */
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
