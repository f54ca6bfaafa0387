import { queryOptions } from '@tanstack/react-query'
import type { Client } from '#contract/client.ts'
import { paths } from '#contract/paths.ts'
import type { Practice } from '#contract/practice.ts'
import type { User } from '#contract/user.ts'
import { api, listOf } from './client.ts'

/** Whose session it is and whose portal is on screen: who is signed in, their practices, and the client. */
export const sessionQueries = {
  user: () =>
    queryOptions({
      queryKey: ['user'],
      queryFn: ({ signal }) => api.get<User>(paths.user, { signal }),
      staleTime: Infinity,
    }),
  practices: (userId: string) =>
    queryOptions({
      queryKey: ['user', userId, 'practices'],
      queryFn: ({ signal }) => listOf<Practice>(api.get(paths.userPractices, { signal })),
      staleTime: Infinity,
    }),
  practice: (practiceId: string) =>
    queryOptions({
      queryKey: ['practice', practiceId],
      // No signal: every area shows it, and leaving one would call it off for the way to the next.
      queryFn: () => api.get<Practice>(paths.practice(practiceId)),
      staleTime: 300_000,
    }),
  /** The client that the signed-in portal user is at a practice. */
  ownClient: (userId: string, practiceId: string) =>
    queryOptions({
      queryKey: ['user', userId, 'client', practiceId],
      queryFn: ({ signal }) => api.get<Client>(paths.userClient, { search: { practiceId }, signal }),
      staleTime: 300_000,
    }),
  client: (clientId: string) =>
    queryOptions({
      queryKey: ['client', clientId],
      // Null: there is none, and who asks says what that means. No signal: a dialog that shows the client closes while the way
      // to that client's portal awaits it.
      queryFn: () => api.get<Client | null>(paths.client(clientId), { nullOn404: true }),
      staleTime: 300_000,
    }),
}
