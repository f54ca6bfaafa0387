import type { ISchema } from 'yup'
import { seenEntrySchema } from '#contract/schemas/access-log.ts'
import { appointmentSchema } from '#contract/schemas/appointment.ts'
import { attachmentSchema } from '#contract/schemas/attachment.ts'
import { clientListItemSchema, clientSchema } from '#contract/schemas/client.ts'
import { importKeySchema, importRunSchema, newImportKeySchema } from '#contract/schemas/imports.ts'
import { invoiceSchema } from '#contract/schemas/invoice.ts'
import { logbookEntrySchema, patientLogbookEntrySchema } from '#contract/schemas/logbook.ts'
import { openedCardSchema } from '#contract/schemas/opened-card.ts'
import { pageInfoSchema } from '#contract/schemas/paging.ts'
import { patientSchema } from '#contract/schemas/patient.ts'
import { ownPracticeSchema, practiceSchema } from '#contract/schemas/practice.ts'
import { problemSchema } from '#contract/schemas/problem.ts'
import { reminderSchema } from '#contract/schemas/reminder.ts'
import { practiceRequestSchema, requestSchema, requestSettingsSchema } from '#contract/schemas/request.ts'
import { retentionPreviewSchema, retentionSchema } from '#contract/schemas/retention.ts'
import { newSharedCardSchema, sharedCardSchema } from '#contract/schemas/shared-card.ts'
import { staffMemberSchema, staffOfferSchema, staffProposalSchema } from '#contract/schemas/staff.ts'
import { userSchema } from '#contract/schemas/user.ts'
import { visitFormSchema } from '#contract/schemas/visit-form.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

const SCHEMAS = {
  User: userSchema,
  StaffMember: staffMemberSchema,
  StaffOffer: staffOfferSchema,
  StaffProposal: staffProposalSchema,
  Practice: practiceSchema,
  OwnPractice: ownPracticeSchema,
  Client: clientSchema,
  ClientListItem: clientListItemSchema,
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
  SeenEntry: seenEntrySchema,
  SharedCard: sharedCardSchema,
  NewSharedCard: newSharedCardSchema,
  OpenedCard: openedCardSchema,
  ImportKey: importKeySchema,
  NewImportKey: newImportKeySchema,
  ImportRun: importRunSchema,
  Retention: retentionSchema,
  RetentionPreview: retentionPreviewSchema,
  PageInfo: pageInfoSchema,
  Problem: problemSchema,
} as const satisfies Record<string, ISchema<unknown>>

export type EntityName = keyof typeof SCHEMAS

/** `components.schemas`. */
export const entities = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchema(schema)]))
