import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientListQueries } from '#src/api/client-lists.ts'
import { FormattedMessage } from 'react-intl'

/** Number of results shown of each list. */
export const SHOWN = 5

/** Clients of both lists that match a query; an empty query makes no call. */
export function useFound(practiceId: string, query: string) {
  const search = { page: 1, lastName: query }
  const when = { enabled: query !== '', placeholderData: keepPreviousData }
  const lists = [
    useQuery({ ...clientListQueries.registered(practiceId, search, SHOWN), ...when }),
    useQuery({ ...clientListQueries.unregistered(practiceId, search, SHOWN), ...when }),
  ] as const
  const [registered, unregistered] = lists.map(({ data }) => (query === '' ? undefined : data))
  const failed = lists.filter(({ isLoadingError }) => isLoadingError)
  const [first, second] = lists
  return {
    registered,
    unregistered,
    /** Whether the data belong to a previous query or are missing. */
    pending: query !== '' && lists.some(isFormer),
    /** Whether both lists show the same query, so that a late first list does not move the second. Also true if the first one failed. */
    isTogether: first.errorUpdateCount > 0 || isFormer(first) === isFormer(second),
    nobody: registered?.page.totalElements === 0 && unregistered?.page.totalElements === 0,
    /** Fetches the lists that failed again; null if none did. */
    retry: failed.length === 0 ? null : () => failed.forEach(({ refetch }) => void refetch()),
  }
}

const isFormer = ({ isPending, isPlaceholderData }: { isPending: boolean; isPlaceholderData: boolean }) =>
  isPending || isPlaceholderData

interface QuickSearchOutcomeProps {
  query: string
  count: number
  /** Whether neither list has a match; false until both have loaded. */
  nobody: boolean
}

export function QuickSearchOutcome({ query, count, nobody }: QuickSearchOutcomeProps) {
  if (query === '') return <FormattedMessage id="admin.dashboard.searchHint" />
  if (nobody) return <FormattedMessage id="admin.dashboard.nothingFound" values={{ lastName: query }} />
  return count > 0 && <FormattedMessage id="admin.find.results" values={{ count }} />
}
