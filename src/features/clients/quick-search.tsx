import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientListQueries } from '#src/api/client-lists.ts'
import { FormattedMessage } from 'react-intl'

/** Of each list. */
export const SHOWN = 5

/** The clients of both lists that match; nothing is asked for an empty query. */
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
    /** What there is answers a former search, or nothing yet. */
    pending: query !== '' && lists.some(isFormer),
    /** Both answer the same search, as far as the first one could be had: what comes of the first moves none of the second. */
    isTogether: first.errorUpdateCount > 0 || isFormer(first) === isFormer(second),
    nobody: registered?.page.totalElements === 0 && unregistered?.page.totalElements === 0,
    /** Where one of the lists could not be had. */
    retry: failed.length === 0 ? null : () => failed.forEach(({ refetch }) => void refetch()),
  }
}

const isFormer = ({ isPending, isPlaceholderData }: { isPending: boolean; isPlaceholderData: boolean }) =>
  isPending || isPlaceholderData

interface QuickSearchOutcomeProps {
  query: string
  /** How many are shown. */
  count: number
  /** Neither list has anybody; without an answer from both of them that is not known. */
  nobody: boolean
}

/** What has come of a search, in words. */
export function QuickSearchOutcome({ query, count, nobody }: QuickSearchOutcomeProps) {
  if (query === '') return <FormattedMessage id="admin.dashboard.searchHint" />
  if (nobody) return <FormattedMessage id="admin.dashboard.nothingFound" values={{ lastName: query }} />
  return count > 0 && <FormattedMessage id="admin.find.results" values={{ count }} />
}
