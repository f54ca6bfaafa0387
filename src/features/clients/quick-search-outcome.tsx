import { FormattedMessage } from 'react-intl'

interface QuickSearchOutcomeProps {
  lastName: string
  /** How many are shown. */
  count: number
  /** Neither list has anybody; without an answer from both of them that is not known. */
  nobody: boolean
}

/** What has come of a search, in words. */
export function QuickSearchOutcome({ lastName, count, nobody }: QuickSearchOutcomeProps) {
  if (lastName === '') return <FormattedMessage id="admin.dashboard.searchHint" />
  if (nobody) return <FormattedMessage id="admin.dashboard.nothingFound" values={{ lastName }} />
  return count > 0 && <FormattedMessage id="admin.find.results" values={{ count }} />
}
