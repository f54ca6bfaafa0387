import { queryOptions } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit.ts'
import type { Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { api } from './client.ts'
import { practiceKey } from './scope.ts'

export const auditQueries = {
  /** One page of who did what, from 1 as in the address; null where the API keeps no such thing. */
  page: (practiceId: string, page: number) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'audit', page),
      queryFn: ({ signal }) =>
        api.get<Page<AuditEntry> | null>(paths.practiceAudit(practiceId), {
          search: { page: page - 1, size: PAGE_SIZE },
          nullOn404: true,
          signal,
        }),
      // Whoever opens it wants to see what was done a moment ago.
      staleTime: 5000,
    }),
}
