import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LogbookPeriod, logbookQueries } from '#src/api/logbook.ts'

/** Returns the logbook of a period; while loading, the logbook of the previous period. */
export const useLogbook = (clientId: string, patientId: string, period: LogbookPeriod) =>
  useQuery({
    ...logbookQueries.of(clientId, patientId, period),
    placeholderData: keepPreviousData,
    // The loader has made this request, and users retry by a button.
    retryOnMount: false,
  })
