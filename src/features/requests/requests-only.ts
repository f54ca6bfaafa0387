import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { can } from '#src/api/capabilities.ts'

/** A guard: the addresses are there where the API has requests. */
export async function requestsOnly({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  if (!(await can(context.queryClient, 'requests'))) throw redirect({ to: '/404', replace: true })
}
