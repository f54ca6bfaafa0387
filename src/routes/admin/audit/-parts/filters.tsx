import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { NOBODY } from '#contract/access-log.ts'
import { type AuditFilter, auditQueries } from '#src/api/access-log.ts'
import { monthOf, today } from '#src/lib/dates.ts'
import { MonthPicker } from '#src/ui/forms/month-picker.tsx'
import { SearchBar } from '#src/ui/forms/search-bar.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import styles from './filters.module.css'
import { personName } from './person-name.ts'

interface FiltersProps {
  practiceId: string
  filter: AuditFilter
  onChange: (changed: Partial<AuditFilter>) => void
}

/** What of the trail is looked at: by a name, by who did it, by when. */
export function Filters({ practiceId, filter, onChange }: FiltersProps) {
  const intl = useIntl()
  const text = intl.formatMessage
  const { data: people = [] } = useQuery(auditQueries.people(practiceId))
  const thisMonth = monthOf(today())
  const { search, person, from, to } = filter
  const known = person === '' || person === NOBODY || people.some(({ id }) => id === person)
  return (
    <div className={styles.filters}>
      <SearchBar
        label={text({ id: 'admin.auditSearch.search' })}
        value={search}
        onSearch={(wanted) => onChange({ search: wanted })}
      />
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
      <div className={styles.period}>
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
      </div>
    </div>
  )
}
