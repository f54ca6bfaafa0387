import { FormattedMessage, useIntl } from 'react-intl'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { type NamedPatient, patientOptions } from './distinct-names.ts'

interface PatientFilterProps {
  patients: readonly NamedPatient[] | undefined
  /** Patient whose documents are shown; undefined for all. */
  value: string | undefined
  onChange: (patientId: string | undefined) => void
}

/** Filter by patient; renders nothing if there is no choice. */
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

/** Whether records can be filtered by patient. */
export const canFilterByPatient = (documents: readonly OfPatient[]): boolean =>
  documents.length === 0 || documents.some(({ patientUuid }) => patientUuid)

interface EmptyForPatientProps {
  icon: LucideIcon
  /** Number of records without a known patient. */
  unnamed: number
  /** Whether the number covers only the current page. */
  onPage: boolean
}

/** Empty state of a list filtered by `PatientFilter`, with a button that clears the filter. */
export function EmptyForPatient({ icon, onPage, unnamed }: EmptyForPatientProps) {
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
