import { useIntl } from 'react-intl'
import { ESTIMATE_STATES } from '#contract/estimate-states.ts'
import { LinkFilter, RecordFilters } from '#src/features/sheet/record-list.tsx'
import { ALL, type EstimateSearch } from '#src/api/estimate-search.ts'
import { SelectInput } from '#src/ui/forms/select-input.tsx'

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
    <RecordFilters
      search={{
        label: formatMessage({ id: 'admin.estimates.search' }),
        value: search.search,
        onSearch: (text) => onChange({ search: text }),
      }}
    >
      <SelectInput
        label={formatMessage({ id: 'admin.requests.state' })}
        value={search.state}
        options={states}
        onChange={(wanted) => onChange({ state: ESTIMATE_STATES.find((state) => state === wanted) ?? ALL })}
      />
      {search.of && <LinkFilter name={clientName} onClear={() => onChange({ of: '' })} />}
    </RecordFilters>
  )
}
