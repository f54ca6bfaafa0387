import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Capability } from '#contract/capabilities.ts'
import { paths } from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api, isUnauthenticated } from './client.ts'
import { cachedFirst } from './query-client.ts'
import { read } from './tolerate.ts'

export const readCapabilities = read.list(read.text)

/** What the API can do beyond the specification; whatever else it answers means that it can do nothing more. */
async function getCapabilities(): Promise<readonly string[]> {
  try {
    // The calls of the session's start say what a 401 means.
    return readCapabilities(await api.get(paths.capabilities, { silent: true, expects: isUnauthenticated }))
  } catch (error) {
    if (error instanceof CallError && error.status !== null && error.status < 500) return []
    // No answer, or none just now: who needs it next asks again.
    throw error
  }
}

export const capabilityQueries = {
  /** Asked once a session. No signal: many wait for the one answer. */
  all: () =>
    queryOptions({
      queryKey: ['capabilities'],
      queryFn: getCapabilities,
      staleTime: Infinity,
      gcTime: Infinity,
    }),
}

/** For a call that differs by it. */
export async function can(queryClient: QueryClient, capability: Capability): Promise<boolean> {
  const known = await queryClient.query(cachedFirst(capabilityQueries.all())).catch((): readonly string[] => [])
  return known.includes(capability)
}

/** Whether it is known to be able, without asking. */
export const knows = (queryClient: QueryClient, capability: Capability): boolean =>
  queryClient.getQueryData(capabilityQueries.all().queryKey)?.includes(capability) ?? false

/** For a link: one that is not known yet is absent. For the room that something will need it may be the other way round. */
export const useCan = (capability: Capability, whileUnknown = false): boolean =>
  useQuery({ ...capabilityQueries.all(), retryOnMount: false }).data?.includes(capability) ?? whileUnknown
