import { type ClientPage, QUIETLY, clientQueries } from './clients.ts'
import { NO_CLIENT_SEARCH } from './client-search.ts'

/** How many clients are locked; null from an API that cannot say it. Nobody is told that it failed. */
export const lockedCount = (practiceId: string) => ({
  ...clientQueries.registered(practiceId, { ...NO_CLIENT_SEARCH, locked: true }, 1),
  meta: QUIETLY,
  select: ({ isUnfiltered, page }: ClientPage) => (isUnfiltered ? null : page.totalElements),
})
