import { FormattedMessage, useIntl } from 'react-intl'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { type NamedPatient, patientOptions } from './told-apart.ts'

interface PatientFilterProps {
  patients: readonly NamedPatient[] | undefined
  /** The patient whose documents are shown; undefined: all. */
  value: string | undefined
  onChange: (patientId: string | undefined) => void
}

/** Filter by patient; not rendered where there is no choice. */
export function PatientFilter({ patients, value, onChange }: PatientFilterProps) {
  const intl = useIntl()
  if (!patients || patients.length < 2) return null
  return (
    <SelectInput
      label={intl.formatMessage({ id: 'client.filter.animal' })}
      value={value ?? ''}
      options={[
        { value: '', label: intl.formatMessage({ id: 'client.filter.allAnimals' }) },
        ...patientOptions(patients, intl),
      ]}
      onChange={(patientId) => onChange(patientId || undefined)}
    />
  )
}

interface OfPatient {
  patientUuid?: string | undefined
}

/** Without it there is nothing to filter by. */
export const saysWhose = (documents: readonly OfPatient[]): boolean =>
  documents.length === 0 || documents.some(({ patientUuid }) => patientUuid)

interface NothingOfPatientProps {
  icon: LucideIcon
  /** So many there are of which nobody says whose they are. */
  unnamed: number
  /** On this page; there are others. */
  onPage: boolean
}

/** In place of a list that `PatientFilter` has left nothing of, with the way back to all. */
export function NothingOfPatient({ icon, onPage, unnamed }: NothingOfPatientProps) {
  return (
    <Empty
      icon={icon}
      title={<FormattedMessage id={onPage ? 'client.filter.emptyPageTitle' : 'client.filter.emptyTitle'} />}
      actions={
        <Link to="." search={({ patient: _, page: __, ...rest }) => rest} className={buttonClass()}>
          <FormattedMessage id="client.filter.showAll" />
        </Link>
      }
    >
      {unnamed > 0 && <FormattedMessage id="client.filter.unnamed" />}
    </Empty>
  )
}
