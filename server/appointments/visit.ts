import { type SqlBool, sql } from 'kysely'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { ListedInvoice } from '#contract/schemas/invoice.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { AppointmentQuestions, QuestionsBody, VisitQuestions } from '#contract/schemas/visit.ts'
import { appointmentOfResult, canChangeQuestions } from '#contract/visit.ts'
import { beginOfDay, localDay } from '#contract/zone.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { lockClientRow } from '#server/clients/rows.ts'
import { findRow } from '#server/db/one-row.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { parseAllStored, parseStored } from '#server/db/stored.ts'
import { ProblemError } from '#server/http/problem.ts'
import { linesIn, withAnimals } from '#server/invoices/find.ts'
import { nextNumber } from '#server/db/change-number.ts'
import { FEED_SIZE } from '#server/operations/parameters.ts'

interface OfAppointment {
  clientId: string
  appointmentId: string
}

/** Returns an appointment of the client, past and cancelled ones included. Throws `not-found` for another one. */
async function findAppointment(db: Database, { clientId, appointmentId }: OfAppointment): Promise<Appointment> {
  const row = await findRow(db, 'appointment', { uuid: appointmentId.toLowerCase(), client_uuid: clientId }, ['data'])
  const appointment = row && parseStored('appointment', row.data)
  if (!appointment) throw new ProblemError('not-found')
  return appointment
}

/** Returns an appointment with its questions, visit forms and invoices. Questions of another account are left out. */
export async function visitOf(db: Database, { accountId, ...of }: OfAppointment & { accountId: string }) {
  const appointment = await findAppointment(db, of)
  const { clientId } = of
  const questions = await questionsOf(db, { appointmentId: appointment.uuid, accountId })
  const day = localDay(Date.parse(appointment.start))
  const sameDay = await appointmentsOn(db, clientId, day)
  const results = { clientId, day, appointment, appointments: sameDay }
  return {
    ...appointment,
    ...(questions && { questions }),
    visitForms: await visitFormsOf(db, results),
    invoices: await invoicesOf(db, results),
  }
}

/** Returns the questions for an appointment; undefined if there are none. `accountId` leaves out those of others. */
export async function questionsOf(
  db: Database,
  { appointmentId, accountId }: { appointmentId: string; accountId?: string },
): Promise<VisitQuestions | undefined> {
  const row = await findRow(db, 'visit_question', { appointment_uuid: appointmentId }, [
    'text',
    'changed_at',
    'account_id',
  ])
  if (!row?.text || (accountId !== undefined && row.account_id !== accountId)) return undefined
  return { text: row.text, changedAt: row.changed_at }
}

async function appointmentsOn(db: Database, clientId: string, day: IsoDate): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointment')
    .select('data')
    .where('client_uuid', '=', clientId)
    .where('start', '>=', beginOfDay(day))
    .where('start', '<', beginOfDay(addDays(day, 1)))
    .execute()
  return parseAllStored('appointment', rows)
}

interface Results {
  clientId: string
  day: IsoDate
  appointment: Appointment
  /** All appointments of the client on the day. */
  appointments: readonly Appointment[]
}

/** Condition for the records that may belong to the visit: those that state it, and those of its day. */
const isCandidate = ({ clientId, day, appointment }: Results) =>
  sql<SqlBool>`client_uuid = ${clientId} and (appointment_uuid = ${appointment.uuid} or date = ${day})`

async function visitFormsOf(db: Database, results: Results): Promise<VisitForm[]> {
  const { appointment, appointments } = results
  const rows = await db
    .selectFrom('visit_form')
    .select('data')
    .where(isCandidate(results))
    .orderBy('date', 'desc')
    .orderBy('uuid', 'desc')
    .execute()
  return parseAllStored('visitForm', rows).filter((form) => {
    const patientUuids = form.patientUuid === undefined ? [] : [form.patientUuid]
    return appointmentOfResult({ ...form, patientUuids }, appointments) === appointment.uuid
  })
}

