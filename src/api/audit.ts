import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { can } from './capabilities.ts'
import { api } from './client.ts'
import { practiceKey } from './scope.ts'
import { readAudit } from './tolerate.ts'

const getAudit = async (practiceId: string, search: { page: number; size: number }, signal: AbortSignal) =>
  readAudit(await api.get(paths.practiceAudit(practiceId), { search, signal }))

export const auditQueries = {
  /** One page of who did what, from 1 as in the address; null where the API keeps no such trail. */
  page: (practiceId: string, page: number) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'audit', page),
      queryFn: async ({ client, signal }) =>
        (await can(client, 'audit')) ? getAudit(practiceId, { page: page - 1, size: PAGE_SIZE }, signal) : null,
      // Whoever opens it wants to see what was done a moment ago.
      staleTime: 5000,
    }),
}
