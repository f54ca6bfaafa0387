import { useQuery } from '@tanstack/react-query'
import { patientQueries } from '#src/api/patients.ts'

/** The animals, for a page that does without them. Its loader has asked already; what failed there is not asked twice. */
export const usePatients = (clientId: string) =>
  useQuery({ ...patientQueries.list(clientId), retryOnMount: false }).data
