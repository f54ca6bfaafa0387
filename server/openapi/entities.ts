import type { ISchema } from 'yup'
import { appointmentSchema } from '#contract/schemas/appointment.ts'
import { attachmentSchema } from '#contract/schemas/attachment.ts'
import { IMPORT_REASONS, IMPORT_STATES, KEY_PURPOSES, LARGE_LOSSES, LIMITED_REASONS } from '#contract/imports.ts'
import { AUDIT_ACTIONS } from '#contract/access-log.ts'
import { SEEN_SIDES } from '#contract/access-log.ts'
import { type ClientListItem, clientSchema } from '#contract/schemas/client.ts'
import { invoiceSchema } from '#contract/schemas/invoice.ts'
import { logbookEntrySchema, patientLogbookEntrySchema } from '#contract/schemas/logbook.ts'
import { patientSchema } from '#contract/schemas/patient.ts'
import { practiceSchema } from '#contract/schemas/practice.ts'
import { FACTOR_METHODS } from '#contract/sign-in.ts'
import { recordOf, typedKeys } from '#contract/values.ts'
import { STAFF_ROLES } from '#contract/roles.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { RETENTION_KINDS } from '#contract/retention.ts'
import { REQUEST_STATES } from '#contract/request.ts'
import { practiceRequestSchema, requestSchema, requestSettingsSchema } from '#contract/schemas/request.ts'
import { reminderSchema } from '#contract/schemas/reminder.ts'
import { userSchema } from '#contract/schemas/user.ts'
import { CARD_PARTS } from '#contract/shared-card.ts'
import { staffMemberSchema, staffOfferSchema, staffProposalSchema } from '#contract/schemas/staff.ts'
import { visitFormSchema } from '#contract/schemas/visit-form.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }

