import type { QueryClient, QueryFilters } from '@tanstack/react-query'

// Query keys. A key begins with its owner, so that one call invalidates or removes all data of that owner.

export const userKey = <const Rest extends readonly unknown[]>(...rest: Rest) => ['user', ...rest] as const

export const practiceKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  ['practice', practiceId, ...rest] as const

export const clientKey = <const Rest extends readonly unknown[]>(clientId: string, ...rest: Rest) =>
  ['client', clientId, ...rest] as const

/** Key of both client lists of a practice, and of queries that contain rows of these lists. */
export const clientListsKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  practiceKey(practiceId, 'clients', ...rest)

/** Cancels and removes the data of all clients except `except`. */
export function dropClientData(queryClient: QueryClient, except?: string): void {
  const filters: QueryFilters = { queryKey: ['client'], predicate: ({ queryKey }) => queryKey[1] !== except }
  void queryClient.cancelQueries(filters)
  queryClient.removeQueries(filters)
}
