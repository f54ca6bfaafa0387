import { queryOptions } from '@tanstack/react-query'
import type { AuditEntry, ImportCounts } from '#contract/audit.ts'
import { morePaths } from '#contract/more-paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { can } from './capabilities.ts'
import { type Silent, api } from './client.ts'
import { callOf } from './query-client.ts'
import { practiceKey } from './scope.ts'
import { type Maybe, type Read, read } from './tolerate.ts'

const counts = read.record<ImportCounts>({
  added: read.required(read.number, 0),
  updated: read.required(read.number, 0),
  unchanged: read.required(read.number, 0),
})

/** What the import did by kind of record, of the kinds of which it is told. */
const changes: Maybe<Record<string, ImportCounts>> = (value) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).flatMap(([kind, told]) => {
          const known = counts(told)
          return known ? [[kind, known]] : []
        }),
      )
    : undefined

const auditEntry = read.record<AuditEntry>({
  at: read.required(read.moment, new Date(0).toISOString()),
  action: read.requiredText as Read<AuditEntry['action']>,
  account: read.record({ id: read.requiredText, name: read.requiredText }),
  client: read.record({ uuid: read.requiredText, name: read.requiredText }),
  count: read.number,
  fields: read.items(read.text),
  changes,
})

export const readAudit = read.page(auditEntry)

const getAudit = async (practiceId: string, search: { page: number; size: number }, options: { silent: Silent }) =>
  readAudit(await api.get(morePaths.practiceAudit(practiceId), { search, ...options }))

export const auditQueries = {
  /** One page of who did what, from 1 as in the address; null where the API keeps no such trail. */
  page: (practiceId: string, page: number) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'audit', page),
      queryFn: async (context) =>
        (await can(context.client, 'audit'))
          ? getAudit(practiceId, { page: page - 1, size: PAGE_SIZE }, callOf(context))
          : null,
      // Whoever opens it wants to see what was done a moment ago.
      staleTime: 5000,
    }),
}
