import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { api } from './client.ts'
import { clientKey } from './scope.ts'
import { orNull, readLogbook } from './tolerate.ts'

/** Both inclusive. */
export interface LogbookPeriod {
  startDate: IsoDate
  endDate: IsoDate
}

/** Null where the API has no logbook of the animal. */
export const getLogbook = async (
  clientId: string,
  patientId: string,
  { startDate, endDate }: LogbookPeriod,
  options: { signal?: AbortSignal } = {},
) =>
  orNull(readLogbook)(
    await api.get(paths.logbook(clientId, patientId), { search: { startDate, endDate }, ...options, nullOn404: true }),
  )

export const logbookQueries = {
  of: (clientId: string, patientId: string, { startDate, endDate }: LogbookPeriod) =>
    queryOptions({
      queryKey: clientKey(clientId, 'patients', patientId, 'logbook', { startDate, endDate }),
      queryFn: ({ signal }) => getLogbook(clientId, patientId, { startDate, endDate }, { signal }),
    }),
}
