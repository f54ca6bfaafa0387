import { queryOptions } from '@tanstack/react-query'
import type {
  AnimalFigures,
  ClientFigures,
  MonthStart,
  PracticeFigures,
  ReminderFigures,
  RequestFigures,
  Waited,
} from '#contract/schemas/figures.ts'
import { REQUEST_KINDS } from '#contract/request.ts'
import * as paths from '#contract/later-paths.ts'
import { REMINDER_TYPES } from '#contract/reminder.ts'
import type { IsoDate } from '#contract/dates.ts'
import { today } from '#src/lib/dates.ts'
import { api } from './http.ts'
import { callOf } from './query-client.ts'
import { practiceKey } from './scope.ts'
import { read } from './response-readers.ts'

const count = read.requiredNumber

const waited = read.one(read.record<Waited>({ count, median: count, most: count }))

export const readFigures = read.one(
  read.record<PracticeFigures>({
    from: read.required(read.day, today()),
    until: read.required(read.day, today()),
    reminders: read.list(
      read.record<ReminderFigures>({
        type: read.required(read.enumValue(REMINDER_TYPES), 'OTHER'),
        due: count,
        doneIn30: count,
        doneIn90: count,
        done: count,
        pending: count,
      }),
    ),
    requests: read.list(
      read.record<RequestFigures>({
        kind: read.required(read.enumValue(REQUEST_KINDS), 'QUESTION'),
        sent: count,
        seen: waited,
        answered: waited,
      }),
    ),
    animals: read.one(read.record<AnimalFigures>({ alive: count, planned: count, without: count })),
    clients: read.one(
      read.record<ClientFigures>({
        mailed: count,
        activated: count,
        invited: count,
        notInvited: read.number,
        locked: count,
        withEmail: count,
        withoutEmail: count,
      }),
    ),
    monthStarts: read.list(
      read.record<MonthStart>({
        day: read.required(read.day, today()),
        animals: count,
        clients: count,
        users: count,
        invited: count,
      }),
    ),
  }),
)

/** Period of figures; both days are inclusive. */
export interface FigurePeriod {
  from: IsoDate
  until: IsoDate
}

export const figureQueries = {
  of: (practiceId: string, { from, until }: FigurePeriod) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'figures', from, until),
      queryFn: async (context) =>
        readFigures(await api.get(paths.practiceFigures(practiceId), { search: { from, until }, ...callOf(context) })),
    }),
}
