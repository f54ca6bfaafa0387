import { ATTACHMENT_TYPES, type Attachment } from '#contract/attachment.ts'
import type { Client } from '#contract/client.ts'
import type { Invoice } from '#contract/invoice.ts'
import type { LogbookEntry } from '#contract/logbook.ts'
import type { Patient } from '#contract/patient.ts'
import type { Practice } from '#contract/practice.ts'
import type { ReminderMails } from '#contract/reminder-mails.ts'
import type { Reminder } from '#contract/reminder.ts'
import type { SharedCard } from '#contract/shared-card.ts'
import type { UserSession } from '#contract/user.ts'
import type { SignedInUser } from '#src/api/user.ts'
import type { VisitForm } from '#contract/visit-form.ts'
import type { MessageId } from '#src/lib/intl.tsx'

/** Lists of which an item may have a file. */
export const DOCUMENT_LISTS = ['invoices', 'visit-forms', ...ATTACHMENT_TYPES] as const
export type DocumentList = (typeof DOCUMENT_LISTS)[number]
export type ListName = 'patients' | 'reminders' | 'logbook' | DocumentList

export const LIST_TITLES: Record<ListName, MessageId> = {
  patients: 'client.nav.patients',
  reminders: 'client.nav.reminders',
  invoices: 'client.nav.invoices',
  'visit-forms': 'client.nav.visitForms',
  'lab-results': 'client.attachments.labResults',
  'treatment-plans': 'client.attachments.treatmentPlans',
  agreements: 'client.attachments.agreements',
  attachments: 'client.attachments.others',
  logbook: 'client.myData.logbook',
}

/** What one signs in with. */
export interface Account extends SignedInUser {
  /** Absent where the API does not tell. */
  sessions?: UserSession[]
  /** The weekly mail of what is due, for this client; absent where the API has none. */
  reminderMails?: ReminderMails
}

/** Everything that the portal knows of one client. */
export interface MyData {
  account: Account
  client: Client
  practice: Practice
  patients: Patient[]
  reminders: Reminder[]
  /** Undefined where the API does not tell. */
  sharedCards: SharedCard[] | undefined
  /** By patient uuid. */
  logbooks: Map<string, LogbookEntry[]>
  documents: {
    invoices: Invoice[]
    'visit-forms': VisitForm[]
  } & Record<(typeof ATTACHMENT_TYPES)[number], Attachment[]>
  /** Lists that the API does not have, or gave less of than it says there are. */
  incomplete: Incomplete[]
}

export type Incomplete = { list: ListName; of?: string } & (
  | { why: 'notOffered' }
  | { why: 'partly'; count: number; total: number }
)
export type DocumentRecord = MyData['documents'][DocumentList][number]
