import type { QueryClient } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import type { UserChange } from '#contract/user.ts'
import { api } from './client.ts'
import { readUser, userQueries } from './user.ts'

/** The language goes along, for the call asks for it. */
export async function putOwnName(queryClient: QueryClient, change: UserChange): Promise<void> {
  queryClient.setQueryData(userQueries.me().queryKey, readUser(await api.put(paths.user, { json: change })))
}
