import { queryOptions } from '@tanstack/react-query'
import type { PatientBeingGiven } from '#contract/medication.ts'
import type { IsoDate } from '#contract/dates.ts'
import * as paths from '#contract/paths.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { clientKey } from './scope.ts'
import { read } from './tolerate.ts'

export const readBeingGiven = read.list(
  read.record<PatientBeingGiven>({
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

export const beingGivenQueries = {
  /** Of all animals of a client; null where the API does not tell. Its failure is not reported: the pages stand without it. */
  of: (clientId: string, today: IsoDate) =>
    queryOptions({
      queryKey: clientKey(clientId, 'being-given', today),
      queryFn: async ({ client, signal }): Promise<PatientBeingGiven[] | null> =>
        (await can(client, 'being-given'))
          ? readBeingGiven(await api.get(paths.beingGiven(clientId), { search: { day: today }, signal, silent: true }))
          : null,
    }),
}
