import { findRow } from '#server/db/one-row.ts'
import { reminderUuidsOf } from '#contract/appointment.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import type { RequestAnswer } from '#contract/schemas/request.ts'
import { bookAppointment } from '#server/appointments/queries.ts'
import { parseStored } from '#server/db/stored.ts'
import type { DatabaseTransaction, RequestTable } from '#server/db/schema.ts'
import { isFormer } from '#server/db/patient-state.ts'

/** Default duration of an appointment; an answer can give another duration. */
const DURATION_MINUTES = 15
/** Default reason, if neither the answer nor the request gives a reason. */
const REASON = 'Afspraak'
const MAX_REASON_LENGTH = 500

/** Creates the appointment of an answer, or moves the appointment that the request names. Returns its UUID. */
export async function bookAnswer(
  trx: DatabaseTransaction,
  request: RequestTable,
  { start, durationMinutes, reason, ...more }: NonNullable<RequestAnswer['appointment']>,
): Promise<string> {
  const { client_uuid: clientId, patient_uuid: patientId } = request
  const data = parseStored('request', request.data) ?? {}
  const { text, appointmentUuid } = data
  const named = appointmentUuid === undefined ? undefined : await appointmentOf(trx, clientId, appointmentUuid)
  const appointment: Appointment = {
    uuid: crypto.randomUUID(),
    patientUuids: patientId !== null && (await isCurrent(trx, clientId, patientId)) ? [patientId] : [],
    ...named,
    ...remindersOf(named, data),
    ...more,
    start,
    status: 'BOOKED',
    durationMinutes: durationMinutes ?? named?.durationMinutes ?? DURATION_MINUTES,
    reason: shorten(reason || (await reasonOf(trx, named, data)) || text || REASON),
  }
  await bookAppointment(trx, { clientId, requestId: request.uuid, appointment })
  return appointment.uuid
}

/**
 * Changes the appointment of a request that is answered in words: cancels it, or adds the requested reminders.
 * Returns its UUID; undefined if the request asks for no such change, or the appointment is gone.
 */
export async function changeWishedAppointment(
  trx: DatabaseTransaction,
  request: RequestTable,
): Promise<string | undefined> {
  const data = parseStored('request', request.data) ?? {}
  const { wish, appointmentUuid } = data
  if (wish === 'MOVE' || appointmentUuid === undefined) return undefined
  const clientId = request.client_uuid
  const named = await appointmentOf(trx, clientId, appointmentUuid)
  if (!named || (wish === 'BOOK' && named.status !== 'BOOKED')) return undefined
  const appointment: Appointment =
    wish === 'CANCEL'
      ? { ...named, status: 'CANCELLED' }
      : { ...named, ...remindersOf(named, data), reason: shorten(await reasonOf(trx, named, data)) }
  await bookAppointment(trx, { clientId, requestId: request.uuid, appointment })
  return appointmentUuid
}

/** Returns whether the client's appointment matches the appointment of an answer. */
export async function isBookedAs(
  trx: DatabaseTransaction,
  { clientId, uuid, wanted }: { clientId: string; uuid: string; wanted: NonNullable<RequestAnswer['appointment']> },
): Promise<boolean> {
  const booked = await appointmentOf(trx, clientId, uuid)
  if (booked?.status !== 'BOOKED') return false
  const names = ['durationMinutes', 'reason', 'place', 'veterinarian', 'preparation'] as const
  const isSame = names.every((name) => wanted[name] === undefined || wanted[name] === booked[name])
  return isSame && Date.parse(booked.start) === Date.parse(wanted.start)
}

const shorten = (reason: string) => reason.slice(0, MAX_REASON_LENGTH)

type Reminders = Pick<Appointment, 'reminderUuid' | 'reminderUuids'>

function remindersOf(named: Reminders = {}, wanted: Reminders): Reminders {
  const all = [...new Set([...reminderUuidsOf(named), ...reminderUuidsOf(wanted)])]
  return { reminderUuid: all[0], reminderUuids: all.length > 1 ? all : undefined }
}

/** Returns the reason of an appointment, including the reminders that a request adds. */
async function reasonOf(trx: DatabaseTransaction, named: Appointment | undefined, wanted: Reminders): Promise<string> {
  const known = named ? reminderUuidsOf(named) : []
  const added = reminderUuidsOf(wanted).filter((uuid) => !known.includes(uuid))
  const texts = await Promise.all(added.map((uuid) => reminderText(trx, uuid)))
  return [...new Set([named?.reason, ...texts].filter(Boolean))].join(', ')
}

async function appointmentOf(trx: DatabaseTransaction, clientId: string, uuid: string) {
  const row = await findRow(trx, 'appointment', { uuid, client_uuid: clientId }, ['data'])
  return row && parseStored('appointment', row.data)
}

/**
 * Returns whether the animal is still the client's. An appointment for only a former animal would be hidden from
 * the owner.
 */
async function isCurrent(trx: DatabaseTransaction, clientId: string, patientId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('patient')
    .select('uuid')
    .where('uuid', '=', patientId)
    .where('client_uuid', '=', clientId)
    .where((patient) => patient.not(isFormer('patient')))
    .executeTakeFirst()
  return row !== undefined
}

async function reminderText(trx: DatabaseTransaction, uuid: string): Promise<string | undefined> {
  const row = await trx.selectFrom('reminder').select('data').where('uuid', '=', uuid).executeTakeFirst()
  return row && parseStored('reminder', row.data)?.description
}
