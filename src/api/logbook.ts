import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/fields.ts'
import type { LogbookEntry } from '#contract/logbook.ts'
import { paths } from '#contract/paths.ts'
import { api, listOf } from './client.ts'

/** Both inclusive. */
export interface LogbookPeriod {
  startDate: IsoDate
  endDate: IsoDate
}

export const logbookQueries = {
  /** Null where the API has no logbook of the animal. */
  of: (clientId: string, patientId: string, { startDate, endDate }: LogbookPeriod) =>
    queryOptions({
      queryKey: ['client', clientId, 'patients', patientId, 'logbook', { startDate, endDate }],
      queryFn: ({ signal }) =>
        listOf<LogbookEntry, null>(
          api.get(paths.logbook(clientId, patientId), {
            search: { startDate, endDate },
            signal,
            nullOn404: true,
          }),
        ),
    }),
}
