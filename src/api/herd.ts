import { queryOptions } from '@tanstack/react-query'
import type { HerdFile, HerdMedicines } from '#contract/herd.ts'
import type { PatientLogbookEntry } from '#contract/logbook.ts'
import { morePaths } from '#contract/more-paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { type Silent, api } from './client.ts'
import { type LogbookPeriod, readPatientEntries } from './logbook.ts'
import { callOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { type Fields, read } from './tolerate.ts'

const names = read.record<Pick<HerdMedicines, 'medicines'>>({
  medicines: read.required(read.items(read.text), []),
} satisfies Fields<Pick<HerdMedicines, 'medicines'>>)

export const readHerdMedicines = (answer: unknown): HerdMedicines => ({
  ...readPatientEntries(answer),
  medicines: names(answer)?.medicines ?? [],
})

export interface HerdFilter extends LogbookPeriod {
  /** Empty: all. */
  ubn: string
  /** By its whole name; empty: all. */
  medicine: string
}

const inWords = ({ startDate, endDate, ubn, medicine }: HerdFilter) => ({
  startDate,
  endDate,
  ubn: ubn || undefined,
  medicine: medicine || undefined,
})

interface PageWanted {
  /** From 0, as in the call. */
  page: number
  size: number
  signal?: AbortSignal
  silent?: Silent
}

export const getHerdMedicines = async (
  clientId: string,
  filter: HerdFilter,
  { page, size, ...options }: PageWanted,
): Promise<HerdMedicines> =>
  readHerdMedicines(
    await api.get(morePaths.herdMedicines(clientId), { search: { page, size, ...inWords(filter) }, ...options }),
  )

/** Where the file is; whoever follows it reads it by `fileUrl`. */
export const getHerdFile = (
  clientId: string,
  filter: HerdFilter,
  { format, part }: { format: HerdFile; part?: number },
) => api.get(morePaths.herdFile(clientId), { search: { format, part, ...inWords(filter) } })

/** For the entries of a list that is read as a whole. */
export type HerdEntry = PatientLogbookEntry & { uuid: string }

export const herdQueries = {
  /** One page, from 1 as in the address. */
  medicines: (clientId: string, { page, ...filter }: HerdFilter & { page: number }) =>
    queryOptions({
      queryKey: clientKey(clientId, 'herd', 'medicines', page, filter),
      queryFn: (context) => getHerdMedicines(clientId, filter, { page: page - 1, size: PAGE_SIZE, ...callOf(context) }),
    }),
}
