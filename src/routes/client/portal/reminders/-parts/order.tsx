import { FormattedMessage, useIntl } from 'react-intl'
import type { Sort } from '#contract/paging.ts'
import { DEFAULT_SORT } from '#src/lib/constants.ts'
import { Segmented } from '#src/ui/forms/segmented.tsx'

/** Of a list that is longer than a page: which end comes first. */
export function Order({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const intl = useIntl()
  return (
    <div>
      <Segmented
        legend={intl.formatMessage({ id: 'client.reminders.sort' })}
        name="sort"
        value={sort}
        onChange={onChange}
        options={[
          { value: DEFAULT_SORT, label: <FormattedMessage id="client.reminders.latestFirst" /> },
          { value: 'date,asc', label: <FormattedMessage id="client.reminders.earliestFirst" /> },
        ]}
      />
    </div>
  )
}
