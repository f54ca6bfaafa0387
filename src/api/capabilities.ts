import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Capability, SignedOutCapability } from '#contract/capabilities.ts'
import * as paths from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api } from './http.ts'
import { cachedFirst } from './query-client.ts'
import { read } from './tolerate.ts'

export const readCapabilities = read.list(read.text)

const NONE: readonly string[] = []

/** So long a person waits for it: an extra call never holds up what the specification has. */
const PATIENCE_MS = 1000

/** What the API can do beyond the specification; whatever else comes, or nothing, means that it can do no more. */
async function getCapabilities(): Promise<readonly string[]> {
  try {
    return readCapabilities(await api.get(paths.capabilities, { silent: true, isBeside: true }))
  } catch (error) {
    if (error instanceof CallError) return NONE
    throw error
  }
}

export const capabilityQueries = {
  /** Asked once a session, whatever is answered. No signal: many wait for the one answer. */
  all: () =>
    queryOptions({
      queryKey: ['capabilities'],
      queryFn: getCapabilities,
      staleTime: Infinity,
      gcTime: Infinity,
    }),
}

/** By what is waited for in vain, the patience of this session is used up: nobody waits for it again. */
const patience = new WeakMap<Query, Promise<void>>()

/** What it can do, as far as that is known within the second. */
export async function knownSoon(queryClient: QueryClient): Promise<readonly string[]> {
  const options = cachedFirst(capabilityQueries.all())
  const answer = queryClient.query(options).catch(() => NONE)
  const query: Query | undefined = queryClient.getQueryCache().find({ queryKey: options.queryKey, exact: true })
  if (!query) return answer
  const isOver = patience.get(query) ?? waitFor(queryClient, answer)
  patience.set(query, isOver)
  await Promise.race([answer, isOver])
  return queryClient.getQueryData(options.queryKey) ?? NONE
}

/** Resolves when it is waited for no longer. What comes after that is taken: what was asked for without it is asked for anew. */
function waitFor(queryClient: QueryClient, answer: Promise<readonly string[]>): Promise<void> {
  const renew = async () => {
    const late = await answer
    if (late.length > 0) await queryClient.invalidateQueries({ predicate: isOfPractice })
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve()
      void renew()
    }, PATIENCE_MS)
    void answer.finally(() => clearTimeout(timer))
  })
}

const isOfPractice = ({ queryKey }: Query) => queryKey[0] === 'practice' || queryKey[0] === 'client'

/** For a call that differs by it. */
export async function can(queryClient: QueryClient, capability: Capability): Promise<boolean> {
  return (await knownSoon(queryClient)).includes(capability)
}

/**
 * What the page says that the API can do for who is not signed in (index.html), of whom it cannot be asked. Our server says it of
 * itself.
 */
export const canSignedOut = (capability: SignedOutCapability): boolean =>
  document
    .querySelector<HTMLMetaElement>('meta[name="portal-capabilities"]')
    ?.content.split(' ')
    .includes(capability) ?? false

/** Whether it is known to be able, without asking. */
export const knows = (queryClient: QueryClient, capability: Capability): boolean =>
  queryClient.getQueryData(capabilityQueries.all().queryKey)?.includes(capability) ?? false

/** For a link: one that is not known yet is absent. For the room that something will need it may be the other way round. */
export const useCan = (capability: Capability, whileUnknown = false): boolean =>
  useQuery({ ...capabilityQueries.all(), retryOnMount: false }).data?.includes(capability) ?? whileUnknown
