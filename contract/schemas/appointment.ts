import type { InferType } from 'yup'
import { APPOINTMENT_STATUSES } from '../appointment.ts'
import { array, count, isoDateTime, lines, object, oneOf, requiredLines, text, uuid } from './fields.ts'

export const appointmentSchema = object({
  uuid: uuid().required('required'),
  start: isoDateTime().required('required'),
  durationMinutes: count(10_080).min(1, 'invalidNumber').required('required'),
  /** Of whom; none is of the client without an animal. */
  patientUuids: array(uuid().required('required')).max(200, 'tooMany').required('required'),
  reason: requiredLines(500),
  place: text(),
  veterinarian: text(),
  /** What the owner has to do before. */
  preparation: lines(2000),
  status: oneOf(APPOINTMENT_STATUSES).required('required'),
  /** The reminder that is done there. */
  reminderUuid: uuid(),
  /** All reminders that are done there, where there are several. */
  reminderUuids: array(uuid().required('required')).max(200, 'tooMany'),
}).meta({ title: 'Appointment' })
export type Appointment = InferType<typeof appointmentSchema>
