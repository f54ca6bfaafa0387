import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import type { Practice } from '#contract/practice.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api } from './client.ts'
import { practiceKey, userKey } from './scope.ts'
import { read } from './tolerate.ts'

const practice = read.record<Practice>({
  id: read.requiredText,
  manaId: read.text,
  name: read.requiredText,
  title: read.text,
  text: read.text,
  phone: read.text,
  website: read.text,
  logoUrl: read.text,
  bookingUrl: read.text,
  email: read.text,
  iban: read.text,
  accountHolder: read.text,
  locked: read.flag,
})

export const readPractice = read.one(practice)
export const readPractices = read.list(practice)

const ownPracticesKey = (...userId: string[]) => userKey('practices', ...userId)

const versions = new WeakMap<Practice, string>()

/** The version of a practice as it was answered, where the API has versions. */
export const versionOf = (practice: Practice): string | undefined => versions.get(practice)

export function withVersion(practice: Practice, version: string | undefined): Practice {
  if (version !== undefined) versions.set(practice, version)
  return practice
}

interface GetOptions {
  signal?: AbortSignal
}

/** Some APIs give it to the staff of the practice only; its owners have been told of it in the list of theirs. */
export async function getPractice(
  queryClient: QueryClient,
  practiceId: string,
  options: GetOptions = {},
): Promise<Practice> {
  const own = queryClient
    .getQueriesData<Practice[]>({ queryKey: ownPracticesKey() })
    .flatMap(([, practices = []]) => practices)
    .find(({ id }) => id === practiceId)
  const isKeptFromOwners = ({ status, code }: CallError) =>
    own !== undefined && (status === 403 || status === 404) && code !== 'client-locked' && code !== 'practice-locked'
  let version: string | undefined
  try {
    const answer = await api.get(paths.practice(practiceId), {
      ...options,
      expects: isKeptFromOwners,
      onVersion: (given) => (version = given),
    })
    return withVersion(readPractice(answer), version)
  } catch (error) {
    if (own && error instanceof CallError && isKeptFromOwners(error)) return own
    throw error
  }
}

export const practiceQueries = {
  one: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId),
      // No signal: every area shows it, and leaving one would cancel it for the way to the next.
      queryFn: ({ client }) => getPractice(client, practiceId),
      staleTime: 300_000,
      // The former object would have the former version.
      structuralSharing: false,
    }),
  /** Those whose client the user is. */
  own: (userId: string) =>
    queryOptions({
      queryKey: ownPracticesKey(userId),
      queryFn: async ({ signal }) => readPractices(await api.get(paths.userPractices, { signal })),
      staleTime: Infinity,
      // What stands in for one that is refused later.
      gcTime: Infinity,
    }),
}
