import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as laterPaths from '#contract/later-paths.ts'
import type { QuestionsBody, Visit as ContractVisit, VisitQuestions } from '#contract/schemas/visit.ts'
import { APPOINTMENT_FIELDS, hasStart } from './appointments.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { INVOICE_FIELDS, type Invoice } from './invoices.ts'
import { callOf } from './query-client.ts'
import { read } from './response-readers.ts'
import { clientKey } from './scope.ts'
import { readVisitForm } from './visit-forms.ts'

// An appointment with its questions, visit forms and invoices: beyond the specification.

/** A visit as received; its invoices may have unknown values. */
export interface Visit extends Omit<ContractVisit, 'invoices'> {
  invoices: Invoice[]
}

export const readQuestions = read.complete<VisitQuestions>({ text: read.text, changedAt: read.moment })

export const readVisit = read.one(
  read.record<Visit>({
    ...APPOINTMENT_FIELDS,
    questions: readQuestions,
    visitForms: read.requiredItems(readVisitForm),
    invoices: read.requiredItems(read.record(INVOICE_FIELDS)),
  }),
)

const visitsKey = (clientId: string) => clientKey(clientId, 'visits')

export const visitQueries = {
  /** Null: the API has no visits, or not this one. */
  detail: (clientId: string, appointmentId: string) =>
    queryOptions({
      queryKey: [...visitsKey(clientId), appointmentId] as const,
      queryFn: async (context) => {
        if (!(await can(context.client, 'visits'))) return null
        const call = { ...callOf(context), nullOn404: true } as const
        const visit = read.orNull(readVisit)(await api.get(laterPaths.visit(clientId, appointmentId), call))
        return visit && hasStart(visit) ? visit : null
      },
      // The practice may have moved the appointment a moment ago.
      staleTime: 5000,
    }),
}

export const visitMutations = {
  /**
   * `changedAt` is that of the questions from which the person began to write. A refetch may have changed them since. The caller
   * shows failures. Also refetches after a failure, because a co-owner may have changed the questions, or the practice the
   * appointment.
   */
  setQuestions: (clientId: string, appointmentId: string) =>
    mutationOptions({
      mutationFn: (json: QuestionsBody) =>
        api.put(laterPaths.visitQuestions(clientId, appointmentId), { json, silent: true, isUnread: true }),
      meta: { invalidates: () => ({ queryKey: visitsKey(clientId) }) },
    }),
}
