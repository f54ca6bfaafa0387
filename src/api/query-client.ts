import { QueryClient } from '@tanstack/react-query'

const STALE_AFTER_MS = 30_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Nothing repeats itself: a person retries by a button.
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      // What was pressed offline fails at once; held back, it would be sent later, under the next user's token.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * For a loader: what is in the cache is shown at once, however old, and the screen that reads it renews it behind that. So
 * a page that was there before opens without a wait, and also where there is no connection.
 */
export const cachedFirst = <Options extends object>(options: Options) => ({ ...options, staleTime: 'static' as const })

/** The `meta` of a query that nobody has asked for: nobody is told when it fails. */
export const SILENT = { silent: true }
