import { queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { type AppointmentWish, REQUEST_KINDS, type RequestKind } from '#contract/request.ts'
import type { RequestTerms } from '#contract/schemas/request.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { practiceKey } from './scope.ts'
import { type Fields, read } from './tolerate.ts'

// What a practice takes of requests, apart from the requests themselves: every page of an owner has a link that depends on it.

export const termsFields = {
  kinds: read.required(read.items(read.knownWord(REQUEST_KINDS)), []),
  hours: read.text,
  answerWithinDays: read.number,
  productsNotRepeated: read.items(read.text),
} satisfies Fields<RequestTerms>

export const readRequestTerms = read.one(read.record<RequestTerms>(termsFields))

/** No page of the specification is held up or ended by it. */
const ASIDE = { silent: true, isBeside: true, nullOn404: true, expects: () => true }

export const requestTermQueries = {
  /** Null: there are no requests. No signal: the area asks for it, and its pages wait for the one answer. */
  of: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'request-terms'),
      queryFn: async ({ client }) =>
        (await can(client, 'requests'))
          ? read.orNull(readRequestTerms)(await api.get(paths.requestSettings(practiceId), ASIDE))
          : null,
      staleTime: 300_000,
      retryOnMount: false,
    }),
}

/** What the form is filled with, in its address. */
export interface AskSearch {
  kind?: RequestKind | undefined
  /** The animal that it is about. */
  patient?: string | undefined
  reminder?: string | undefined
  /** Further reminders of the same animal. */
  reminders?: readonly string[] | undefined
  /** The visit that `product` is of. */
  visitForm?: string | undefined
  /** The entry of the logbook that `product` is of. */
  entry?: string | undefined
  product?: string | undefined
  appointment?: string | undefined
  wish?: AppointmentWish | undefined
  /** The request that this one goes on from. */
  former?: string | undefined
}
