import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { Attachment } from '#contract/schemas/attachment.ts'
import dayjs from 'dayjs'
import type { AttachmentType } from '#contract/document.ts'
import { database } from '#harness/portal.tsx'
import { patientSearch } from '#server/db/search-text.ts'

// Inserts animals of the owner and their records.

/** Date a number of days from today; negative before today. */
export const day = (days: number) => dayjs().add(days, 'day').format('YYYY-MM-DD')
export const yearsAgo = (years: number) => dayjs().subtract(years, 'year').format('YYYY-MM-DD')
/** Returns a date in words, with the year only if it is another one. */
export const inWords = (date: string, language = 'nl-NL') =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(date.slice(0, 4) !== day(0).slice(0, 4) && { year: 'numeric' }),
  }).format(new Date(`${date}T12:00:00`))
export const thisYear = () => dayjs().format('YYYY')

/** Removes the animals of a client and their records. */
export async function withoutAnimals(clientId: string): Promise<void> {
  const own = database().selectFrom('patient').select('uuid').where('client_uuid', '=', clientId)
  await database().deleteFrom('logbook_entry').where('patient_uuid', 'in', own).execute()
  const tables = ['reminder', 'visit_form', 'attachment', 'patient'] as const
  for (const table of tables) await database().deleteFrom(table).where('client_uuid', '=', clientId).execute()
}

/** Inserts an animal and returns its uuid. The API lists animals by name. */
export async function animal(clientId: string, data: Partial<Patient> & { name: string }): Promise<string> {
  const uuid = crypto.randomUUID()
  const { name } = data
  await database()
    .insertInto('patient')
    .values({
      uuid,
      client_uuid: clientId,
      name,
      ...patientSearch(name, data.chipNumber),
      data: JSON.stringify({ uuid, ...data }),
    })
    .execute()
  return uuid
}

export async function reminder(clientId: string, patientId: string | null, data: Partial<Reminder>): Promise<string> {
  const { date = day(30), active = true } = data
  const uuid = crypto.randomUUID()
  const of = patientId ? { patientUuid: patientId } : {}
  const record = { uuid, date, active, description: 'Vaccinatie', ...of, ...data }
  await database()
    .insertInto('reminder')
    .values({
      uuid,
      client_uuid: clientId,
      patient_uuid: patientId,
      date,
      active: active ? 1 : 0,
      data: JSON.stringify(record),
    })
    .execute()
  return uuid
}

export async function entry(patientId: string, data: Partial<LogbookEntry>): Promise<void> {
  const { date = day(0) } = data
  const uuid = crypto.randomUUID()
  const record = { uuid, date, description: 'Consult', ...data }
  await database()
    .insertInto('logbook_entry')
    .values({ uuid, patient_uuid: patientId, date, data: JSON.stringify(record) })
    .execute()
}

export async function visit(clientId: string, patientId: string, data: Partial<VisitForm>): Promise<string> {
  const { date = day(-10) } = data
  const uuid = crypto.randomUUID()
  await database()
    .insertInto('visit_form')
    .values({
      uuid,
      client_uuid: clientId,
      patient_uuid: patientId,
      date,
      data: JSON.stringify({ uuid, date, patientUuid: patientId, ...data }),
    })
    .execute()
  return uuid
}

export async function attachment(
  clientId: string,
  patientId: string,
  type: AttachmentType,
  data: Partial<Attachment>,
): Promise<void> {
  const { date = day(-10) } = data
  const uuid = crypto.randomUUID()
  await database()
    .insertInto('attachment')
    .values({
      uuid,
      client_uuid: clientId,
      patient_uuid: patientId,
      type,
      date,
      data: JSON.stringify({ uuid, date, type, patientUuid: patientId, ...data }),
    })
    .execute()
}
