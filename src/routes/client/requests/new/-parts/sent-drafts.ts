import type { QueryClient } from '@tanstack/react-query'
import { SILENT } from '#src/api/query-client.ts'
import { requestQueries } from '#src/api/requests.ts'
import { draftsOf } from '#src/session/drafts.ts'

/** Forgets the drafts of requests that arrived although their response was lost, unless more was typed since. */
export async function forgetSentDrafts(queryClient: QueryClient, clientId: string): Promise<void> {
  const tried = draftsOf('request', clientId).filter(
    ({ values, extra }) => JSON.stringify(extra?.['tried']) === JSON.stringify(values),
  )
  for (const { extra, forget } of tried) {
    const uuid = String(extra?.['uuid'])
    const sent = await queryClient
      .query({ ...requestQueries.one(clientId, uuid), staleTime: 0, meta: SILENT })
      .catch(() => null)
    if (sent) forget()
  }
}
