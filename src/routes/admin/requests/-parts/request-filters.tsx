import { useIntl } from 'react-intl'
import { SORTS, type Sort } from '#contract/paging.ts'
import { REQUEST_KINDS, REQUEST_STATES } from '#contract/request.ts'
import { LinkFilter, RecordFilters } from '#src/features/sheet/record-list.tsx'
import { ALL, type RequestSearch, WAITING } from '#src/api/request-search.ts'
import { SelectInput } from '#src/ui/forms/select-input.tsx'

interface RequestFiltersProps {
  search: RequestSearch
  sort: Sort
  /** Names of the animal and the client of the filter, if a shown row has them. */
  patientName: string | undefined
  clientName: string | undefined
  onChange: (changed: Partial<RequestSearch>) => void
}

/** Filters and sort order of the list of requests. */
export function RequestFilters({ search, sort, patientName, clientName, onChange }: RequestFiltersProps) {
  const { formatMessage } = useIntl()
  const states: { value: RequestSearch['state']; label: string }[] = [
    { value: WAITING, label: formatMessage({ id: 'admin.requests.waiting' }) },
    ...REQUEST_STATES.map((state) => ({ value: state, label: formatMessage({ id: `core.requests.state.${state}` }) })),
    { value: ALL, label: formatMessage({ id: 'admin.requests.all' }) },
  ]
  const kinds = [
    { value: '', label: formatMessage({ id: 'admin.requests.anyKind' }) },
    ...REQUEST_KINDS.map((kind) => ({ value: kind, label: formatMessage({ id: `core.requests.kind.${kind}` }) })),
  ]
  return (
    <RecordFilters
      search={{
        label: formatMessage({ id: 'admin.requests.search' }),
        value: search.search,
        onSearch: (text) => onChange({ search: text }),
      }}
    >
      <SelectInput
        label={formatMessage({ id: 'admin.requests.state' })}
        value={search.state}
        options={states}
        // Each state has its own default order.
        onChange={(wanted) =>
          onChange({ state: states.find(({ value }) => value === wanted)?.value ?? WAITING, sort: undefined })
        }
      />
      <SelectInput
        label={formatMessage({ id: 'admin.requests.kind' })}
        value={search.kind ?? ''}
        options={kinds}
        onChange={(wanted) => onChange({ kind: REQUEST_KINDS.find((kind) => kind === wanted) })}
      />
      <SelectInput
        label={formatMessage({ id: 'admin.requests.order' })}
        value={sort}
        options={SORTS.map((value) => ({
          value,
          label: formatMessage({ id: value === 'date,asc' ? 'admin.requests.oldest' : 'admin.requests.newest' }),
        }))}
        onChange={(wanted) => onChange({ sort: SORTS.find((known) => known === wanted) })}
      />
      {search.patient && (
        <LinkFilter text="admin.requests.ofAnimal" name={patientName} onClear={() => onChange({ patient: '' })} />
      )}
      {search.of && <LinkFilter name={clientName} onClear={() => onChange({ of: '' })} />}
    </RecordFilters>
  )
}