async function invoicesOf(db: Database, results: Results): Promise<ListedInvoice[]> {
  const { clientId, appointment, appointments } = results
  const rows = await db
    .selectFrom('invoice')
    .select(['data', 'line_count', 'lines'])
    .where(isCandidate(results))
    .orderBy('date', 'desc')
    .orderBy('uuid', 'desc')
    .execute()
  const found: ListedInvoice[] = []
  for (const { data, line_count: lineCount, lines } of rows) {
    const invoice = parseStored('invoice', data)
    if (!invoice) continue
    const ofAnimals = await withAnimals(db, clientId, linesIn(lines))
    const patientUuids = [...new Set(ofAnimals.flatMap(({ patientUuid }) => patientUuid ?? []))]
    if (appointmentOfResult({ ...invoice, patientUuids }, appointments) === appointment.uuid)
      found.push({ ...invoice, ...(lineCount && { lineCount }) })
  }
  return found
}

interface Asking extends OfAppointment {
  by: Actor
  body: QuestionsBody
  now: Date
}

/**
 * Replaces the questions of the owner for an appointment; empty text removes them. Throws `questions-closed` unless the
 * appointment is booked and has not begun. Throws `questions-changed` if the sender has not read the present questions. The
 * present text changes nothing, because the first response may have been lost.
 */
export async function setQuestions(trx: DatabaseTransaction, { by, body, now, ...of }: Asking): Promise<void> {
  const client = await lockClientRow(trx, of.clientId)
  const appointment = await findAppointment(trx, of)
  const appointmentId = appointment.uuid
  const questions = await questionsOf(trx, { appointmentId, accountId: by.accountId })
  const text = body.text.trim()
  if (!client || text === (questions?.text ?? '')) return
  if (!canChangeQuestions(appointment, now)) throw new ProblemError('questions-closed')
  const isRead = body.changedAt !== undefined && Date.parse(body.changedAt) === Date.parse(questions?.changedAt ?? '')
  if (questions && !isRead) throw new ProblemError('questions-changed', { questions })
  const practiceId = client.practice_id
  await writeAudit(trx, { practiceId, by, action: 'questions-changed', client, about: { appointmentId }, now })
  // Later than the former change also if the clock is not, because senders compare these times.
  const changedAt = new Date(Math.max(now.getTime(), Date.parse(questions?.changedAt ?? '') + 1 || 0)).toISOString()
  const columns = {
    account_id: by.accountId,
    text,
    changed_at: changedAt,
    number: await nextNumber(trx, 'visit_question_number', practiceId),
  }
  await trx
    .insertInto('visit_question')
    .values({ appointment_uuid: appointmentId, client_uuid: client.uuid, practice_id: practiceId, ...columns })
    .onConflict((conflict) => conflict.column('appointment_uuid').doUpdateSet(columns))
    .execute()
}

/** Returns the questions that changed after a number, in the order of the numbers. The page has their total. */
export async function questionsAfter(
  db: Database,
  { practiceId, after }: { practiceId: string; after: number },
): Promise<Page<AppointmentQuestions>> {
  const later = db
    .selectFrom('visit_question as q')
    .innerJoin('client as c', (join) => join.onRef('c.uuid', '=', 'q.client_uuid').on(sql<SqlBool>`c.registered = 1`))
    .where('q.practice_id', '=', practiceId)
    .where('q.number', '>', after)
  const { total } = await later.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await later
    .select([
      'q.number',
      'q.appointment_uuid as appointmentUuid',
      'q.client_uuid as clientUuid',
      'c.client_number as clientNumber',
      'q.text',
      'q.changed_at as changedAt',
    ])
    .orderBy('q.number')
    .limit(FEED_SIZE)
    .execute()
  const content = rows.map(({ clientNumber, number, ...row }) => ({
    ...row,
    number: Number(number),
    ...present({ clientNumber }),
  }))
  return { content, page: pageInfo(0, FEED_SIZE, Number(total)) }
}
