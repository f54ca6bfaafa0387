import type { LogbookEntry, PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { LOGBOOK_KINDS, MEDICINE_CHANNELS } from '#contract/logbook.ts'
import * as paths from '#contract/paths.ts'
import { type CallOptions, api } from './http.ts'
import { callOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { type Fields, read } from './response-readers.ts'

const fields = {
  uuid: read.text,
  date: read.requiredDay,
  kind: read.word(LOGBOOK_KINDS),
  description: read.requiredText,
  veterinarian: read.text,
  productName: read.text,
  registrationNumber: read.text,
  channel: read.word(MEDICINE_CHANNELS),
  batchNumber: read.text,
  expiryDate: read.day,
  quantity: read.number,
  unit: read.text,
  indication: read.text,
  dosage: read.text,
  route: read.text,
  durationDays: read.number,
  withdrawalMeatDays: read.orNull(read.number),
  withdrawalMilkDays: read.orNull(read.number),
  withdrawalMilkHours: read.orNull(read.number),
  withdrawalEggDays: read.orNull(read.number),
  animals: read.text,
  location: read.text,
  supplier: read.text,
  mayRepeat: read.flag,
} satisfies Fields<LogbookEntry>

export const logbookEntry = read.record<LogbookEntry>(fields)
export const readLogbook = read.list(logbookEntry)

// Entries of several animals; each entry has the id of its animal.
const patientEntry = read.record<PatientLogbookEntry>({ ...fields, patientUuid: read.requiredText })

export const readPatientLogbooks = read.list(patientEntry)
export const readPatientEntries = read.page(patientEntry)

/** Both days are inclusive. */
export interface LogbookPeriod {
  startDate: IsoDate
  endDate: IsoDate
}

export const getLogbook = async (
  clientId: string,
  patientId: string,
  { startDate, endDate }: LogbookPeriod,
  options: Pick<CallOptions, 'signal' | 'silent' | 'expects'> = {},
) => readLogbook(await api.get(paths.logbook(clientId, patientId), { search: { startDate, endDate }, ...options }))

export const logbookQueries = {
  of: (clientId: string, patientId: string, { startDate, endDate }: LogbookPeriod) =>
    queryOptions({
      queryKey: clientKey(clientId, 'patients', patientId, 'logbook', { startDate, endDate }),
      queryFn: (context) => getLogbook(clientId, patientId, { startDate, endDate }, callOf(context)),
    }),
}
