import { type Appointment, appointmentSchema } from '#contract/schemas/appointment.ts'
import { type Attachment, attachmentSchema } from '#contract/schemas/attachment.ts'
import { type Client, clientSchema } from '#contract/schemas/client.ts'
import { code, text, uuid } from '#contract/schemas/fields.ts'
import { type ItemisedInvoice, itemisedInvoiceSchema } from '#contract/schemas/invoice.ts'
import { type LineItem, lineItemSchema } from '#contract/schemas/line-item.ts'
import { type ExportedEstimate, exportedEstimateSchema } from '#contract/schemas/estimate.ts'
import { type LogbookEntry, logbookEntrySchema } from '#contract/schemas/logbook.ts'
import { type Patient, patientSchema } from '#contract/schemas/patient.ts'
import { type Practice, practiceSchema } from '#contract/schemas/practice.ts'
import { type ExportedAnswer, exportedAnswerSchema } from '#contract/schemas/request.ts'
import { type Reminder, reminderSchema } from '#contract/schemas/reminder.ts'
import { type Staff, staffSchema } from '#contract/schemas/user.ts'
import { type VisitForm, visitFormSchema } from '#contract/schemas/visit-form.ts'
import { typedKeys } from '#contract/values.ts'

interface OfClient {
  clientUuid: string
  practiceId?: string | undefined
}

/** Records of an export by the name in `record`: entities of the contract with the links between them. */
export interface ExportRecords {
  /** A practice without a name keeps its present name. */
  practice: Omit<Practice, 'name'> & { name?: string | undefined }
  user: Staff
  client: Client & { practiceId: string }
  patient: Patient & OfClient
  reminder: Omit<Reminder, 'bookedFor'> & OfClient
  appointment: Appointment & OfClient
  visitForm: VisitForm & OfClient
  attachment: Attachment & OfClient
  invoice: ItemisedInvoice & OfClient
  /** Line of an invoice, for systems that export lines separately. */
  invoiceLine: LineItem & { invoiceUuid: string } & Pick<OfClient, 'practiceId'>
  estimate: ExportedEstimate & OfClient
  logbookEntry: LogbookEntry & { uuid: string; patientUuid: string } & Partial<OfClient>
  requestAnswer: ExportedAnswer & Pick<OfClient, 'practiceId'>
}
export type RecordKind = keyof ExportRecords
export type ExportRecord = { [Kind in RecordKind]: { record: Kind } & ExportRecords[Kind] }[RecordKind]

const practiceId = () => code(200)
const ofClient = { clientUuid: uuid().required('required'), practiceId: practiceId() }

export const RECORD_SCHEMAS = {
  practice: practiceSchema.shape({ name: text() }),
  user: staffSchema.shape({ practiceId: practiceId().required('required') }),
  client: clientSchema.shape({ practiceId: practiceId().required('required') }),
  patient: patientSchema.shape(ofClient),
  reminder: reminderSchema.omit(['bookedFor']).shape(ofClient),
  appointment: appointmentSchema.shape(ofClient),
  visitForm: visitFormSchema.shape(ofClient),
  attachment: attachmentSchema.shape(ofClient),
  invoice: itemisedInvoiceSchema.shape(ofClient),
  invoiceLine: lineItemSchema.shape({ invoiceUuid: uuid().required('required'), practiceId: practiceId() }),
  estimate: exportedEstimateSchema.shape(ofClient),
  logbookEntry: logbookEntrySchema.shape({
    uuid: uuid().required('required'),
    patientUuid: uuid().required('required'),
    clientUuid: uuid(),
    practiceId: practiceId(),
  }),
  requestAnswer: exportedAnswerSchema.shape({ practiceId: practiceId() }),
}

/** Record kinds, parents before children. */
export const RECORD_KINDS = typedKeys(RECORD_SCHEMAS)
