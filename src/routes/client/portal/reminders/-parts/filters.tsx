import styles from './filters.module.css'
import type { Patient } from '#contract/schemas/patient.ts'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { PatientFilter } from '#src/features/patients/patient-filter.tsx'
import { remindersFiltered } from '#src/lib/store.ts'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { DEFAULT_SORT, type Sort } from '#contract/paging.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { dayOf, isBooked, isLate } from '#contract/reminder.ts'
import { type IsoDate, monthOf } from '#contract/dates.ts'

interface FiltersProps {
  active: boolean
  /** Number of active reminders; undefined if unknown. */
  count: number | undefined
  patient: string | undefined
  /** Patients of the filter; empty if the reminders do not name their patient. */
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

/** Sort order of a list that is longer than a page. */
export function Order({ sort, ...search }: { sort: Sort; active: boolean; patient: string | undefined }) {
  const intl = useIntl()
  const router = useRouter()
  return (
    <div>
      <Segmented
        legend={intl.formatMessage({ id: 'client.reminders.sort' })}
        name="sort"
        value={sort}
        onChange={(chosen) =>
          void router.navigate({ to: '/client/portal/reminders', search: { ...search, sort: chosen } })
        }
        options={[
          { value: DEFAULT_SORT, label: <FormattedMessage id="client.reminders.latestFirst" /> },
          { value: 'date,asc', label: <FormattedMessage id="client.reminders.earliestFirst" /> },
        ]}
      />
    </div>
  )
}

interface LeadProps {
  active: boolean
  /** All reminders; null if only a part is loaded. */
  reminders: readonly Reminder[] | null
  /** Number of reminders; undefined if unknown. */
  count: number | undefined
  today: IsoDate
  /** Name of the patient in the filter. */
  patientName: string | undefined
}

/** Text below the title with the number of reminders, announced when a filter changes it. */
export function Lead(props: LeadProps) {
  return (
    <span aria-live="polite">
      <Sentence {...props} />
    </span>
  )
}

function Sentence({ active, reminders, count, today, patientName }: LeadProps) {
  const intl = useIntl()
  if (!active && count !== undefined) return <FormattedMessage id="client.reminders.leadPast" values={{ count }} />
  const late = reminders?.filter((reminder) => isLate(reminder, today)).length ?? 0
  const thisMonth = reminders?.filter((reminder) => isLaterThisMonth(reminder, today)).length ?? 0
  const parts = active
    ? [
        late > 0 && intl.formatMessage({ id: 'client.reminders.leadLate' }, { count: late }),
        thisMonth > 0 && intl.formatMessage({ id: 'client.reminders.leadThisMonth' }, { count: thisMonth }),
      ].filter(Boolean)
    : []
  // A separate element, so that React replaces the whole text even if a browser has translated it.
  if (parts.length > 0) return <span>{parts.join(', ')}</span>
  return patientName && <FormattedMessage id="client.reminders.leadOnly" values={{ animal: patientName }} />
}

function isLaterThisMonth(reminder: Reminder, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day >= today && monthOf(day) === monthOf(today) && !isBooked(reminder)
}
