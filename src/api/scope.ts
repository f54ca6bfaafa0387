import type { QueryClient, QueryFilters } from '@tanstack/react-query'

// The only place that knows which keys belong to whom. A key begins with its owner, so that one call touches all there is.

export const userKey = <const Rest extends readonly unknown[]>(...rest: Rest) => ['user', ...rest] as const

export const practiceKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  ['practice', practiceId, ...rest] as const

export const clientKey = <const Rest extends readonly unknown[]>(clientId: string, ...rest: Rest) =>
  ['client', clientId, ...rest] as const

/** Both client lists of a practice, and what shows rows of them. */
export const clientListsKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  practiceKey(practiceId, 'clients', ...rest)

/** Cancels and forgets what is known of clients; of all `except` this one. */
export function dropClientData(queryClient: QueryClient, except?: string): void {
  const filters: QueryFilters = { queryKey: ['client'], predicate: ({ queryKey }) => queryKey[1] !== except }
  void queryClient.cancelQueries(filters)
  queryClient.removeQueries(filters)
}
