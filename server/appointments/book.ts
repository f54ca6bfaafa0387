import type { Appointment } from '#contract/schemas/appointment.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { appointmentColumns } from '#server/import/appointment-columns.ts'

interface Booking {
  clientId: string
  requestId: string
  /** With the uuid of one that the client has, it takes the place of that one: moved, or cancelled. */
  appointment: Appointment
}

/**
 * Keeps an appointment by which the practice answers a request. No export takes it away; one that brings the same uuid changes it.
 */
export async function bookAppointment(
  trx: DatabaseTransaction,
  { clientId, requestId, appointment }: Booking,
): Promise<void> {
  const { uuid, ...columns } = { ...appointmentColumns(appointment), request_uuid: requestId }
  const { numInsertedOrUpdatedRows: kept } = await trx
    .insertInto('appointment')
    .values({ uuid, client_uuid: clientId, ...columns })
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet(columns).where('appointment.client_uuid', '=', clientId),
    )
    .executeTakeFirstOrThrow()
  if (!kept) throw new ProblemError('not-found')
}
