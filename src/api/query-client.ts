import {
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'

const STALE_AFTER_MS = 30_000

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /**
       * The queries that the mutation invalidates when it has succeeded; as a function, also when it has failed. It is pending until
       * those on screen have been fetched again.
       */
      invalidates?: QueryKey | ((error: unknown) => InvalidateQueryFilters)
    }
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, error, _variables, _result, { meta }, { client }) => {
        const { invalidates } = meta ?? {}
        if (typeof invalidates === 'function') return client.invalidateQueries(invalidates(error))
        return invalidates && error === null ? client.invalidateQueries({ queryKey: invalidates }) : undefined
      },
    }),
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
export const cachedFirst = <Options extends object>(options: Options, loader?: Loader) => ({
  ...options,
  staleTime: 'static' as const,
  ...(loader && { meta: ofLoader(loader) }),
})

/** What the router tells a loader of its own visit. */
export interface Loader {
  /** Nobody has asked for the page yet. */
  preload: boolean
  /** Aborted when the page is left before it came. */
  abortController: AbortController
}

interface AskedBy extends Record<string, unknown> {
  isWanted: () => boolean
}

/** The `meta` of what a loader asks for: its failure is told to who waits for the page, and to nobody else. */
export const ofLoader = ({ preload, abortController: { signal } }: Loader): AskedBy => ({
  isWanted: () => !preload && !signal.aborted,
})

/** The `meta` of a query that nobody has asked for: nobody is told when it fails. */
export const SILENT: AskedBy = { isWanted: () => false }

const isWantedBy = (meta: Partial<AskedBy> = {}): boolean => meta.isWanted?.() !== false

/** For the call of a query: when it is cancelled, and whether its failure is shown. */
export const callOf = (context: QueryFunctionContext) => ({ signal: context.signal, ...sharedCallOf(context) })

/**
 * The same for a call that is not cancelled when a page is left, for the next may wait for it as well. It does not even read the
 * signal: a query whose signal was read is cancelled with its last observer.
 */
export function sharedCallOf({ client, queryKey, meta }: Omit<QueryFunctionContext, 'signal'>) {
  const query = () => client.getQueryCache().find({ queryKey, exact: true })
  // What only reads the cache, as the header does, waits for nothing; what can do without the answer is not told of its failure.
  const isShown = () =>
    query()?.observers.some(({ options }) => options.enabled !== false && isWantedBy(options.meta)) ?? false
  return { silent: () => !isWantedBy(meta) && !isShown() }
}
