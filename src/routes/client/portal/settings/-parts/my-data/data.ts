import type { Appointment } from '#contract/schemas/appointment.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { IntlShape } from 'react-intl'
import type { Client } from '#src/api/clients.ts'
import type { Invoice } from '#src/api/invoices.ts'
import type { ReminderMails } from '#contract/schemas/reminder-mails.ts'
import type { SharedCard } from '#contract/schemas/shared-card.ts'
import type { UserSession } from '#contract/schemas/session.ts'
import type { SeenEntry } from '#contract/schemas/access-log.ts'
import type { Attachment } from '#src/api/attachments.ts'
import type { SignedInUser } from '#src/api/user.ts'
import { allOfType } from '#src/features/attachments/types.ts'
import type { MessageId } from '#src/lib/intl.tsx'

const TITLES: Readonly<Record<string, MessageId>> = {
  patients: 'client.nav.patients',
  reminders: 'client.nav.reminders',
  appointments: 'client.appointments.title',
  requests: 'client.requests.title',
  seen: 'client.myData.seen',
  invoices: 'client.nav.invoices',
  'visit-forms': 'client.nav.visitForms',
  logbook: 'client.myData.logbook',
}

/** What a list is called; any other one is of a type of attachments. */
export function listTitle(list: string, intl: IntlShape): string {
  const id = TITLES[list]
  return id ? intl.formatMessage({ id }) : allOfType(list, intl)
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
  /** Undefined where the API has none. */
  appointments: Appointment[] | undefined
  /** Undefined where the API has none. */
  requests: PortalRequest[] | undefined
  /** Undefined where the API does not tell. */
  seen: SeenEntry[] | undefined
  /** Undefined where the API does not tell. */
  sharedCards: SharedCard[] | undefined
  /** By patient uuid. */
  logbooks: Map<string, LogbookEntry[]>
  invoices: Invoice[]
  visitForms: VisitForm[]
  /** By type. */
  attachments: ReadonlyMap<string, Attachment[]>
  /** Lists that the API does not have, or gave less of than it says there are. */
  incomplete: Incomplete[]
}

export type Incomplete = { list: string; of?: string } & (
  | { why: 'notOffered' }
  | { why: 'partly'; count: number; total: number }
)

type DocumentRecord = Invoice | VisitForm | Attachment

/** A photo of a request, as what has a file. */
interface RequestPhoto {
  uuid: string
  url: string
  date: string
  name: string | undefined
}

/** Of all requests, in their order. */
export const photosOf = (requests: readonly PortalRequest[]): RequestPhoto[] =>
  requests.flatMap(({ sentAt, patientName, photos = [] }) =>
    photos.map(({ id, url }) => ({ uuid: id, url, date: sentAt.slice(0, 10), name: patientName })),
  )

/** The lists of which an item may have a file, by their names. */
export const documentLists = ({
  invoices,
  visitForms,
  attachments,
}: MyData): readonly (readonly [string, readonly DocumentRecord[]])[] => [
  ['invoices', invoices],
  ['visit-forms', visitForms],
  ...attachments,
]
