import { queryOptions } from '@tanstack/react-query'
import type { FollowUp, PracticeNews } from '#contract/schemas/news.ts'
import * as paths from '#contract/paths.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { clientListsKey, practiceKey } from './scope.ts'
import { readClientCount } from './client-counts.ts'
import { read } from './response-readers.ts'

const count = read.requiredNumber

export const readFollowUp = read.one(
  read.record<FollowUp>({
    notInvited: count,
    undelivered: count,
    unanswered: count,
    withoutEmail: count,
    failedImports: read.number,
    gettingStarted: read.flag,
  }),
)

/**
 * Tasks of the staff, in numbers; null if the API has none. A failure is not shown. The key is below that of the client lists, because
 * the numbers change with the lists.
 */
export const followUpQuery = (practiceId: string) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'follow-up'),
    queryFn: async ({ client, signal }) =>
      (await can(client, 'follow-up'))
        ? readFollowUp(await api.get(paths.practiceFollowUp(practiceId), { signal, silent: true }))
        : null,
  })

export const readNews = read.one(
  read.record<PracticeNews>({
    activations: readClientCount,
    imports: read.requiredItems(
      read.record<PracticeNews['imports'][number]>({
        at: read.requiredMoment,
        added: read.requiredNumber,
        updated: read.requiredNumber,
      }),
    ),
    givenUpMails: readClientCount,
  }),
)

export const newsQueries = {
  /** Events at a practice; null if the API has none. A failure is not shown. */
  of: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'news'),
      queryFn: async ({ client, signal }) =>
        (await can(client, 'practice-news'))
          ? readNews(await api.get(paths.practiceNews(practiceId), { signal, silent: true }))
          : null,
      staleTime: 60_000,
    }),
}
