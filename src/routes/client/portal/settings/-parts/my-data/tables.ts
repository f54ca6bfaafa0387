import { textOf } from '#src/lib/intl.tsx'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { ZONE } from '#contract/zone.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { IntlShape } from 'react-intl'
import type { SeenEntry } from '#contract/schemas/access-log.ts'
import { sideId, whatWords } from '#src/features/clients/seen.tsx'
import type { Invoice } from '#src/api/invoices.ts'
import { openOf } from '#contract/amounts.ts'
import { statusText } from '#src/features/invoices/status-text.ts'
import { caretakerName } from '#contract/names.ts'
import { type CsvCell, centsCell, dayCell, numberCell } from '#contract/csv.ts'
import type { Attachment } from '#src/api/attachments.ts'
import { type Columns, flagCell, wordCell } from './cells.ts'
import type { MyData } from './data.ts'
import { LOGBOOK } from './logbook-table.ts'
import { requestColumns } from './request-table.ts'

/** Path of a document's file in the archive; undefined: not included. */
type FileOf = (uuid: string) => string | undefined

const PATIENTS: Columns<Patient> = [
  ['client.myData.field.name', ({ name }) => name],
  ['client.myData.field.species', ({ species }, intl) => wordCell(species, 'client.patients.species', intl)],
  ['client.myData.field.breed', ({ breed }) => breed],
  ['client.myData.field.headCount', ({ headCount }) => numberCell(headCount)],
  [
    'client.myData.field.sex',
    ({ sex }, intl) => (sex === 'UNKNOWN' ? '' : wordCell(sex, 'client.patients.sex.other', intl)),
  ],
  ['client.myData.field.neutered', ({ neutered }, intl) => flagCell(neutered, intl)],
  ['client.myData.field.birthDate', ({ birthDate }) => dayCell(birthDate)],
  ['client.myData.field.deceasedDate', ({ deceasedDate }) => dayCell(deceasedDate)],
  ['client.myData.field.color', ({ color }) => color],
  ['client.myData.field.coat', ({ coat }) => coat],
  ['client.myData.field.chipNumber', ({ chipNumber }) => chipNumber],
  ['client.myData.field.passportNumber', ({ passportNumber }) => passportNumber],
  ['client.myData.field.lifeNumber', ({ lifeNumber }) => lifeNumber],
  ['client.myData.field.weightKg', ({ weightKg }) => numberCell(weightKg)],
  ['client.myData.field.weightDate', ({ weightDate }) => dayCell(weightDate)],
  ['client.myData.field.insurer', ({ insurance }) => insurance?.company],
  ['client.myData.field.policyNumber', ({ insurance }) => insurance?.policyNumber],
  ['client.myData.field.alerts', ({ alerts }) => alerts],
  ['client.myData.field.caretaker', caretakerName],
]

const REMINDERS: Columns<Reminder> = [
  ['client.myData.field.date', ({ date }) => dayCell(date)],
  ['client.myData.field.animal', ({ patientName }) => patientName],
  ['client.myData.field.description', ({ description }) => description],
  ['client.myData.field.active', ({ active }, intl) => flagCell(active, intl)],
  ['client.myData.field.status', ({ status }, intl) => wordCell(status, 'client.reminders.status', intl)],
  ['client.myData.field.sentAt', ({ sentAt }) => dayCell(sentAt)],
  ['client.myData.field.completedDate', ({ completedDate }) => dayCell(completedDate)],
  ['client.myData.field.product', ({ productName }) => productName],
  ['client.myData.field.note', ({ note }) => note],
]

const appointmentColumns = (patients: readonly Patient[]): Columns<Appointment> => [
  [
    'client.myData.field.start',
    ({ start }, intl) => intl.formatDate(start, { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE }),
  ],
  ['client.myData.field.durationMinutes', ({ durationMinutes }) => numberCell(durationMinutes)],
  [
    'client.myData.field.animals',
    ({ patientUuids }) =>
      patients
        .filter(({ uuid }) => patientUuids.includes(uuid))
        .map(({ name }) => name)
        .join(', '),
  ],
  ['client.myData.field.reason', ({ reason }) => reason],
  ['client.myData.field.place', ({ place }) => place],
  ['client.myData.field.veterinarian', ({ veterinarian }) => veterinarian],
  ['client.myData.field.preparation', ({ preparation }) => preparation],
  ['client.myData.field.status', ({ status }, intl) => textOf(`client.appointments.status.${status}`, status, intl)],
]

