import X from 'lucide-react/icons/x'
import { FormattedMessage, useIntl } from 'react-intl'
import { ESTIMATE_STATES } from '#contract/estimate-states.ts'
import { ALL, type EstimateSearch } from '#src/api/estimate-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterRow } from '#src/ui/forms/filter-row.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import styles from './estimates.module.css'

interface EstimateFiltersProps {
  search: EstimateSearch
  /** Name of the client of the filter, if a shown row has it. */
  clientName: string | undefined
  onChange: (changed: Partial<EstimateSearch>) => void
}

export function EstimateFilters({ search, clientName, onChange }: EstimateFiltersProps) {
  const { formatMessage } = useIntl()
  const states = [
    { value: ALL, label: formatMessage({ id: 'admin.estimates.anyState' }) },
    ...ESTIMATE_STATES.map((state) => ({
      value: state,
      label: formatMessage({ id: `core.estimates.state.${state}` }),
    })),
  ]
  return (
    <div className={styles.filters}>
      <SearchBar
        label={formatMessage({ id: 'admin.estimates.search' })}
        value={search.search}
        onSearch={(text) => onChange({ search: text })}
      />
      <FilterRow>
        <SelectInput
          label={formatMessage({ id: 'admin.requests.state' })}
          value={search.state}
          options={states}
          onChange={(wanted) => onChange({ state: ESTIMATE_STATES.find((state) => state === wanted) ?? ALL })}
        />
        {search.of && (
          <Button variant="ghost" icon={X} onClick={() => onChange({ of: '' })}>
            <FormattedMessage
              id="admin.requests.ofClient"
              values={{ name: clientName ?? formatMessage({ id: 'core.text.notAvailable' }) }}
            />
          </Button>
        )}
      </FilterRow>
    </div>
  )
}
