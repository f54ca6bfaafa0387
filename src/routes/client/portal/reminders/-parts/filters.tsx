import styles from './filters.module.css'
import type { Patient } from '#contract/schemas/patient.ts'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { PatientFilter } from '#src/features/patients/patient-filter.tsx'
import { remindersFiltered } from '#src/lib/store.ts'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { DEFAULT_SORT, type Sort } from '#contract/paging.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { dayOf, isBooked, isLate } from '#src/features/reminders/reminder.ts'
import { type IsoDate, monthOf } from '#contract/dates.ts'

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
  /** All there are; null where only a part of them is here. */
  reminders: readonly Reminder[] | null
  /** Undefined where it is not known. */
  count: number | undefined
  today: IsoDate
  /** Filtered by this patient. */
  patientName: string | undefined
}

/** What stands under the title: how much there is to do, or has been done. Said when a filter changes it. */
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
  // In an element of its own, which is replaced as a whole also where a browser has translated the text.
  if (parts.length > 0) return <span>{parts.join(', ')}</span>
  return patientName && <FormattedMessage id="client.reminders.leadOnly" values={{ animal: patientName }} />
}

function isLaterThisMonth(reminder: Reminder, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day >= today && monthOf(day) === monthOf(today) && !isBooked(reminder)
}
