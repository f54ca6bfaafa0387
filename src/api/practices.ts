import type { Practice } from '#contract/schemas/practice.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { CallError } from '#src/lib/call-error.ts'
import { can } from './capabilities.ts'
import { type ClientListItem, client } from './clients.ts'
import { api, type GetOptions } from './http.ts'
import { practiceKey, userKey } from './scope.ts'
import { type Fields, read } from './tolerate.ts'

/** As `OwnPractice` of the contract. */
export interface OwnPractice extends Practice {
  clients?: ClientListItem[]
}

const FIELDS: Fields<Practice> = {
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
}

export const readPractice = read.one(read.record<Practice>(FIELDS))
export const readPractices = read.list(read.record<OwnPractice>({ ...FIELDS, clients: read.items(client) }))

/** With the clients to choose from, where the user has several at a practice and the API takes the choice. */
async function withClients(queryClient: QueryClient, practices: OwnPractice[]): Promise<OwnPractice[]> {
  const hasSeveral = ({ clients = [] }: OwnPractice) => clients.length > 1 && clients.every(({ uuid }) => uuid !== '')
  const canChoose = practices.some(hasSeveral) && (await can(queryClient, 'client-choice'))
  return practices.map(({ clients, ...practice }) =>
    canChoose && clients && hasSeveral({ ...practice, clients }) ? { ...practice, clients } : practice,
  )
}

const ownPracticesKey = (...userId: (string | null)[]) => userKey('practices', ...userId)

const versions = new WeakMap<Practice, string>()

/** The version of a practice as it was answered, where the API has versions. */
export const versionOf = (practice: Practice): string | undefined => versions.get(practice)

export function withVersion(practice: Practice, version: string | undefined): Practice {
  if (version !== undefined) versions.set(practice, version)
  return practice
}

/** That of the list of the own practices, for a client of it. */
const ownPractice = (queryClient: QueryClient, practiceId: string): Practice | undefined =>
  queryClient
    .getQueriesData<Practice[]>({ queryKey: ownPracticesKey() })
    .flatMap(([, practices = []]) => practices)
    .find(({ id }) => id === practiceId)

/** Owners have been told of it in the list of theirs, so that they wait for nothing and hear of no failure. */
const BESIDE_THE_LIST = { silent: true, expects: () => true, isBeside: true }

/** For owners the specification does not have the call; what it tells beyond the list is taken. */
export async function getPractice(
  queryClient: QueryClient,
  practiceId: string,
  options: GetOptions = {},
): Promise<Practice> {
  const own = ownPractice(queryClient, practiceId)
  let version: string | undefined
  try {
    const answer = await api.get(paths.practice(practiceId), {
      ...options,
      ...(own && BESIDE_THE_LIST),
      onVersion: (given) => (version = given),
    })
    return withVersion(readPractice(answer), version)
  } catch (error) {
    if (own && error instanceof CallError) return own
    throw error
  }
}

/** What is known of a practice until it is asked for, so that no page waits for it: for its staff the id, which suffices. */
export function knowPractice(queryClient: QueryClient, practiceId: string): void {
  const { queryKey } = practiceQueries.one(practiceId)
  if (queryClient.getQueryData(queryKey)) return
  const known = ownPractice(queryClient, practiceId) ?? readPractice({ id: practiceId })
  // Older than any answer.
  queryClient.setQueryData(queryKey, known, { updatedAt: 0 })
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
  own: (userId: string | null) =>
    queryOptions({
      queryKey: ownPracticesKey(userId),
      queryFn: async ({ client: queryClient, signal }) =>
        withClients(queryClient, readPractices(await api.get(paths.userPractices, { signal }))),
      staleTime: Infinity,
      // It stands in for the answer to `one`.
      gcTime: Infinity,
    }),
}
