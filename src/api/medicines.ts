import { queryOptions } from '@tanstack/react-query'
import type { PatientMedication } from '#contract/schemas/current-medication.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import * as paths from '#contract/paths.ts'
import { LOOK_BACK_DAYS } from '#contract/withdrawal.ts'
import { can } from './capabilities.ts'
import { currentMedicationCall } from './first-calls.ts'
import { api } from './http.ts'
import { clientKey } from './scope.ts'
import { read } from './response-readers.ts'
import type { PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { CancelledError } from '#src/lib/call-error.ts'
import { createSemaphore } from '#src/lib/semaphore.ts'
import { getLogbook, readPatientLogbooks } from './logbook.ts'

export const readCurrentMedication = read.list(
  read.record<PatientMedication>({
    patientUuid: read.requiredText,
    product: read.requiredText,
    dosage: read.text,
    animals: read.text,
    since: read.requiredDay,
    until: read.day,
    listedUntil: read.requiredDay,
    visitForm: read.text,
    entry: read.text,
    mayRepeat: read.required(read.flag, true),
  }),
)

export const currentMedicationQueries = {
  /** Current medication of all animals of a client; null if the API has none. A failure is not shown. No signal, because the loader awaits it. */
  of: (clientId: string, today: IsoDate) =>
    queryOptions({
      queryKey: clientKey(clientId, 'being-given', today),
      queryFn: async ({ client }): Promise<PatientMedication[] | null> =>
        (await can(client, 'being-given'))
          ? readCurrentMedication(await api.get(currentMedicationCall(clientId, today), { silent: true }))
          : null,
    }),
}

/** Concurrent requests for logbooks, if the API has no call for all animals. */
const CONCURRENCY = 4

interface Withheld {
  entries: PatientLogbookEntry[]
  /** Animals whose logbook could not be fetched. */
  unknown: string[]
}

interface WithdrawalRequest {
  clientId: string
  patientIds: readonly string[]
  today: IsoDate
  signal: AbortSignal
}

async function ofLogbooks({ clientId, patientIds, today, signal }: WithdrawalRequest): Promise<Withheld> {
  const calls = createSemaphore(CONCURRENCY)
  signal.addEventListener('abort', calls.stop, { once: true })
  const period = { startDate: addDays(today, -LOOK_BACK_DAYS), endDate: today }
  const logbooks = await Promise.allSettled(
    patientIds.map(async (patientUuid) => {
      const entries = await calls.run(() => getLogbook(clientId, patientUuid, period, { signal, silent: true }))
      return entries.map((entry) => ({ ...entry, patientUuid }))
    }),
  )
  if (signal.aborted) throw new CancelledError('Cancelled')
  return {
    entries: logbooks.flatMap((logbook) => (logbook.status === 'fulfilled' ? logbook.value : [])),
    unknown: patientIds.filter((_, index) => logbooks[index]?.status === 'rejected'),
  }
}

export const withdrawalQueries = {
  /** Entries with a withdrawal period that has not ended. A failure is not shown. */
  running: (clientId: string, patientIds: readonly string[], today: IsoDate) =>
    queryOptions({
      queryKey: clientKey(clientId, 'withdrawals', today, patientIds),
      queryFn: async ({ client, signal }): Promise<Withheld> => {
        if (!(await can(client, 'withdrawals'))) return ofLogbooks({ clientId, patientIds, today, signal })
        const search = { day: today }
        const entries = readPatientLogbooks(
          await api.get(paths.withdrawals(clientId), { search, signal, silent: true }),
        )
        return { entries, unknown: [] }
      },
    }),
}
