import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { patientLabel } from '#contract/names.ts'
import type { Patient } from '#contract/patient.ts'
import { remindersFiltered } from '#src/lib/store.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { SelectBox } from '#src/ui/select-box.tsx'
import styles from './filters.module.css'

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
        value={String(active) as 'true' | 'false'}
        onChange={(value) => show({ active: value === 'true', patient })}
        options={[
          { value: 'true', label: <FormattedMessage id="client.reminders.active" />, count },
          { value: 'false', label: <FormattedMessage id="client.reminders.notActive" /> },
        ]}
      />
      {patients.length > 1 && (
        <SelectBox
          label={intl.formatMessage({ id: 'client.reminders.animal' })}
          hideLabel
          value={patient ?? ''}
          onChange={(uuid) => show({ active, patient: uuid || undefined })}
          options={[
            { value: '', label: intl.formatMessage({ id: 'client.reminders.allAnimals' }) },
            ...patients.map((each) => ({ value: each.uuid, label: patientLabel(each) })),
          ]}
        />
      )}
    </div>
  )
}
