import { useIntl } from 'react-intl'
import { type NamedPatient, patientOptions } from '#src/features/patients/told-apart.ts'
import { SelectField } from '#src/ui/forms/select-field.tsx'

/** Which animal it is about; not every request is about one. */
export function PatientField({ patients }: { patients: readonly NamedPatient[] }) {
  const intl = useIntl()
  if (patients.length === 0) return null
  return (
    <SelectField
      name="patientUuid"
      label={intl.formatMessage({ id: 'client.requests.animal' })}
      options={[
        { value: '', label: intl.formatMessage({ id: 'client.requests.noAnimal' }) },
        ...patientOptions(patients, intl),
      ]}
    />
  )
}
