import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { patientQueries } from '#src/api/patients.ts'
import { SILENT } from '#src/api/query-client.ts'
import { toldApart } from './told-apart.ts'

/**
 * Patients for a page that can do without them, with names that tell them apart. Its loader has fetched them; no retry on mount of what
 * failed there.
 */
export function usePatients(clientId: string) {
  const intl = useIntl()
  const { data } = useQuery({ ...patientQueries.list(clientId), retryOnMount: false, meta: SILENT })
  return useMemo(() => data && toldApart(data, intl), [data, intl])
}
