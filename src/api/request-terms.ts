import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { OwnRequestCount, RequestCount, RequestTerms } from '#contract/schemas/request.ts'
import { type AppointmentWish, REQUEST_KINDS, type RequestKind } from '#contract/request.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { clientKey, practiceKey } from './scope.ts'
import { type Fields, read } from './response-readers.ts'

// Accepted kinds of requests and the number of waiting requests. Separate from the requests themselves, because every page has a
// link to requests and needs these first.

export const termsFields = {
  kinds: read.requiredItems(read.enumValue(REQUEST_KINDS)),
  hours: read.text,
  answerWithinDays: read.number,
  productsNotRepeated: read.items(read.text),
} satisfies Fields<RequestTerms>

export const readRequestTerms = read.one(read.record<RequestTerms>(termsFields))

/** Options of a background request, which must not delay or break pages of the specification. */
const BACKGROUND = { silent: true, isBackground: true, nullOn404: true, expects: () => true }

export const requestTermQueries = {
  /** Null: the API has no requests. No signal: the layout route makes the request, and all its pages wait for the response. */
  of: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'request-settings', 'terms'),
      queryFn: async ({ client }) =>
        (await can(client, 'requests'))
          ? read.orNull(readRequestTerms)(await api.get(paths.requestSettings(practiceId), BACKGROUND))
          : null,
      staleTime: 300_000,
      retryOnMount: false,
    }),
}

/** Values of the request form in the URL. */
export interface NewRequestSearch {
  kind?: RequestKind | undefined
  patient?: string | undefined
  reminder?: string | undefined
  /** Further reminders of the same animal. */
  reminders?: readonly string[] | undefined
  /** Visit form of `product`. */
  visitForm?: string | undefined
  /** Logbook entry of `product`. */
  entry?: string | undefined
  product?: string | undefined
  appointment?: string | undefined
  wish?: AppointmentWish | undefined
  /** Estimate that a question is about. */
  estimate?: string | undefined
  /** Id of the earlier request that this request follows up. */
  former?: string | undefined
}

const count = read.requiredNumber
export const readRequestCount = read.one(read.record<RequestCount>({ waiting: count, since: read.day, unseen: count }))

const readOwnCount = read.one(read.record<OwnRequestCount>({ waiting: count }))

/** Number of requests for the practice: a background request, whose failure is not shown. */
export const requestCountQuery = (practiceId: string) =>
  queryOptions({
    queryKey: practiceKey(practiceId, 'requests', 'count'),
    queryFn: async ({ signal }) =>
      readRequestCount(await api.get(paths.requestCount(practiceId), { signal, silent: true, isBackground: true })),
    refetchOnWindowFocus: true,
  })

/** Number of requests that wait for the owner, or have an unread answer. 0 if the API has no messages. */
export const ownRequestCountQuery = (clientId: string) =>
  queryOptions({
    queryKey: clientKey(clientId, 'requests', 'count'),
    queryFn: async ({ client, signal }) =>
      (await can(client, 'request-messages'))
        ? readOwnCount(await api.get(paths.ownRequestCount(clientId), { signal, silent: true, isBackground: true }))
            .waiting
        : 0,
    refetchOnWindowFocus: true,
  })

/** Loads the number of requests, if the API has requests. */
export async function countRequests(
  queryClient: QueryClient,
  practiceId: string,
  options: { staleTime?: number } = {},
): Promise<void> {
  if (await can(queryClient, 'requests')) await queryClient.query({ ...requestCountQuery(practiceId), ...options })
}
