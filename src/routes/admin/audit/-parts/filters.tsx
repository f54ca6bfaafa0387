import { NOBODY } from '#contract/access-log.ts'
import { LOG_KINDS, readLogKind } from '#contract/log-kind.ts'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { type AuditFilter, auditQueries } from '#src/api/access-log.ts'
import { useCan } from '#src/api/capabilities.ts'
import { monthOf } from '#contract/dates.ts'
import { today } from '#src/lib/dates.ts'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import { FilterRow } from '#src/ui/forms/filter-row.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import styles from './filters.module.css'
import { personName } from './audit-texts.ts'

interface FiltersProps {
  practiceId: string
  filter: AuditFilter
  onChange: (changed: Partial<AuditFilter>) => void
}

/** Filters of the access log: a name, a person, the kind of entry and a period. */
export function Filters({ practiceId, filter, onChange }: FiltersProps) {
  const intl = useIntl()
  const text = intl.formatMessage
  const { data: people = [] } = useQuery(auditQueries.people(practiceId))
  const thisMonth = monthOf(today())
  const { search, person, kind, from, to } = filter
  const canSeeReads = useCan('audit-reads')
  const known = person === '' || person === NOBODY || people.some(({ id }) => id === person)
  return (
    <div className={styles.filters}>
      <SearchBar
        label={text({ id: 'admin.auditSearch.search' })}
        value={search}
        onSearch={(wanted) => onChange({ search: wanted })}
      />
      <FilterRow>
        <SelectInput
          label={text({ id: 'admin.auditSearch.person' })}
          value={known ? person : ''}
          onChange={(chosen) => onChange({ person: chosen })}
          options={[
            { value: '', label: text({ id: 'admin.auditSearch.anybody' }) },
            ...people.map((each) => ({ value: each.id, label: personName(each) })),
            { value: NOBODY, label: text({ id: 'admin.auditSearch.nobody' }) },
          ]}
        />
        {canSeeReads && (
          <SelectInput
            label={text({ id: 'admin.auditSearch.kind' })}
            value={kind}
            onChange={(chosen) => onChange({ kind: readLogKind(chosen) })}
            options={LOG_KINDS.map((value) => ({ value, label: text({ id: `admin.auditSearch.${value}` }) }))}
          />
        )}
        <MonthPicker
          label={text({ id: 'client.invoices.from' })}
          value={from || undefined}
          placeholder={text({ id: 'client.invoices.begin' })}
          thisMonth={thisMonth}
          onChange={(month) => onChange({ from: month, to: to && to < month ? month : to })}
        />
        <MonthPicker
          label={text({ id: 'client.invoices.to' })}
          value={to || undefined}
          placeholder={text({ id: 'client.invoices.now' })}
          thisMonth={thisMonth}
          onChange={(month) => onChange({ to: month, from: from > month ? month : from })}
        />
      </FilterRow>
    </div>
  )
}