const object = (properties: Record<string, JsonSchema>, required: string[] = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const mapOf = (additionalProperties: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

// As records, so that a missing member does not compile.
const LISTED: Record<keyof ClientListItem, true> = {
  uuid: true,
  locked: true,
  companyName: true,
  callName: true,
  firstName: true,
  lastName: true,
  clientNumber: true,
  email: true,
  city: true,
  invitation: true,
  mailFailure: true,
  phone: true,
  mobile: true,
  matchedPatients: true,
}
const SCHEMAS = {
  User: userSchema,
  StaffMember: staffMemberSchema,
  StaffOffer: staffOfferSchema,
  StaffProposal: staffProposalSchema,
  Practice: practiceSchema,
  Client: clientSchema,
  ClientListItem: clientSchema.pick(typedKeys(LISTED)),
  Patient: patientSchema,
  Reminder: reminderSchema,
  Appointment: appointmentSchema,
  Request: requestSchema,
  PracticeRequest: practiceRequestSchema,
  RequestSettings: requestSettingsSchema,
  Invoice: invoiceSchema,
  VisitForm: visitFormSchema,
  Attachment: attachmentSchema,
  LogbookEntry: logbookEntrySchema,
  PatientLogbookEntry: patientLogbookEntrySchema,
} as const satisfies Record<string, ISchema<unknown>>

export type EntityName =
  | keyof typeof SCHEMAS
  | 'OwnPractice'
  | 'AuditEntry'
  | 'SeenEntry'
  | 'SharedCard'
  | 'NewSharedCard'
  | 'OpenedCard'
  | 'ImportKey'
  | 'NewImportKey'
  | 'ImportRun'
  | 'Retention'
  | 'RetentionPreview'

// Response-only types have no schema in the contract.
const IMPORT_COUNTS = object(
  {
    added: count,
    updated: count,
    unchanged: count,
    expired: {
      ...count,
      description: 'Left out, because removals by the practice’s retention were of older ones as well.',
    },
    removed: { ...count, description: 'Removed, without the records that went with them.' },
    replaced: { ...count, description: 'Replaced by another record.' },
  },
  ['added', 'updated', 'unchanged'],
)
const retentionKind: JsonSchema = { type: 'string', enum: RETENTION_KINDS }
const byKind = (value: JsonSchema) =>
  object(
    recordOf(RETENTION_KINDS, () => value),
    [],
  )
const RETENTION = object(
  {
    years: {
      ...byKind({ type: 'integer', minimum: 1 }),
      description: 'By kind; a kind that is absent is kept without end.',
    },
    isOn: { type: 'boolean', description: 'Whether a nightly run removes older records.' },
    nextRun: {
      type: 'string',
      format: 'date',
      description: 'Day of the next nightly run, or of the first after a change.',
    },
    clock: {
      ...object({ stoppedAt: { type: 'string', format: 'date-time' }, now: { type: 'string', format: 'date-time' } }),
      description: 'Present while removals are stopped because the clock of the server jumped, with what it says now.',
    },
    removedBefore: {
      ...byKind({ type: 'string', format: 'date' }),
      description: 'By kind: records of before this day were removed, and imports leave them out.',
    },
    removed: {
      ...listOf(object({ at: { type: 'string', format: 'date-time' }, kind: retentionKind, count }, ['at', 'count'])),
      description: 'What the nightly runs removed, 50 at most, the latest first.',
    },
  },
  ['years', 'isOn', 'removedBefore', 'removed'],
)
const RETENTION_PREVIEW = object({
  counts: listOf(object({ kind: retentionKind, year: { type: 'integer' }, count })),
})
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const SEEN_ENTRY = object(
  {
    day: { type: 'string', format: 'date' },
    by: { type: 'string', enum: SEEN_SIDES, description: "system: the practice's own, or an export of it." },
    role: { type: 'string', enum: STAFF_ROLES },
    account: {
      ...object({ id: text, name: text, username: text }, ['id', 'name']),
      description: 'For clinic admins: of staff.',
    },
    key: { ...text, description: 'For clinic admins: the name of the key of a system.' },
    actions: {
      ...listOf({ type: 'string', enum: AUDIT_ACTIONS }),
      description: 'As the audit trail has them.',
    },
  },
  ['day', 'by', 'actions'],
)

const AUDIT_ENTRY = object(
  {
    at: { type: 'string', format: 'date-time' },
    action: { type: 'string', enum: AUDIT_ACTIONS },
    account: {
      ...object({ id: text, name: text, username: text }, ['id', 'name']),
      description:
        'Absent where nobody was signed in: an import, a link in a mail; and for the first visit of a client.',
    },
    client: object({ uuid, name: text }),
    count: {
      ...count,
      description:
        'Clients: of deleted-all, and of removal-undone of several. Records: of retention-removed, records-removed and records-restored.',
    },
    kind: { ...retentionKind, description: 'Of retention-removed.' },
    fields: { ...listOf(text), description: 'Of practice-changed.' },
    changes: { ...mapOf(IMPORT_COUNTS), description: 'Of imported: by kind of record.' },
    member: {
      ...object({ id: text, name: text, role: { type: 'string', enum: STAFF_ROLES } }),
      description: 'Of what is about staff: whom.',
    },
    key: { ...text, description: 'The name of an import key.' },
    names: { ...object({ from: text, to: text }), description: 'Of renamed: who did it, before and since.' },
    run: {
      ...object({ count, since: { type: 'string', format: 'date-time' } }),
      description:
        'Where runs were asked for: so many of the same by one account on one day, of which this is the latest.',
    },
    undo: {
      ...object({ until: { type: 'string', format: 'date-time' }, removal: text }, ['until']),
      description:
        'Of deleted, deleted-all and records-removed while it can be undone, by the id of the removal. A run has the first end, and no id.',
    },
  },
  ['at', 'action'],
)
const parts = listOf({ type: 'string', enum: CARD_PARTS })
const SHARED = {
  uuid,
  patientUuid: uuid,
  parts,
  note: { ...text, description: 'For whom it is.' },
  createdAt: moment,
  endsAt: moment,
  openedAt: { ...moment, description: 'When it was looked at last.' },
}
const ALWAYS_SHARED = ['uuid', 'patientUuid', 'parts', 'createdAt', 'endsAt']
const SHARED_CARD = object(SHARED, ALWAYS_SHARED)
const NEW_SHARED_CARD = object({ ...SHARED, secret: { ...text, description: 'Told this once.' } }, [
  ...ALWAYS_SHARED,
  'secret',
])
const named = object({ name: text, phone: text }, ['name'])
const ref = (name: keyof typeof SCHEMAS): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const practice = jsonSchema(practiceSchema)
const OWN_PRACTICE: JsonSchema = {
  ...practice,
  properties: {
    ...practice.properties,
    clients: { ...listOf(ref('ClientListItem')), description: 'By name, where the user has several there.' },
  },
}
const OPENED_CARD = object(
  {
    practice: named,
    parts,
    endsAt: moment,
    patient: { ...ref('Patient') },
    logbook: listOf(ref('LogbookEntry')),
    reminders: listOf(ref('Reminder')),
    owner: named,
  },
  ['practice', 'parts', 'endsAt', 'patient', 'logbook', 'reminders'],
)
const KEY = {
  id: text,
  name: text,
  purpose: { type: 'string', enum: KEY_PURPOSES, description: 'Exports, or the requests of owners.' },
  madeAt: moment,
  madeBy: text,
  endsAt: moment,
  ended: { type: 'boolean', description: 'Whether that is past.' },
  makerLeft: { type: 'boolean', description: 'Paused: who made it is no admin there any more.' },
  lastUsedAt: { ...moment, description: 'To the minute.' },
} as const
const KNOWN_OF_KEY = ['id', 'name', 'purpose', 'madeAt', 'endsAt']
const IMPORT_KEY = object(KEY, KNOWN_OF_KEY)
const NEW_IMPORT_KEY = object({ ...KEY, key: { ...text, description: 'The key itself.' } }, [...KNOWN_OF_KEY, 'key'])
const IMPORT_PROBLEMS = listOf(
  object(
    {
      line: { ...count, description: '0: the whole export.' },
      field: { ...text, description: 'Empty: the whole line.' },
      reason: { ...text, description: 'In English.' },
      code: { type: 'string', enum: IMPORT_REASONS, description: 'The same, to be told in any language.' },
      value: {
        ...text,
        description: `Of ${LIMITED_REASONS.join(', ')}: the most there may be, or what there is to choose from.`,
      },
      wholeLine: { type: 'boolean', description: 'Of a warning: the whole line was left out.' },
    },
    ['line', 'field', 'reason'],
  ),
)
const IMPORT_RUN = object(
  {
    sequence: { type: 'integer', minimum: 1 },
    state: {
      type: 'string',
      enum: IMPORT_STATES,
      description:
        'unconfirmed: a clinic admin has to confirm it first. refused, interrupted: nothing has changed, and the number may be given again.',
    },
    receivedAt: moment,
    startedAt: moment,
    endedAt: moment,
    resetAt: { ...moment, description: 'When its number, which was taken, was let be given again.' },
    key: { ...text, description: 'The name of the key.' },
    deferredMails: {
      ...object({ count, lastOn: { type: 'string', format: 'date' } }, ['count', 'lastOn']),
      description:
        'Of one run that is done, and of the latest one in the list: invitations of the practice beyond its daily budget; the last ones go on that day (UTC).',
    },
    bytes: { ...count, description: 'Unpacked.' },
    paused: { type: 'boolean', description: 'Of waiting: until an admin keeps its key, whose maker has left.' },
    changes: { ...mapOf(IMPORT_COUNTS), description: 'Of done: by kind of record.' },
    problems: {
      ...object(
        {
          count,
          lines: count,
          first: IMPORT_PROBLEMS,
        },
        ['count', 'lines', 'first'],
      ),
      description: 'Of refused.',
    },
    warnings: {
      ...object(
        {
          count,
          first: IMPORT_PROBLEMS,
          kinds: {
            ...mapOf(object({ lines: count, leftOut: count, reasons: mapOf(count) })),
            description: 'By kind of record: lines, lines that were left out, and numbers of warnings by code.',
          },
        },
        ['count', 'first'],
      ),
      description: 'Of done and unconfirmed: what was left out or read otherwise.',
    },
    large: {
      ...listOf(object({ kind: text, what: { type: 'string', enum: LARGE_LOSSES }, count, of: count })),
      description:
        'Of unconfirmed: lines that would be left out, records that would be removed, and owners whose e-mail address would change.',
    },
  },
  ['sequence', 'state', 'receivedAt', 'key', 'bytes'],
)
const PROBLEM = object(
  {
    type: { type: 'string', format: 'uri' },
    title: text,
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    instance: { type: 'string', format: 'uri', description: 'The id of the call, also in X-Request-Id.' },
    errors: {
      ...listOf(object({ pointer: text, parameter: text, code: text }, ['code'])),
      description: 'By field of the body (pointer) or by query parameter.',
    },
    lastSequence: { type: 'integer', minimum: 1, description: 'Of import-out-of-order.' },
    challenge: { ...text, description: 'Of second-factor-needed: what goes with the code. Good for five minutes.' },
    methods: { ...listOf({ type: 'string', enum: FACTOR_METHODS }), description: 'Beside it: by what one may go on.' },
    practice: {
      ...object({ name: text, phone: text }, ['name']),
      description: 'Of client-locked, practice-locked and request-not-taken: the practice to contact.',
    },
    closed: {
      ...object({ state: { type: 'string', enum: REQUEST_STATES }, at: moment, by: text }, ['state', 'at']),
      description: 'Of request-closed: what it has become, when, and by whom it was answered.',
    },
  },
  ['type', 'title', 'status', 'code', 'instance'],
)
const PAGE_INFO = object({ number: count, size: count, totalPages: count, totalElements: count })

/** `components.schemas`. */
export const entities = (): Record<string, JsonSchema> => ({
  ...Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchema(schema)])),
  OwnPractice: OWN_PRACTICE,
  AuditEntry: AUDIT_ENTRY,
  SeenEntry: SEEN_ENTRY,
  SharedCard: SHARED_CARD,
  NewSharedCard: NEW_SHARED_CARD,
  OpenedCard: OPENED_CARD,
  ImportKey: IMPORT_KEY,
  NewImportKey: NEW_IMPORT_KEY,
  ImportRun: IMPORT_RUN,
  Retention: RETENTION,
  RetentionPreview: RETENTION_PREVIEW,
  PageInfo: PAGE_INFO,
  Problem: { ...PROBLEM, description: 'RFC 9457' },
})
