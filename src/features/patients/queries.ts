import { queryOptions } from '@tanstack/react-query'
import type { Patient } from '#contract/patient.ts'
import { paths } from '#contract/paths.ts'
import { api, listOf } from '#src/lib/http.ts'

export const patientQueries = {
  list: (clientId: string) =>
    queryOptions({
      queryKey: ['client', clientId, 'patients'],
      queryFn: ({ signal }) => listOf<Patient>(api.get(paths.patients(clientId), { signal })),
      staleTime: 300_000,
    }),
}
