import { queryOptions } from '@tanstack/react-query'
import type { Patient } from '#contract/patient.ts'
import { paths } from '#contract/paths.ts'
import { api, listOf } from './client.ts'

export const patientQueries = {
  /**
   * None where the API has no animals. Every page of the client area waits for them or shows them; so nobody who leaves one calls
   * them off.
   */
  list: (clientId: string) =>
    queryOptions({
      queryKey: ['client', clientId, 'patients'],
      queryFn: async () => (await listOf<Patient, null>(api.get(paths.patients(clientId), { nullOn404: true }))) ?? [],
      staleTime: 300_000,
    }),
}
