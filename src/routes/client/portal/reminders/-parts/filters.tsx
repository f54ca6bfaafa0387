import type { Patient } from '#contract/schemas/patient.ts'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { PatientFilter } from '#src/features/patients/patient-filter.tsx'
import { remindersFiltered } from '#src/lib/store.ts'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import styles from './filters.module.css'
import { type Sort, DEFAULT_SORT } from '#contract/paging.ts'

interface FiltersProps {
  active: boolean
  /** How many are active; undefined where that is not known. */
  count: number | undefined
  patient: string | undefined
  /** Those there are to choose from; none where the rows do not say whose they are. */
  patients: readonly Patient[]
}

export function Filters({ active, count, patient, patients }: FiltersProps) {
  const intl = useIntl()
  const router = useRouter()

  function show(search: { active: boolean; patient: string | undefined }) {
    remindersFiltered(search.active)
    void router.navigate({ to: '/client/portal/reminders', search })
  }

  return (
    <div className={styles.filters}>
      <Segmented
        legend={intl.formatMessage({ id: 'client.reminders.filter' })}
        name="active"
        value={active ? 'true' : 'false'}
        onChange={(value) => show({ active: value === 'true', patient })}
        options={[
          { value: 'true', label: <FormattedMessage id="client.reminders.active" />, count },
          { value: 'false', label: <FormattedMessage id="client.reminders.notActive" /> },
        ]}
      />
      <PatientFilter patients={patients} value={patient} onChange={(chosen) => show({ active, patient: chosen })} />
    </div>
  )
}

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
