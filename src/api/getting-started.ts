import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import { STARTING_STEPS } from '#contract/getting-started.ts'
import type { GettingStarted } from '#contract/schemas/getting-started.ts'
import * as paths from '#contract/paths.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { clientListsKey } from './scope.ts'
import { read } from './response-readers.ts'

// First steps of a practice: beyond the specification.

const readTexts = read.list(read.text)

export const readGettingStarted = read.one(
  read.record<GettingStarted>({
    isDismissed: read.required(read.flag, true),
    done: (given) => STARTING_STEPS.filter((step) => readTexts(given).includes(step)),
    invited: read.requiredNumber,
    toInvite: read.requiredNumber,
  }),
)

/** First steps; null if the API has none. The key is below that of the client lists, because invitations complete a step. A failure is not shown. */
export const gettingStartedQuery = (practiceId: string) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'getting-started'),
    queryFn: async ({ client, signal }) =>
      (await can(client, 'getting-started'))
        ? readGettingStarted(await api.get(paths.gettingStarted(practiceId), { signal, silent: true }))
        : null,
  })

/** Closes the list, or opens it again. */
export const dismissGettingStarted = (queryClient: QueryClient, practiceId: string) =>
  mutationOptions({
    mutationFn: (isDismissed: boolean) => api.put(paths.gettingStarted(practiceId), { json: { isDismissed } }),
    onSuccess(_, isDismissed) {
      queryClient.setQueryData(gettingStartedQuery(practiceId).queryKey, (known) => known && { ...known, isDismissed })
    },
  })
