import type { UserChange } from '#contract/schemas/user.ts'
import type { QueryClient } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { api, namesFields } from './http.ts'
import { userQueries } from './user.ts'

/** The language goes along, for the call asks for it. */
export async function putOwnName(queryClient: QueryClient, change: UserChange): Promise<void> {
  await api.put(paths.user, { json: change, expects: namesFields })
  // It is saved; that it could not be read again was shown.
  await queryClient.query({ ...userQueries.me(), staleTime: 0 }).catch(() => {})
}
