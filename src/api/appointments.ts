import { queryOptions } from '@tanstack/react-query'
import { APPOINTMENT_STATUSES } from '#contract/appointment.ts'
import type { Page } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { can } from './capabilities.ts'
import { type Silent, api } from './http.ts'
import { clientKey } from './scope.ts'
import { type Read, read } from './tolerate.ts'

const appointment = read.record<Appointment>({
  uuid: read.requiredText,
  start: read.required(read.moment, ''),
  durationMinutes: read.required(read.number, 0),
  patientUuids: read.required(read.items(read.text), []),
  reason: read.requiredText,
  place: read.text,
  veterinarian: read.text,
  preparation: read.text,
  status: read.required(read.word(APPOINTMENT_STATUSES), 'BOOKED'),
  reminderUuid: read.text,
})

/** One that does not say when it is cannot be kept. */
export const readAppointments: Read<Page<Appointment>> = (answer) => {
  const { content, page } = read.page(appointment)(answer)
  return { content: content.filter(({ start }) => start !== ''), page }
}

interface Asked {
  page: number
  size: number
  sort: 'date,asc' | 'date,desc'
  /** Booked, and not over; undefined: all. */
  active?: boolean
}

interface GetOptions {
  signal?: AbortSignal
  silent?: Silent
}

export const getAppointments = async (clientId: string, search: Asked, options: GetOptions = {}) =>
  readAppointments(await api.get(paths.appointments(clientId), { search: { ...search }, ...options }))

/** More are not shown: who has as many has the page of the practice. */
const MOST = 50

export const appointmentQueries = {
  /** Those to come, the next one first; none where the API has none. Its failure is not reported. */
  coming: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'appointments', 'coming'),
      queryFn: async ({ client }): Promise<Appointment[]> => {
        if (!(await can(client, 'appointments'))) return []
        const asked = { page: 0, size: MOST, sort: 'date,asc', active: true } as const
        return (await getAppointments(clientId, asked, { silent: true })).content
      },
    }),
}
