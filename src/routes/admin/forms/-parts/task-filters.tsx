import { useIntl } from 'react-intl'
import type { PortalForm } from '#contract/schemas/form.ts'
import { LinkFilter, RecordFilters } from '#src/features/sheet/record-list.tsx'
import { FORM_FILTERS, type FormSearch } from '#src/api/form-search.ts'
import { useTranslated } from '#src/features/forms/form-status.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'

interface TaskFiltersProps {
  search: FormSearch
  forms: readonly PortalForm[]
  /** Name of the client of the filter, if a shown row has it. */
  clientName: string | undefined
  onChange: (changed: Partial<FormSearch>) => void
}

export function TaskFilters({ search, forms, clientName, onChange }: TaskFiltersProps) {
  const { formatMessage } = useIntl()
  const textOf = useTranslated()
  return (
    <RecordFilters>
      <SelectInput
        label={formatMessage({ id: 'admin.requests.state' })}
        value={search.state}
        options={FORM_FILTERS.map((state) => ({
          value: state,
          label: formatMessage({ id: `admin.forms.filter.${state}` }),
        }))}
        onChange={(wanted) => onChange({ state: FORM_FILTERS.find((state) => state === wanted) ?? 'all' })}
      />
      <SelectInput
        label={formatMessage({ id: 'admin.forms.form' })}
        value={search.form}
        options={[
          { value: '', label: formatMessage({ id: 'admin.forms.anyForm' }) },
          ...forms.map(({ id, content }) => ({ value: id, label: textOf(content.title) })),
        ]}
        onChange={(form) => onChange({ form })}
      />
      {search.of && <LinkFilter name={clientName} onClear={() => onChange({ of: '' })} />}
    </RecordFilters>
  )
}
