import type { QueryClient } from '@tanstack/react-query'
import { getAppointments } from '#src/api/appointments.ts'
import { getAttachments } from '#src/api/attachments.ts'
import { getInvoices } from '#src/api/invoices.ts'
import { wholeList } from '#src/api/pages.ts'
import { getRequests } from '#src/api/requests.ts'
import { getReminders } from '#src/api/reminders.ts'
import { getVisitForms } from '#src/api/visit-forms.ts'

export type Gate = <T>(task: () => Promise<T>) => Promise<T>

export interface Calls {
  queryClient: QueryClient
  clientId: string
  signal: AbortSignal
  /** No more calls at once than this lets through. */
  gate: Gate
}

const EVER = { status: 'ALL', from: undefined, to: undefined } as const

export const reminderList = ({ queryClient, clientId, signal, gate }: Calls, active: boolean) =>
  wholeList(queryClient, (asked) => gate(() => getReminders(clientId, { ...asked, active }, { signal })))

export const appointmentList = ({ queryClient, clientId, signal, gate }: Calls) =>
  wholeList(queryClient, (asked) => gate(() => getAppointments(clientId, asked, { signal })))

export const invoiceList = ({ queryClient, clientId, signal, gate }: Calls) =>
  wholeList(queryClient, (asked) => gate(() => getInvoices(clientId, EVER, asked, { signal })))

// `silent`: a failure is not reported.

export const visitFormList = ({ queryClient, clientId, signal, gate }: Calls, { silent = false } = {}) =>
  wholeList(queryClient, (asked) => gate(() => getVisitForms(clientId, asked, { signal, silent })))

export const requestList = ({ queryClient, clientId, signal, gate }: Calls, { silent = false } = {}) =>
  wholeList(queryClient, (asked) => gate(() => getRequests(clientId, asked, { signal, silent })))

/** Null where the API has none of that type. */
export const attachmentList = ({ queryClient, clientId, signal, gate }: Calls, type: string, { silent = false } = {}) =>
  wholeList(queryClient, (asked) => gate(() => getAttachments(clientId, type, asked, { signal, silent })))
