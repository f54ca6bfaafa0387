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
       * Queries to invalidate after a success; a function is also called after a failure. The mutation is pending until the
       * queries on screen have been refetched.
       */
      invalidates?: QueryKey | ((error: unknown) => InvalidateQueryFilters)
      /** Whether other tabs of this browser invalidate the same queries after a success. */
      isShared?: boolean
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
        // No automatic retries: users retry by a button.
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      // Offline, mutations fail at once. A deferred mutation would be sent later, with the token of the next user.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Calls `listener` with the key of the queries that a successful, shared mutation has made stale. Returns the unsubscriber. */
export const onSharedChange = (queryClient: QueryClient, listener: (queryKey: QueryKey) => void): (() => void) =>
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { invalidates, isShared } = event.mutation.meta ?? {}
    const queryKey = typeof invalidates === 'function' ? invalidates(null).queryKey : invalidates
    if (isShared && queryKey) listener(queryKey)
  })

/**
 * Query options for a loader: cached data are used however old they are, and the screen refetches them in the background. A page that
 * was open before opens without a wait, also offline.
 */
export const cachedFirst = <Options extends object>(options: Options, loader?: Loader) => ({
  ...options,
  staleTime: 'static' as const,
  ...(loader && { meta: ofLoader(loader) }),
})

/** Parts of a loader's context that show whether its page is still wanted. */
export interface Loader {
  /** Whether the router prefetches the page. */
  preload: boolean
  /** Aborted when the page is left before it is loaded. */
  abortController: AbortController
}

interface QueryMeta extends Record<string, unknown> {
  isWanted: () => boolean
}

/** Query `meta` of a loader: a failure is shown only while its page is wanted. */
export const ofLoader = ({ preload, abortController: { signal } }: Loader): QueryMeta => ({
  isWanted: () => !preload && !signal.aborted,
})

/** Query `meta` of a background request, whose failure is not shown. */
export const SILENT: QueryMeta = { isWanted: () => false }

const isWantedBy = (meta: Partial<QueryMeta> = {}): boolean => meta.isWanted?.() !== false

/** Options of a query's call: its signal, and whether its failure is shown. */
export const callOf = (context: QueryFunctionContext) => ({ signal: context.signal, ...sharedCallOf(context) })

/**
 * `callOf` for a call that is not cancelled when a page is left, because the next page may need it. It must not read the signal: a
 * query whose signal was read is cancelled with its last observer.
 */
export function sharedCallOf({ client, queryKey, meta }: Omit<QueryFunctionContext, 'signal'>) {
  const query = () => client.getQueryCache().find({ queryKey, exact: true })
  // Disabled observers only read the cache, and observers with a `meta` may not want the data; neither is shown the failure.
  const isShown = () =>
    query()?.observers.some(({ options }) => options.enabled !== false && isWantedBy(options.meta)) ?? false
  return { silent: () => !isWantedBy(meta) && !isShown() }
}

/** Longest wait of a page for data that it can be shown without. */
const MAX_WAIT_MS = 1000

/** Resolves when a call has succeeded or failed, or has taken longer than `MAX_WAIT_MS`. */
export const waitBriefly = (call: Promise<unknown>): Promise<unknown> =>
  Promise.race([call.catch(() => {}), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
