import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Capability } from '#contract/capabilities.ts'
import * as paths from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api } from './http.ts'
import { cachedFirst } from './query-client.ts'
import { read } from './response-readers.ts'

export const readCapabilities = read.list(read.text)

const NONE: readonly string[] = []

/** Longest wait for the capabilities, which must not delay pages of the specification. */
const MAX_WAIT_MS = 1000

/** Returns the capabilities of the API; none if it does not know the call. */
async function getCapabilities(): Promise<readonly string[]> {
  try {
    return readCapabilities(await api.get(paths.capabilities, { silent: true, isBackground: true }))
  } catch (error) {
    if (error instanceof CallError) return NONE
    throw error
  }
}

export const capabilityQueries = {
  /** Requested once per session, whatever the response. No signal, because many callers share the request. */
  all: () =>
    queryOptions({
      queryKey: ['capabilities'],
      queryFn: getCapabilities,
      staleTime: Infinity,
      gcTime: Infinity,
    }),
}

/** Wait for the capabilities, by query. A session waits only once: callers after the timeout do not wait again. */
const waits = new WeakMap<Query, Promise<void>>()

/** Returns the capabilities that are known within `MAX_WAIT_MS`. */
export async function awaitCapabilities(queryClient: QueryClient): Promise<readonly string[]> {
  const options = cachedFirst(capabilityQueries.all())
  const loaded = queryClient.query(options).catch(() => NONE)
  const query: Query | undefined = queryClient.getQueryCache().find({ queryKey: options.queryKey, exact: true })
  if (!query) return loaded
  const isOver = waits.get(query) ?? waitFor(queryClient, loaded)
  waits.set(query, isOver)
  await Promise.race([loaded, isOver])
  return queryClient.getQueryData(options.queryKey) ?? NONE
}

/** Resolves on the response or the timeout. Capabilities that arrive later invalidate the queries made without them. */
function waitFor(queryClient: QueryClient, loaded: Promise<readonly string[]>): Promise<void> {
  const renew = async () => {
    const late = await loaded
    if (late.length > 0) await queryClient.invalidateQueries({ predicate: isOfPractice })
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve()
      void renew()
    }, MAX_WAIT_MS)
    void loaded.finally(() => clearTimeout(timer))
  })
}

const isOfPractice = ({ queryKey }: Query) => queryKey[0] === 'practice' || queryKey[0] === 'client'

/** Whether the API has a capability, for calls that depend on it. */
export async function can(queryClient: QueryClient, capability: Capability): Promise<boolean> {
  return (await awaitCapabilities(queryClient)).includes(capability)
}

/** Whether the API is already known to have a capability; makes no call. */
export const knows = (queryClient: QueryClient, capability: Capability): boolean =>
  queryClient.getQueryData(capabilityQueries.all().queryKey)?.includes(capability) ?? false

/** Whether the API has a capability; `whileUnknown` until that is known. */
export const useCan = (capability: Capability, whileUnknown = false): boolean =>
  useQuery({ ...capabilityQueries.all(), retryOnMount: false }).data?.includes(capability) ?? whileUnknown
