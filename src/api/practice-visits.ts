import { queryOptions } from '@tanstack/react-query'
import { type IsoDate, addDays } from '#contract/dates.ts'
import * as laterPaths from '#contract/later-paths.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import type { PracticeAppointment, PracticeAppointmentDetail } from '#contract/schemas/practice-appointment.ts'
import type { FormTask } from '#contract/schemas/form.ts'
import { localDay } from '#contract/zone.ts'
import { now } from '#src/lib/dates.ts'
import { APPOINTMENT_FIELDS, hasStart } from './appointments.ts'
import { formTaskFields } from './form-readers.ts'
import { api } from './http.ts'
import type { PracticeVisitSearch } from './practice-visit-search.ts'
import { callOf } from './query-client.ts'
import { type Fields, read } from './response-readers.ts'
import { practiceKey } from './scope.ts'
import { readQuestions } from './visits.ts'

// Appointments of all clients of a practice: beyond the specification.

type Named = PracticeAppointment['client']
const named = read.record<Named>({ uuid: read.requiredText, name: read.requiredText })

const fields = {
  ...APPOINTMENT_FIELDS,
  client: read.required(named, { uuid: '', name: '' }),
  animals: read.requiredItems(named),
  openForms: read.requiredNumber,
  completeForms: read.requiredNumber,
  withdrawnForms: read.requiredNumber,
  hasQuestions: read.requiredFlag,
} satisfies Fields<PracticeAppointment>

export const readPracticeAppointments = read.page(read.record<PracticeAppointment>(fields))
export const readPracticeAppointment = read.one(
  read.record<PracticeAppointmentDetail>({
    ...fields,
    questions: readQuestions,
    forms: read.requiredItems(read.record<FormTask>(formTaskFields)),
  }),
)

const visitsKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  practiceKey(practiceId, 'visits', ...rest)

const DAYS = { day: 1, week: 7 } as const

/** Returns the first and last day of a search. */
export function daysOf({ from, period }: Pick<PracticeVisitSearch, 'from' | 'period'>): {
  from: IsoDate
  until: IsoDate
} {
  const first = from || localDay(now())
  return { from: first, until: addDays(first, DAYS[period] - 1) }
}

/** Returns the search of the period before (-1) or after (1); without `from` if it begins today. */
export function neighbour(search: PracticeVisitSearch, direction: -1 | 1): PracticeVisitSearch {
  const from = addDays(daysOf(search).from, direction * DAYS[search.period])
  return { ...search, page: 1, from: from === localDay(now()) ? '' : from }
}

/** Callers have checked the capability `visits`. */
export const practiceVisitQueries = {
  /** Appointments of a period, the first one first. */
  list: (practiceId: string, search: PracticeVisitSearch) => {
    const days = daysOf(search)
    return queryOptions({
      queryKey: visitsKey(practiceId, 'list', { ...search, ...days }),
      queryFn: async (context) => {
        const { content, page } = readPracticeAppointments(
          await api.get(laterPaths.practiceAppointments(practiceId), {
            search: {
              ...days,
              ready: search.show === 'not-ready' ? false : undefined,
              page: search.page - 1,
              size: MAX_PAGE_SIZE,
            },
            ...callOf(context),
          }),
        )
        return { content: content.filter(hasStart), page }
      },
      // An owner may have completed a form a moment ago.
      staleTime: 5000,
    })
  },
  /** Null: the practice has no such appointment, or no longer. */
  one: (practiceId: string, appointmentId: string) =>
    queryOptions({
      queryKey: visitsKey(practiceId, 'one', appointmentId),
      queryFn: async (context) =>
        read.orNull(readPracticeAppointment)(
          await api.get(laterPaths.practiceAppointment(practiceId, appointmentId), {
            ...callOf(context),
            nullOn404: true,
          }),
        ),
      staleTime: 0,
    }),
}