const invoiceColumns = (fileOf: FileOf): Columns<Invoice> => [
  ['client.myData.field.number', ({ number }) => number],
  ['client.myData.field.date', ({ date }) => dayCell(date)],
  ['client.myData.field.dueDate', ({ dueDate }) => dayCell(dueDate)],
  ['client.myData.field.description', ({ description }) => description],
  ['client.myData.field.animals', ({ patientNames }) => patientNames?.join(', ')],
  ['client.myData.field.totalExclVat', ({ totalExclVat }) => totalExclVat],
  ['client.myData.field.totalInclVat', ({ totalInclVat }) => totalInclVat],
  ['client.myData.field.paidAmount', ({ paidAmount }) => paidAmount],
  ['client.myData.field.openAmount', (invoice) => centsCell(openOf(invoice))],
  ['client.myData.field.currency', ({ currency }) => currency],
  ['client.myData.field.status', (invoice, intl) => statusText(invoice, intl)],
  ['client.myData.field.paidDate', ({ paidDate }) => dayCell(paidDate)],
  ['client.myData.field.file', ({ uuid }) => fileOf(uuid)],
]

const medicines = ({ medication }: VisitForm) =>
  medication?.map(({ product, dosage }) => [product, dosage].filter(Boolean).join(': ')).join('\n')

const visitFormColumns = (fileOf: FileOf): Columns<VisitForm> => [
  ['client.myData.field.date', ({ date }) => dayCell(date)],
  ['client.myData.field.number', ({ number }) => number],
  ['client.myData.field.animal', ({ patientName }) => patientName],
  ['client.myData.field.veterinarian', ({ veterinarian }) => veterinarian],
  ['client.myData.field.reason', ({ reason }) => reason],
  ['client.myData.field.findings', ({ findings }) => findings],
  ['client.myData.field.diagnosis', ({ diagnosis }) => diagnosis],
  ['client.myData.field.treatment', ({ treatment }) => treatment],
  ['client.myData.field.advice', ({ advice }) => advice],
  ['client.myData.field.medication', medicines],
  ['client.myData.field.followUpDate', ({ followUpDate }) => dayCell(followUpDate)],
  ['client.myData.field.file', ({ uuid }) => fileOf(uuid)],
]

const attachmentColumns = (fileOf: FileOf): Columns<Attachment> => [
  ['client.myData.field.date', ({ date }) => dayCell(date)],
  ['client.myData.field.name', ({ name, fileName }) => name || fileName],
  ['client.myData.field.animal', ({ patientName }) => patientName],
  ['client.myData.field.author', ({ author }) => author],
  ['client.myData.field.expiresDate', ({ expiresDate }) => dayCell(expiresDate)],
  ['client.myData.field.file', ({ uuid }) => fileOf(uuid)],
]

const SEEN: Columns<SeenEntry> = [
  ['client.myData.field.date', ({ day }) => dayCell(day)],
  ['client.myData.field.who', (entry, intl) => intl.formatMessage({ id: sideId(entry, true) })],
  ['client.myData.field.what', whatWords],
]

function table<T>(columns: Columns<T>, records: readonly T[], intl: IntlShape): CsvCell[][] {
  const headings = columns.map(([id]) => intl.formatMessage({ id }))
  return [headings, ...records.map((record) => columns.map(([, cell]) => cell(record, intl)))]
}

/** A table for each list in which there is something. */
export function tablesOf(data: MyData, fileOf: FileOf, intl: IntlShape): { list: string; rows: CsvCell[][] }[] {
  const { patients, reminders, appointments, requests, seen, invoices, visitForms, attachments, logbooks } = data
  const entries = patients.flatMap(({ uuid, name }) =>
    (logbooks.get(uuid) ?? []).map((entry) => ({ ...entry, of: name })),
  )
  return [
    { list: 'patients', rows: table(PATIENTS, patients, intl) },
    { list: 'reminders', rows: table(REMINDERS, reminders, intl) },
    ...(appointments ? [{ list: 'appointments', rows: table(appointmentColumns(patients), appointments, intl) }] : []),
    ...(requests ? [{ list: 'requests', rows: table(requestColumns(fileOf), requests, intl) }] : []),
    { list: 'invoices', rows: table(invoiceColumns(fileOf), invoices, intl) },
    { list: 'visit-forms', rows: table(visitFormColumns(fileOf), visitForms, intl) },
    ...[...attachments].map(([list, records]) => ({ list, rows: table(attachmentColumns(fileOf), records, intl) })),
    { list: 'logbook', rows: table(LOGBOOK, entries, intl) },
    ...(seen ? [{ list: 'seen', rows: table(SEEN, seen, intl) }] : []),
  ]
}
