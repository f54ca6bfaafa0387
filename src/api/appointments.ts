import { queryOptions } from '@tanstack/react-query'
import { APPOINTMENT_STATUSES } from '#contract/appointment.ts'
import type { Page } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { can } from './capabilities.ts'
import { comingAppointmentsCall } from './first-calls.ts'
import { api, type GetOptions } from './http.ts'
import { clientKey } from './scope.ts'
import { currentAppointments } from './patients.ts'
import { type Fields, type Maybe, type Read, read } from './response-readers.ts'
import type { PageRequest } from './all-pages.ts'

export const APPOINTMENT_FIELDS: Fields<Appointment> = {
  uuid: read.requiredText,
  start: read.required(read.moment, ''),
  durationMinutes: read.requiredNumber,
  patientUuids: read.requiredItems(read.text),
  reason: read.requiredText,
  place: read.text,
  veterinarian: read.text,
  preparation: read.text,
  status: read.required(read.word(APPOINTMENT_STATUSES), 'BOOKED'),
  reminderUuid: read.text,
  reminderUuids: read.items(read.text),
}
const appointment = read.record(APPOINTMENT_FIELDS)

/** Other APIs may send an appointment without a start, which no page can show. */
export const hasStart = ({ start }: Appointment) => start !== ''

/** Reads an appointment; undefined without a start. */
export const readAppointment: Maybe<Appointment> = (response) => {
  const found = appointment(response)
  return found && hasStart(found) ? found : undefined
}

/** Reads a page of appointments, without those that have no start. */
export const readAppointments: Read<Page<Appointment>> = (response) => {
  const { content, page } = read.page(appointment)(response)
  return { content: content.filter(hasStart), page }
}

export const getAppointments = async (clientId: string, request: PageRequest, options: GetOptions = {}) =>
  readAppointments(await api.get(paths.appointments(clientId), { search: { ...request }, ...options }))

export const appointmentQueries = {
  /**
   * Future appointments, the next one first; none if the API has no appointments. A failure is not shown. No signal, because loaders
   * await it and leaving a page would cancel it.
   */
  coming: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'appointments', 'coming'),
      queryFn: async ({ client: queryClient }): Promise<Appointment[]> => {
        if (!(await can(queryClient, 'appointments'))) return []
        const { content } = readAppointments(await api.get(comingAppointmentsCall(clientId), { silent: true }))
        return currentAppointments({ queryClient, clientId }, content)
      },
    }),
}
