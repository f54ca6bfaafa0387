import { type SqlBool, sql } from 'kysely'
import { type IsoDate, addDays } from '#contract/dates.ts'
import { type FormState, stateOfForm } from '#contract/form.ts'
import type { Language } from '#contract/languages.ts'
import { type Page, pageInfo } from '#contract/paging.ts'
import type { PracticeAppointment } from '#contract/schemas/practice-appointment.ts'
import { beginOfDay } from '#contract/zone.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import { animalNames } from '#server/animals/names.ts'
import { isOneOf } from '#server/db/in-batches.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Paging } from '#server/operations/parameters.ts'

// Appointments of all clients of a practice that have access to the portal.

type Row = Pick<Schema['appointment'], 'uuid' | 'client_uuid' | 'status' | 'ends_at' | 'data'> &
  Pick<Schema['client'], 'company_name' | 'call_name' | 'first_name' | 'last_name'> & { asks: number }

const appointmentsOf = (db: Database, practiceId: string) =>
  db
    .selectFrom('appointment')
    .innerJoin('client', 'client.uuid', 'appointment.client_uuid')
    .where('client.practice_id', '=', practiceId)
    .where('client.registered', '=', 1)

const withClient = (db: Database, practiceId: string) =>
  appointmentsOf(db, practiceId)
    .select(['appointment.uuid', 'client_uuid', 'appointment.status', 'appointment.ends_at', 'appointment.data'])
    .select(['client.company_name', 'client.call_name', 'client.first_name', 'client.last_name'])
    .select(
      sql<number>`case when exists (select 1 from visit_question q where q.appointment_uuid = appointment.uuid and q.text <> '')
      then 1 else 0 end`.as('asks'),
    )

interface AppointmentSearch extends Paging {
  practiceId: string
  /** First and last day in the time zone of the practices. */
  from: IsoDate
  until: IsoDate
  /** False: only appointments to come for which a form is open or a consent was withdrawn. True: only the others. */
  ready?: boolean | undefined
}

interface Reading {
  now: Date
  language: Language
}

/** Returns appointments of a practice in the order of their start, also those that are over or cancelled. */
export async function practiceAppointmentPage(
  db: Database,
  { practiceId, from, until, ready, page, size }: AppointmentSearch,
  reading: Reading,
): Promise<Page<PracticeAppointment>> {
  const isNotReady = sql<SqlBool>`(appointment.status = 'BOOKED' and appointment.ends_at >= ${reading.now.toISOString()}
    and exists (select 1 from form_task t where t.client_uuid = appointment.client_uuid
      and t.appointment_uuid = appointment.uuid and t.state in ('asked', 'withdrawn')))`
  const matches = sql<SqlBool>`appointment.start >= ${beginOfDay(from)} and appointment.start < ${beginOfDay(addDays(until, 1))}
    and ${ready === undefined ? sql`1 = 1` : ready ? sql`not ${isNotReady}` : isNotReady}`
  const { total } = await appointmentsOf(db, practiceId)
    .where(matches)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await withClient(db, practiceId)
    .where(matches)
    .orderBy('appointment.start')
    .orderBy('appointment.uuid')
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: await shown(db, rows, reading), page: pageInfo(page, size, Number(total)) }
}

/** Returns an appointment of a practice. Throws `not-found` for one of another practice. */
export async function practiceAppointment(
  db: Database,
  { practiceId, appointmentId }: { practiceId: string; appointmentId: string },
  reading: Reading,
): Promise<PracticeAppointment> {
  const rows = await withClient(db, practiceId).where('appointment.uuid', '=', appointmentId.toLowerCase()).execute()
  const [found] = await shown(db, rows, reading)
  if (!found) throw new ProblemError('not-found')
  return found
}

async function shown(db: Database, rows: readonly Row[], { now, language }: Reading): Promise<PracticeAppointment[]> {
  const read = rows.flatMap((row) => {
    const appointment = parseStored('appointment', row.data)
    return appointment ? { row, appointment } : []
  })
  const statesOf = await formStates(db, rows, now)
  const animalsOf = await animals(
    db,
    read.flatMap(({ appointment }) => appointment.patientUuids),
    language,
  )
  return read.map(({ row, appointment }) => {
    const states = statesOf.get(row.uuid) ?? []
    const count = (state: FormState) => states.filter((each) => each === state).length
    return {
      ...appointment,
      client: { uuid: row.client_uuid, name: nameOfRow(row) },
      animals: appointment.patientUuids.flatMap((uuid) => animalsOf.get(`${row.client_uuid} ${uuid}`) ?? []),
      openForms: count('asked'),
      completeForms: count('complete'),
      withdrawnForms: count('withdrawn'),
      hasQuestions: row.asks === 1,
    }
  })
}

/** Returns the states of the forms of appointments, by the UUID of the appointment. */
async function formStates(
  db: Database,
  rows: readonly Row[],
  now: Date,
): Promise<ReadonlyMap<string, readonly FormState[]>> {
  const appointments = new Map(rows.map((row) => [row.uuid, row]))
  const clients = [...new Set(rows.map((row) => row.client_uuid))]
  const tasks = await db
    .selectFrom('form_task')
    .select(['client_uuid', 'appointment_uuid', 'state'])
    .where(isOneOf(db, 'client_uuid', clients))
    .where('appointment_uuid', 'is not', null)
    .execute()
  const states = new Map<string, FormState[]>()
  for (const task of tasks) {
    const of = appointments.get(task.appointment_uuid ?? '')
    if (of?.client_uuid !== task.client_uuid) continue
    const appointment = { status: of.status, endsAt: of.ends_at }
    states.set(of.uuid, [...(states.get(of.uuid) ?? []), stateOfForm({ state: task.state, appointment }, now)])
  }
  return states
}

/** Returns animals with their names, by client and UUID. */
async function animals(db: Database, uuids: readonly string[], language: Language) {
  const distinct = [...new Set(uuids)]
  if (distinct.length === 0) return new Map<string, PracticeAppointment['animals'][number]>()
  const found = await db
    .selectFrom('patient')
    .select(['uuid', 'client_uuid', 'name'])
    .where(isOneOf(db, 'uuid', distinct))
    .execute()
  const nameOf = await animalNames(db, distinct, language)
  return new Map(
    found.map(({ uuid, client_uuid: clientId, name }) => [
      `${clientId} ${uuid}`,
      { uuid, name: nameOf(uuid, name) ?? name },
    ]),
  )
}
