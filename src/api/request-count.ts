import { queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { RequestCount } from '#contract/request.ts'
import { api } from './http.ts'
import { practiceKey } from './scope.ts'
import { read } from './tolerate.ts'

// Apart from the other queries of requests: every page of the clinic's has a link with the number.

const count = read.required(read.number, 0)
export const readRequestCount = read.one(read.record<RequestCount>({ waiting: count, since: read.day, unseen: count }))

/** Shown beside what a page is about: its failure is not reported. */
export const requestCountQuery = (practiceId: string) =>
  queryOptions({
    queryKey: practiceKey(practiceId, 'requests', 'count'),
    queryFn: async ({ signal }) =>
      readRequestCount(await api.get(paths.requestCount(practiceId), { signal, silent: true, isBeside: true })),
  })

const readTaken = read.one(read.record<{ kinds: string[] }>({ kinds: read.required(read.items(read.text), []) }))

/** Whether the practice takes requests of any kind. */
export const takesRequestsQuery = (practiceId: string) =>
  queryOptions({
    queryKey: practiceKey(practiceId, 'request-settings', 'taken'),
    queryFn: async ({ signal }) =>
      readTaken(await api.get(paths.requestSettings(practiceId), { signal, silent: true, isBeside: true })),
    select: ({ kinds }) => kinds.length > 0,
    staleTime: 300_000,
  })
