import type { Appointment } from '#contract/schemas/appointment.ts'
import type { RequestAnswer } from '#contract/schemas/request.ts'
import { bookAppointment } from '#server/appointments/book.ts'
import { parseJson } from '#server/db/json.ts'
import type { DatabaseTransaction, RequestTable } from '#server/db/schema.ts'
import { isFormer } from '#server/db/patient-state.ts'

/** By default; a practice says another one. */
const DURATION_MINUTES = 15
/** Where neither the answer nor the request says what it is for. */
const REASON = 'Afspraak'
const LONGEST_REASON = 500

/** Makes the appointment that is the answer, or moves the one that was asked about; answers its uuid. */
export async function bookAnswer(
  trx: DatabaseTransaction,
  request: RequestTable,
  { start, durationMinutes, reason, ...more }: NonNullable<RequestAnswer['appointment']>,
): Promise<string> {
  const { client_uuid: clientId, patient_uuid: patientId } = request
  const { text, reminderUuid, appointmentUuid } = parseJson(request.data)
  const moved = appointmentUuid === undefined ? undefined : await appointmentOf(trx, clientId, appointmentUuid)
  const appointment: Appointment = {
    uuid: crypto.randomUUID(),
    patientUuids: patientId !== null && (await isCurrent(trx, clientId, patientId)) ? [patientId] : [],
    reminderUuid,
    ...moved,
    ...more,
    start,
    status: 'BOOKED',
    durationMinutes: durationMinutes ?? moved?.durationMinutes ?? DURATION_MINUTES,
    reason: (reason || moved?.reason || (await reminderText(trx, reminderUuid)) || text || REASON).slice(
      0,
      LONGEST_REASON,
    ),
  }
  await bookAppointment(trx, { clientId, requestId: request.uuid, appointment })
  return appointment.uuid
}

/** Cancels the appointment of a request to cancel it, where it is still there; answers its uuid. */
export async function cancelAsked(trx: DatabaseTransaction, request: RequestTable): Promise<string | undefined> {
  const { wish, appointmentUuid } = parseJson(request.data)
  if (wish !== 'CANCEL' || appointmentUuid === undefined) return undefined
  const clientId = request.client_uuid
  const appointment = await appointmentOf(trx, clientId, appointmentUuid)
  if (!appointment) return undefined
  const cancelled: Appointment = { ...appointment, status: 'CANCELLED' }
  await bookAppointment(trx, { clientId, requestId: request.uuid, appointment: cancelled })
  return appointmentUuid
}

/** Whether the client's appointment is booked with all that an answer says of it. */
export async function isBookedAs(
  trx: DatabaseTransaction,
  { clientId, uuid, asked }: { clientId: string; uuid: string; asked: NonNullable<RequestAnswer['appointment']> },
): Promise<boolean> {
  const booked = await appointmentOf(trx, clientId, uuid)
  if (booked?.status !== 'BOOKED') return false
  const names = ['durationMinutes', 'reason', 'place', 'veterinarian', 'preparation'] as const
  const isSame = names.every((name) => asked[name] === undefined || asked[name] === booked[name])
  return isSame && Date.parse(booked.start) === Date.parse(asked.start)
}

async function appointmentOf(trx: DatabaseTransaction, clientId: string, uuid: string) {
  const row = await trx
    .selectFrom('appointment')
    .select('data')
    .where('uuid', '=', uuid)
    .where('client_uuid', '=', clientId)
    .executeTakeFirst()
  return row && parseJson(row.data)
}

/** An appointment that names only an animal that has died or moved would be hidden from the owner, who has just got it. */
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

async function reminderText(trx: DatabaseTransaction, uuid: string | undefined): Promise<string | undefined> {
  if (uuid === undefined) return undefined
  const row = await trx.selectFrom('reminder').select('data').where('uuid', '=', uuid).executeTakeFirst()
  return row && parseJson(row.data).description
}
