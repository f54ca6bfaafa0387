import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { api } from './client.ts'
import { clientKey } from './scope.ts'
import { orNull, readPatients } from './tolerate.ts'

/** Null where the API has no animals. */
export const getPatients = async (clientId: string, options: { signal?: AbortSignal } = {}) =>
  orNull(readPatients)(await api.get(paths.patients(clientId), { ...options, nullOn404: true }))

export const patientQueries = {
  /** None where the API has none. Every page of the client area waits for them or shows them; leaving one cancels nothing. */
  list: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'patients'),
      queryFn: async () => (await getPatients(clientId)) ?? [],
      staleTime: 300_000,
    }),
}
