import { useQuery } from '@tanstack/react-query'
import { patientQueries } from '#src/api/patients.ts'
import { SILENT } from '#src/api/query-client.ts'

/** Patients for a page that can do without them. Its loader has fetched them; no retry on mount of what failed there. */
export const usePatients = (clientId: string) =>
  useQuery({ ...patientQueries.list(clientId), retryOnMount: false, meta: SILENT }).data
