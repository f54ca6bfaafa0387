import type { Practice } from '#contract/schemas/practice.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ClosedDays, OpeningHours, OpeningPeriod } from '#contract/opening-hours.ts'
import * as paths from '#contract/paths.ts'
import { SELLER_FIELDS, type Seller } from '#contract/seller.ts'
import { recordOf } from '#contract/values.ts'
import { CallError } from '#src/lib/call-error.ts'
import { can } from './capabilities.ts'
import { type ClientListItem, client } from './clients.ts'
import { api, type GetOptions } from './http.ts'
import { practiceKey, userKey } from './scope.ts'
import { type Fields, read } from './response-readers.ts'

/** Practice of an owner as received; see `OwnPractice` of the contract. */
export interface OwnPractice extends Practice {
  clients?: ClientListItem[]
}

const FIELDS: Fields<Practice> = {
  id: read.requiredText,
  manaId: read.text,
  name: read.requiredText,
  title: read.text,
  text: read.text,
  address: read.text,
  phone: read.text,
  website: read.text,
  logoUrl: read.text,
  bookingUrl: read.text,
  email: read.text,
  iban: read.text,
  accountHolder: read.text,
  colour: read.text,
  openingHours: read.record<OpeningHours>({
    periods: read.requiredItems(
      read.complete<OpeningPeriod>({ weekday: read.number, opens: read.text, closes: read.text }),
    ),
    closedDays: read.items(read.complete<ClosedDays>({ from: read.day, until: read.day })),
  }),
  seller: read.record<Seller>(recordOf(SELLER_FIELDS, () => read.text)),
  locked: read.flag,
}

export const readPractice = read.one(read.record<Practice>(FIELDS))
export const readPractices = read.list(read.record<OwnPractice>({ ...FIELDS, clients: read.items(client) }))

/** Leaves out the address if the API lacks the capability, because its `address` may then be anything. */
async function withAddress<P extends Practice>(queryClient: QueryClient, practice: P): Promise<P> {
  const isKept = practice.address === undefined || (await can(queryClient, 'practice-address'))
  return isKept ? practice : { ...practice, address: undefined }
}

/** Keeps the clients of a practice only if there are several and the API permits the choice. */
async function ownPractices(queryClient: QueryClient, listed: OwnPractice[]): Promise<OwnPractice[]> {
  const practices = await Promise.all(listed.map((practice) => withAddress(queryClient, practice)))
  const hasSeveral = ({ clients = [] }: OwnPractice) => clients.length > 1 && clients.every(({ uuid }) => uuid !== '')
  const canChoose = practices.some(hasSeveral) && (await can(queryClient, 'client-choice'))
  return practices.map(({ clients, ...practice }) =>
    canChoose && clients && hasSeveral({ ...practice, clients }) ? { ...practice, clients } : practice,
  )
}

const ownPracticesKey = (...userId: (string | null)[]) => userKey('practices', ...userId)

const versions = new WeakMap<Practice, string>()

/** Returns the version of a practice (`ETag`), if the API has versions. */
export const versionOf = (practice: Practice): string | undefined => versions.get(practice)

export function withVersion(practice: Practice, version: string | undefined): Practice {
  if (version !== undefined) versions.set(practice, version)
  return practice
}

/** Returns the practice from the cached list of the owner's practices. */
const ownPractice = (queryClient: QueryClient, practiceId: string): Practice | undefined =>
  queryClient
    .getQueriesData<Practice[]>({ queryKey: ownPracticesKey() })
    .flatMap(([, practices = []]) => practices)
    .find(({ id }) => id === practiceId)

/** Options for owners, who have the practice in their list: a background request whose failure is not shown. */
const BACKGROUND = { silent: true, expects: () => true, isBackground: true }

/** Returns a practice. The specification has the call for staff only; for owners the list is the fallback. */
export async function getPractice(
  queryClient: QueryClient,
  practiceId: string,
  options: GetOptions = {},
): Promise<Practice> {
  const own = ownPractice(queryClient, practiceId)
  let version: string | undefined
  try {
    const response = await api.get(paths.practice(practiceId), {
      ...options,
      ...(own && BACKGROUND),
      onVersion: (given) => (version = given),
    })
    return withVersion(await withAddress(queryClient, readPractice(response)), version)
  } catch (error) {
    if (own && error instanceof CallError) return own
    throw error
  }
}

/** Fills the cache with known data of a practice (list entry for owners, id for staff), so that no page waits for the practice. */
export function cachePractice(queryClient: QueryClient, practiceId: string): void {
  const { queryKey } = practiceQueries.one(practiceId)
  if (queryClient.getQueryData(queryKey)) return
  const known = ownPractice(queryClient, practiceId) ?? readPractice({ id: practiceId })
  // Older than any response.
  queryClient.setQueryData(queryKey, known, { updatedAt: 0 })
}

export const practiceQueries = {
  one: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId),
      // No signal: every area shows the practice, and leaving an area must not cancel the request for the next area.
      queryFn: ({ client }) => getPractice(client, practiceId),
      staleTime: 300_000,
      // `versionOf` needs a new object, because the previous object has the previous version.
      structuralSharing: false,
    }),
  /** Practices where the signed-in user is a client. */
  own: (userId: string | null) =>
    queryOptions({
      queryKey: ownPracticesKey(userId),
      queryFn: async ({ client: queryClient, signal }) =>
        ownPractices(queryClient, readPractices(await api.get(paths.userPractices, { signal }))),
      staleTime: Infinity,
      // Kept as the fallback of `one`.
      gcTime: Infinity,
    }),
}
