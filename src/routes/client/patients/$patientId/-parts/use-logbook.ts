import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LogbookPeriod, logbookQueries } from '#src/api/logbook.ts'

/** The logbook of a period; while another one loads, that of the former. */
export const useLogbook = (clientId: string, patientId: string, period: LogbookPeriod) =>
  useQuery({
    ...logbookQueries.of(clientId, patientId, period),
    placeholderData: keepPreviousData,
    // The loader has asked, and a person asks again by a button.
    retryOnMount: false,
  })
