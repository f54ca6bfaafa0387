import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/fields.ts'
import type { LogbookEntry } from '#contract/logbook.ts'
import { paths } from '#contract/paths.ts'
import { api } from './client.ts'
import { listOf } from './pages.ts'
import { clientKey } from './scope.ts'

/** Both inclusive. */
export interface LogbookPeriod {
  startDate: IsoDate
  endDate: IsoDate
}

/** Null where the API has no logbook of the animal. */
export const getLogbook = (
  clientId: string,
  patientId: string,
  { startDate, endDate }: LogbookPeriod,
  options: { signal?: AbortSignal } = {},
) =>
  listOf<LogbookEntry, null>(
    api.get(paths.logbook(clientId, patientId), { search: { startDate, endDate }, ...options, nullOn404: true }),
  )

export const logbookQueries = {
  of: (clientId: string, patientId: string, { startDate, endDate }: LogbookPeriod) =>
    queryOptions({
      queryKey: clientKey(clientId, 'patients', patientId, 'logbook', { startDate, endDate }),
      queryFn: ({ signal }) => getLogbook(clientId, patientId, { startDate, endDate }, { signal }),
    }),
}
