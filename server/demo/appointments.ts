import { HOUR_MS } from '#contract/dates.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { setQuestions } from '#server/appointments/visit.ts'
import { getRow } from '#server/db/one-row.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import type { ExportRecord, ExportRecords } from '#server/import/records.ts'
import type { Days } from './days.ts'
import { type Random, createRandom, nth } from './random.ts'
import { VETERINARIANS } from './records.ts'

type Animal = Pick<ExportRecords['patient'], 'uuid' | 'name'>
type AppointmentRecord = { record: 'appointment' } & ExportRecords['appointment']
type Made = Pick<Appointment, 'start' | 'patientUuids' | 'reason' | 'status'> & Partial<Appointment>

/** Day of the latest visit form, which is of the first animal. */
export const LATEST_VISIT = -5

const PREPARATION = 'Geef vanaf 22.00 uur de avond ervoor geen eten meer; water mag.'

const QUESTIONS = 'Mag Simba de avond ervoor wel water drinken?\nKunt u ook even naar het gebit kijken?'

/** Separate generator, so that appointments do not change the random values of other records. */
const randomOf = (clientUuid: string) => createRandom(Number.parseInt(clientUuid.slice(0, 8), 16))

const make = (random: Random, clientUuid: string, made: Made): AppointmentRecord => ({
  record: 'appointment',
  uuid: random.uuid(),
  clientUuid,
  durationMinutes: random.pick([15, 20, 30]),
  veterinarian: random.pick(VETERINARIANS),
  place: `Spreekkamer ${random.int(1, 3)}`,
  ...made,
})

/**
 * Makes appointments of the showcase owner: one for a reminder, one for several animals, a home visit, and past ones. The
 * last one has the latest visit form.
 */
export function makeOwnAppointments(
  days: Days,
  clientUuid: string,
  { animals, due }: { animals: readonly Animal[]; due: readonly ExportRecords['reminder'][] },
): AppointmentRecord[] {
  const random = randomOf(clientUuid)
  const uuidsOf = (...indices: number[]) => indices.map((index) => nth(animals, index).uuid)
  const booked = nth(due, 5)
  return [
    make(random, clientUuid, {
      start: `${days(2)}T09:20:00Z`,
      patientUuids: booked.patientUuid ? [booked.patientUuid] : [],
      reason: booked.description,
      preparation: PREPARATION,
      status: 'BOOKED',
      reminderUuid: booked.uuid,
    }),
    make(random, clientUuid, {
      start: `${days(16)}T13:40:00Z`,
      patientUuids: uuidsOf(0, 1),
      reason: 'Jaarlijkse controle',
      status: 'BOOKED',
    }),
    make(random, clientUuid, {
      start: `${days(40)}T08:00:00Z`,
      durationMinutes: 45,
      patientUuids: uuidsOf(3),
      reason: 'Mestonderzoek en bekappen',
      place: 'Bij u op stal',
      status: 'BOOKED',
    }),
    make(random, clientUuid, {
      start: `${days(-40)}T10:00:00Z`,
      patientUuids: uuidsOf(0),
      reason: 'Controle gewicht',
      status: 'DONE',
    }),
    make(random, clientUuid, {
      start: `${days(5)}T15:00:00Z`,
      patientUuids: uuidsOf(2),
      reason: 'Gebitscontrole',
      status: 'CANCELLED',
      reminderUuid: nth(due, 6).uuid,
    }),
    make(random, clientUuid, {
      start: `${days(LATEST_VISIT)}T10:30:00Z`,
      patientUuids: uuidsOf(0),
      reason: 'Loopt mank',
      status: 'DONE',
    }),
  ]
}

/** Makes a booked, cancelled or past appointment for the first reminder of a client. */
export function makeAppointments(days: Days, clientUuid: string, records: readonly ExportRecord[]): ExportRecord[] {
  const random = randomOf(clientUuid)
  const reminder = records.find((record) => record.record === 'reminder' && record.active)
  if (reminder?.record !== 'reminder') return []
  const patientUuids = reminder.patientUuid ? [reminder.patientUuid] : []
  const hour = String(random.int(8, 15)).padStart(2, '0')
  const status = random.pick(['BOOKED', 'BOOKED', 'CANCELLED', 'DONE'] as const)
  const made = { patientUuids, reason: reminder.description, status }
  if (status === 'DONE')
    return [make(random, clientUuid, { ...made, start: `${days(-random.int(20, 90))}T${hour}:10:00Z` })]
  const start = `${days(random.int(1, 20))}T${hour}:10:00Z`
  return [make(random, clientUuid, { ...made, start, reminderUuid: reminder.uuid })]
}

/** Returns the next booked appointment of a client. */
export const nextAppointmentOf = async (trx: DatabaseTransaction, clientId: string, now: Date) =>
  await trx
    .selectFrom('appointment')
    .select('uuid')
    .where('client_uuid', '=', clientId)
    .where('status', '=', 'BOOKED')
    .where('ends_at', '>', now.toISOString())
    .orderBy('start')
    .executeTakeFirst()

/** Writes questions of the owner with an e-mail address for the next appointment. */
export async function addQuestions(
  trx: DatabaseTransaction,
  { practiceId, email, now }: { practiceId: string; email: string; now: Date },
): Promise<void> {
  const by = await getRow(trx, 'account', { username: email }, ['id as accountId', 'username'])
  const { uuid: clientId } = await getRow(trx, 'client', { practice_id: practiceId, email }, ['uuid'])
  const visit = await nextAppointmentOf(trx, clientId, now)
  if (!visit) return
  const body = { text: QUESTIONS, changedAt: undefined }
  const at = new Date(now.getTime() - 3 * HOUR_MS)
  await setQuestions(trx, { clientId, appointmentId: visit.uuid, by, body, now: at })
}
