import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { DEFAULT_SORT, type Sort } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import { type RequestState, WAITING_STATES } from '#contract/request.ts'
import type { PracticeRequest, RequestAnswer, RequestSettings } from '#contract/schemas/request.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { type Silent, api } from './http.ts'
import { cutTo } from './pages.ts'
import { callOf, sharedCallOf } from './query-client.ts'
import { termsFields } from './request-terms.ts'
import { ALL, NO_REQUEST_SEARCH, type RequestSearch, WAITING } from './request-search.ts'
import { requestFields } from './requests.ts'
import { practiceKey } from './scope.ts'
import { read } from './tolerate.ts'

const practiceRequest = read.record<PracticeRequest>({
  ...requestFields,
  clientName: read.requiredText,
  clientNumber: read.text,
  number: read.required(read.number, 0),
})

export const readPracticeRequests = read.page(practiceRequest)
export const readPracticeRequest = read.one(practiceRequest)

export const readRequestSettings = read.one(
  read.record<RequestSettings>({
    ...termsFields,
    seenWithinDays: read.number,
    templates: read.items(read.text),
    mailTo: read.text,
    mailToConfirmed: read.flag,
  }),
)

export const isWaiting = (state: RequestState): boolean => WAITING_STATES.some((waiting) => waiting === state)

export const sortOf = ({ state, sort }: Pick<RequestSearch, 'state' | 'sort'>): Sort =>
  sort ?? (state === WAITING ? 'date,asc' : DEFAULT_SORT)

const requestsKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  practiceKey(practiceId, 'requests', ...rest)

interface Options {
  signal?: AbortSignal
  silent?: Silent
  isBeside?: boolean
}

const getRequests = async (practiceId: string, wanted: RequestSearch, size: number, options: Options) =>
  readPracticeRequests(
    await api.get(paths.practiceRequests(practiceId), {
      search: {
        page: wanted.page - 1,
        size,
        sort: sortOf(wanted),
        state: wanted.state === ALL ? undefined : wanted.state,
        kind: wanted.kind,
        patient: wanted.patient || undefined,
        client: wanted.of || undefined,
        q: wanted.search || undefined,
      },
      ...options,
    }),
  )

/** Who asks has found the API to have `requests`. */
export const practiceRequestQueries = {
  list: (practiceId: string, search: RequestSearch) =>
    queryOptions({
      queryKey: requestsKey(practiceId, 'list', search),
      queryFn: (context) => getRequests(practiceId, search, PAGE_SIZE, callOf(context)),
      select: (answer) => cutTo(answer, search.page),
      // Somebody else may have answered one a moment ago.
      staleTime: 5000,
    }),
  /** Null where it is not there, or no longer. */
  one: (practiceId: string, requestId: string) =>
    queryOptions({
      queryKey: requestsKey(practiceId, 'one', requestId),
      queryFn: async (context) =>
        read.orNull(readPracticeRequest)(
          await api.get(paths.practiceRequest(practiceId, requestId), { ...callOf(context), nullOn404: true }),
        ),
      staleTime: 0,
    }),
  /** How many of one client's wait. */
  waitingOf: (practiceId: string, clientId: string) =>
    queryOptions({
      queryKey: requestsKey(practiceId, 'waiting-of', clientId),
      queryFn: async ({ signal }) => {
        const wanted = { ...NO_REQUEST_SEARCH, of: clientId }
        return getRequests(practiceId, wanted, 1, { signal, silent: true, isBeside: true })
      },
      select: ({ page }) => page.totalElements,
    }),
  settings: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'request-settings'),
      queryFn: async (context) =>
        readRequestSettings(await api.get(paths.requestSettings(practiceId), sharedCallOf(context))),
      staleTime: 300_000,
    }),
}

export const practiceRequestMutations = {
  /** Its failure is not reported: it is tried again with the next look at it. */
  see: (practiceId: string, requestId: string) =>
    mutationOptions({
      mutationFn: () =>
        api.post(paths.requestSeen(practiceId, requestId), { isUnread: true, silent: true, isBeside: true }),
      meta: { invalidates: requestsKey(practiceId) },
    }),

  /** Also what was refused is looked at anew: a colleague may have answered meanwhile. */
  answer: (practiceId: string, requestId: string) =>
    mutationOptions({
      mutationFn: (answer: RequestAnswer) =>
        api.post(paths.requestAnswer(practiceId, requestId), { json: answer, isUnread: true, silent: true }),
      meta: { invalidates: () => ({ queryKey: requestsKey(practiceId) }) },
    }),

  changeSettings: (practiceId: string) =>
    mutationOptions({
      mutationFn: (settings: RequestSettings) =>
        api.put(paths.requestSettings(practiceId), { json: settings, silent: true }),
      meta: { invalidates: practiceRequestQueries.settings(practiceId).queryKey },
    }),
}
