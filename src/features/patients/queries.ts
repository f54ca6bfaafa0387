import { queryOptions } from '@tanstack/react-query'
import type { Patient } from '#contract/patient.ts'
import { paths } from '#contract/paths.ts'
import { api, listOf } from '#src/lib/http.ts'

export const patientQueries = {
  /** Every page of the client area waits for them or shows them; so nobody who leaves one calls them off. */
  list: (clientId: string) =>
    queryOptions({
      queryKey: ['client', clientId, 'patients'],
      queryFn: () => listOf<Patient>(api.get(paths.patients(clientId))),
      staleTime: 300_000,
    }),
}
