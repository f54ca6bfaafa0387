import { queryOptions } from '@tanstack/react-query'
import type { FollowUp } from '#contract/practice.ts'
import * as paths from '#contract/paths.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { clientListsKey } from './scope.ts'
import { read } from './tolerate.ts'

const count = read.required(read.number, 0)

export const readFollowUp = read.one(
  read.record<FollowUp>({
    notInvited: count,
    undelivered: count,
    unanswered: count,
    withoutEmail: count,
    failedImports: read.number,
  }),
)

/**
 * What staff have to look after; null where the API does not tell. Its failure is not reported: the page stands without it. Its key is
 * of the lists, for it changes with them.
 */
export const followUpQuery = (practiceId: string) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'follow-up'),
    queryFn: async ({ client, signal }) =>
      (await can(client, 'follow-up'))
        ? readFollowUp(await api.get(paths.practiceFollowUp(practiceId), { signal, silent: true }))
        : null,
  })
